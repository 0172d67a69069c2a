"""The language of the page: read from ``settings.json``, changed in the sidebar."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from agent import settings_file
from agent.errors import SettingsError
from agent.settings import store_settings
from agent.ui.boundary import attempted
from agent.ui.words import Words, pick

if TYPE_CHECKING:
    from pathlib import Path

    from agent.ui.view import View

KEY = "page_language"


def page_words(home: Path, setting: str) -> Words:
    """Return the words in the language the person chose, the setting names or the browser has."""
    try:
        chosen = str(settings_file.read(settings_file.path_in(home)).get("ui_language", ""))
    except SettingsError:
        chosen = ""
    return Words(pick(setting, chosen, st.context.locale or ""))


def draw_language(view: View) -> None:
    """Draw the choice of language."""
    words, home = view.words, view.app.settings.home
    st.session_state[KEY] = words.language

    @attempted(words)
    def changed() -> None:
        store_settings(home, {"ui_language": st.session_state[KEY]})

    st.segmented_control(
        words("language.title"),
        ("ko", "en"),
        format_func=lambda name: words(f"language.{name}"),
        key=KEY,
        required=True,
        on_change=changed,
        label_visibility="collapsed",
        width="stretch",
    )
