"""Downloads a chat model on a thread of its own: one download per process, seen by every tab."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from agent.errors import AgentError
from agent.setup.model_download import DownloadCancelled
from agent.ui import render
from agent.ui.boundary import guarded

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.ui.words import Words

log = logging.getLogger(__name__)
POLL_S = 0.7


@dataclass(frozen=True, slots=True)
class FetchState:
    """How the download stands, in bytes. ``message`` is why it failed."""

    working: bool = False
    done: int = 0
    total: int = 0
    code: str = ""
    message: str = ""


class ModelFetch:
    """The one download."""

    def __init__(self) -> None:
        """Nothing is downloaded until ``start``."""
        self._lock = threading.Lock()
        self._state = FetchState()
        self._cancelled = threading.Event()

    @property
    def state(self) -> FetchState:
        """How it stands now."""
        with self._lock:
            return self._state

    @property
    def cancelled(self) -> bool:
        """Whether it is to stop after the part at hand."""
        return self._cancelled.is_set()

    def start(self, task: Callable[[ModelFetch], None]) -> None:
        """Begin, or go on with what an earlier try left, unless it works already.

        Args:
            task: Downloads; it reports by ``progress`` and looks at ``cancelled``.
        """
        with self._lock:
            if self._state.working:
                return
            self._state = FetchState(working=True)
            self._cancelled.clear()
        threading.Thread(target=self._work, args=(task,), name="model-fetch", daemon=True).start()

    def progress(self, done: int, total: int) -> None:
        """Note how many bytes have come."""
        self._put(FetchState(True, done, total))

    def cancel(self) -> None:
        """Stop after the part at hand; what has come is kept."""
        self._cancelled.set()

    def _work(self, task: Callable[[ModelFetch], None]) -> None:
        try:
            task(self)
        except DownloadCancelled:
            self._put(FetchState(code="cancelled"))
        except AgentError as error:
            self._put(FetchState(code=error.code, message=str(error)))
        except Exception:
            log.exception("downloading a model failed")
            self._put(FetchState(code="internal"))
        else:
            self._put(FetchState())

    def _put(self, state: FetchState) -> None:
        with self._lock:
            self._state = state


@st.cache_resource(show_spinner=False)
def the_fetch() -> ModelFetch:
    """Return the process's one download."""
    return ModelFetch()


def draw_fetch(words: Words, label: str, task: Callable[[ModelFetch], None]) -> None:
    """Draw the download's button, or its progress while it works."""
    fetch = the_fetch()
    state = fetch.state
    if state.working:
        st.fragment(run_every=POLL_S)(guarded(words)(_follow))(words, fetch)
        return
    if state.code and state.code != "cancelled":
        st.warning(render.plain(state.message) or words.trouble(state.code), icon=":material/info:")
    if st.button(label, key="fetch_start", type="primary"):
        fetch.start(task)
        st.rerun()


def _follow(words: Words, fetch: ModelFetch) -> None:
    state = fetch.state
    if not state.working:
        st.rerun()
    share = min(1.0, state.done / state.total) if state.total else 0.0
    done, total = render.size(state.done), render.size(state.total)
    st.progress(share, text=words("setup.working", done=done, total=total))
    st.button(words("setup.cancel"), key="fetch_cancel", type="tertiary", on_click=fetch.cancel)
