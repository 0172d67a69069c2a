from __future__ import annotations

import sqlite3
import threading
import time
from typing import TYPE_CHECKING

import psutil
import pytest

from store.ingest_rows import FINISHED
from store.library import Library
from store.records import IngestProgress
from tests.store.conftest import make_pdf, slow_pdf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from store.ingest_queue import IngestQueue


@pytest.fixture(scope="module")
def working(tmp_path_factory):
    """Return a library whose worker, once started, takes in the files of several tests."""
    folder = tmp_path_factory.mktemp("working")
    with Library.open(folder, embedder="none") as opened:
        yield opened


def ended(queue: IngestQueue, *numbers: int) -> list[IngestProgress]:
    """Return the progress of these files once every file has ended."""
    until(lambda: not queue.busy())
    return [row for row in queue.progress() if row.id in numbers]


def until(reached: Callable[[], bool], wait_s: float = 120) -> None:
    """Look again and again without taking the worker's processor, until it is so."""
    pause, deadline = threading.Event(), time.monotonic() + wait_s
    while not reached():
        if time.monotonic() > deadline:
            pytest.fail("the worker did not come so far")
        pause.wait(0.05)


def names(library: Library) -> set[str]:
    return {document.name for document in library.documents()}


def workers() -> list[psutil.Process]:
    living = [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE]
    return [p for p in living if "store.ingest_worker" in p.cmdline()]


def test_enqueue_files_are_taken_in_by_another_process(working: Library, tmp_path: Path):
    path = tmp_path / "leave.pdf"
    path.write_bytes(make_pdf("Fifteen days of annual leave."))
    numbers = working.ingest.enqueue(
        [path, ("note.txt", "출장비는 실비로 준다.".encode()), ("bad.pdf", b"no")]
    )
    rows = ended(working.ingest, *numbers)
    assert [(r.name, r.stage, r.code) for r in rows] == [
        ("leave.pdf", "done", ""),
        ("note.txt", "done", ""),
        ("bad.pdf", "failed", "not_readable"),
    ]
    assert {"leave.pdf", "note.txt"} <= names(working)
    assert working.search("annual leave").hits[0].passage.document == "leave.pdf"
    assert not list((working.folder / "incoming").glob("*/*"))


def test_worker_has_low_priority_and_is_the_only_one(working: Library):
    for name in ("c.txt", "d.txt"):
        working.ingest.enqueue([(name, name.encode() * 9)])
    until(lambda: not working.ingest.busy())
    assert [w.nice() > psutil.Process().nice() for w in workers()] == [True]


def test_row_is_done_only_together_with_its_document(working: Library):
    connection = sqlite3.connect(working.folder / "queue.sqlite")
    connection.executescript(
        "CREATE TABLE early (id INTEGER); CREATE TRIGGER watch AFTER UPDATE ON jobs"
        " WHEN new.stage = 'done' AND new.document_id = ''"
        " BEGIN INSERT INTO early VALUES (new.id); END;"
    )
    (number,) = working.ingest.enqueue([("early.txt", b"The bird catches the worm.")])
    (row,) = ended(working.ingest, number)
    assert working.document(row.document_id).name == "early.txt"
    assert connection.execute("SELECT count(*) FROM early").fetchone() == (0,)
    connection.executescript("DROP TRIGGER watch; DROP TABLE early;")
    connection.close()


def test_enqueue_name_taken_waits_for_a_choice(working: Library):
    first = working.add(b"The first text.", name="a.txt").document
    (number,) = working.ingest.enqueue([("a.txt", b"The second text.")])
    (row,) = ended(working.ingest, number)
    assert (row.code, row.document_id) == ("name_taken", first.id)
    working.ingest.retry(number, keep_both=True)
    (row,) = ended(working.ingest, number)
    assert working.document(row.document_id).name == "a (2).txt"


def test_enqueue_encrypted_file_wants_its_password_and_takes_it(working: Library):
    data = make_pdf("Secret words.", password="open")  # noqa: S106
    (number,) = working.ingest.enqueue([("locked.pdf", data)])
    (row,) = ended(working.ingest, number)
    assert row.code == "encrypted"
    working.ingest.retry(number, password="open")  # noqa: S106
    (row,) = ended(working.ingest, number)
    assert row.stage == "done"
    assert b"open" not in (working.folder / "queue.sqlite").read_bytes()


def test_dismiss_file_that_asked_drops_its_copy(working: Library):
    (number,) = working.ingest.enqueue([("again.pdf", make_pdf("Other.", password="open"))])  # noqa: S106
    (row,) = ended(working.ingest, number)
    assert row.code == "encrypted"
    assert list((working.folder / "incoming").glob("*/again.pdf"))
    working.ingest.dismiss(number)
    assert not list((working.folder / "incoming").glob("*/again.pdf"))
    assert number not in [r.id for r in working.ingest.progress()]


def test_cancel_file_at_work_keeps_nothing_of_it_while_searches_go_on(working: Library):
    working.add(b"The library answers while files are read.", name="answers.txt")
    (number,) = working.ingest.enqueue([("long.pdf", slow_pdf(300))])
    until(lambda: any(r.id == number and r.done > 1 for r in working.ingest.progress()))
    (row,) = [r for r in working.ingest.progress() if r.id == number]
    assert (row.stage, row.total) == ("read", 300)
    assert row.left_s is not None
    assert working.search("answers while files are read").verdict == "found"
    working.ingest.cancel(number)
    (row,) = ended(working.ingest, number)
    assert row.stage == "cancelled"
    assert "long.pdf" not in names(working)
    assert not list((working.folder / "incoming").glob("*/long.pdf"))


def test_cancel_waiting_file_is_never_taken(library: Library):
    first, second = library.ingest.enqueue([("a.txt", b"One."), ("b.txt", b"Two.")], start=False)
    assert library.ingest.cancel(first)
    assert not library.ingest.cancel(first)
    job = library.ingest.jobs.take()
    assert job is not None
    assert job.id == second
    assert library.ingest.jobs.take() is None
    assert [p.name for p in (library.folder / "incoming").glob("*/*")] == ["b.txt"]


def test_worker_killed_on_one_file_again_and_again_gives_it_up(library: Library):
    number, other = library.ingest.enqueue([("a.txt", b"One."), ("b.txt", b"Two.")], start=False)
    jobs = library.ingest.jobs
    for _ in range(3):
        job = jobs.take()
        assert job is not None
        assert job.id == number
        jobs.requeue_abandoned()
    rows = {row.id: (row.stage, row.code) for row in library.ingest.progress()}
    assert rows == {number: ("failed", "too_large"), other: ("queued", "")}


def test_file_with_a_password_whose_worker_must_end_asks_for_it_again(library: Library):
    data = make_pdf("Secret.", password="open")  # noqa: S106
    (number,) = library.ingest.enqueue([("a.pdf", data)], password="open", start=False)  # noqa: S106
    assert library.ingest.jobs.take() is None
    job = library.ingest.jobs.take(number)
    assert job is not None
    library.ingest.jobs.put_back(job)
    (row,) = library.ingest.progress()
    assert (row.stage, row.code) == ("failed", "encrypted")
    assert job.path.exists()


def test_cancel_file_at_work_is_seen_by_the_worker(library: Library):
    (number,) = library.ingest.enqueue([("a.txt", b"One.")], start=False)
    job = library.ingest.jobs.take()
    assert job is not None
    assert library.ingest.cancel(number)
    assert library.ingest.jobs.note(number, IngestProgress("a.txt", "read", 1, 9))


def test_worker_killed_at_work_is_followed_by_one_that_goes_on(tmp_path: Path):
    folder = tmp_path / "library"
    with Library.open(folder, embedder="none") as library:
        before = workers()
        library.ingest.enqueue([("long.pdf", slow_pdf(25)), ("b.txt", b"Another one.")])
        until(lambda: any(r.done for r in library.ingest.progress()))
        killed = [worker for worker in workers() if worker not in before]
        assert killed
        for worker in killed:
            worker.kill()
    with Library.open(folder, embedder="none") as library:
        assert library.ingest.busy()
        library.resume()
        until(lambda: not library.ingest.busy())
        assert [r.stage for r in library.ingest.progress()] == ["done", "done"]
        assert {d.name: d.pages for d in library.documents()} == {"long.pdf": 25, "b.txt": 1}


def test_close_lets_the_worker_end_and_keeps_the_queue(tmp_path: Path):
    folder = tmp_path / "library"
    with Library.open(folder, embedder="none") as library:
        library.ingest.enqueue([("a.txt", b"Text.")], start=False)
    with Library.open(folder, embedder="none") as library:
        assert [r.stage for r in library.ingest.progress()] == ["queued"]
        assert not library.ingest.worker_runs()


def test_dismiss_forgets_a_file_that_has_ended_only(library: Library):
    first, second = library.ingest.enqueue([("a.txt", b"One."), ("b.txt", b"Two.")], start=False)
    library.ingest.cancel(first)
    library.ingest.dismiss(first)
    library.ingest.dismiss(second)
    assert [r.id for r in library.ingest.progress()] == [second]
    assert FINISHED == ("done", "failed", "cancelled")
