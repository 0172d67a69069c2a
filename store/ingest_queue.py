"""The queue of files to take in, and the process that works through it.

The queue is an SQLite file in the library's folder, so that page and command line see the same
progress and a restart goes on where the last one stopped. The worker is a child process of low
priority, started when there is work, gone when there is none; it ends between two pages when its
parent does. Passwords are never written: a file that needs one gets a child of its own, which is
told on its standard input.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from filelock import FileLock, Timeout

import store
from store.database import translated
from store.ingest import safe_name
from store.records import IngestProgress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from store.records import IngestStage

_SCHEMA = """
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
"""
FINISHED = ("done", "failed", "cancelled")
_ENDED = "('done', 'failed', 'cancelled')"
_COLUMNS = "id, name, stage, done, total, left_s, code, message, document_id, existing"
_KEEP_FINISHED_S = 3600.0


@dataclass(frozen=True, slots=True)
class Job:
    """One file to take in."""

    id: int
    name: str
    path: Path
    staged: bool
    replace: bool
    keep_both: bool
    ocr: bool


class IngestQueue:
    """The queue, as page, command line and worker use it; ``Library.ingest``."""

    def __init__(
        self, folder: Path, embedder: str = "auto", models_path: Path | None = None
    ) -> None:
        """Open the queue of the library in a folder."""
        self._folder = folder
        self._embedder = embedder
        self._models_path = models_path
        self._children: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        with translated("opening the queue"):
            folder.mkdir(parents=True, exist_ok=True)
            with self._open() as connection:
                connection.execute(_SCHEMA)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        path = self._folder / "queue.sqlite"
        with closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.row_factory = sqlite3.Row
            yield connection

    def enqueue(  # noqa: PLR0913 - keyword arguments, each with a default or a name
        self,
        files: Sequence[Path | tuple[str, bytes]],
        *,
        replace: bool = False,
        keep_both: bool = False,
        password: str | None = None,
        ocr: bool = False,
        start: bool = True,
    ) -> list[int]:
        """Queue files, paths or names with bytes, and start the worker; returns their numbers.

        Args:
            files: Paths, read when their turn comes, or names with bytes, kept until then.
            replace: Each takes the place of the document of its name.
            keep_both: Each gets a number where its name is taken.
            password: Opens each; never written down.
            ocr: Have pictures of pages read by tesseract.
            start: Whether to start the worker now.
        """
        numbers = [self._put(item, replace, keep_both, password, ocr) for item in files]
        if start and password is None:
            self.start()
        elif start:
            for number in numbers:
                self._spawn(["--job", str(number)], password)
        return numbers

    def _put(
        self,
        item: Path | tuple[str, bytes],
        replace: bool,
        keep_both: bool,
        password: str | None,
        ocr: bool,
    ) -> int:
        staged = not isinstance(item, Path)
        name = item.name if isinstance(item, Path) else safe_name(item[0])
        path = item.absolute() if isinstance(item, Path) else self._stage(name, item[1])
        values = (
            name,
            str(path),
            staged,
            replace,
            keep_both,
            ocr,
            password is not None,
            time.time(),
        )
        with translated("queueing a file"), self._open() as connection:
            done = connection.execute(
                "INSERT INTO jobs (name, path, staged, replace_same, keep_both, ocr, private,"
                " changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            return int(done.lastrowid or 0)

    def _stage(self, name: str, data: bytes) -> Path:
        folder = self._folder / "incoming" / uuid4().hex
        with translated(f"keeping {name!r}"):
            folder.mkdir(parents=True)
            (folder / name).write_bytes(data)
        return folder / name

    def progress(self) -> list[IngestProgress]:
        """Return every file that waits, is worked on, or ended in the last hour, oldest first."""
        since = time.time() - _KEEP_FINISHED_S
        with translated("reading the queue"), self._open() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM jobs WHERE stage NOT IN {_ENDED}"  # noqa: S608 - constants
                " OR changed_at > ? ORDER BY id",
                (since,),
            ).fetchall()
        return [_progress(row) for row in rows]

    def busy(self) -> bool:
        """Return whether a file waits or is worked on."""
        return any(item.stage not in FINISHED for item in self.progress())

    def cancel(self, number: int) -> bool:
        """Cancel a file that has not ended; returns whether there was one."""
        with translated("writing the queue"), self._open() as connection:
            waiting = connection.execute(
                "UPDATE jobs SET stage = 'cancelled', changed_at = ?"
                " WHERE id = ? AND stage = 'queued'",
                (time.time(), number),
            )
            if waiting.rowcount:
                return True
            asked = connection.execute(
                f"UPDATE jobs SET cancel = 1 WHERE id = ? AND stage NOT IN {_ENDED}",  # noqa: S608 - constant
                (number,),
            )
            return bool(asked.rowcount)

    def dismiss(self, number: int) -> None:
        """Forget a file that has ended; its line is read and may go."""
        with translated("writing the queue"), self._open() as connection:
            connection.execute(
                f"DELETE FROM jobs WHERE id = ? AND stage IN {_ENDED}",  # noqa: S608 - constant
                (number,),
            )

    def retry(
        self,
        number: int,
        *,
        password: str | None = None,
        replace: bool = False,
        keep_both: bool = False,
        ocr: bool = False,
    ) -> None:
        """Try a failed file again, with the answer it wanted."""
        with translated("writing the queue"), self._open() as connection:
            connection.execute(
                "UPDATE jobs SET stage = 'queued', code = '', message = '', cancel = 0, done = 0,"
                " total = 0, replace_same = ?, keep_both = ?, ocr = ?, private = ?"
                " WHERE id = ? AND stage = 'failed'",
                (replace, keep_both, ocr, password is not None, number),
            )
        if password is None:
            self.start()
        else:
            self._spawn(["--job", str(number)], password)

    # the worker

    def start(self) -> bool:
        """Start the worker where there is work and none runs; returns whether one was started."""
        with self._lock:
            self._children = [child for child in self._children if child.poll() is None]
            if not self._waiting() or self.worker_runs():
                return False
            self._spawn([], None)
            return True

    def _waiting(self) -> bool:
        return any(item.stage not in FINISHED for item in self.progress())

    def worker_runs(self) -> bool:
        """Return whether a worker of any process works on this queue."""
        lock = self.worker_lock()
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return True
        lock.release()
        return False

    def worker_lock(self) -> FileLock:
        """Return the lock that a worker holds while it lives."""
        return FileLock(self._folder / "worker.lock", is_singleton=False)

    def _spawn(self, extra: list[str], password: str | None) -> None:
        root = str(Path(store.__file__).parent.parent)
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        models = ["--models", str(self._models_path)] if self._models_path else []
        child = subprocess.Popen(  # noqa: S603 - this interpreter, this package
            [
                sys.executable, "-m", "store.ingest_worker", str(self._folder),
                "--embedder", self._embedder, *models, *extra,
            ],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        if child.stdin is not None:
            child.stdin.write(json.dumps({"password": password}).encode() + b"\n")
            child.stdin.flush()
        self._children.append(child)

    def close(self) -> None:
        """Let go of the workers started here; they end between two pages and the queue stays."""
        for child in self._children:
            if child.stdin is not None:
                child.stdin.close()
        for child in self._children:
            child.terminate()
            child.wait()
        self._children.clear()

    # for the worker

    def take(self, number: int | None = None) -> Job | None:
        """Mark the next file, or the one named, as worked on and return it."""
        which = "id = ?" if number is not None else "private = 0"
        with translated("reading the queue"), self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            row = connection.execute(
                f"SELECT * FROM jobs WHERE stage = 'queued' AND {which} ORDER BY id LIMIT 1",  # noqa: S608 - constants
                (number,) if number is not None else (),
            ).fetchone()
            if row is not None:
                connection.execute(
                    "UPDATE jobs SET stage = 'read', changed_at = ? WHERE id = ?",
                    (time.time(), row["id"]),
                )
            connection.execute("COMMIT")
        return _job(row) if row is not None else None

    def requeue_abandoned(self) -> None:
        """Put files back that a worker was on when it was killed, but those with a password."""
        with translated("writing the queue"), self._open() as connection:
            connection.execute(
                "UPDATE jobs SET stage = 'queued', cancel = 0 WHERE private = 0"
                " AND stage NOT IN ('queued', 'done', 'failed', 'cancelled')"
            )

    def note(self, number: int, progress: IngestProgress) -> bool:
        """Write how far a file is; returns whether it was cancelled meanwhile."""
        with translated("writing the queue"), self._open() as connection:
            connection.execute(
                "UPDATE jobs SET stage = ?, done = ?, total = ?, left_s = ?, changed_at = ?"
                " WHERE id = ?",
                (
                    progress.stage,
                    progress.done,
                    progress.total,
                    progress.left_s,
                    time.time(),
                    number,
                ),
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
        with translated("writing the queue"), self._open() as connection:
            connection.execute(
                "UPDATE jobs SET stage = ?, code = ?, message = ?, document_id = ?, existing = ?,"
                " left_s = NULL, changed_at = ? WHERE id = ?",
                (stage, code, message, document_id, existing, time.time(), job.id),
            )
        if job.staged and code not in ("encrypted", "wrong_password", "name_taken", "image_only"):
            shutil.rmtree(job.path.parent, ignore_errors=True)

    def put_back(self, job: Job) -> None:
        """Queue a file again that the worker could not finish, because it has to end."""
        with translated("writing the queue"), self._open() as connection:
            connection.execute("UPDATE jobs SET stage = 'queued' WHERE id = ?", (job.id,))


def _progress(row: sqlite3.Row) -> IngestProgress:
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


def _job(row: sqlite3.Row) -> Job:
    return Job(
        id=row["id"],
        name=row["name"],
        path=Path(row["path"]),
        staged=bool(row["staged"]),
        replace=bool(row["replace_same"]),
        keep_both=bool(row["keep_both"]),
        ocr=bool(row["ocr"]),
    )
