"""The page over a real app whose model follows a script, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from agent.app import open_app
from tests.scripted import scripted_door

SCRIPT = Path(__file__).with_name("page_over_app.py")
TIMEOUT_S = 60


@pytest.fixture(autouse=True)
def _caches_emptied():
    """Forget what Streamlit keeps per process: it would leak into the next test."""
    yield
    st.cache_resource.clear()


@pytest.fixture
def open_with(home, monkeypatch):
    """Open an app whose model answers with the given replies."""
    monkeypatch.setenv("GUIDEPOST_EMBEDDER", "none")
    opened = []

    def open_it(*replies, **kwargs):
        app = open_app(door=scripted_door(list(replies), **kwargs))
        opened.append(app)
        return app

    yield open_it
    for app in opened:
        app.close()


def show(app, thread_id=""):
    """Draw the page over an app, as a new browser session would."""
    page = AppTest.from_file(SCRIPT, default_timeout=TIMEOUT_S)
    page.session_state["app_under_test"] = app
    if thread_id:
        page.query_params["thread"] = thread_id
    return drawn(page.run())


def show_document(app, path):
    """Add a document with this path and open its card; return the page and the document."""
    path.write_text("Annual leave is fifteen days.")
    document = app.library.add(path).document
    page = show(app)
    press(page, f"show_{document.id}")
    return page, document


def drawn(page):
    """Return the page, which has met no exception."""
    assert not page.exception, page.exception
    return page


def rest(app, thread_id):
    """Follow a thread's events until nothing works in it."""
    for _ in app.events(thread_id):
        pass


def ask(app, page, text):
    """Type a question, wait for its end, draw again and return the thread."""
    page.chat_input[0].set_value(text)
    drawn(page.run())
    thread_id = page.query_params["thread"]
    rest(app, thread_id)
    drawn(page.run())
    return thread_id


def said(page):
    """Return all words of the page that are not a widget's."""
    shown = [*page.markdown, *page.caption, *page.warning, *page.info]
    return "\n".join(element.value for element in shown)


def press(page, key):
    """Press a button and draw again."""
    page.button(key=key).click()
    return drawn(page.run())


def keys(page):
    """Return the keys of all buttons."""
    return [str(button.key) for button in page.button]
