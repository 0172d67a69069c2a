"""A library as one file: a zip of its tables, as Arrow, and of the original files.

Importing adds what is not there yet; nothing is replaced. Vectors are taken over where they are of
the embedder in use, else the documents arrive at the stage of text and are embedded afterwards.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from store import reindex, tables
from store.database import translated
from store.errors import NewerDatabaseError, NotReadableError
from store.given import safe_name

if TYPE_CHECKING:
    from lancedb import AsyncTable

    from store.embedders import Embedder
    from store.shelf import Shelf

_FORMAT = "guidepost-library"
_TABLES = ("pages", "articles", "passages")


def export(shelf: Shelf, files: Path, target: Path) -> int:
    """Write the library to a file, whole or not at all; returns the number of documents."""
    documents = shelf.documents()
    manifest = {
        "format": _FORMAT,
        "schema": tables.SCHEMA_VERSION,
        "embedder": reindex.recorded(shelf),
        "documents": [shelf.document_row(key) for key in documents],
    }
    part = target.with_name(target.name + ".part")
    with (
        translated(f"exporting to {target.name!r}"),
        tempfile.TemporaryDirectory(dir=shelf.database.folder) as temporary,
        zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        archive.writestr("library.json", json.dumps(manifest, ensure_ascii=False))
        for name in _TABLES:
            path = Path(temporary) / f"{name}.arrow"
            shelf.database.run(_write(_table(shelf, name), path), "exporting")
            archive.write(path, path.name)
        for key in documents:
            for file in sorted((files / key).glob("*")):
                archive.write(file, f"files/{key}/{file.name}")
    with translated(f"exporting to {target.name!r}"):
        part.replace(target)
    return len(documents)


def import_from(shelf: Shelf, files: Path, source: Path, embedder: Embedder | None) -> int:
    """Add the documents of an exported file that are not there yet; returns how many.

    Raises:
        NotReadableError: it is no exported library, or damaged.
        NewerDatabaseError: a newer version wrote it.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            return _import(shelf, files, archive, embedder)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        message = f"{source.name!r} is not an exported library, or it is damaged."
        raise NotReadableError(message) from error


def _import(shelf: Shelf, files: Path, archive: zipfile.ZipFile, embedder: Embedder | None) -> int:
    manifest = json.loads(archive.read("library.json"))
    if manifest["format"] != _FORMAT:
        raise KeyError(_FORMAT)
    if int(manifest["schema"]) > tables.SCHEMA_VERSION:
        message = "The file was exported by a newer version. Update the program."
        raise NewerDatabaseError(message)
    known = shelf.documents()
    new = [row for row in manifest["documents"] if row["id"] not in known]
    same = embedder is not None and manifest["embedder"].get("name") == embedder.name
    keep = embedder.column if same and embedder is not None else None
    with tempfile.TemporaryDirectory(dir=shelf.database.folder) as temporary:
        for name in _TABLES:
            archive.extract(f"{name}.arrow", temporary)
        for row in new:
            _unpack(archive, files, row)
        with shelf.database.writing():
            for name in _TABLES:
                _load(
                    shelf, name, Path(temporary) / f"{name}.arrow", [row["id"] for row in new], keep
                )
            names = {document.name for document in known.values()}
            for row in new:
                shelf.put_document(_renamed(row, names, ready=keep is not None))
    if keep is not None and embedder is not None and not reindex.recorded(shelf):
        reindex.record(shelf, embedder)
    return len(new)


def _unpack(archive: zipfile.ZipFile, files: Path, row: dict[str, Any]) -> None:
    """Write a document's original, its name made safe: an archive can hold any."""
    folder = files / safe_name(row["id"])
    folder.mkdir(parents=True, exist_ok=True)
    name = safe_name(row["file"])
    with (
        archive.open(f"files/{row['id']}/{row['file']}") as packed,
        (folder / name).open("wb") as file,
    ):
        shutil.copyfileobj(packed, file)


def _renamed(row: dict[str, Any], names: set[str], *, ready: bool) -> dict[str, Any]:
    name, number = row["name"], 2
    while name in names:
        path = Path(row["name"])
        name, number = f"{path.stem} ({number}){path.suffix}", number + 1
    names.add(name)
    stage = row["stage"] if ready else "text"
    return {**row, "name": name, "file": safe_name(row["file"]), "stage": stage}


def _table(shelf: Shelf, name: str) -> AsyncTable:
    return {
        "pages": shelf.pages_table,
        "articles": shelf.articles_table,
        "passages": shelf.passages_table,
    }[name]


async def _write(table: AsyncTable, path: Path) -> None:
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    schema = await table.schema()
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, schema) as writer:
        async for batch in await table.query().to_batches():
            writer.write_batch(batch.cast(schema))


def _load(shelf: Shelf, name: str, path: Path, ids: list[str], keep: str | None) -> None:
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.compute as pc  # noqa: PLC0415

    table = _table(shelf, name)
    with pa.memory_map(str(path)) as file:
        data = pa.ipc.open_file(file).read_all()
        data = data.filter(pc.is_in(data["document_id"], pa.array(ids, pa.string())))
        drop = [n for n in data.column_names if n.startswith("vector_") and n != keep]
        data = data.drop_columns(drop)
        if keep in data.column_names:
            shelf.need_column(table, str(keep), data.schema.field(keep).type.list_size)
        if data.num_rows:
            shelf.database.run(table.add(data), "importing")
