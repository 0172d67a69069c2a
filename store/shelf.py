"""The library's tables as plain values: documents, pages, articles, passages, vectors.

One method per act on the tables; each write is made under the caller's write lock.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from store import tables
from store.errors import DocumentMissingError
from store.shelf_tables import Row, ShelfTables
from store.terms import terms
from store.values import PASSAGE_COLUMNS, article_of, document_of, health_of, passage_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.database import Database
    from store.embedders import Vectors
    from store.records import Article, Document, PageHealth, Passage


class Shelf(ShelfTables):
    """Reads and writes of the library's tables, without search and without ingestion."""

    def __init__(self, database: Database) -> None:
        """Open the tables, made where they are missing.

        Raises:
            NewerDatabaseError: a newer version wrote them.
        """
        super().__init__(database)
        self._abouts: dict[str, frozenset[str]] = {}
        self._cached: tuple[int, dict[str, Document], dict[str, Row]] | None = None

    def _documents(self) -> tuple[dict[str, Document], dict[str, Row]]:
        version = self.database.run(self.documents_table.version())
        cached = self._cached
        if cached is None or cached[0] != version:
            rows = {row["id"]: row for row in self.rows(self.documents_table)}
            cached = (version, {key: document_of(row) for key, row in rows.items()}, rows)
            self._cached = cached
        return cached[1], cached[2]

    @property
    def version(self) -> int | None:
        """The version of the documents' table that was last read, None before the first time."""
        return self._cached[0] if self._cached else None

    def documents_read(self) -> dict[str, Document]:
        """Return every document by id as last read, which another process may have changed."""
        return self._cached[1] if self._cached else self.documents()

    def documents(self) -> dict[str, Document]:
        """Return every document by id."""
        return self._documents()[0]

    def document(self, document_id: str) -> Document:
        """Return one document.

        Raises:
            DocumentMissingError: there is none with this id.
        """
        found = self.documents().get(document_id)
        if found is None:
            message = f"There is no document {document_id!r} in the library."
            raise DocumentMissingError(message)
        return found

    def document_row(self, document_id: str) -> Row:
        """Return the stored row of one document, its file's name and format among it."""
        self.document(document_id)
        return self._documents()[1][document_id]

    def about(self, document_id: str) -> frozenset[str]:
        """Return the terms of a document's name and title."""
        if document_id not in self._abouts:
            row = self._documents()[1].get(document_id, {"name": "", "about": ""})
            name = re.sub(r"[_\-.]+", " ", row["name"].rsplit(".", 1)[0])
            self._abouts[document_id] = frozenset(terms(f"{name} {row['about']}"))
        return self._abouts[document_id]

    def put_document(self, row: Row, instead_of: str | None = None) -> None:
        """Write a document's row: the act that makes it visible, and another one invisible."""
        import pyarrow as pa  # noqa: PLC0415

        data = pa.Table.from_pylist([row], schema=tables.documents_schema())
        merge = self.documents_table.merge_insert("id")
        merge = merge.when_matched_update_all().when_not_matched_insert_all()
        if instead_of:
            merge = merge.when_not_matched_by_source_delete(f"id = {tables.quoted(instead_of)}")
        self.database.run(merge.execute(data), "writing to the library")

    def forget(self, document_id: str) -> None:
        """Delete every row made from a document but its own, committing only where there are."""
        where = self._of(document_id)
        for table in (self.passages_table, self.articles_table, self.pages_table):
            if self.database.run(table.count_rows(where)):
                self.delete(table, where)

    def without_vector(self, document_id: str, column: str) -> list[Passage]:
        """Return the passages of a document that have no vector in the column yet."""
        where = self._of(document_id)
        if self.has_column(self.passages_table, column):
            where += f" AND {column} IS NULL"
        return self.passages(where)

    def update_document(self, document_id: str, **values: object) -> None:
        """Change columns of one document's row."""
        self.put_document({**self.document_row(document_id), **values})

    def page_text(self, document_id: str, page: int) -> str | None:
        """Return one page's stored text, None where there is no such page."""
        where = f"document_id = {tables.quoted(document_id)} AND page = {int(page)}"
        rows = self.rows(self.pages_table, where, ["text"])
        return str(rows[0]["text"]) if rows else None

    def page_texts(self, document_id: str) -> list[tuple[int, str]]:
        """Return number and text of every page, in order."""
        rows = self.rows(self.pages_table, self._of(document_id), ["page", "text"])
        return sorted((int(row["page"]), str(row["text"])) for row in rows)

    def page_health(self, document_id: str) -> list[PageHealth]:
        """Return the health record of every page, in order."""
        rows = self.rows(self.pages_table, self._of(document_id))
        return sorted((health_of(row) for row in rows), key=lambda health: health.page)

    def articles(self, document_id: str) -> list[Article]:
        """Return the articles of one document in order, without their passages."""
        document = self.document(document_id)
        rows = self.rows(self.articles_table, self._of(document_id))
        rows.sort(key=lambda row: int(row["ordinal"]))
        return [article_of(row, document) for row in rows]

    def passages(self, where: str) -> list[Passage]:
        """Return the passages that fit, in reading order, those of unknown documents left out."""
        known = self.documents()
        rows = self.rows(self.passages_table, where, PASSAGE_COLUMNS)
        rows = [row for row in rows if row["document_id"] in known]
        rows.sort(key=lambda row: (row["document_id"], row["ordinal"]))
        return [passage_of(row, known[row["document_id"]]) for row in rows]

    def of_document(self, document_id: str) -> list[Passage]:
        """Return the passages of one document in reading order."""
        return self.passages(self._of(document_id))

    def set_vectors(self, column: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Write the vectors of the passages named, one commit; the column is made if missing."""
        import pyarrow as pa  # noqa: PLC0415

        self.need_column(self.passages_table, column, int(vectors.shape[1]))
        values = pa.FixedSizeListArray.from_arrays(
            pa.array(vectors.reshape(-1)), int(vectors.shape[1])
        )
        data = pa.table({"id": pa.array(list(ids), pa.string()), column: values})
        merge = self.passages_table.merge_insert("id").when_matched_update_all()
        self.database.run(merge.execute(data), "writing vectors")

    def drop_vectors_but(self, column: str) -> None:
        """Drop every vector column but one, from passages and summaries."""
        for table in (self.passages_table, self.summaries_table):
            names = self.database.run(table.schema()).names
            old = [name for name in names if name.startswith("vector_") and name != column]
            if old:
                self.database.run(table.drop_columns(old), "dropping old vectors")

    @staticmethod
    def _of(document_id: str) -> str:
        return f"document_id = {tables.quoted(document_id)}"
