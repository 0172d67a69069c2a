"""SQLite files as the store opens them: WAL, a busy timeout, a schema version, its own errors."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from store.errors import (
    DamagedDatabaseError,
    DiskFullError,
    FolderUnusableError,
    LibraryBusyError,
    NewerDatabaseError,
    StoreError,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

BUSY_TIMEOUT_MS = 15_000


def connect(path: Path | None, *, migrations: Sequence[str], durable: bool) -> sqlite3.Connection:
    """Open a database file and bring its schema up to date.

    Args:
        path: The file; None keeps everything in memory.
        migrations: Scripts in order; the file's ``user_version`` counts those it has seen.
        durable: Whether every commit waits for the disk, so that a power cut loses nothing.

    Returns:
        A connection in autocommit mode, usable from any thread under the caller's own lock.

    Raises:
        NewerDatabaseError: A newer version of the app wrote the file.
        FolderUnusableError, DamagedDatabaseError, DiskFullError, LibraryBusyError: As named.
    """
    what = path or ":memory:"
    with translated(what):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(what, isolation_level=None, check_same_thread=False)
        try:
            _prepare(connection, what, migrations, durable=durable)
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Write in one transaction, begun at once: all of it happens or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _prepare(
    connection: sqlite3.Connection, what: Path | str, migrations: Sequence[str], *, durable: bool
) -> None:
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    if _version(connection) > len(migrations):
        message = (
            f"{str(what)!r} was written by a newer version of Guidepost. "
            "Update Guidepost, or choose another data folder with GUIDEPOST_HOME."
        )
        raise NewerDatabaseError(message)
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
    if _version(connection) == len(migrations):
        return
    with transaction(connection):
        # read again under the lock: another process may have migrated meanwhile
        for script in migrations[_version(connection) :]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


@contextmanager
def translated(what: Path | str) -> Iterator[None]:
    """Turn errors of SQLite and of the file system into the store's own, naming the file."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise _translate(error, str(what)) from error
    except OSError as error:
        raise FolderUnusableError(_unusable(str(what), error)) from error


def _translate(error: sqlite3.DatabaseError, what: str) -> StoreError:
    text = str(error).lower()
    if "full" in text:
        return DiskFullError(f"The disk is full: {what!r}. Free some space and try again.")
    if "locked" in text or "busy" in text:
        return LibraryBusyError(f"{what!r} is in use by another program. Try again in a moment.")
    if "not a database" in text or "malformed" in text:
        message = (
            f"{what!r} is damaged ({error}). Move it away; a new one is made at the next start."
        )
        return DamagedDatabaseError(message)
    return FolderUnusableError(_unusable(what, error))


def _unusable(what: str, error: Exception) -> str:
    return (
        f"{what!r} cannot be read or written ({error}). "
        "Check the folder's permissions, or choose another with GUIDEPOST_HOME."
    )
