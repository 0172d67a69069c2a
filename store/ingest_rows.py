"""The table of files to take in, and its rows as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from store.records import IngestProgress

if TYPE_CHECKING:
    import sqlite3

MIGRATIONS = (
    """
CREATE TABLE IF NOT EXISTS jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL, path TEXT NOT NULL, staged INTEGER NOT NULL,
    replace_same INTEGER NOT NULL, keep_both INTEGER NOT NULL, ocr INTEGER NOT NULL,
    private INTEGER NOT NULL DEFAULT 0, stage TEXT NOT NULL DEFAULT 'queued',
    done INTEGER NOT NULL DEFAULT 0, total INTEGER NOT NULL DEFAULT 0, left_s REAL,
    code TEXT NOT NULL DEFAULT '', message TEXT NOT NULL DEFAULT '',
    document_id TEXT NOT NULL DEFAULT '', existing INTEGER NOT NULL DEFAULT 0,
    cancel INTEGER NOT NULL DEFAULT 0, changed_at REAL NOT NULL
)
""",
    "ALTER TABLE jobs ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0",
)
FINISHED = ("done", "failed", "cancelled")
ENDED = "stage IN ('done', 'failed', 'cancelled')"
AT_WORK = "stage NOT IN ('queued', 'done', 'failed', 'cancelled')"
PROGRESS_COLUMNS = "id, name, stage, done, total, left_s, code, message, document_id, existing"


@dataclass(frozen=True, slots=True)
class Job:
    """One file to take in.

    Attributes:
        id: Its number, 0 before it is queued.
        name: What the person calls it.
        path: Where its bytes are.
        staged: Whether that is a copy of the queue's own, which goes when the file has ended.
        replace: It takes the place of the document of its name.
        keep_both: It gets a number where its name is taken.
        ocr: Pictures of pages are read by tesseract.
        private: It comes with a password that only its own worker knows.
    """

    id: int
    name: str
    path: Path
    staged: bool
    replace: bool
    keep_both: bool
    ocr: bool
    private: bool = False


def progress_of(row: sqlite3.Row) -> IngestProgress:
    """Return how far a row's file is."""
    return IngestProgress(
        name=row["name"],
        stage=row["stage"],
        done=row["done"],
        total=row["total"],
        left_s=row["left_s"],
        id=row["id"],
        code=row["code"],
        message=row["message"],
        document_id=row["document_id"],
        existing=bool(row["existing"]),
    )


def job_of(row: sqlite3.Row) -> Job:
    """Return a row's file as its worker needs it."""
    return Job(
        id=row["id"],
        name=row["name"],
        path=Path(row["path"]),
        staged=bool(row["staged"]),
        replace=bool(row["replace_same"]),
        keep_both=bool(row["keep_both"]),
        ocr=bool(row["ocr"]),
        private=bool(row["private"]),
    )
