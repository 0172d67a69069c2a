"""Rows found by meaning and by words: what was learnt, and the index of tools.

One LanceDB table each. A row's vector is kept beside it with the embedder's name: rows of another
embedder, or of none, get theirs anew when they are next looked through.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

from store import tables
from store.terms import terms, words_column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lancedb import AsyncTable
    from pyarrow import Schema

    from store.database import Database
    from store.embedders import Embedder

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Memory:
    """One row. ``text`` is what it is found by, ``payload`` what it says (plain JSON)."""

    id: str
    kind: str
    text: str
    payload: dict[str, Any]
    at: float = 0.0
    score: float = field(default=0.0, compare=False)


def _schema() -> Schema:
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    return pa.schema(
        [
            ("id", pa.string()),
            ("kind", pa.string()),
            ("text", pa.string()),
            ("payload", pa.string()),
            ("at", pa.float64()),
            ("words", pa.string()),
            ("embedder", pa.string()),
            ("vector", pa.list_(pa.float32())),
        ]
    )


class Memories:
    """A table of memories in the library's folder. Usable from several threads."""

    def __init__(self, database: Database, embedder: Embedder | None, table: str) -> None:
        """Use ``Library.memories``, which names the table."""
        self._database = database
        self._embedder = embedder
        self._name = table

    @property
    def _table(self) -> AsyncTable:
        return self._database.table(self._name, _schema())

    def put(self, rows: Sequence[Memory]) -> None:
        """Keep rows; one with the same id is replaced."""
        if not rows:
            return
        import pyarrow as pa  # noqa: PLC0415

        vectors: list[list[float] | None] = [None] * len(rows)
        name = ""
        if self._embedder is not None:
            name = self._embedder.name
            found = self._embedder.embed_passages([row.text for row in rows])
            vectors = [vector.tolist() for vector in found]
        data = [
            {
                "id": row.id,
                "kind": row.kind,
                "text": row.text,
                "payload": json.dumps(row.payload, ensure_ascii=False),
                "at": row.at,
                "words": words_column(row.text),
                "embedder": name,
                "vector": vector,
            }
            for row, vector in zip(rows, vectors, strict=True)
        ]
        merge = self._table.merge_insert("id")
        merge = merge.when_matched_update_all().when_not_matched_insert_all()
        with self._database.writing():
            self._database.run(
                merge.execute(pa.Table.from_pylist(data, schema=_schema())), "writing a memory"
            )

    def of_kind(self, kind: str) -> list[Memory]:
        """Return all rows of a kind, oldest first."""
        rows = self._rows(kind)
        return sorted((_memory(row) for row in rows), key=lambda m: (m.at, m.id))

    def nearest(self, kind: str, text: str, k: int = 5) -> list[Memory]:
        """Return the rows nearest to ``text``, best first; scores are 0 to 1."""
        rows = self._with_vectors(kind)
        if not rows or not text.strip():
            return []
        wanted = set(terms(text))
        asked = self._embedder.embed_query(text) if self._embedder is not None else None
        scored: list[tuple[float, int]] = []
        for n, row in enumerate(rows):
            held = set(row["words"].split())
            both = len(wanted & held)
            score = 2 * both / max(1, len(wanted) + len(held))
            if asked is not None and row["vector"] and row["embedder"] == self._embedder_name:
                meaning = sum(a * b for a, b in zip(row["vector"], asked.tolist(), strict=True))
                score = max(score, meaning)
            scored.append((max(0.0, min(1.0, score)), n))
        best = sorted(scored, key=lambda pair: (-pair[0], pair[1]))[:k]
        return [_memory(rows[n], round(score, 4)) for score, n in best]

    def remove(self, ids: Sequence[str]) -> None:
        """Delete rows by id."""
        if not ids:
            return
        with self._database.writing():
            self._database.run(
                self._table.delete(tables.any_of("id", list(ids))), "deleting a memory"
            )

    def _with_vectors(self, kind: str) -> list[dict[str, Any]]:
        rows = self._rows(kind)
        name = self._embedder_name
        old = [_memory(row) for row in rows if row["embedder"] != name] if name else []
        if not old:
            return rows
        self.put(old)
        return self._rows(kind)

    @property
    def _embedder_name(self) -> str:
        return self._embedder.name if self._embedder is not None else ""

    def _rows(self, kind: str) -> list[dict[str, Any]]:
        table = self._table  # opened here: opening it on the loop would wait for the loop itself

        async def fetch() -> list[dict[str, Any]]:
            query = table.query().where(f"kind = {tables.quoted(kind)}").limit(_ALL)
            return cast("list[dict[str, Any]]", await query.to_list())

        return self._database.run(fetch())


def _memory(row: dict[str, Any], score: float = 0.0) -> Memory:
    return Memory(
        id=row["id"],
        kind=row["kind"],
        text=row["text"],
        payload=json.loads(row["payload"]),
        at=row["at"],
        score=score,
    )


class LooseMemories:
    """The same rows in a dictionary, for runs of which nothing is kept."""

    def __init__(self) -> None:
        """Start empty."""
        self._rows: dict[str, Memory] = {}

    def put(self, rows: Sequence[Memory]) -> None:
        """Keep rows; one with the same id is replaced."""
        self._rows |= {row.id: row for row in rows}

    def of_kind(self, kind: str) -> list[Memory]:
        """Return all rows of a kind, oldest first."""
        found = [row for row in self._rows.values() if row.kind == kind]
        return sorted(found, key=lambda m: (m.at, m.id))

    def nearest(self, kind: str, text: str, k: int = 5) -> list[Memory]:
        """Return the rows nearest to ``text`` by their words, best first."""
        wanted = set(terms(text))
        scored = []
        for row in self.of_kind(kind):
            held = set(terms(row.text))
            score = 2 * len(wanted & held) / max(1, len(wanted) + len(held))
            scored.append(replace(row, score=round(score, 4)))
        return sorted(scored, key=lambda m: (-m.score, m.id))[:k]

    def remove(self, ids: Sequence[str]) -> None:
        """Delete rows by id."""
        for name in ids:
            self._rows.pop(name, None)
