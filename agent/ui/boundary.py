"""The page's one boundary: whatever goes wrong while drawing becomes a sentence."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import streamlit as st

from agent.errors import AgentError
from agent.ui import render
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.ui.words import Words

log = logging.getLogger(__name__)


def guarded(words: Words, draw: Callable[[], None]) -> None:
    """Draw, and show a sentence instead of a traceback where that fails."""
    try:
        draw()
    except (AgentError, StoreError) as error:
        log.warning("the page met %s: %s", error.code, error)
        st.warning(sentence(words, error), icon=":material/info:")
    except Exception:
        log.exception("drawing the page failed")
        st.warning(words.trouble("internal"), icon=":material/info:")


def sentence(words: Words, error: AgentError | StoreError) -> str:
    """Return what to tell the person about an error of ours."""
    return render.plain(words.trouble(error.code, str(error)))
