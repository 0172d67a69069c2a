"""The one private thread on which every asynchronous model client runs.

Clients are bound to the event loop that first used them, so there is one loop for the life of
the process, started on first use. Tasks start in an empty context: a graph's callbacks must not
follow a call in here, or tokens of inner calls would reach the chat.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class LoopThread:
    """An event loop on a daemon thread."""

    def __init__(self) -> None:
        """Start the thread and wait until its loop runs."""
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._loop.call_soon(ready.set)
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="model-door", daemon=True
        )
        self._thread.start()
        ready.wait()

    def start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        """Run ``work()`` on the loop; returns at once what cancels it from any thread."""
        job = _Job(self._loop, work)
        self._loop.call_soon_threadsafe(job.begin, context=contextvars.Context())
        return job.cancel

    def is_current(self) -> bool:
        """Tell whether the caller is on the loop's own thread, where waiting would never end."""
        return threading.current_thread() is self._thread


class _Job:
    """A task that may be cancelled before it began."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        self._loop = loop
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self._cancelled = False

    def begin(self) -> None:
        if not self._cancelled:
            self._task = self._loop.create_task(self._work())

    def cancel(self) -> None:
        self._loop.call_soon_threadsafe(self._cancel_here)

    def _cancel_here(self) -> None:
        self._cancelled = True
        if self._task is not None:
            self._task.cancel()


_lock = threading.Lock()
_threads: list[LoopThread] = []


def loop_thread() -> LoopThread:
    """Return the process's loop thread, started on the first call."""
    with _lock:
        if not _threads:
            _threads.append(LoopThread())
        return _threads[0]
