"""Which embedder a library's vectors are of, and changing it.

Name, dimension and revision are kept with the tables. Each embedder has a column of its own, so a
re-index fills a new one beside the old, can be interrupted at any document and goes on; the old one
is dropped when the new one is whole. Until then vector search is refused and text search works.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from store.embedders import Embedder, EmbedderState, open_embedder
from store.errors import DocumentMissingError, EmbedderMissingError, IngestCancelledError
from store.ingest import Ingest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from store.records import IngestProgress
    from store.shelf import Shelf

_KEY = "embedder"


def recorded(shelf: Shelf) -> dict[str, str]:
    """Return name, dimension and revision of the embedder of the library's vectors, or nothing."""
    value = shelf.meta().get(_KEY)
    return {key: str(item) for key, item in json.loads(value).items()} if value else {}


def record(shelf: Shelf, embedder: Embedder) -> None:
    """Write down whose vectors the library holds."""
    value = {
        "name": embedder.name,
        "dimension": str(embedder.dimension),
        "revision": embedder.revision,
    }
    shelf.set_meta(_KEY, json.dumps(value))


def choose(shelf: Shelf, name: str, models_path: Path | None) -> Embedder | None:
    """Return the embedder to use: with ``auto`` the one that the vectors are of, where it is there.

    Raises:
        EmbedderMissingError: one was asked for by name and is not there.
    """
    held = recorded(shelf).get("name", "")
    if name == "auto" and held:
        try:
            return open_embedder(held, models_path)
        except EmbedderMissingError:
            return open_embedder(name, models_path)
    return open_embedder(name, models_path)


def mismatch(shelf: Shelf, embedder: Embedder | None) -> str:
    """Return why the vectors held cannot be searched, an empty string where they can."""
    held = recorded(shelf)
    if embedder is None or not held:
        return ""
    if (held["name"], held["revision"]) == (embedder.name, embedder.revision):
        return ""
    return (
        f"The library's vectors were made by the embedder {held['name']!r} ({held['revision']}), "
        f"and {embedder.name!r} ({embedder.revision}) is in use. Search is by words until the "
        "library is re-indexed: python -m agent reindex."
    )


def state(
    embedder: Embedder | None, refused: str, wanted: str, models_path: Path | None
) -> EmbedderState:
    """Return what the interface shows; ``refused`` says why vectors cannot be searched."""
    if embedder is None:
        return EmbedderState("none", 0, "", ready=False, message="Search is by words only.")
    better = open_embedder("auto", models_path)
    message = refused
    if not refused and wanted == "auto" and better and better.name != embedder.name:
        message = f"The embedder {better.name!r} is installed too: a re-index would use it."
    return EmbedderState(
        embedder.name, embedder.dimension, embedder.revision, ready=not refused, message=message
    )


def embed_pending(
    shelf: Shelf, embedder: Embedder, files: Path, cancelled: Callable[[], bool] | None
) -> int:
    """Give documents that stopped at text their vectors; returns how many became ready."""
    done = 0
    for document in list(shelf.documents().values()):
        if document.stage == "ready":
            continue
        work = Ingest(shelf, embedder, files, cancelled=cancelled, name=document.name)
        try:
            with shelf.database.working_on(document.id):
                work.embed(document.id)
        except IngestCancelledError:
            break
        except DocumentMissingError:
            continue  # removed since the list was made
        done += 1
    return done


def reindex(
    shelf: Shelf,
    embedder: Embedder,
    files: Path,
    on_progress: Callable[[IngestProgress], None] | None,
    cancelled: Callable[[], bool] | None,
) -> bool:
    """Make every passage's vector anew; returns whether it came to the end."""
    for document in list(shelf.documents().values()):
        work = Ingest(shelf, embedder, files, on_progress, cancelled, name=document.name)
        try:
            with shelf.database.working_on(document.id):
                work.embed(document.id, again=True)
        except IngestCancelledError:
            return False
        except DocumentMissingError:
            continue
    record(shelf, embedder)
    with shelf.database.writing():
        shelf.drop_vectors_but(embedder.column)
    return True
