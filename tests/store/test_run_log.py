"""Threads, runs, events, turns and the outbox in one SQLite file, shared by processes."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from store.errors import DamagedDatabaseError, FolderUnusableError, NewerDatabaseError
from store.run_log import RunLog
from store.turns import QueuedText

T = "t1"


def item(run_id: str, text: str = "text") -> QueuedText:
    return QueuedText(T, run_id, text)


def test_append_numbers_events_in_a_thread_from_one(log):
    log.events.append(T, "r", [("a", {"x": 1}), ("b", {})])
    log.events.append("other", "r", [("a", {})])
    log.events.append(T, "r", [("c", {"k": "한국어"})])
    assert [(e.seq, e.kind, e.payload) for e in log.events.read(T)] == [
        (1, "a", {"x": 1}),
        (2, "b", {}),
        (3, "c", {"k": "한국어"}),
    ]
    assert [e.seq for e in log.events.read(T, after=2)] == [3]
    assert log.events.last_seq(T) == 3
    assert [e.kind for e in log.events.of_kinds(T, ["a", "c"])] == ["a", "c"]


def test_every_write_waits_for_the_disk(log):
    with log._file.reading() as connection:
        (mode,) = connection.execute("PRAGMA synchronous").fetchone()
    assert mode == 2  # FULL: a power cut takes no run, answer or approval


def test_append_from_two_files_at_once_gives_no_number_twice(path, log):
    second = RunLog(path)

    def fill(one: RunLog) -> None:
        for _ in range(50):
            one.events.append(T, "r", [("a", {})])

    threads = [threading.Thread(target=fill, args=(one,)) for one in (log, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    second.close()
    assert [e.seq for e in log.events.read(T)] == list(range(1, 101))


def test_log_reopened_shows_the_same(path, log):
    log.threads.create("title", thread_id=T)
    log.begin(item("r1", "hello"), purpose="ask", base_checkpoint="c0")
    log.events.append(T, "r1", [("a", {})])
    log.close()
    again = RunLog(path)
    assert [(r.run_id, r.text, r.status, r.base_checkpoint) for r in again.runs(T)] == [
        ("r1", "hello", "working", "c0")
    ]
    assert len(again.events.read(T)) == 1
    assert [t.title for t in again.threads.all()] == ["title"]
    again.close()


def test_log_in_memory_makes_no_file(tmp_path):
    log = RunLog(None)
    log.events.append(T, "r", [("a", {})])
    assert log.events.last_seq(T) == 1
    log.close()
    assert list(tmp_path.iterdir()) == []


def test_begin_drops_streamed_pieces_of_ended_turns_only(log):
    for run_id, status in (("r1", "ended"), ("r2", "stopped")):
        log.begin(item(run_id), purpose="ask")
        log.events.append(T, run_id, [("token", {"text": "x"}), ("ended", {})])
        log.set_status(T, run_id, status)
    log.begin(item("r3"), purpose="ask")
    kept = [(e.run_id, e.kind) for e in log.events.read(T)]
    assert kept == [("r1", "ended"), ("r2", "token"), ("r2", "ended")]


def test_set_status_only_from_changes_nothing_else(log):
    log.begin(item("r1"), purpose="ask")
    assert log.set_status(T, "r1", "ended")
    assert not log.set_status(T, "r1", "interrupted", only_from="working")
    row = log.run(T, "r1")
    assert row is not None
    assert row.status == "ended"


def test_touch_names_a_nameless_thread_once(log):
    log.threads.create(thread_id=T)
    log.threads.touch(T, "what  is\nthis " + "long " * 30)
    log.threads.touch(T, "something else")
    row = log.threads.get(T)
    assert row is not None
    assert row.title.startswith("what is this long")
    assert len(row.title) == 60


def test_delete_thread_removes_all_its_rows(log):
    log.threads.create(thread_id=T)
    log.begin(item("r1"), purpose="ask")
    log.events.append(T, "r1", [("a", {})])
    log.threads.delete(T)
    assert (log.threads.get(T), log.runs(T), log.events.read(T)) == (None, [], [])


def test_rest_adds_up_the_seconds_of_work(log):
    log.begin(item("r1"), purpose="ask")
    for seconds in (1.5, 2.0):
        log.turns.claim(T, "r1")
        log.rest(T, "r1", "waiting", seconds, hand_on=False)
    row = log.run(T, "r1")
    assert row is not None
    assert row.worked_s == 3.5


def test_outbox_proposal_is_decided_once(log):
    name = log.outbox.propose(T, kind="preference", text="short", source="you", payload={"a": 1})
    assert [(p.text, p.payload) for p in log.outbox.open(T)] == [("short", {"a": 1})]
    assert log.outbox.decide(name, "rejected")
    assert not log.outbox.decide(name, "accepted")
    found = log.outbox.get(name)
    assert found is not None
    assert found.status == "rejected"
    assert log.outbox.open(T) == []


def test_open_newer_file_says_to_update(path):
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(NewerDatabaseError, match="newer version"):
        RunLog(path)


def test_open_damaged_file_names_it(path):
    path.write_bytes(b"this is no database at all" * 100)
    with pytest.raises(DamagedDatabaseError, match=r"state\.sqlite"):
        RunLog(path)


def test_open_in_a_place_that_is_a_file_says_the_folder_is_unusable(tmp_path):
    (tmp_path / "home").write_text("a file", "utf-8")
    with pytest.raises(FolderUnusableError, match="GUIDEPOST_HOME"):
        RunLog(tmp_path / "home" / "state.sqlite")


def test_wait_is_woken_by_a_write(log):
    woken = threading.Event()

    def wait() -> None:
        while log.events.last_seq(T) == 0:
            log.events.wait(10)
        woken.set()

    thread = threading.Thread(target=wait)
    thread.start()
    log.events.append(T, "r", [("a", {})])
    assert woken.wait(5)
    thread.join()
