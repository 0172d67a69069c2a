"""The files to take in, kept in an SQLite file of the library's folder.

Page, command line and worker all see the same rows, and a restart goes on where the last one
stopped. Passwords are never written: a file that was given one is ``private``, and only the
worker that was told the password takes it.
"""

from __future__ import annotations

import shutil
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from store.database import translated
from store.ingest_rows import AT_WORK, ENDED, MIGRATIONS, PROGRESS_COLUMNS, job_of, progress_of
from store.sqlite_files import connect, transaction
from store.sqlite_files import translated as translated_sqlite

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from store.ingest_rows import Job
    from store.records import IngestProgress, IngestStage

MAX_ATTEMPTS = 3
_KEEP_FINISHED_S = 3600.0
_SILENT_S = 300.0
# a file that failed for one of these may be tried again, with an answer or a program installed
_ASKS = ("encrypted", "wrong_password", "name_taken", "image_only")


class IngestJobs:
    """The files in their order. Usable from several threads and processes."""

    def __init__(self, folder: Path) -> None:
        """Open the rows of the library in a folder."""
        self._folder = folder
        self._path = folder / "queue.sqlite"
        self._lock = threading.RLock()
        self._connection = connect(self._path, migrations=MIGRATIONS, durable=False)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, translated_sqlite(self._path), transaction(self._connection) as connection:
            yield connection

    def _read(self, query: str, *values: object) -> list[sqlite3.Row]:
        with self._lock, translated_sqlite(self._path):
            return self._connection.execute(query, values).fetchall()

    def stage(self, name: str, data: bytes) -> Path:
        """Keep bytes until their turn comes; returns where."""
        folder = self._folder / "incoming" / uuid4().hex
        with translated(f"keeping {name!r}"):
            folder.mkdir(parents=True)
            (folder / name).write_bytes(data)
        return folder / name

    def put(self, job: Job) -> int:
        """Queue a file and return its number."""
        values = (
            job.name, str(job.path), job.staged, job.replace, job.keep_both, job.ocr, job.private,
            time.time(),
        )  # fmt: skip
        with self._transaction() as connection:
            done = connection.execute(
                "INSERT INTO jobs (name, path, staged, replace_same, keep_both, ocr, private,"
                " changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            return int(done.lastrowid or 0)

    def progress(self) -> list[IngestProgress]:
        """Return every file that waits, is worked on, or ended in the last hour, oldest first."""
        query = (
            f"SELECT {PROGRESS_COLUMNS} FROM jobs WHERE NOT {ENDED} OR changed_at > ? ORDER BY id"  # noqa: S608 - constants
        )
        return [progress_of(row) for row in self._read(query, time.time() - _KEEP_FINISHED_S)]

    def waiting(self) -> bool:
        """Return whether a file waits for the worker that takes all that come."""
        query = f"SELECT 1 FROM jobs WHERE NOT {ENDED} AND private = 0 LIMIT 1"  # noqa: S608 - constants
        return bool(self._read(query))

    def cancel(self, number: int) -> bool:
        """Cancel a file that has not ended; returns whether there was one."""
        with self._transaction() as connection:
            waiting = connection.execute(
                "UPDATE jobs SET stage = 'cancelled', changed_at = ?"
                " WHERE id = ? AND stage = 'queued'",
                (time.time(), number),
            )
            asked = connection.execute(
                f"UPDATE jobs SET cancel = 1 WHERE id = ? AND {AT_WORK}",  # noqa: S608 - constant
                (number,),
            )
        if waiting.rowcount:
            self._drop_copies("id = ?", number)
        return bool(waiting.rowcount or asked.rowcount)

    def dismiss(self, number: int) -> None:
        """Forget a file that has ended; its line is read and may go."""
        self._forget("id = ?", number)

    def retry(
        self, number: int, *, replace: bool, keep_both: bool, ocr: bool, private: bool
    ) -> bool:
        """Queue a failed file again, with the answer it wanted; returns whether there was one."""
        with self._transaction() as connection:
            done = connection.execute(
                "UPDATE jobs SET stage = 'queued', code = '', message = '', cancel = 0, done = 0,"
                " total = 0, attempts = 0, replace_same = ?, keep_both = ?, ocr = ?, private = ?,"
                " changed_at = ? WHERE id = ? AND stage = 'failed'",
                (replace, keep_both, ocr, private, time.time(), number),
            )
        return bool(done.rowcount)

    def take(self, number: int | None = None) -> Job | None:
        """Mark the next file, or the one named, as worked on and return it."""
        which = "id = ?" if number is not None else "private = 0"
        with self._transaction() as connection:
            row = connection.execute(
                f"SELECT * FROM jobs WHERE stage = 'queued' AND {which} ORDER BY id LIMIT 1",  # noqa: S608 - constants
                (number,) if number is not None else (),
            ).fetchone()
            if row is not None:
                connection.execute(
                    "UPDATE jobs SET stage = 'read', attempts = attempts + 1, changed_at = ?"
                    " WHERE id = ?",
                    (time.time(), row["id"]),
                )
        return job_of(row) if row is not None else None

    def note(self, number: int, progress: IngestProgress) -> bool:
        """Write how far a file is; returns whether it was cancelled meanwhile."""
        values = (progress.stage, progress.done, progress.total, progress.left_s, time.time())
        with self._transaction() as connection:
            connection.execute(
                "UPDATE jobs SET stage = ?, done = ?, total = ?, left_s = ?, changed_at = ?"
                " WHERE id = ?",
                (*values, number),
            )
            row = connection.execute("SELECT cancel FROM jobs WHERE id = ?", (number,)).fetchone()
        return bool(row is None or row["cancel"])

    def finish(  # noqa: PLR0913 - keyword arguments, each with a default or a name
        self,
        job: Job,
        stage: IngestStage,
        *,
        code: str = "",
        message: str = "",
        document_id: str = "",
        existing: bool = False,
    ) -> None:
        """Write how a file ended; its staged copy goes unless a retry may want it."""
        with self._transaction() as connection:
            connection.execute(
                "UPDATE jobs SET stage = ?, code = ?, message = ?, document_id = ?, existing = ?,"
                " left_s = NULL, changed_at = ? WHERE id = ?",
                (stage, code, message, document_id, existing, time.time(), job.id),
            )
        if code not in _ASKS:
            self._drop_copies("id = ?", job.id)

    def put_back(self, job: Job) -> None:
        """Queue a file again that the worker could not finish, because it has to end."""
        if job.private:
            self.finish(job, "failed", code="encrypted", message=_asks_again(job.name))
            return
        with self._transaction() as connection:
            connection.execute(
                "UPDATE jobs SET stage = 'queued', attempts = attempts - 1 WHERE id = ?", (job.id,)
            )

    def requeue_abandoned(self) -> None:
        """Put files back that a worker was on when it was killed; only the one worker may.

        One that has ended several workers may have been the cause, and fails.
        """
        with self._transaction() as connection:
            connection.execute(
                "UPDATE jobs SET stage = 'failed', code = 'too_large', changed_at = ?, message ="  # noqa: S608 - constants
                " '''' || name || ''' ended its reader several times and was left out.'"
                f" WHERE {AT_WORK} AND private = 0 AND attempts >= ?",
                (time.time(), MAX_ATTEMPTS),
            )
            connection.execute(
                f"UPDATE jobs SET stage = 'queued', cancel = 0 WHERE {AT_WORK} AND private = 0"  # noqa: S608 - constants
            )

    def sweep(self) -> None:
        """Forget files that ended an hour ago and copies that no row names any more.

        A file with a password whose worker has been silent for long asks for it again.
        """
        now = time.time()
        lost = f"SELECT * FROM jobs WHERE NOT {ENDED} AND private = 1 AND changed_at < ?"  # noqa: S608 - constants
        for row in self._read(lost, now - _SILENT_S):
            self.put_back(job_of(row))
        self._forget("changed_at < ?", now - _KEEP_FINISHED_S)
        known = {Path(row["path"]).parent for row in self._read("SELECT path FROM jobs")}
        for folder in (self._folder / "incoming").glob("*"):
            # a young one may be on its way into its row
            if folder not in known and folder.stat().st_mtime < now - _KEEP_FINISHED_S:
                shutil.rmtree(folder, ignore_errors=True)

    def _forget(self, where: str, value: float) -> None:
        ended = f"{where} AND {ENDED}"
        self._drop_copies(ended, value)
        with self._transaction() as connection:
            connection.execute(f"DELETE FROM jobs WHERE {ended}", (value,))  # noqa: S608 - constants

    def _drop_copies(self, where: str, value: float) -> None:
        for row in self._read(f"SELECT path FROM jobs WHERE {where} AND staged = 1", value):  # noqa: S608 - constants
            shutil.rmtree(Path(row["path"]).parent, ignore_errors=True)


def _asks_again(name: str) -> str:
    return f"Reading {name!r} was interrupted: its password is needed again."
