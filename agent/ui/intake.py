"""Reads dropped files one after another on a thread of its own, so that a page rerun stops nothing.

One intake per process: every tab shows the same queue. It holds no document; what it finished is
in the library, and a job that waits for an answer (a password, replace or keep) is only a question.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

from store.errors import EncryptedError, NameTakenError, StoreError, WrongPasswordError

if TYPE_CHECKING:
    from store.library import Library
    from store.records import IngestProgress

log = logging.getLogger(__name__)

JobState = Literal["waiting", "working", "done", "known", "password", "name_taken", "failed"]
OPEN_STATES: tuple[JobState, ...] = ("waiting", "working")
FINISHED: tuple[JobState, ...] = ("done", "known", "failed")
KEPT_SENTENCES = 12


@dataclass(frozen=True, slots=True)
class Job:
    """One dropped file. ``code`` and ``message`` say what went wrong; ``data`` its bytes."""

    id: int
    name: str
    data: bytes
    state: JobState = "waiting"
    progress: IngestProgress | None = None
    code: str = ""
    message: str = ""
    password: str | None = None
    replace: bool = False
    keep_both: bool = False
    document_id: str = ""


class Intake:
    """The queue of dropped files and its one worker."""

    def __init__(self, library: Library) -> None:
        """Remember the library; the worker starts with the first file."""
        self._library = library
        self._lock = threading.Lock()
        self._wanted: deque[int] = deque()
        self._jobs: dict[int, Job] = {}
        self._numbers = count(1)
        self._worker: threading.Thread | None = None
        self._cancelled: set[int] = set()

    def add(self, name: str, data: bytes) -> int:
        """Queue a file and return its job's id."""
        with self._lock:
            job = Job(next(self._numbers), name, data)
            self._jobs[job.id] = job
            self._wanted.append(job.id)
            self._wake()
        return job.id

    def answer(
        self,
        job_id: int,
        *,
        password: str | None = None,
        replace_old: bool = False,
        keep_both: bool = False,
    ) -> None:
        """Queue a waiting file again with the person's answer."""
        with self._lock:
            job = self._jobs.get(job_id)
            if job is None or job.state in OPEN_STATES:
                return
            self._jobs[job_id] = replace(
                job,
                state="waiting",
                password=password if password is not None else job.password,
                replace=replace_old,
                keep_both=keep_both,
            )
            self._wanted.append(job_id)
            self._wake()

    def dismiss(self, job_id: int) -> None:
        """Forget a job; one at work is cancelled."""
        with self._lock:
            job = self._jobs.get(job_id)
            if job is not None and job.state == "working":
                self._cancelled.add(job_id)
            self._jobs.pop(job_id, None)

    def jobs(self) -> list[Job]:
        """Return the jobs, oldest first."""
        with self._lock:
            return list(self._jobs.values())

    def busy(self) -> bool:
        """Say whether a file is being read or waits for its turn."""
        return any(job.state in OPEN_STATES for job in self.jobs())

    def _wake(self) -> None:
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="intake", daemon=True)
            self._worker.start()

    def _next(self) -> Job | None:
        with self._lock:
            while self._wanted:
                job = self._jobs.get(self._wanted.popleft())
                if job is not None:
                    job = replace(job, state="working")
                    self._jobs[job.id] = job
                    return job
            self._worker = None
            return None

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                self._read(job)
            except Exception:
                log.exception("reading a dropped file failed")
                self._put(job, state="failed", code="internal")

    def _read(self, job: Job) -> None:
        try:
            added = self._library.add(
                job.data,
                name=job.name,
                password=job.password,
                on_progress=lambda progress: self._put(job, progress=progress),
                replace=job.replace,
                keep_both=job.keep_both,
                cancelled=lambda: job.id in self._cancelled,
            )
        except (EncryptedError, WrongPasswordError) as error:
            self._put(job, state="password", code=error.code, message=str(error))
        except NameTakenError as error:
            self._put(job, state="name_taken", code=error.code, message=str(error))
        except StoreError as error:
            self._put(job, state="failed", code=error.code, message=str(error))
        else:
            state: JobState = "known" if added.existing else "done"
            self._put(job, state=state, document_id=added.document.id)

    def _put(self, job: Job, **changes: Any) -> None:  # noqa: ANN401 - fields of Job
        """Keep a job's new state; a finished one no longer needs its bytes."""
        with self._lock:
            held = self._jobs.get(job.id)
            if held is None:
                return
            held = replace(held, **changes)
            if held.state in FINISHED:
                held = replace(held, data=b"", progress=None)
            self._jobs[job.id] = held
            ended = [number for number, other in self._jobs.items() if other.state in FINISHED]
            for old in ended[:-KEPT_SENTENCES]:
                del self._jobs[old]
