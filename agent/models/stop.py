"""The Stop button as an object: set once, seen by every thread that works for a run."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class StopSignal:
    """A flag that stays set, with callbacks for those who wait on something else."""

    def __init__(self) -> None:
        """Start unset."""
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._callbacks: dict[object, Callable[[], None]] = {}

    def set(self) -> None:
        """Set the flag and run every callback once, in this thread. A second call does nothing."""
        with self._lock:
            if self._event.is_set():
                return
            self._event.set()
            callbacks = list(self._callbacks.values())
            self._callbacks.clear()
        for callback in callbacks:
            callback()

    def is_set(self) -> bool:
        """Tell whether Stop was pressed."""
        return self._event.is_set()

    def wait(self, timeout_s: float) -> bool:
        """Wait for Stop at most this long; tell whether it was pressed."""
        return self._event.wait(timeout_s)

    def on_set(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Run ``callback`` when Stop is pressed, at once if it was. Returns what takes it back.

        The callback runs in the thread that presses Stop and must return quickly.
        """
        token = object()
        with self._lock:
            if not self._event.is_set():
                self._callbacks[token] = callback
                return lambda: self._forget(token)
        callback()
        return lambda: None

    def _forget(self, token: object) -> None:
        with self._lock:
            self._callbacks.pop(token, None)
