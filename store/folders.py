"""Folders that the library follows: new files come in, changed ones are replaced, vanished ones go.

What was seen of each file (size, time of change, document) is kept in the queue's SQLite file.
A folder that is not there, an unplugged disk say, removes nothing.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from store.database import translated
from store.errors import DocumentMissingError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from store.library import Library

SUFFIXES = (".pdf", ".json", ".md", ".markdown", ".txt")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS folders (path TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS folder_files (
    folder TEXT NOT NULL, path TEXT PRIMARY KEY, size INTEGER NOT NULL, changed REAL NOT NULL,
    document_id TEXT NOT NULL, problem TEXT NOT NULL
);
"""


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """What following a folder did, as names; ``failed`` pairs name and reason."""

    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Seen:
    size: int
    changed: float
    document_id: str


class Folders:
    """The followed folders of one library; ``Library.folders``."""

    def __init__(self, library: Library, folder: Path) -> None:
        """Keep the list in the library's folder."""
        self._library = library
        self._file = folder / "queue.sqlite"
        with translated("opening the list of folders"), self._open() as connection:
            connection.executescript(_SCHEMA)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=30, isolation_level=None)) as connection:
            yield connection

    def followed(self) -> list[Path]:
        """Return the folders that are followed."""
        with translated("reading the list of folders"), self._open() as connection:
            return [
                Path(row[0]) for row in connection.execute("SELECT path FROM folders ORDER BY path")
            ]

    def follow(self, folder: Path) -> FolderChanges:
        """Follow a folder, its folders included, and take in what is there."""
        path = folder.absolute()
        with translated("writing the list of folders"), self._open() as connection:
            connection.execute("INSERT OR IGNORE INTO folders VALUES (?)", (str(path),))
        return self.sync(path)

    def unfollow(self, folder: Path) -> None:
        """Follow a folder no more; its documents stay."""
        path = str(folder.absolute())
        with translated("writing the list of folders"), self._open() as connection:
            connection.execute("DELETE FROM folders WHERE path = ?", (path,))
            connection.execute("DELETE FROM folder_files WHERE folder = ?", (path,))

    def sync(self, folder: Path) -> FolderChanges:
        """Take in what is new, replace what changed, remove what vanished; here and now."""
        if not folder.is_dir():
            return FolderChanges()
        known = self._known(folder)
        there = {
            str(path): path
            for path in sorted(folder.rglob("*"))
            if path.suffix.lower() in SUFFIXES and path.is_file() and not path.name.startswith(".")
        }
        outcomes = [self._take(folder, path, known.get(key)) for key, path in there.items()]
        removed = [self._drop(key, seen) for key, seen in known.items() if key not in there]
        changes = FolderChanges(
            added=tuple(name for what, name, _ in outcomes if what == "added"),
            replaced=tuple(name for what, name, _ in outcomes if what == "replaced"),
            removed=tuple(name for name in removed if name),
            failed=tuple((name, why) for what, name, why in outcomes if what == "failed"),
        )
        if changes.added or changes.replaced or changes.removed:
            self._library.refresh_indexes()
        return changes

    def watch(self, stop: threading.Event, every_s: float = 5.0) -> threading.Thread:
        """Look at every followed folder again and again, on a thread, until ``stop`` is set."""

        def look() -> None:
            while not stop.wait(every_s):
                for folder in self.followed():
                    self.sync(folder)

        thread = threading.Thread(target=look, name="folder-watch", daemon=True)
        thread.start()
        return thread

    def _known(self, folder: Path) -> dict[str, _Seen]:
        with translated("reading the list of folders"), self._open() as connection:
            rows = connection.execute(
                "SELECT path, size, changed, document_id FROM folder_files WHERE folder = ?",
                (str(folder),),
            ).fetchall()
        return {row[0]: _Seen(row[1], row[2], row[3]) for row in rows}

    def _take(self, folder: Path, path: Path, seen: _Seen | None) -> tuple[str, str, str]:
        """Take one file in where it is new or changed: what was done, its name, why not."""
        status = path.stat()
        if seen is not None and (seen.size, seen.changed) == (status.st_size, status.st_mtime):
            return "", path.name, ""
        document, problem = "", ""
        try:
            result = self._library.add(
                path, replace=seen is not None, keep_both=seen is None, index=False
            )
        except StoreError as error:
            what, problem = "failed", str(error)
        else:
            document = result.document.id
            what = "" if result.existing else "replaced" if seen is not None else "added"
            if seen is not None and seen.document_id not in ("", document, result.replaced):
                self._forget_old(seen.document_id)
        values = (str(folder), str(path), status.st_size, status.st_mtime, document, problem)
        with translated("writing the list of folders"), self._open() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO folder_files VALUES (?, ?, ?, ?, ?, ?)", values
            )
        return what, path.name, problem

    def _forget_old(self, document_id: str) -> None:
        if not self._elsewhere(document_id, ""):
            try:
                self._library.remove(document_id)
            except DocumentMissingError:
                return

    def _drop(self, key: str, seen: _Seen) -> str:
        """Remove a vanished file's document unless another followed file is the same; its name."""
        with translated("writing the list of folders"), self._open() as connection:
            connection.execute("DELETE FROM folder_files WHERE path = ?", (key,))
        if not seen.document_id or self._elsewhere(seen.document_id, key):
            return ""
        try:
            return self._library.remove(seen.document_id).name
        except DocumentMissingError:
            return ""

    def _elsewhere(self, document_id: str, key: str) -> bool:
        with translated("reading the list of folders"), self._open() as connection:
            row = connection.execute(
                "SELECT count(*) FROM folder_files WHERE document_id = ? AND path != ?",
                (document_id, key),
            ).fetchone()
        return bool(row[0])
