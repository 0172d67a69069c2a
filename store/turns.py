"""Whose turn it is in a thread: the lease of the run that works, and the texts that wait.

Both are in one module because every change of turn touches both in one transaction: a text is
either started or queued, a lease is either handed to the next text or given back.
"""

from __future__ import annotations

import json
import os
import socket
import time
import uuid
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import psutil

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from store.state_file import StateFile

EXPIRY_S = 60.0
CLOCK_SLACK_S = 5.0


@dataclass(frozen=True, slots=True)
class QueuedText:
    """A text that waits for its turn; ``run_id`` is the run it will be."""

    thread_id: str
    run_id: str
    text: str
    extras: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Claim:
    """What became of a text: its thread's lease was ``taken`` for ``turn``, or it was not."""

    outcome: Literal["taken", "queued", "waiting"]
    turn: QueuedText | None = None


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a heartbeat learnt: whether the lease is still ours, and whether Stop was asked for."""

    held: bool
    stop_requested: bool


class Turns:
    """Leases and queued texts. ``owner`` names this process's holder of leases."""

    def __init__(self, file: StateFile) -> None:
        """Remember who this process is."""
        self._file = file
        self._owner = uuid.uuid4().hex
        self._pid = os.getpid()
        self._pid_started = psutil.Process(self._pid).create_time()
        self._host = socket.gethostname()
        self._working: set[str] = set()

    def claim(self, thread_id: str, run_id: str) -> bool:
        """Take the thread's lease for a run unless a living run holds it."""
        with self._file.writing() as db:
            if self._live(db, thread_id):
                return False
            self._take(db, thread_id, run_id)
            return True

    def hand_over(self, thread_id: str, run_id: str) -> None:
        """Let another run hold the lease that is ours."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE leases SET run_id = ?, heartbeat_at = ? WHERE thread_id = ? AND owner = ?",
                (run_id, time.time(), thread_id, self._owner),
            )

    def claim_or_queue(self, item: QueuedText) -> Claim:
        """Take the lease for a text, or for one that waited longer; queue it while a run works.

        Nothing is taken or queued while the thread waits for an answer: the text is that answer.
        """
        with self._file.writing() as db:
            if self._live(db, item.thread_id):
                self._enqueue(db, item)
                return Claim("queued")
            if self._waits(db, item.thread_id):
                return Claim("waiting")
            first = self._first(db, item.thread_id)
            if first is not None:
                self._enqueue(db, item)
                self._drop(db, first)
            turn = first or item
            self._take(db, turn.thread_id, turn.run_id)
            return Claim("taken", turn)

    def release(self, thread_id: str) -> None:
        """Give our lease back; queued texts stay."""
        with self._file.writing() as db:
            self.give_back(db, thread_id)

    def hand_on(self, db: sqlite3.Connection, thread_id: str) -> QueuedText | None:
        """Within a transaction: give our lease to the next queued text, or back."""
        first = self._first(db, thread_id)
        if first is None:
            self.give_back(db, thread_id)
            return None
        self._drop(db, first)
        self._take(db, thread_id, first.run_id)
        return first

    def give_back(self, db: sqlite3.Connection, thread_id: str) -> None:
        """Within a transaction: give our lease back."""
        self._working.discard(thread_id)
        db.execute("DELETE FROM leases WHERE thread_id = ? AND owner = ?", (thread_id, self._owner))

    def beat(self, thread_id: str, run_id: str) -> Pulse:
        """Renew our lease and learn whether another process asked for Stop."""
        with self._file.writing() as db:
            row = db.execute(
                "UPDATE leases SET heartbeat_at = ? WHERE thread_id = ? AND run_id = ?"
                " AND owner = ? RETURNING stop_requested",
                (time.time(), thread_id, run_id, self._owner),
            ).fetchone()
        return Pulse(held=row is not None, stop_requested=bool(row and row["stop_requested"]))

    def stop_requested(self, thread_id: str) -> bool:
        """Say whether another process asked the run of this thread to stop."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT stop_requested FROM leases WHERE thread_id = ?", (thread_id,)
            ).fetchone()
        return bool(row and row["stop_requested"])

    def request_stop(self, thread_id: str) -> None:
        """Ask the run that holds the lease to stop, wherever it works."""
        with self._file.writing() as db:
            db.execute("UPDATE leases SET stop_requested = 1 WHERE thread_id = ?", (thread_id,))

    def holder(self, thread_id: str) -> str:
        """Return the living run, of any process, that holds the thread's lease, or nothing."""
        with self._file.reading() as db:
            if not self._live(db, thread_id):
                return ""
            row = db.execute(
                "SELECT run_id FROM leases WHERE thread_id = ?", (thread_id,)
            ).fetchone()
        return str(row["run_id"])

    @contextmanager
    def abandoned_on_error(self, thread_id: str) -> Iterator[None]:
        """Between a claim and the start of the run: do not keep the lease if that fails."""
        try:
            yield
        except BaseException:
            self.abandon(thread_id)
            raise

    def abandon(self, thread_id: str) -> None:
        """Count our lease as dead, whether or not the file can be written."""
        self._working.discard(thread_id)

    def queued(self, thread_id: str) -> list[QueuedText]:
        """Return the texts that wait, oldest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM queued WHERE thread_id = ? ORDER BY id", (thread_id,)
            ).fetchall()
        return [_queued(row) for row in rows]

    def _live(self, db: sqlite3.Connection, thread_id: str) -> bool:
        row = db.execute("SELECT * FROM leases WHERE thread_id = ?", (thread_id,)).fetchone()
        if row is None:
            return False
        if row["owner"] == self._owner:
            return thread_id in self._working
        if time.time() - row["heartbeat_at"] > EXPIRY_S:
            return False
        return row["host"] != self._host or _runs(row["pid"], row["pid_started"])

    def _take(self, db: sqlite3.Connection, thread_id: str, run_id: str) -> None:
        self._working.add(thread_id)
        db.execute(
            "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?, ?, 0)",
            (
                thread_id,
                run_id,
                self._owner,
                self._pid,
                self._pid_started,
                self._host,
                time.time(),
            ),
        )

    @staticmethod
    def _waits(db: sqlite3.Connection, thread_id: str) -> bool:
        row = db.execute(
            "SELECT status FROM runs WHERE thread_id = ? AND replaced = 0"
            " ORDER BY started_at DESC, rowid DESC LIMIT 1",
            (thread_id,),
        ).fetchone()
        return row is not None and row["status"] == "waiting"

    @staticmethod
    def _enqueue(db: sqlite3.Connection, item: QueuedText) -> None:
        db.execute(
            "INSERT INTO queued (thread_id, run_id, text, extras) VALUES (?, ?, ?, ?)",
            (item.thread_id, item.run_id, item.text, json.dumps(item.extras, ensure_ascii=False)),
        )

    @staticmethod
    def _first(db: sqlite3.Connection, thread_id: str) -> QueuedText | None:
        row = db.execute(
            "SELECT * FROM queued WHERE thread_id = ? ORDER BY id LIMIT 1", (thread_id,)
        ).fetchone()
        return _queued(row) if row else None

    @staticmethod
    def _drop(db: sqlite3.Connection, item: QueuedText) -> None:
        db.execute(
            "DELETE FROM queued WHERE thread_id = ? AND run_id = ?", (item.thread_id, item.run_id)
        )


def _queued(row: sqlite3.Row) -> QueuedText:
    return QueuedText(row["thread_id"], row["run_id"], row["text"], json.loads(row["extras"]))


def _runs(pid: int, started: float) -> bool:
    """Say whether the process that wrote a lease still runs; pids are used again."""
    try:
        process = psutil.Process(pid)
        return abs(process.create_time() - started) < CLOCK_SLACK_S and process.status() != "zombie"
    except psutil.Error:
        return False
