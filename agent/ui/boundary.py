"""The page's one boundary: whatever goes wrong while drawing or acting becomes a sentence.

Streamlit runs fragments, dialogs and callbacks by themselves, outside the drawing of the page: each
takes one of the two for itself, as a ``with`` or as a decorator.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from agent.errors import AgentError
from agent.ui import render
from agent.ui.view import say
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agent.ui.words import Words

log = logging.getLogger(__name__)


@contextmanager
def guarded(words: Words) -> Iterator[None]:
    """Draw, and show a sentence instead of a traceback where that fails."""
    with _told(words, lambda text: st.warning(text, icon=":material/info:")):
        yield


@contextmanager
def attempted(words: Words) -> Iterator[None]:
    """Do what a press asked for; where that fails, the next drawing says why and goes on."""
    with _told(words, say):
        yield


@contextmanager
def _told(words: Words, tell: Callable[[str], object]) -> Iterator[None]:
    try:
        yield
    except (AgentError, StoreError) as error:
        log.warning("the page met %s: %s", error.code, error)
        tell(sentence(words, error))
    except Exception:
        log.exception("the page failed")
        tell(words.trouble("internal"))


def sentence(words: Words, error: AgentError | StoreError) -> str:
    """Return what to tell the person about an error of ours."""
    return render.plain(words.trouble(error.code, str(error)))
