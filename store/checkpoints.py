"""The graph's checkpoints in SQLite: opening, strict types, and pruning after each turn.

A checkpoint's ``turn`` is the run that made it, taken from the metadata of the run's config. Only
a thread's own run writes its checkpoints; this module deletes what no one can return to.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

from store.sqlite_files import connect, translated

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

TURNS_KEPT = 20
TURNS_WITH_BORDERS = 5
BORDER_NODES = ("review_plan", "prepare_step", "deliver")

_TABLES = """
CREATE TABLE IF NOT EXISTS checkpoints (
    thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
    parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id)
);
CREATE TABLE IF NOT EXISTS writes (
    thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL, task_path TEXT NOT NULL DEFAULT '', idx INTEGER NOT NULL,
    channel TEXT NOT NULL, type TEXT, value BLOB,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)
)
"""


@dataclass(frozen=True, slots=True)
class CheckpointRow:
    """A top-level checkpoint: its id and ISO time, the turn that made it, and what comes next.

    ``step_index`` is the number of the step that the plan was at.
    """

    id: str
    at: str
    turn: str
    next_nodes: tuple[str, ...]
    step_index: int = 0


class Checkpoints(SqliteSaver):
    """LangGraph's saver on a file of the store: errors translated, types held to the safe ones."""

    def __init__(self, path: Path | None) -> None:
        """Open the file; None keeps everything in memory.

        Raises:
            StoreError: As ``sqlite_files.connect`` says.
        """
        self._what = path or ":memory:"
        # no module beyond the built-in safe ones is imported for what a checkpoint holds
        serde = JsonPlusSerializer(allowed_msgpack_modules=None)
        super().__init__(connect(path, migrations=(_TABLES,), durable=True), serde=serde)
        self.is_setup = True
        # reads a checkpoint's plain values and leaves its messages out, many times faster
        self._outline = JsonPlusSerializer(__unpack_ext_hook__=lambda _code, _data: None)

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        """Lend a cursor under the lock, in a transaction where one is wanted."""
        with self.lock, translated(self._what):
            cursor = self.conn.cursor()
            try:
                if transaction:
                    cursor.execute("BEGIN IMMEDIATE")
                yield cursor
                if transaction:
                    cursor.execute("COMMIT")
            except BaseException:
                if self.conn.in_transaction:
                    cursor.execute("ROLLBACK")
                raise
            finally:
                cursor.close()

    def close(self) -> None:
        """Close the file."""
        with self.lock:
            self.conn.close()

    def size_bytes(self) -> int:
        """Return the size of the stored pages, free ones included."""
        with self.cursor(transaction=False) as cursor:
            pages = cursor.execute("PRAGMA page_count").fetchone()[0]
            return int(pages) * int(cursor.execute("PRAGMA page_size").fetchone()[0])

    def latest_id(self, thread_id: str) -> str:
        """Return the id of the thread's latest top-level checkpoint, empty without one."""
        with self.cursor(transaction=False) as cursor:
            row = cursor.execute(
                "SELECT MAX(checkpoint_id) FROM checkpoints"
                " WHERE thread_id = ? AND checkpoint_ns = ''",
                (thread_id,),
            ).fetchone()
        return str(row[0] or "")

    def rows(self, thread_id: str) -> list[CheckpointRow]:
        """Return the thread's top-level checkpoints, oldest first."""
        with self.cursor(transaction=False) as cursor:
            return self._rows(cursor, thread_id)

    def _rows(self, cursor: sqlite3.Cursor, thread_id: str) -> list[CheckpointRow]:
        found = cursor.execute(
            "SELECT checkpoint_id, type, checkpoint, json_extract(CAST(metadata AS TEXT), '$.turn')"
            " AS turn FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ''"
            " ORDER BY checkpoint_id",
            (thread_id,),
        ).fetchall()
        return [self._row(row) for row in found]

    def _row(self, row: sqlite3.Row) -> CheckpointRow:
        checkpoint = self._outline.loads_typed((row["type"], row["checkpoint"]))
        values = checkpoint.get("channel_values", {})
        return CheckpointRow(
            id=row["checkpoint_id"],
            at=checkpoint["ts"],
            turn=row["turn"] or "",
            next_nodes=_next_nodes(values),
            step_index=values.get("current_step_index", 0),
        )

    def copy(self, thread_id: str, checkpoint_id: str, target: str) -> None:
        """Copy one top-level checkpoint, without what its tasks wrote, to a new thread."""
        with self.cursor() as cursor:
            cursor.execute(
                "INSERT INTO checkpoints SELECT ?, checkpoint_ns, checkpoint_id, NULL, type,"
                " checkpoint, metadata FROM checkpoints"
                " WHERE thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?",
                (target, thread_id, checkpoint_id),
            )

    def prune_thread(self, thread_id: str, *, open_turn: str = "") -> int:
        """Delete what no one returns to; called after each finished turn by the thread's run.

        Kept are all of ``open_turn``, the ends of the last 20 turns, and of the last 5 the
        borders of plan and steps too.

        Returns:
            The number of top-level checkpoints deleted.
        """
        with self.cursor() as cursor:
            rows = self._rows(cursor, thread_id)
            keep = kept(rows, open_turn)
            drop = [row.id for row in rows if row.id not in keep]
            closed = [row.id for row in rows if row.turn != open_turn or not open_turn]
            _delete(cursor, thread_id, drop, closed, nested=not open_turn)
        with self.cursor(transaction=False) as cursor:
            # execute() would step once and free a single page
            cursor.executescript("PRAGMA incremental_vacuum")
        return len(drop)


def open_saver(path: Path | None) -> Checkpoints:
    """Open the checkpoint file, or one in memory when ``path`` is None."""
    return Checkpoints(path)


def kept(rows: list[CheckpointRow], open_turn: str) -> set[str]:
    """Return the ids that pruning keeps of a thread's checkpoints, given oldest first."""
    ends: dict[str, str] = {}
    for row in rows:
        ends.pop(row.turn, None)  # a turn's place is that of its last checkpoint
        ends[row.turn] = row.id
    turns = list(ends)
    with_borders = set(turns[-TURNS_WITH_BORDERS:])
    keep = {ends[turn] for turn in turns[-TURNS_KEPT:]}
    for row in rows:
        border = row.turn in with_borders and any(node in BORDER_NODES for node in row.next_nodes)
        if border or (open_turn and row.turn == open_turn):
            keep.add(row.id)
    return keep


def _next_nodes(values: dict[str, Any]) -> tuple[str, ...]:
    """Return the nodes a checkpoint triggers, read from its ``branch:to:`` channels."""
    prefix = "branch:to:"
    return tuple(name.removeprefix(prefix) for name in values if name.startswith(prefix))


def _delete(
    cursor: sqlite3.Cursor, thread_id: str, drop: list[str], closed: list[str], *, nested: bool
) -> None:
    top = "thread_id = ? AND checkpoint_ns = '' AND checkpoint_id = ?"
    cursor.executemany(
        f"DELETE FROM checkpoints WHERE {top}",  # noqa: S608 - a constant of this function
        [(thread_id, name) for name in drop],
    )
    # finished tasks' writes would be taken for done on a branch that starts from a border
    cursor.executemany(
        f"DELETE FROM writes WHERE {top}",  # noqa: S608 - a constant of this function
        [(thread_id, name) for name in closed],
    )
    if nested:
        for table in ("checkpoints", "writes"):
            cursor.execute(
                f"DELETE FROM {table} WHERE thread_id = ? AND checkpoint_ns <> ''",  # noqa: S608
                (thread_id,),
            )
