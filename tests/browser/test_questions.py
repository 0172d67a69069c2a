"""Documents and questions, as a person meets them in the browser."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser import desk_model as model
from tests.browser.acts import (
    HANDBOOK_EN,
    POLICY_KO,
    SLOW_MS,
    answer,
    ask,
    document,
    drop,
    no_traceback,
    press,
    shown,
)
from tests.browser.conftest import new_tab


@pytest.fixture
def with_documents(tab):
    """A tab on a page that has the two policies."""
    for name in (POLICY_KO, HANDBOOK_EN):
        if not document(tab, name.name).is_visible():
            drop(tab, name)
            expect(document(tab, name.name)).to_be_visible(timeout=SLOW_MS)
    return tab


def test_start_empty_page_offers_what_can_be_done(own_served, browser, picture):
    asked_of: set[str] = set()
    page = new_tab(browser, own_served.url, on_request=asked_of.add)
    shown(page, "What shall we work on?")
    no_traceback(page)
    picture(page, "empty.png")
    assert {urlsplit(url).hostname for url in asked_of if url.startswith("http")} == {"127.0.0.1"}
    page.context.close()


def test_dropped_pdfs_are_asked_in_both_languages_and_cite_the_page(with_documents):
    page = with_documents
    ask(page, model.NOTICE_KO)
    shown(page, "3영업일 전까지 누리온에서 신청합니다.")
    expect(answer(page).get_by_text(f"{POLICY_KO.name} · p. 2")).to_be_visible(timeout=SLOW_MS)
    ask(page, model.DAYS_EN)
    shown(page, "27 days of annual leave in a leave year")
    expect(answer(page).get_by_text(HANDBOOK_EN.name).first).to_be_visible(timeout=SLOW_MS)
    no_traceback(page)


def test_citation_clicked_opens_the_page_with_the_passage_marked(with_documents, picture):
    page = with_documents
    ask(page, model.NOTICE_KO)
    page.locator('a[href^="#cite-"]:not([href^="#cite-live"])').first.click(timeout=SLOW_MS)
    drawer = page.get_by_role("dialog")
    expect(drawer.locator("img").first).to_be_visible(timeout=SLOW_MS)
    expect(drawer.get_by_text("Page 2 of 7")).to_be_visible()
    expect(drawer.get_by_text("could not be located")).to_have_count(0)
    picture(page, "cited.png")
    press(page, "Next page")
    expect(drawer.get_by_text("Page 3 of 7")).to_be_visible(timeout=SLOW_MS)


def test_stop_in_mid_answer_keeps_what_came_and_offers_another_try(with_documents, picture):
    page = with_documents
    ask(page, model.LONG_KO)
    expect(page.locator(".st-key-answer_live")).to_contain_text(
        model.LONG_KO_BEGINNING.strip(), timeout=SLOW_MS
    )
    expect(page.get_by_text("찾을 곳을 정하는 중")).to_have_count(0)  # the page speaks English
    picture(page, "answering.png")
    press(page, "Stop")
    expect(page.get_by_role("button", name="Retry")).to_be_visible(timeout=SLOW_MS)
    expect(answer(page)).to_contain_text(model.LONG_KO_BEGINNING.strip())
    shown(page, "Stopped here.")


def test_refresh_and_second_tab_in_mid_run_show_the_same(tab, browser):
    ask(tab, model.SLOW)
    shown(tab, model.SLOW_BEGINNING)
    tab.reload()
    shown(tab, model.SLOW_BEGINNING)
    expect(tab.get_by_role("button", name="Stop")).to_be_visible()
    second = new_tab(browser, tab.url)
    shown(second, model.SLOW_BEGINNING)
    press(second, "Stop")
    expect(second.get_by_role("button", name="Retry")).to_be_visible(timeout=SLOW_MS)
    expect(tab.get_by_role("button", name="Retry")).to_be_visible(timeout=SLOW_MS)
    second.context.close()


def test_second_tab_that_rests_shows_what_the_first_asks(tab, browser):
    ask(tab, model.SLOW)
    shown(tab, model.SLOW_BEGINNING)
    press(tab, "Stop")
    expect(tab.get_by_role("button", name="Retry")).to_be_visible(timeout=SLOW_MS)
    second = new_tab(browser, tab.url)
    expect(second.get_by_role("button", name="Retry")).to_be_visible(timeout=SLOW_MS)
    press(tab, "Retry")
    expect(second.get_by_role("button", name="Stop")).to_be_visible(timeout=SLOW_MS)
    press(second, "Stop")
    expect(tab.get_by_role("button", name="Retry")).to_be_visible(timeout=SLOW_MS)
    second.context.close()


def test_question_of_20000_characters_is_refused_in_a_sentence(tab):
    ask(tab, "long " * 4000)
    shown(tab, "Shorten it")
    expect(tab.get_by_role("button", name="Edit question")).to_be_visible()
    expect(tab.get_by_role("button", name="Retry")).to_have_count(0)
    no_traceback(tab)


def test_question_of_spaces_is_refused_in_a_sentence(tab):
    ask(tab, "   ")
    no_traceback(tab)
    expect(tab).not_to_have_url(re.compile("thread="))


def test_language_of_the_page_is_switched_and_kept(own_served, browser):
    page = new_tab(browser, own_served.url)
    page.get_by_role("radio", name="한국어").click()
    shown(page, "무엇을 도와드릴까요?")
    page.reload()
    shown(page, "무엇을 도와드릴까요?")
    page.context.close()
