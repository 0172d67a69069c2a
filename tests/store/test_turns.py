"""Whose turn a thread is: claims, their heartbeat and end, and the queue of texts."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys

import pytest

from store.run_log import RunLog
from store.turns import EXPIRY_S, Claim, QueuedText

T = "t1"


def item(run_id: str, text: str = "text") -> QueuedText:
    return QueuedText(T, run_id, text)


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
