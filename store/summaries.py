"""Summaries of conversations, found by meaning and by words; those too that left the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from store import tables
from store.records import Summary
from store.terms import terms, words_column

if TYPE_CHECKING:
    from lancedb import AsyncTable

    from store.database import Database
    from store.embedders import Embedder

_ALL = 1_000_000


class Summaries:
    """The table of summaries in the library's folder."""

    def __init__(self, database: Database, embedder: Embedder | None) -> None:
        """Use ``Library.summaries``."""
        self._database = database
        self._embedder = embedder

    @property
    def _table(self) -> AsyncTable:
        return self._database.table("summaries", tables.summaries_schema())

    def add(self, summary: Summary) -> None:
        """Keep a summary; one with the same id is replaced."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        row: dict[str, Any] = {
            "id": summary.id,
            "thread_id": summary.thread_id,
            "text": summary.text,
            "created_at": summary.created_at,
            "first_message_id": summary.first_message_id,
            "last_message_id": summary.last_message_id,
            "words": words_column(summary.text),
        }
        data = pa.Table.from_pylist([row], schema=tables.summaries_schema())
        merge = self._table.merge_insert("id")
        merge = merge.when_matched_update_all().when_not_matched_insert_all()
        with self._database.writing():
            self._database.run(merge.execute(data), "writing a summary")

    def for_thread(self, thread_id: str) -> list[Summary]:
        """Return a conversation's summaries, oldest first."""
        rows = self._rows(f"thread_id = {tables.quoted(thread_id)}")
        return sorted((_summary(row) for row in rows), key=lambda s: s.created_at)

    def search(self, thread_id: str | None, query: str, k: int = 3) -> list[Summary]:
        """Return the summaries nearest to a question, of one conversation or of all."""
        where = f"thread_id = {tables.quoted(thread_id)}" if thread_id else None
        rows = self._rows(where)
        if not rows or not query.strip():
            return []
        wanted = set(terms(query))
        meaning = [0.0] * len(rows)
        if self._embedder is not None:
            vectors = self._embedder.embed_passages([row["text"] for row in rows])
            meaning = list((vectors @ self._embedder.embed_query(query)).tolist())
        scored = [
            (
                0.5 * meaning[n]
                + 0.5 * len(wanted & set(row["words"].split())) / max(1, len(wanted)),
                n,
            )
            for n, row in enumerate(rows)
        ]
        best = sorted(scored, reverse=True)[:k]
        return [_summary(rows[n], round(max(score, 0.0), 4)) for score, n in best]

    def remove_thread(self, thread_id: str) -> int:
        """Delete a conversation's summaries and return how many there were."""
        count = len(self.for_thread(thread_id))
        with self._database.writing():
            self._database.run(
                self._table.delete(f"thread_id = {tables.quoted(thread_id)}"), "deleting summaries"
            )
        return count

    def _rows(self, where: str | None) -> list[dict[str, Any]]:
        table = self._table  # opened outside the loop thread, which it would wait for

        async def fetch() -> list[dict[str, Any]]:
            query = table.query().limit(_ALL)
            rows = await (query.where(where) if where else query).to_list()
            return cast("list[dict[str, Any]]", rows)

        return self._database.run(fetch())


def _summary(row: dict[str, Any], score: float = 0.0) -> Summary:
    return Summary(
        id=row["id"],
        thread_id=row["thread_id"],
        text=row["text"],
        created_at=row["created_at"],
        first_message_id=row["first_message_id"],
        last_message_id=row["last_message_id"],
        score=score,
    )
