"""The process that works through the queue: ``python -m store.ingest_worker FOLDER``.

Started by ``ingest_queue``. Its standard input is its parent's life line: where that ends, the
worker stops between two pages and puts the file back.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
from filelock import Timeout

from store.errors import IngestCancelledError, NameTakenError, StoreError
from store.ingest_queue import IngestQueue
from store.library import Library

if TYPE_CHECKING:
    from store.ingest_jobs import IngestJobs
    from store.ingest_rows import Job
    from store.records import IngestProgress

IDLE_S = 60.0
_POLL_S = 0.5
_NOTE_S = 0.3
_LOOK_S = 1.0
logger = logging.getLogger(__name__)


class Worker:
    """Works through one queue until it has been empty for a while or the parent is gone."""

    def __init__(self, library: Library, jobs: IngestJobs, password: str | None) -> None:
        """Use the library and the files of one folder."""
        self._library = library
        self._jobs = jobs
        self._password = password
        self.parent_gone = threading.Event()
        self._cancelled = False
        self._noted_at = 0.0
        self._stage = ""

    def run_one(self, number: int) -> None:
        """Take in the file named."""
        job = self._jobs.take(number)
        if job is not None:
            self._take_in(job)
            self._library.refresh_indexes()

    def run(self) -> None:
        """Take in every file that comes, and give vectors to documents that wait for theirs."""
        self._jobs.requeue_abandoned()
        self._library.recover()
        last = time.monotonic()
        behind = pending = True
        while not self.parent_gone.is_set() and time.monotonic() - last < IDLE_S:
            job = self._jobs.take()
            if job is not None:
                self._take_in(job)
                behind, last = True, time.monotonic()
            elif behind:
                self._library.refresh_indexes()
                behind = False
            elif pending:
                pending = self._embed_pending()
                last = time.monotonic()
            else:
                self.parent_gone.wait(_POLL_S)

    def _embed_pending(self) -> bool:
        """Embed what stopped at text, until a file comes; returns whether some may be left."""

        def disturbed() -> bool:
            return self.parent_gone.is_set() or self._jobs.waiting()

        self._library.embed_pending(cancelled=disturbed)
        return disturbed()

    def _take_in(self, job: Job) -> None:
        self._cancelled = False

        def tell(progress: IngestProgress) -> None:
            if progress.stage == "done":
                return  # its row says so only together with the document's id
            now = time.monotonic()
            if progress.stage != self._stage or now - self._noted_at > _NOTE_S:
                self._cancelled = self._jobs.note(job.id, progress)
                self._stage, self._noted_at = progress.stage, now

        try:
            added = self._library.add(
                job.path, name=job.name, password=self._password, on_progress=tell,
                replace=job.replace, keep_both=job.keep_both, ocr=job.ocr, index=False,
                cancelled=lambda: self._cancelled or self.parent_gone.is_set(),
            )  # fmt: skip
        except IngestCancelledError as error:
            self._give_up(job, error)
        except NameTakenError as error:
            self._jobs.finish(
                job, "failed", code=error.code, message=str(error), document_id=error.existing.id
            )
        except StoreError as error:
            logger.warning("a file could not be taken in: %s", error.code)
            self._jobs.finish(job, "failed", code=error.code, message=str(error))
        else:
            self._jobs.finish(job, "done", document_id=added.document.id, existing=added.existing)

    def _give_up(self, job: Job, error: IngestCancelledError) -> None:
        """Queue the file again where the worker must end; else the person wants none of it."""
        if self.parent_gone.is_set():
            self._jobs.put_back(job)
            return
        if error.new_document:
            self._library.remove(error.new_document)
        self._jobs.finish(job, "cancelled", code=error.code)


def main() -> None:
    """Run the worker that the command line describes."""
    parser = argparse.ArgumentParser(prog="store.ingest_worker")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--embedder", default="auto")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--job", type=int)
    given = parser.parse_args()
    _low_priority()
    password = json.loads(sys.stdin.readline() or "{}").get("password")
    queue = IngestQueue(given.folder, given.embedder, given.models)
    with Library.open(given.folder, embedder=given.embedder, models_path=given.models) as library:
        worker = Worker(library, queue.jobs, password)
        watcher = threading.Thread(target=_watch_parent, args=(worker.parent_gone,), daemon=True)
        watcher.start()
        if given.job is not None:
            worker.run_one(given.job)
            return
        # a file queued while the worker was leaving is still seen: look again without the lock
        while _alone(queue, worker) and queue.jobs.waiting() and not worker.parent_gone.is_set():
            pass


def _alone(queue: IngestQueue, worker: Worker) -> bool:
    """Run the worker under the queue's lock; returns whether the lock was free."""
    try:
        # whoever only looks whether a worker runs holds the lock for a moment
        with queue.worker_lock().acquire(timeout=_LOOK_S):
            worker.run()
    except Timeout:
        return False
    return True


def _watch_parent(gone: threading.Event) -> None:
    # not sys.stdin: a thread inside its buffer's lock makes the interpreter's end fatal
    while os.read(0, 1024):
        pass
    gone.set()


def _low_priority() -> None:
    process = psutil.Process()
    if sys.platform == "win32":
        process.nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        process.nice(10)


if __name__ == "__main__":
    main()
