"""What happened in each conversation: its runs in order, and by way of them the whole file.

The events of the runs are in ``logged_events``, the leases in ``turns``.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from store.logged_events import LoggedEvents
from store.outbox import Outbox
from store.state_file import StateFile
from store.thread_list import ThreadList
from store.turns import QueuedText, Turns

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

RunStatus = Literal["working", "waiting", "ended", "stopped", "failed", "interrupted"]


@dataclass(frozen=True, slots=True)
class RunRow:
    """One turn of a conversation, from the question to its end, approvals between included.

    Attributes:
        thread_id: The conversation.
        run_id: The turn.
        purpose: How it began: ask, retry or edit.
        text: What the person typed.
        status: ``waiting`` has an open question; ``interrupted`` was cut off by a crash.
        started_at: Seconds since the epoch, UTC.
        worked_s: Seconds of work, waiting for the person not counted.
        base_checkpoint: The checkpoint the turn started from, empty for a new thread.
        resume_checkpoint: Where a stopped turn can go on, empty elsewhere.
        replaced: Whether an edited question took its place.
        extras: What was given with the text: documents, history.
    """

    thread_id: str
    run_id: str
    purpose: str
    text: str
    status: RunStatus
    started_at: float
    worked_s: float
    base_checkpoint: str
    resume_checkpoint: str
    replaced: bool
    extras: dict[str, Any]


class RunLog:
    """The state file, opened: the runs here, the other tables as attributes."""

    def __init__(self, path: Path | None) -> None:
        """Open the file; None keeps everything in memory.

        Raises:
            StoreError: As ``sqlite_files.connect`` says.
        """
        self._file = StateFile(path)
        self.threads = ThreadList(self._file)
        self.turns = Turns(self._file)
        self.outbox = Outbox(self._file)
        self.events = LoggedEvents(self._file)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def begin(self, item: QueuedText, *, purpose: str, base_checkpoint: str = "") -> None:
        """Add a run that works, and drop the streamed pieces of turns that ended well."""
        with self._file.writing() as db:
            db.execute(
                "DELETE FROM events WHERE thread_id = ? AND kind = 'token' AND run_id IN"
                " (SELECT run_id FROM runs WHERE thread_id = ? AND status = 'ended')",
                (item.thread_id, item.thread_id),
            )
            extras = json.dumps(item.extras, ensure_ascii=False)
            db.execute(
                "INSERT INTO runs (thread_id, run_id, purpose, text, status, started_at,"
                " base_checkpoint, extras) VALUES (?, ?, ?, ?, 'working', ?, ?, ?)",
                (
                    item.thread_id,
                    item.run_id,
                    purpose,
                    item.text,
                    time.time(),
                    base_checkpoint,
                    extras,
                ),
            )

    def set_status(
        self,
        thread_id: str,
        run_id: str,
        status: RunStatus,
        *,
        only_from: RunStatus | None = None,
    ) -> bool:
        """Change a run's status.

        Returns:
            Whether it was changed: not when ``only_from`` is given and is not the present one.
        """
        with self._file.writing() as db:
            cursor = db.execute(
                "UPDATE runs SET status = ?, ended_at = ?"
                " WHERE thread_id = ? AND run_id = ? AND (? IS NULL OR status = ?)",
                (status, time.time(), thread_id, run_id, only_from, only_from),
            )
            return cursor.rowcount == 1

    def rest(
        self, thread_id: str, run_id: str, status: RunStatus, worked_s: float, *, hand_on: bool
    ) -> QueuedText | None:
        """End a stretch of work: its status, its seconds and the lease, all at once.

        Who sees that the run rests can begin the next stretch, and no one sees a run that works
        without a lease.

        Args:
            thread_id: The conversation.
            run_id: The run.
            status: Anything but ``working``.
            worked_s: Seconds of this stretch.
            hand_on: Whether the lease goes to the next queued text, if there is one.

        Returns:
            The text whose turn it is now, or None when the lease was given back.
        """
        with self._file.writing() as db:
            db.execute(
                "UPDATE runs SET status = ?, ended_at = ?, worked_s = worked_s + ?"
                " WHERE thread_id = ? AND run_id = ?",
                (status, time.time(), worked_s, thread_id, run_id),
            )
            if hand_on:
                return self.turns.hand_on(db, thread_id)
            self.turns.give_back(db, thread_id)
            return None

    def set_resume_checkpoint(self, thread_id: str, run_id: str, checkpoint_id: str) -> None:
        """Note where a stopped run can go on."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE runs SET resume_checkpoint = ? WHERE thread_id = ? AND run_id = ?",
                (checkpoint_id, thread_id, run_id),
            )

    def set_replaced(self, thread_id: str, run_id: str) -> None:
        """Note that an edited question took this run's place."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE runs SET replaced = 1 WHERE thread_id = ? AND run_id = ?",
                (thread_id, run_id),
            )

    def runs(self, thread_id: str) -> list[RunRow]:
        """Return the runs of a thread in order, without those that were replaced."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM runs WHERE thread_id = ? AND replaced = 0"
                " ORDER BY started_at, rowid",
                (thread_id,),
            ).fetchall()
        return [_run(row) for row in rows]

    def run(self, thread_id: str, run_id: str) -> RunRow | None:
        """Return one run, or None."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT * FROM runs WHERE thread_id = ? AND run_id = ?", (thread_id, run_id)
            ).fetchone()
        return _run(row) if row else None

    def last_run(self, thread_id: str) -> RunRow | None:
        """Return the thread's latest run, or None."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT * FROM runs WHERE thread_id = ? AND replaced = 0"
                " ORDER BY started_at DESC, rowid DESC LIMIT 1",
                (thread_id,),
            ).fetchone()
        return _run(row) if row else None

    def working(self) -> list[RunRow]:
        """Return the runs, of all threads, that are marked as working."""
        with self._file.reading() as db:
            rows = db.execute("SELECT * FROM runs WHERE status = 'working'").fetchall()
        return [_run(row) for row in rows]


def _run(row: sqlite3.Row) -> RunRow:
    return RunRow(
        thread_id=row["thread_id"],
        run_id=row["run_id"],
        purpose=row["purpose"],
        text=row["text"],
        # written by this module alone, which takes nothing else
        status=cast("RunStatus", row["status"]),
        started_at=row["started_at"],
        worked_s=row["worked_s"],
        base_checkpoint=row["base_checkpoint"],
        resume_checkpoint=row["resume_checkpoint"],
        replaced=bool(row["replaced"]),
        extras=json.loads(row["extras"]),
    )
