"""The pages and the way between them. ``main`` draws one over an opened app."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from agent.ui.boundary import guarded
from agent.ui.desk import draw_desk
from agent.ui.intake import Intake
from agent.ui.language_choice import page_words
from agent.ui.settings_page import draw_settings
from agent.ui.style import draw_style
from agent.ui.view import View, go_to, say, thread_in_address

if TYPE_CHECKING:
    from agent.app import App
    from agent.ui.words import Words
    from store.library import Library


def main(app: App) -> None:
    """Draw the page that the address names."""
    words = page_words(app.settings.home, app.settings.ui_language)
    draw_style(words)

    def view() -> View:
        with st.spinner(words("app.opening")):
            library = app.library
        intake = _intake(str(app.settings.home), library)
        return View(app, words, intake, _thread(app, words), desk_page, settings_page)

    def desk() -> None:
        with guarded(words):
            draw_desk(view())

    def settings() -> None:
        with guarded(words):
            draw_settings(view())

    desk_page = st.Page(desk, title="Guidepost", default=True)
    settings_page = st.Page(
        settings, title=f"{words('settings.title')} · Guidepost", url_path="settings"
    )
    page = st.navigation([desk_page, settings_page], position="hidden")
    page.run()


@st.cache_resource(show_spinner=False)
def _intake(home: str, _library: Library) -> Intake:  # noqa: ARG001 - the cache's key
    """Return the one intake of a data folder."""
    return Intake(_library)


def _thread(app: App, words: Words) -> str:
    """Return the thread in the address if there is one of that name."""
    wanted = thread_in_address()
    if wanted and not any(thread.id == wanted for thread in app.threads()):
        go_to("")
        say(words("threads.missing"))
        return ""
    return wanted
