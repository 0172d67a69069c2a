from __future__ import annotations

import time
from typing import TYPE_CHECKING

import psutil
import pytest

from store.ingest_queue import FINISHED, IngestQueue
from store.library import Library
from store.records import IngestProgress
from tests.store.conftest import make_pdf

if TYPE_CHECKING:
    from pathlib import Path


def ended(queue: IngestQueue, wait_s: float = 120) -> list[IngestProgress]:
    """Return the progress once every file has ended."""
    deadline = time.monotonic() + wait_s
    while time.monotonic() < deadline:
        if not queue.busy():
            return queue.progress()
    pytest.fail("the worker did not come to an end")


def test_enqueue_files_are_taken_in_by_another_process(library: Library, tmp_path: Path):
    path = tmp_path / "leave.pdf"
    path.write_bytes(make_pdf("Fifteen days of annual leave."))
    library.ingest.enqueue(
        [path, ("note.txt", "출장비는 실비로 준다.".encode()), ("bad.pdf", b"no")]
    )
    rows = ended(library.ingest)
    assert [(r.name, r.stage, r.code) for r in rows] == [
        ("leave.pdf", "done", ""),
        ("note.txt", "done", ""),
        ("bad.pdf", "failed", "not_readable"),
    ]
    assert {d.name for d in library.documents()} == {"leave.pdf", "note.txt"}
    assert library.search("annual leave").hits[0].passage.document == "leave.pdf"
    assert not list((library.folder / "incoming").glob("*/*"))


def test_enqueue_encrypted_file_wants_its_password_and_takes_it(library: Library):
    data = make_pdf("Secret words.", password="open")  # noqa: S106
    (number,) = library.ingest.enqueue([("locked.pdf", data)])
    (row,) = ended(library.ingest)
    assert row.code == "encrypted"
    library.ingest.retry(number, password="open")  # noqa: S106
    (row,) = ended(library.ingest)
    assert row.stage == "done"
    assert b"open" not in (library.folder / "queue.sqlite").read_bytes()


def test_enqueue_name_taken_waits_for_a_choice(library: Library):
    first = library.add(b"The first text.", name="a.txt").document
    (number,) = library.ingest.enqueue([("a.txt", b"The second text.")])
    (row,) = ended(library.ingest)
    assert (row.code, row.document_id) == ("name_taken", first.id)
    library.ingest.retry(number, keep_both=True)
    ended(library.ingest)
    assert {d.name for d in library.documents()} == {"a.txt", "a (2).txt"}


def test_cancel_waiting_file_never_starts(library: Library):
    first, second = library.ingest.enqueue([("a.txt", b"One."), ("b.txt", b"Two.")], start=False)
    assert library.ingest.cancel(second)
    library.ingest.start()
    rows = {r.id: r.stage for r in ended(library.ingest)}
    assert rows == {first: "done", second: "cancelled"}
    assert not library.ingest.cancel(first)


def test_cancel_file_at_work_is_seen_by_the_worker(library: Library):
    (number,) = library.ingest.enqueue([("a.txt", b"One.")], start=False)
    job = library.ingest.take()
    assert job is not None
    assert library.ingest.cancel(number)
    assert library.ingest.note(number, IngestProgress("a.txt", "read", 1, 9))


def test_worker_killed_at_work_is_followed_by_one_that_goes_on(tmp_path: Path):
    folder = tmp_path / "library"
    pages = ["A page that takes a moment to read. " * 60] * 150
    with Library.open(folder, embedder="none") as library:
        library.ingest.enqueue([("long.pdf", make_pdf(*pages)), ("b.txt", b"Another one.")])
        deadline = time.monotonic() + 60
        while not any(r.done for r in library.ingest.progress()) and time.monotonic() < deadline:
            pass
        workers = [p for p in psutil.Process().children() if "store.ingest_worker" in p.cmdline()]
        assert workers
        for worker in workers:
            worker.kill()
    with Library.open(folder, embedder="none") as library:
        assert library.ingest.busy()
        library.ingest.start()
        assert [r.stage for r in ended(library.ingest)] == ["done", "done"]
        assert {d.name: d.pages for d in library.documents()} == {"long.pdf": 150, "b.txt": 1}


def test_close_lets_the_worker_end_and_keeps_the_queue(tmp_path: Path):
    folder = tmp_path / "library"
    with Library.open(folder, embedder="none") as library:
        library.ingest.enqueue([("a.txt", b"Text.")], start=False)
    with Library.open(folder, embedder="none") as library:
        assert [r.stage for r in library.ingest.progress()] == ["queued"]
        assert not library.ingest.worker_runs()


def test_worker_has_low_priority(library: Library):
    library.ingest.enqueue([("a.txt", b"Text.")])
    ended(library.ingest)
    workers = [p for p in psutil.Process().children() if "store.ingest_worker" in p.cmdline()]
    assert [w.nice() > psutil.Process().nice() for w in workers] == [True]


def test_dismiss_forgets_a_file_that_has_ended_only(library: Library):
    first, second = library.ingest.enqueue([("a.txt", b"One."), ("b.txt", b"Two.")], start=False)
    library.ingest.cancel(first)
    library.ingest.dismiss(first)
    library.ingest.dismiss(second)
    assert [r.id for r in library.ingest.progress()] == [second]
    assert FINISHED == ("done", "failed", "cancelled")
