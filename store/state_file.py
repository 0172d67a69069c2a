"""The SQLite file of threads, runs, events, leases, queued texts and the outbox.

Opening, schema, transactions and the wake-up of those who wait. The tables' own logic is in
``run_log``, ``turns`` and ``outbox``.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from store.sqlite_files import connect, transaction, translated

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

_FIRST = """
CREATE TABLE threads (
    id TEXT PRIMARY KEY, title TEXT NOT NULL, created_at REAL NOT NULL, updated_at REAL NOT NULL
);
CREATE TABLE runs (
    thread_id TEXT NOT NULL, run_id TEXT NOT NULL, purpose TEXT NOT NULL, text TEXT NOT NULL,
    status TEXT NOT NULL, started_at REAL NOT NULL, ended_at REAL, worked_s REAL NOT NULL DEFAULT 0,
    base_checkpoint TEXT NOT NULL DEFAULT '', resume_checkpoint TEXT NOT NULL DEFAULT '',
    replaced INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (thread_id, run_id)
);
CREATE TABLE events (
    thread_id TEXT NOT NULL, seq INTEGER NOT NULL, run_id TEXT NOT NULL, at REAL NOT NULL,
    kind TEXT NOT NULL, payload TEXT NOT NULL,
    PRIMARY KEY (thread_id, seq)
) WITHOUT ROWID;
CREATE INDEX events_of_run ON events (thread_id, run_id, kind);
CREATE TABLE leases (
    thread_id TEXT PRIMARY KEY, run_id TEXT NOT NULL, owner TEXT NOT NULL, pid INTEGER NOT NULL,
    pid_started REAL NOT NULL, host TEXT NOT NULL, heartbeat_at REAL NOT NULL,
    stop_requested INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE queued (
    id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id TEXT NOT NULL, run_id TEXT NOT NULL,
    text TEXT NOT NULL, extras TEXT NOT NULL
);
CREATE TABLE outbox (
    id TEXT PRIMARY KEY, thread_id TEXT NOT NULL, created_at REAL NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, source TEXT NOT NULL, payload TEXT NOT NULL, status TEXT NOT NULL,
    decided_at REAL, automatic INTEGER NOT NULL DEFAULT 0
)
"""
MIGRATIONS = (_FIRST,)


class StateFile:
    """One connection, shared by the process's threads under a lock.

    ``changed`` is notified after every write, so that a reader in this process need not poll.
    """

    def __init__(self, path: Path | None) -> None:
        """Open the file, or a database in memory when ``path`` is None."""
        self._what = path or ":memory:"
        self._connection = connect(path, migrations=MIGRATIONS, durable=True)
        self._lock = threading.RLock()
        self.changed = threading.Condition()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Lend the connection for queries."""
        with self._lock, translated(self._what):
            yield self._connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Lend the connection in one transaction; all of it happens or nothing."""
        with self._lock, translated(self._what), transaction(self._connection) as connection:
            yield connection
        with self.changed:
            self.changed.notify_all()

    def close(self) -> None:
        """Close the connection."""
        with self._lock:
            self._connection.close()
