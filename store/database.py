"""LanceDB behind one door: a private loop thread, the connection, translated errors, the lock.

Everything asynchronous stays here: callers are synchronous and pass coroutines to ``run``.
LanceDB is imported when a database is first opened, not with this module (2 s).
"""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar, cast

from filelock import FileLock, Timeout

from store.errors import (
    DamagedDatabaseError,
    DiskFullError,
    FolderUnusableError,
    LibraryBusyError,
)

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator
    from pathlib import Path

    from lancedb import AsyncConnection, AsyncTable
    from pyarrow import Schema

T = TypeVar("T")
LOCK_WAIT_S = 120.0
_FULL = ("No space left", "os error 28", "StorageFull", "disk is full", "os error 112")
_DENIED = ("Permission denied", "os error 13", "Read-only file system", "os error 30")


@contextmanager
def translated(what: str) -> Iterator[None]:
    """Turn LanceDB's and the system's errors into the store's; ``what`` names the act.

    Raises:
        DiskFullError, FolderUnusableError, DamagedDatabaseError: as the cause says.
    """
    try:
        yield
    except OSError as error:
        raise _translate(error, what) from error
    except (ValueError, RuntimeError) as error:
        # LanceDB raises these two for everything that goes wrong in its tables
        raise _translate(error, what) from error


def _translate(
    error: Exception, what: str
) -> DiskFullError | FolderUnusableError | DamagedDatabaseError:
    text = str(error)
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT) or any(mark in text for mark in _FULL):
        return DiskFullError(f"No space left while {what}. Free some space and try again.")
    unusable = (errno.EACCES, errno.EPERM, errno.EROFS, errno.EEXIST, errno.ENOTDIR)
    denied = number in unusable
    if denied or any(mark in text for mark in _DENIED):
        return FolderUnusableError(
            f"The data folder cannot be used while {what}: {text[:200]}. "
            "Check its permissions or set GUIDEPOST_HOME to another folder."
        )
    return DamagedDatabaseError(f"The library failed while {what}: {text[:300]}")


class LoopThread:
    """One event loop on one daemon thread; ``run`` is called from any other thread."""

    def __init__(self) -> None:
        """Start the thread."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="store-loop", daemon=True
        )
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run the coroutine on the loop and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def close(self) -> None:
        """Stop the loop and join its thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


class Database:
    """The connection and its tables. Handles are kept: opening one costs 5 to 100 ms."""

    def __init__(self, folder: Path) -> None:
        """Connect to the folder, made where it is missing.

        Raises:
            FolderUnusableError: the folder cannot be made or read.
        """
        os.environ.setdefault("LANCEDB_LOG", "error")
        with translated("opening the library"):
            folder.mkdir(parents=True, exist_ok=True)
        import lancedb  # noqa: PLC0415 - 2 s, only when a library is opened

        self.folder = folder.absolute()
        self._lock = FileLock(self.folder / "write.lock", thread_local=False)
        self._table_lock = threading.Lock()
        self._write_lock = threading.RLock()
        self._tables: dict[str, AsyncTable] = {}
        self._loop = LoopThread()
        with translated("opening the library"):
            self.connection: AsyncConnection = self._loop.run(
                lancedb.connect_async(
                    str(self.folder / "lance"), read_consistency_interval=timedelta(0)
                )
            )

    def run(self, work: Coroutine[Any, Any, T], what: str = "reading the library") -> T:
        """Run one coroutine with errors translated."""
        with translated(what):
            return self._loop.run(work)

    def table(self, name: str, schema: Schema) -> AsyncTable:
        """Return the table's handle, the table made where it is missing."""
        with self._table_lock:
            if name not in self._tables:
                self._tables[name] = self.run(self._opened(name, schema), f"opening table {name!r}")
            return self._tables[name]

    async def _opened(self, name: str, schema: Schema) -> AsyncTable:
        """Open the table as it is, columns added since included; make it only when missing.

        ``create_table(exist_ok=True)`` alone refuses a table that has more columns.
        """
        with suppress(ValueError):  # LanceDB's word for a missing table
            return await self.connection.open_table(name)
        return await self.connection.create_table(name, schema=schema, exist_ok=True)

    @contextmanager
    def writing(self, wait_s: float = LOCK_WAIT_S) -> Iterator[None]:
        """Hold the library's one write lock, across threads and processes, for one batch.

        Raises:
            LibraryBusyError: another process held it for ``wait_s`` seconds.
        """
        with self._write_lock:
            try:
                self._lock.acquire(timeout=wait_s)
            except Timeout as error:
                message = (
                    "Another process has been writing to the library for too long. Wait, or end it."
                )
                raise LibraryBusyError(message) from error
            try:
                yield
            finally:
                self._lock.release()

    @contextmanager
    def working_on(self, identity: str) -> Iterator[None]:
        """Hold one document's lock: no other thread or process takes it in or out meanwhile.

        Raises:
            LibraryBusyError: another process held it for ``LOCK_WAIT_S`` seconds.
        """
        try:
            with self._document_lock(identity).acquire(timeout=LOCK_WAIT_S):
                yield
        except Timeout as error:
            message = "Another process is working on this document. Wait, or end it."
            raise LibraryBusyError(message) from error

    @contextmanager
    def if_idle(self, identity: str) -> Iterator[bool]:
        """Hold one document's lock if it is free; yields whether it was."""
        lock = self._document_lock(identity)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def _document_lock(self, identity: str) -> FileLock:
        folder = self.folder / "locks"
        with translated("locking a document"):
            folder.mkdir(exist_ok=True)
        return FileLock(folder / f"{identity[:20]}.lock", is_singleton=False)

    def close(self) -> None:
        """Close the tables, the connection and the loop."""
        for table in self._tables.values():
            cast("Any", table).close()  # it has no annotations
        self._tables.clear()
        cast("Any", self.connection).close()
        self._loop.close()
