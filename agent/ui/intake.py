"""The dropped files as the page shows them: the library's own queue, in the words of the page.

Nothing is read here and nothing is kept: a process of its own takes the files in, every tab and
the command line see the same queue, and a restart goes on with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.library import Library
    from store.records import IngestProgress

JobState = Literal["waiting", "working", "done", "known", "password", "name_taken", "failed"]
OPEN_STATES: tuple[JobState, ...] = ("waiting", "working")
REFUSED_STATES: tuple[JobState, ...] = ("failed", "password")
KEPT_SENTENCES = 12
_ASKING: dict[str, JobState] = {
    "encrypted": "password",
    "wrong_password": "password",
    "name_taken": "name_taken",
}


@dataclass(frozen=True, slots=True)
class Job:
    """One dropped file. ``code`` and ``message`` say what went wrong."""

    id: int
    name: str
    state: JobState
    progress: IngestProgress
    code: str = ""
    message: str = ""
    document_id: str = ""


class Intake:
    """The queue of a library, for the page."""

    def __init__(self, library: Library) -> None:
        """Remember the library, which begins with a file as soon as it is dropped."""
        self._library = library
        self._queue = library.ingest

    def add(self, files: Sequence[tuple[str, bytes]]) -> list[int]:
        """Queue files, each a name and its bytes, and return their numbers.

        Each takes the place of what was not taken under its name before.
        """
        numbers = self._queue.enqueue(files)
        rows = self._queue.progress()
        names = {row.name for row in rows if row.id in numbers}
        for row in rows:
            if row.name in names and row.id not in numbers and _state(row) in REFUSED_STATES:
                self._queue.dismiss(row.id)
        return numbers

    def answer(
        self,
        job_id: int,
        *,
        password: str | None = None,
        replace_old: bool = False,
        keep_both: bool = False,
        read_pictures: bool = False,
    ) -> None:
        """Queue a file that asked again with the person's answer."""
        self._queue.retry(
            job_id, password=password, replace=replace_old, keep_both=keep_both, ocr=read_pictures
        )

    def dismiss(self, job_id: int) -> None:
        """Forget a file; one that waits or is worked on is cancelled."""
        if not self._queue.cancel(job_id):
            self._queue.dismiss(job_id)

    def jobs(self) -> list[Job]:
        """Return the files that are worked on, ask something, or ended lately; oldest first."""
        jobs = [_job(row) for row in self._queue.progress() if row.stage != "cancelled"]
        if any(job.state == "known" for job in jobs):
            held = {document.id for document in self._library.documents()}
            jobs = [job for job in jobs if job.state != "known" or job.document_id in held]
        ended = [job.id for job in jobs if job.state in ("done", "known", "failed")]
        silent = set(ended[:-KEPT_SENTENCES])
        return [job for job in jobs if job.id not in silent]

    def busy(self) -> bool:
        """Say whether a file is being read or waits for its turn.

        A worker that was killed is followed by another here: the page looks twice a second.
        """
        if not self._queue.busy():
            return False
        self._queue.start()
        return True


def _job(row: IngestProgress) -> Job:
    return Job(row.id, row.name, _state(row), row, row.code, row.message, row.document_id)


def _state(row: IngestProgress) -> JobState:
    if row.stage == "queued":
        return "waiting"
    if row.stage == "done":
        return "known" if row.existing else "done"
    if row.stage == "failed":
        return _ASKING.get(row.code, "failed")
    return "working"
