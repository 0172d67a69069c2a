"""What every drawing function is given, and where the address of the page is read and written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from streamlit.navigation.page import Page

    from agent.app import App
    from agent.ui.intake import Intake
    from agent.ui.words import Words

THREAD = "thread"
VIEWER = "viewer"


@dataclass(frozen=True, slots=True)
class View:
    """One drawing of the page. ``thread_id`` is empty for a conversation not yet begun."""

    app: App
    words: Words
    intake: Intake
    thread_id: str
    desk_page: Page
    settings_page: Page


def thread_in_address() -> str:
    """Return the thread that the address names, or an empty string."""
    return st.query_params.get(THREAD, "")


def go_to(thread_id: str) -> None:
    """Put a thread into the address; an empty one is a new conversation."""
    if thread_id:
        st.query_params[THREAD] = thread_id
    else:
        st.query_params.pop(THREAD, None)
    close_source()


def open_source(source: dict[str, Any]) -> None:
    """Ask for the page of a source to be shown on the next drawing."""
    st.session_state[VIEWER] = source


def close_source() -> None:
    """Close the source page."""
    st.session_state.pop(VIEWER, None)
    st.session_state.pop("viewer_page", None)


def say(sentence: str) -> None:
    """Keep a short sentence for the next drawing, which shows it once."""
    st.session_state["said"] = [*st.session_state.get("said", []), sentence]


def unsaid() -> bool:
    """Say whether a sentence waits; a fragment then draws the whole page, which shows it."""
    return bool(st.session_state.get("said"))


def show_said() -> None:
    """Show what ``say`` kept."""
    for sentence in st.session_state.pop("said", []):
        st.toast(sentence)
