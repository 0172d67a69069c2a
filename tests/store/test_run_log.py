"""Threads, runs, events, turns and the outbox in one SQLite file, shared by processes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from store.errors import DamagedDatabaseError, FolderUnusableError, NewerDatabaseError
from store.run_log import RunLog
from store.turns import EXPIRY_S, Claim, QueuedText

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

T = "t1"


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "state.sqlite"


@pytest.fixture
def log(path) -> Iterator[RunLog]:
    opened = RunLog(path)
    yield opened
    opened.close()


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


def test_claim_second_claim_is_refused_until_released(log):
    assert log.turns.claim(T, "r1")
    assert not log.turns.claim(T, "r2")
    assert log.turns.holder(T) == "r1"
    log.turns.release(T)
    assert log.turns.holder(T) == ""
    assert log.turns.claim(T, "r2")


def test_claim_held_by_another_holder_in_this_process_is_refused(path, log):
    second = RunLog(path)
    assert log.turns.claim(T, "r1")
    assert not second.turns.claim(T, "r2")
    assert second.turns.holder(T) == "r1"
    second.close()


def test_claim_of_a_dead_process_is_taken_over(path, log):
    script = (
        "import sys; from pathlib import Path; from store.run_log import RunLog;"
        "print(RunLog(Path(sys.argv[1])).turns.claim('t1', 'dead'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True"
    assert log.turns.holder(T) == ""
    assert log.turns.claim(T, "r1")


def test_claim_without_heartbeat_expires(path, log, monkeypatch):
    second = RunLog(path)
    assert log.turns.claim(T, "r1")
    later = __import__("time").time() + EXPIRY_S + 1
    monkeypatch.setattr("store.turns.time.time", lambda: later)
    assert second.turns.claim(T, "r2")
    assert not log.turns.beat(T, "r1").held
    second.close()


def test_claim_whose_pid_was_given_to_another_process_is_dead(path, log):
    second = RunLog(path)
    assert second.turns.claim(T, "r1")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE leases SET pid = ?, pid_started = 1.0", (os.getpid(),))
    connection.commit()
    connection.close()
    assert log.turns.holder(T) == ""
    second.close()


def test_abandoned_on_error_gives_the_claim_up(log):
    assert log.turns.claim(T, "r1")
    with pytest.raises(ZeroDivisionError), log.turns.abandoned_on_error(T):
        _ = 1 / 0
    assert log.turns.holder(T) == ""


def test_request_stop_is_seen_by_the_holder(path, log):
    second = RunLog(path)
    log.turns.claim(T, "r1")
    assert not log.turns.stop_requested(T)
    second.turns.request_stop(T)
    assert log.turns.stop_requested(T)
    assert log.turns.beat(T, "r1").stop_requested
    second.close()


def test_queue_keeps_the_order_and_hands_the_lease_on(log):
    assert log.turns.claim_or_queue(item("r1")) == Claim("taken", item("r1"))
    log.begin(item("r1"), purpose="ask")
    assert log.turns.claim_or_queue(item("r2")) == Claim("queued")
    assert log.turns.claim_or_queue(item("r3")) == Claim("queued")
    assert log.rest(T, "r1", "ended", 1.5, hand_on=True) == item("r2")
    assert log.turns.holder(T) == "r2"
    log.begin(item("r2"), purpose="ask")
    assert log.rest(T, "r2", "waiting", 0.0, hand_on=False) is None
    assert log.turns.holder(T) == ""
    # a question is open: the text is its answer
    assert log.turns.claim_or_queue(item("r4")) == Claim("waiting")
    log.set_status(T, "r2", "ended")
    # what waited longer goes first, also when a new text comes
    assert log.turns.claim_or_queue(item("r4")) == Claim("taken", item("r3"))
    assert [one.run_id for one in log.turns.queued(T)] == ["r4"]


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
