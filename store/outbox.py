"""Proposals of things to remember that wait for the person, or for the switch to be off."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    import sqlite3

    from store.state_file import StateFile

ProposalStatus = Literal["open", "accepted", "rejected"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """One proposal. ``source`` says where it came from, in words for the person."""

    id: str
    thread_id: str
    created_at: float
    kind: str
    text: str
    source: str
    payload: dict[str, Any] = field(default_factory=dict)
    status: ProposalStatus = "open"
    automatic: bool = False


class Outbox:
    """The table of proposals."""

    def __init__(self, file: StateFile) -> None:
        """Use the state file's connection."""
        self._file = file

    def propose(
        self, thread_id: str, *, kind: str, text: str, source: str, payload: dict[str, Any]
    ) -> str:
        """Add a proposal and return its id."""
        name = uuid.uuid4().hex
        with self._file.writing() as db:
            db.execute(
                "INSERT INTO outbox VALUES (?, ?, ?, ?, ?, ?, ?, 'open', NULL, 0)",
                (
                    name,
                    thread_id,
                    time.time(),
                    kind,
                    text,
                    source,
                    json.dumps(payload, ensure_ascii=False),
                ),
            )
        return name

    def open(self, thread_id: str) -> list[Proposal]:
        """Return the thread's proposals that nobody has decided on, oldest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM outbox WHERE thread_id = ? AND status = 'open'"
                " ORDER BY created_at, rowid",
                (thread_id,),
            ).fetchall()
        return [_proposal(row) for row in rows]

    def get(self, proposal_id: str) -> Proposal | None:
        """Return one proposal, or None."""
        with self._file.reading() as db:
            row = db.execute("SELECT * FROM outbox WHERE id = ?", (proposal_id,)).fetchone()
        return _proposal(row) if row else None

    def decide(
        self, proposal_id: str, status: Literal["accepted", "rejected"], *, automatic: bool = False
    ) -> bool:
        """Decide on an open proposal; False when it was decided before or is not there."""
        with self._file.writing() as db:
            cursor = db.execute(
                "UPDATE outbox SET status = ?, decided_at = ?, automatic = ?"
                " WHERE id = ? AND status = 'open'",
                (status, time.time(), automatic, proposal_id),
            )
            return cursor.rowcount == 1


def _proposal(row: sqlite3.Row) -> Proposal:
    return Proposal(
        id=row["id"],
        thread_id=row["thread_id"],
        created_at=row["created_at"],
        kind=row["kind"],
        text=row["text"],
        source=row["source"],
        payload=json.loads(row["payload"]),
        # written by this module alone, which takes nothing else
        status=cast("ProposalStatus", row["status"]),
        automatic=bool(row["automatic"]),
    )
