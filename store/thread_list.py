"""The conversations there are: their names and times. What was said is elsewhere."""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

    from store.state_file import StateFile

TITLE_CHARS = 60


@dataclass(frozen=True, slots=True)
class ThreadRow:
    """One conversation. Times are seconds since the epoch, UTC."""

    id: str
    title: str
    created_at: float
    updated_at: float


class ThreadList:
    """The table of conversations."""

    def __init__(self, file: StateFile) -> None:
        """Use the state file's connection."""
        self._file = file

    def create(self, title: str = "", *, thread_id: str = "") -> str:
        """Add a conversation, or leave it as it is when the id is there already; return its id."""
        name = thread_id or uuid.uuid4().hex[:16]
        now = time.time()
        with self._file.writing() as db:
            db.execute("INSERT OR IGNORE INTO threads VALUES (?, ?, ?, ?)", (name, title, now, now))
        return name

    def get(self, thread_id: str) -> ThreadRow | None:
        """Return one conversation, or None."""
        with self._file.reading() as db:
            row = db.execute("SELECT * FROM threads WHERE id = ?", (thread_id,)).fetchone()
        return _row(row) if row else None

    def all(self) -> list[ThreadRow]:
        """Return the conversations, the one used last first."""
        with self._file.reading() as db:
            rows = db.execute("SELECT * FROM threads ORDER BY updated_at DESC, id").fetchall()
        return [_row(row) for row in rows]

    def rename(self, thread_id: str, title: str) -> None:
        """Change a conversation's name."""
        with self._file.writing() as db:
            db.execute("UPDATE threads SET title = ? WHERE id = ?", (title, thread_id))

    def touch(self, thread_id: str, text: str) -> None:
        """Note that the conversation was used; a nameless one takes its name from ``text``."""
        words = " ".join(text.split())
        title = words if len(words) <= TITLE_CHARS else words[: TITLE_CHARS - 1] + "…"
        with self._file.writing() as db:
            db.execute(
                "UPDATE threads SET updated_at = ?,"
                " title = CASE title WHEN '' THEN ? ELSE title END WHERE id = ?",
                (time.time(), title, thread_id),
            )

    def copy(self, source: str, target: str, *, until: float) -> None:
        """Copy the runs begun until a moment, and their events until it, to another thread."""
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO runs SELECT ?, run_id, purpose, text, 'ended', started_at, ended_at,"
                " worked_s, base_checkpoint, resume_checkpoint, replaced, extras FROM runs"
                " WHERE thread_id = ? AND replaced = 0 AND started_at <= ?",
                (target, source, until),
            )
            db.execute(
                "INSERT INTO events SELECT ?, seq, run_id, at, kind, payload FROM events"
                " WHERE thread_id = ? AND at <= ?",
                (target, source, until),
            )

    def delete(self, thread_id: str) -> None:
        """Remove a conversation with its runs, events, lease and queued texts."""
        with self._file.writing() as db:
            for statement in (
                "DELETE FROM events WHERE thread_id = ?",
                "DELETE FROM runs WHERE thread_id = ?",
                "DELETE FROM leases WHERE thread_id = ?",
                "DELETE FROM queued WHERE thread_id = ?",
                "DELETE FROM threads WHERE id = ?",
            ):
                db.execute(statement, (thread_id,))


def _row(row: sqlite3.Row) -> ThreadRow:
    return ThreadRow(row["id"], row["title"], row["created_at"], row["updated_at"])
