"""The doctor's looks at the databases: can they be opened, and of which version are they."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from agent.setup.findings import Finding
from store.errors import StoreError
from store.library import Library
from store.state_file import MIGRATIONS

if TYPE_CHECKING:
    from agent.settings import Settings


def of_library(settings: Settings) -> list[Finding]:
    """Open the library and the conversations, if there are any yet."""
    return [_documents(settings), _conversations(settings)]


def _documents(settings: Settings) -> Finding:
    if not settings.library_path.exists():
        return Finding("library", "ok", "empty: no document was added yet")
    try:
        with Library.open(
            settings.library_path, embedder=settings.embedder, models_path=settings.models_path
        ) as library:
            count = len(library.documents())
            library.search("guidepost", k=1, mode="text")  # opens the passages too
            state = library.embedder_state()
            size = library.size_bytes()
    except StoreError as error:
        return Finding("library", "problem", error.code, str(error))
    found = f"{count} documents, {size / 1e6:.1f} MB, embedder {state.name or 'none'}"
    if not state.ready and settings.embedder != "none":
        return Finding("library", "note", found, state.message)
    return Finding("library", "ok", found)


def _conversations(settings: Settings) -> Finding:
    if not settings.state_path.exists():
        return Finding("conversations", "ok", "none yet")
    try:
        uri = f"{settings.state_path.as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            threads = int(connection.execute("SELECT count(*) FROM threads").fetchone()[0])
    except sqlite3.Error as error:
        todo = "Move the file away and start again; conversations in it are then not shown."
        return Finding("conversations", "problem", f"{settings.state_path}: {error}", todo)
    found = f"{threads}, database version {version}"
    if version > len(MIGRATIONS):
        todo = "A newer Guidepost wrote it: update this one, or set GUIDEPOST_HOME elsewhere."
        return Finding("conversations", "problem", found, todo)
    return Finding("conversations", "ok", found)
