"""What ``streamlit_app.py`` calls: first paint, then the heavy imports, then the pages."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import streamlit as st

from agent import logs
from agent.errors import AgentError
from agent.settings import Settings, load_settings
from agent.ui.boundary import guarded, sentence
from agent.ui.language_choice import page_words
from agent.ui.style import draw_style
from agent.ui.words import Words, pick

if TYPE_CHECKING:
    from agent.app import App

log = logging.getLogger(__name__)


def open_page() -> None:
    """Draw the page, or say why it cannot be opened."""
    try:
        settings = load_settings()
        logs.configure(settings)
    except AgentError as error:
        st.warning(sentence(_fallback_words(), error), icon=":material/info:")
        st.caption(str(error))
        return
    words = page_words(settings.home, settings.ui_language)
    with guarded(words):
        _draw(settings, words)


def _fallback_words() -> Words:
    return Words(pick("", "", st.context.locale or ""))


def _draw(settings: Settings, words: Words) -> None:
    if not _has_model(settings):
        from agent.ui.setup_page import draw_setup  # noqa: PLC0415 - after the first paint

        draw_style(words)
        draw_setup(words, settings)
        return
    first = st.empty()
    with first.container(), st.spinner(words("app.opening")):
        app = _app(settings)
    first.empty()
    from agent.ui.pages import main  # noqa: PLC0415 - after the first paint

    main(app)


@st.cache_resource(show_spinner=False)
def _opened() -> dict[str, bool]:
    """Return what this process found to be there; a model once seen is not looked for again."""
    return {}


def _has_model(settings: Settings) -> bool:
    found = _opened()
    if not found.get("model"):
        from agent.setup.readiness import look  # noqa: PLC0415 - after the first paint

        found["model"] = look(settings).has_model
    return found["model"]


@st.cache_resource(show_spinner=False, hash_funcs={Settings: lambda settings: str(settings.home)})
def _app(settings: Settings) -> App:
    from agent.app import open_app  # noqa: PLC0415 - langgraph and lancedb, after the first paint

    app = open_app(settings)
    app.prepare()
    return app
