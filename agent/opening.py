"""Things that are slow to open, opened in the background, so that the page paints first."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Opening(Generic[T]):
    """A thing that is opened once, at ``begin`` or when first wanted. Thread-safe.

    An opening that failed is tried again when the thing is next wanted.
    """

    def __init__(self, make: Callable[[], T], name: str) -> None:
        """Remember how to open it."""
        self._make = make
        self._name = name
        self._lock = threading.Lock()
        self._future: Future[T] | None = None

    def begin(self) -> Future[T]:
        """Open it in the background unless that is going on or done."""
        with self._lock:
            failed = (
                self._future is not None
                and self._future.done()
                and self._future.exception() is not None
            )
            if self._future is None or failed:
                executor = ThreadPoolExecutor(1, thread_name_prefix=f"open-{self._name}")
                self._future = executor.submit(self._make)
                executor.shutdown(wait=False)
            return self._future

    def get(self) -> T:
        """Return the thing, waiting for it; what its opening raised is raised here."""
        return self.begin().result()

    def ready(self) -> T | None:
        """Return the thing if it is open, without waiting."""
        with self._lock:
            future = self._future
        if future is None or not future.done() or future.exception() is not None:
            return None
        return future.result()

    def trouble(self) -> str:
        """Return what the last opening failed with, in words, or nothing."""
        with self._lock:
            future = self._future
        error = future.exception() if future is not None and future.done() else None
        return str(error) if error is not None else ""

    def close(self, closer: Callable[[T], None]) -> None:
        """Close the thing, once it is open if it is being opened."""

        def close(future: Future[T]) -> None:
            if future.exception() is None:
                closer(future.result())

        with self._lock:
            future = self._future
        if future is not None:
            future.add_done_callback(close)
