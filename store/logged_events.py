"""The events of each conversation, in order, for every reader.

An event is a kind and a plain JSON object here; the agent gives it a type. Sequence numbers count
from 1 in a thread and are given in the transaction that stores the event, so that two processes
cannot give the same one.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from store.state_file import StateFile

READ_LIMIT = 500


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event as it was stored."""

    thread_id: str
    run_id: str
    seq: int
    at: float
    kind: str
    payload: dict[str, Any]


class LoggedEvents:
    """The table of events."""

    def __init__(self, file: StateFile) -> None:
        """Use the state file's connection."""
        self._file = file

    def append(
        self, thread_id: str, run_id: str, events: Sequence[tuple[str, dict[str, Any]]]
    ) -> None:
        """Store events (kind, payload) in order, each with the next number and the time."""
        with self._file.writing() as db:
            seq = _last_seq(db, thread_id)
            now = time.time()
            db.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (thread_id, number, run_id, now, kind, json.dumps(payload, ensure_ascii=False))
                    for number, (kind, payload) in enumerate(events, seq + 1)
                ],
            )

    def read(self, thread_id: str, after: int = 0, *, limit: int = READ_LIMIT) -> list[LoggedEvent]:
        """Return the events past ``after``, oldest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM events WHERE thread_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                (thread_id, after, limit),
            ).fetchall()
        return [_event(row) for row in rows]

    def of_kinds(self, thread_id: str, kinds: Sequence[str]) -> list[LoggedEvent]:
        """Return the thread's events of these kinds, oldest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM events WHERE thread_id = ?"
                " AND kind IN (SELECT value FROM json_each(?)) ORDER BY seq",
                (thread_id, json.dumps(list(kinds))),
            ).fetchall()
        return [_event(row) for row in rows]

    def last_seq(self, thread_id: str) -> int:
        """Return the number of the thread's latest event, 0 without one."""
        with self._file.reading() as db:
            return _last_seq(db, thread_id)

    def wait(self, timeout_s: float) -> None:
        """Wait until something was written in this process, at most this long."""
        with self._file.changed:
            self._file.changed.wait(timeout_s)


def _last_seq(db: sqlite3.Connection, thread_id: str) -> int:
    row = db.execute("SELECT MAX(seq) FROM events WHERE thread_id = ?", (thread_id,)).fetchone()
    return int(row[0] or 0)


def _event(row: sqlite3.Row) -> LoggedEvent:
    return LoggedEvent(
        row["thread_id"],
        row["run_id"],
        row["seq"],
        row["at"],
        row["kind"],
        json.loads(row["payload"]),
    )
