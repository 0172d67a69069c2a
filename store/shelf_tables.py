"""The library's tables as they are: handles, rows in and out, columns, keys and values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from store import tables
from store.errors import NewerDatabaseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lancedb import AsyncTable
    from pyarrow import Schema

    from store.database import Database

Row = dict[str, Any]
_ALL = 10_000_000


class ShelfTables:
    """The tables of one library; what their rows mean is left to ``Shelf``."""

    def __init__(self, database: Database) -> None:
        """Open the tables, made where they are missing.

        Raises:
            NewerDatabaseError: a newer version wrote them.
        """
        self.database = database
        written = self.meta().get("schema")
        if written is None:
            self.set_meta("schema", str(tables.SCHEMA_VERSION))
        elif int(written) > tables.SCHEMA_VERSION:
            message = (
                f"The library in {str(database.folder)!r} was written by a newer version "
                f"(format {written}, this one knows {tables.SCHEMA_VERSION}). Update the program."
            )
            raise NewerDatabaseError(message)

    @property
    def documents_table(self) -> AsyncTable:
        """The table of documents."""
        return self.database.table("documents", tables.documents_schema())

    @property
    def pages_table(self) -> AsyncTable:
        """The table of page texts."""
        return self.database.table("pages", tables.pages_schema())

    @property
    def articles_table(self) -> AsyncTable:
        """The table of articles."""
        return self.database.table("articles", tables.articles_schema())

    @property
    def passages_table(self) -> AsyncTable:
        """The table of passages."""
        return self.database.table("passages", tables.passages_schema())

    @property
    def summaries_table(self) -> AsyncTable:
        """The table of summaries."""
        return self.database.table("summaries", tables.summaries_schema())

    @property
    def meta_table(self) -> AsyncTable:
        """The table of keys and values."""
        return self.database.table("meta", tables.meta_schema())

    def rows(
        self, table: AsyncTable, where: str | None = None, columns: Sequence[str] | None = None
    ) -> list[Row]:
        """Return the rows that fit."""

        async def fetch() -> list[Row]:
            query = table.query().limit(_ALL)
            if where:
                query = query.where(where)
            if columns:
                query = query.select(list(columns))
            return cast("list[Row]", await query.to_list())

        return self.database.run(fetch())

    def append(self, table: AsyncTable, schema: Schema, rows: list[Row]) -> None:
        """Add the rows in one commit."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        if rows:
            data = pa.Table.from_pylist(rows, schema=schema)
            self.database.run(table.add(data), "writing to the library")

    def delete(self, table: AsyncTable, where: str) -> None:
        """Delete the rows that fit."""
        self.database.run(table.delete(where), "deleting from the library")

    def meta(self) -> dict[str, str]:
        """Return every key and value."""
        return {row["key"]: row["value"] for row in self.rows(self.meta_table)}

    def set_meta(self, key: str, value: str) -> None:
        """Set one value."""
        import pyarrow as pa  # noqa: PLC0415

        data = pa.Table.from_pylist([{"key": key, "value": value}], schema=tables.meta_schema())
        merge = self.meta_table.merge_insert("key")
        merge = merge.when_matched_update_all().when_not_matched_insert_all()
        with self.database.writing():
            self.database.run(merge.execute(data), "writing to the library")

    def need_column(self, table: AsyncTable, column: str, dimension: int) -> None:
        """Add a vector column, null everywhere, unless it is there."""
        import pyarrow as pa  # noqa: PLC0415

        if not self.has_column(table, column):
            field = pa.field(column, pa.list_(pa.float32(), dimension))
            self.database.run(table.add_columns(pa.schema([field])), "adding a column")

    def has_column(self, table: AsyncTable, column: str) -> bool:
        """Return whether the table has the column."""
        return column in self.database.run(table.schema()).names
