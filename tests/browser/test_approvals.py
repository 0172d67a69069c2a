"""A larger piece of work: its plan waits, is decided, is worked."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser import desk_model as model
from tests.browser.acts import (
    SLOW_MS,
    add_row,
    ask,
    delete_row,
    no_traceback,
    plan_titles,
    press,
    shown,
    write_title,
)
from tests.browser.conftest import new_tab

TITLES = ["Write the script", "Film the shots", "Edit the video"]


def plan_of(page, request=model.TASK):
    """Hand over the work and wait for its plan."""
    ask(page, request)
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_visible(timeout=SLOW_MS)
    return plan_titles(page)


def result_of(page):
    """Wait for the result."""
    expect(page.get_by_role("button", name="Download guide (Markdown)")).to_be_visible(
        timeout=SLOW_MS
    )


def worked(page):
    """Wait for the result and return the steps that led to it."""
    result_of(page)
    page.get_by_text("How this was done").click()
    return page.locator("ol.gp-steps li > span").all_inner_texts()


def test_plan_accepted_is_worked_and_its_guide_can_be_downloaded(tab, picture):
    assert plan_of(tab) == TITLES
    picture(tab, "plan.png")
    press(tab, "Approve")
    result_of(tab)
    shown(tab, model.RESULT)
    tab.get_by_text(model.TASK).last.scroll_into_view_if_needed()
    picture(tab, "result.png")
    with tab.expect_download() as download:
        press(tab, "Download guide (Markdown)")
    assert "Film the shots" in download.value.path().read_text("utf-8")
    no_traceback(tab)


def test_plan_that_waits_is_told_by_a_whole_chip_in_the_list_of_conversations(tab):
    plan_of(tab, "Mow my meadow from hedge to wall. Plan it from mower to hay.")
    label = tab.locator(".st-key-thread_here").get_by_test_id("stMarkdownContainer").first
    expect(label.get_by_text("waits for you")).to_be_visible()
    assert label.evaluate("label => label.scrollWidth <= label.clientWidth")


def test_plan_edited_in_the_table_is_what_is_worked(tab):
    plan_of(tab)
    press(tab, "Edit the table")
    write_title(tab, 1, "Film at dawn")
    press(tab, "Go on with this plan")
    assert worked(tab) == ["Write the script", "Film at dawn", "Edit the video"]


def test_plan_row_deleted_and_others_edited_without_a_pause_are_what_is_worked(tab):
    # of its own, or a plan that was edited for the same request is taken over
    plan_of(tab, "Paint the barn before winter. Plan it from colour to cleaning.")
    press(tab, "Edit the table")
    delete_row(tab, 0)
    add_row(tab, 2)
    write_title(tab, 2, "Clean up")
    write_title(tab, 0, "Film at dawn")
    press(tab, "Go on with this plan")
    assert worked(tab) == ["Film at dawn", "Edit the video", "Clean up"]


def test_plan_changed_in_words_shows_what_changed_and_is_rejected(tab):
    # of its own, or a plan that was edited for the same request is taken over
    plan_of(tab, "Set up a stall at the village fair. Plan it from stock to signs.")
    press(tab, "Change in words")
    tab.get_by_label("What should change?").fill(model.CHANGE)
    press(tab, "Plan again")
    shown(tab, "The plan has been changed")
    assert plan_titles(tab) == [f"{model.CHANGE}New", *TITLES]
    press(tab, "Reject")
    expect(tab.locator(".st-key-card_plan")).to_have_count(0, timeout=SLOW_MS)
    no_traceback(tab)


def test_plan_pending_is_the_same_after_refresh_and_in_a_second_tab(tab, browser):
    plan_of(tab)
    tab.reload()
    expect(tab.get_by_role("button", name="Approve", exact=True)).to_be_visible(timeout=SLOW_MS)
    second = new_tab(browser, tab.url)
    expect(second.get_by_role("button", name="Approve", exact=True)).to_be_visible(timeout=SLOW_MS)
    press(second, "Approve")
    result_of(second)
    result_of(tab)
    expect(tab.get_by_text(model.RESULT)).to_have_count(1)
    second.context.close()


def test_plan_pending_survives_a_killed_server_and_goes_on(own_served, browser):
    page = new_tab(browser, own_served.url)
    assert plan_of(page) == TITLES
    address = page.url
    page.context.close()
    own_served.kill()
    own_served.start()
    page = new_tab(browser, address)
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_visible(timeout=SLOW_MS)
    assert plan_titles(page) == TITLES
    press(page, "Approve")
    result_of(page)
    page.context.close()


def test_plan_switch_turned_off_answers_the_open_question(own_served, browser):
    page = new_tab(browser, own_served.url)
    plan_of(page)
    page.locator(".st-key-switches summary").click()
    memory = page.locator(".st-key-switch_memory input")
    expect(memory).to_be_disabled()
    page.locator(".st-key-switch_plan label").click()
    result_of(page)
    page.context.close()
