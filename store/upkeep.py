"""What keeps the tables in order: indexes, compaction, recovery after a crash, removal."""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, Any, cast

from store import tables
from store.errors import DamagedDatabaseError
from store.records import Removed

if TYPE_CHECKING:
    from pathlib import Path

    from lancedb import AsyncTable
    from lancedb.index import FTS

    from store.embedders import Embedder
    from store.shelf import Shelf

VECTOR_INDEX_FROM = 20_000
FILTER_INDEX_FROM = 2_000
_KEEP_VERSIONS = timedelta(seconds=60)
_KEEP_NOTHING = timedelta(milliseconds=1)


def refresh_indexes(shelf: Shelf, embedder: Embedder | None) -> None:
    """Build the indexes that the number of rows calls for, refresh the others, compact."""
    table = shelf.passages_table

    async def refresh() -> None:
        built = {index.columns[0] for index in await table.list_indices()}
        rows = await table.count_rows()
        if not rows:
            return
        await _build_missing(table, built, rows)
        column = embedder.column if embedder is not None else ""
        if column and rows >= VECTOR_INDEX_FROM and column not in built:
            await _build_vector(table, column)
        await table.optimize(cleanup_older_than=_KEEP_VERSIONS)

    with shelf.database.writing():
        shelf.database.run(refresh(), "indexing")


def ensure_text_index(shelf: Shelf) -> None:
    """Build the text index if there is none; without one a search by words finds nothing.

    Rows that come later are found without being in it, until the next refresh. The caller holds
    the write lock.
    """
    table = shelf.passages_table

    async def ensure() -> None:
        built = {index.columns[0] for index in await table.list_indices()}
        if "words" not in built and await table.count_rows():
            await table.create_index("words", config=_text_index())

    shelf.database.run(ensure(), "indexing")


def mend_text_index(shelf: Shelf) -> None:
    """Build the text index anew where it cannot be read."""
    table = shelf.passages_table

    async def ask() -> None:
        await table.query().nearest_to_text("a", columns=["words"]).limit(1).to_arrow()

    async def rebuild() -> None:
        await table.create_index("words", config=_text_index(), replace=True)

    try:
        shelf.database.run(ask(), "looking at the index")
    except DamagedDatabaseError:
        with shelf.database.writing():
            shelf.database.run(rebuild(), "indexing")


async def _build_missing(table: AsyncTable, built: set[str], rows: int) -> None:
    from lancedb.index import Bitmap, BTree  # noqa: PLC0415 - slow to import

    if "words" not in built:
        await table.create_index("words", config=_text_index())
    if rows >= FILTER_INDEX_FROM:
        for column in ("id", "document_id"):
            if column not in built:
                await table.create_index(column, config=BTree())
        if "language" not in built:
            await table.create_index("language", config=Bitmap())


async def _build_vector(table: AsyncTable, column: str) -> None:
    from lancedb.index import IvfSq  # noqa: PLC0415

    if await table.count_rows(f"{column} IS NOT NULL") >= VECTOR_INDEX_FROM:
        config = IvfSq(distance_type="cosine")
        # the annotation of config leaves this kind out
        await table.create_index(column, config=cast("Any", config))


def recover(shelf: Shelf, files: Path) -> int:
    """Clear what killed processes left, and return how many documents that were not whole went.

    A folder without a document's row that no process works on is such a one.
    """
    if not files.is_dir():
        return 0
    cleared = 0
    known = shelf.documents()
    if known:
        mend_text_index(shelf)
    for folder in [path for path in files.iterdir() if path.is_dir() and path.name not in known]:
        with shelf.database.if_idle(folder.name) as idle:
            if idle and folder.name not in shelf.documents():
                with shelf.database.writing():
                    shelf.forget(folder.name)
                shutil.rmtree(folder, ignore_errors=True)
                cleared += 1
    return cleared


def remove(shelf: Shelf, files: Path, document_id: str) -> Removed:
    """Take a document away from every table and from the disk, old versions included."""
    document = shelf.document(document_id)
    with shelf.database.working_on(document_id):
        with shelf.database.writing():
            shelf.delete(shelf.documents_table, f"id = {tables.quoted(document_id)}")
            shelf.forget(document_id)
            purge(shelf)
        folder = files / document_id
        found = [path for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
        size = sum(path.stat().st_size for path in found)
        shutil.rmtree(folder, ignore_errors=True)
    return Removed(document_id, document.name, document.passages, len(found), size)


def purge(shelf: Shelf) -> None:
    """Drop deleted rows and old versions from the disk; the caller holds the write lock.

    Compaction leaves a fragment alone while few of its rows are deleted, and only merges it with
    another. So each table gets a blank row, a fragment of its own, which goes again at once. The
    text index is built anew, for it keeps the words of rows that are gone.
    """
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    async def clean(table: AsyncTable, blank: str) -> None:
        schema = (await table.schema()).remove_metadata()
        await table.add(
            pa.table({name: pa.nulls(1, schema.field(name).type) for name in schema.names})
        )
        # the first makes the blank row part of every index, without which the second cannot merge
        for _ in range(2):
            await table.optimize(cleanup_older_than=_KEEP_NOTHING, delete_unverified=True)
        await table.delete(f"{blank} IS NULL")

    async def rebuild(table: AsyncTable) -> None:
        if any(index.columns == ["words"] for index in await table.list_indices()):
            await table.create_index("words", config=_text_index(), replace=True)
        await table.optimize(cleanup_older_than=_KEEP_NOTHING, delete_unverified=True)

    for table in (shelf.passages_table, shelf.pages_table, shelf.articles_table):
        shelf.database.run(clean(table, "document_id"), "clearing old versions")
    shelf.database.run(clean(shelf.documents_table, "id"), "clearing old versions")
    shelf.database.run(rebuild(shelf.passages_table), "clearing the index")


def size_bytes(folder: Path) -> int:
    """Return what a library takes on disk."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def counts(shelf: Shelf) -> dict[str, object]:
    """Return how many documents and passages there are, and their size on disk."""
    documents = shelf.documents().values()
    return {
        "documents": len(documents),
        "passages": sum(document.passages for document in documents),
        "size_bytes": size_bytes(shelf.database.folder),
    }


def _text_index() -> FTS:
    from lancedb.index import FTS  # noqa: PLC0415

    return FTS(base_tokenizer="simple", stem=False, remove_stop_words=False)
