"""Every card of a task that asks at each point: answered, edited, skipped, in words, cancelled."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import asking_model as model
from tests.browser.acts import SLOW_MS, ask, no_traceback, press, shown
from tests.browser.conftest import new_tab
from tests.browser.served import Served

PAGE = Path(__file__).with_name("asking_page.py")


@pytest.fixture(scope="module")
def asking(tmp_path_factory):
    """A page whose tasks ask about what is unclear and about each step, not about the plan."""
    with Served(
        PAGE,
        tmp_path_factory.mktemp("asking"),
        GUIDEPOST_EMBEDDER="none",
        GUIDEPOST_ENABLE_PLAN_APPROVAL="false",
        GUIDEPOST_ENABLE_STEP_APPROVAL="true",
    ) as page:
        yield page


@pytest.fixture
def desk(asking, browser):
    """A tab in which the task has been asked for and waits for its first answer."""
    page = new_tab(browser, asking.url)
    ask(page, model.TASK)
    expect(page.get_by_label(model.QUESTION)).to_be_visible(timeout=SLOW_MS)
    yield page
    no_traceback(page)
    page.context.close()


def sent(asking):
    path = asking.home / "sent.txt"
    return path.read_text("utf-8").split() if path.exists() else []


def at_step(page, number, title):
    """Wait for the whole card of a step: a button of the card before would do nothing."""
    shown(page, f"Check step {number} of 3")
    expect(page.locator(".st-key-card_step").get_by_text(title)).to_be_visible(timeout=SLOW_MS)
    expect(page.locator('[data-test-script-state="notRunning"]')).to_be_visible(timeout=SLOW_MS)


def write(page, label, text):
    """Write into a field and have the page read it."""
    field = page.get_by_role("textbox", name=label, exact=True)
    field.fill(text)
    field.press("Control+Enter" if field.evaluate("e => e.tagName") == "TEXTAREA" else "Enter")


def guide_of(page):
    return page.get_by_role("button", name="Download guide (Markdown)")


def result_of(page):
    """Wait for the end and return the steps and what became of them."""
    expect(guide_of(page)).to_be_visible(timeout=SLOW_MS)
    page.get_by_text("How this was done").click()
    return page.locator("ol.gp-steps li > span").all_inner_texts()


def cancel(page):
    """Cancel the work; a click that a redraw of the card swallowed is made again.

    The end tells that it was taken: while a card is drawn again its button is away for a moment.
    """
    button = page.get_by_role("button", name="Cancel the work", exact=True)
    for _ in range(3):
        if button.count():
            button.click()
        try:
            expect(guide_of(page)).to_be_visible(timeout=10_000)
        except AssertionError:
            continue
        return


def test_task_answered_edited_in_words_and_sent(desk, asking):
    before = len(sent(asking))
    write(desk, model.QUESTION, "Tea")
    press(desk, "Answer and go on")
    at_step(desk, 1, model.CLOCK)
    write(desk, "Time zone or city (empty for here)", "Europe/London")
    press(desk, "Go on with these values")
    at_step(desk, 2, model.WRITE)
    press(desk, "Answer in words")
    write(desk, "Answer in words", "Keep it short")
    press(desk, "Send")
    at_step(desk, 3, model.NOTE)
    press(desk, "Approve")
    shown(desk, "May I use this tool?")
    receiver = desk.locator(".st-key-card_tool_call input[type=text]").first
    receiver.fill("Lee")
    receiver.press("Enter")
    press(desk, "Go on with these values")
    assert result_of(desk) == [model.CLOCK, model.WRITE, model.NOTE]
    assert sent(asking)[before:] == ["Lee"]
    shown(desk, "Europe/London")


def test_task_proceeded_skipped_planned_anew_and_cancelled(desk, asking):
    before = len(sent(asking))
    press(desk, "Go on anyway")
    at_step(desk, 1, model.CLOCK)
    press(desk, "Skip")
    at_step(desk, 2, model.WRITE)
    press(desk, "Change the plan from here")
    write(desk, "What should change?", "Wait a day instead")
    press(desk, "Plan again")
    at_step(desk, 2, model.LATER)
    cancel(desk)
    result_of(desk)
    shown(desk, "This step was skipped.")
    shown(desk, "This step was not worked.")
    assert sent(asking)[before:] == []


def test_text_typed_while_a_question_is_open_answers_it(desk, asking):
    before = len(sent(asking))
    ask(desk, "...")
    shown(desk, "This answer has no letter or digit")
    ask(desk, "It is about tea")
    at_step(desk, 1, model.CLOCK)
    ask(desk, "try again")
    shown(desk, "This has not been tried yet")
    ask(desk, "ok")
    at_step(desk, 2, model.WRITE)
    ask(desk, "Keep it under ten words")
    at_step(desk, 3, model.NOTE)
    ask(desk, "yes")
    shown(desk, "May I use this tool?")
    ask(desk, "no")
    assert result_of(desk) == [model.CLOCK, model.WRITE, model.NOTE]
    assert sent(asking)[before:] == []


def test_step_answered_in_two_tabs_counts_once(desk, asking, browser):
    press(desk, "Go on anyway")
    at_step(desk, 1, model.CLOCK)
    second = new_tab(browser, desk.url)
    at_step(second, 1, model.CLOCK)
    # at once and without a wait, before the second page can have noticed the first one's answer
    buttons = [page.get_by_role("button", name="Skip", exact=True) for page in (desk, second)]
    for button in buttons:
        expect(button).to_be_enabled()
    for button in buttons:
        button.evaluate("button => button.click()")
    at_step(desk, 2, model.WRITE)
    at_step(second, 2, model.WRITE)
    expect(second.locator("ol.gp-steps li").get_by_text("Skipped")).to_have_count(1)
    cancel(second)
    assert result_of(second) == [model.CLOCK, model.WRITE, model.NOTE]
    second.context.close()
