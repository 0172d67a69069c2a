"""What other processes see and do, and what is left when one is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from agent.events import ApprovalRequested, Ended, Failed, Queued
from tests.graph.test_app_turns import THREAD, kinds, of
from tests.scripted import Pause

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[2]


class Other:
    """The process of ``tests.graph.serving``."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.graph.serving", *arguments],
            stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ,
        )  # fmt: skip

    def until(self, kind: str) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event: dict[str, Any] = json.loads(line)
            if event["kind"] == kind:
                return event
        message = f"the process ended before {kind!r}"
        raise AssertionError(message)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


@pytest.fixture
def other() -> Iterator[Callable[..., Other]]:
    started: list[Other] = []

    def start(*arguments: str) -> Other:
        started.append(Other(*arguments))
        return started[-1]

    yield start
    for process in started:
        process.kill()


def test_pending_approval_survives_kill_and_is_accepted_after_restart(app_with, other):
    process = other("ask", "plan a trip")
    asked = process.until("approval_requested")
    process.kill()
    app = app_with("one", "two")
    (approval,) = app.pending(THREAD)
    assert approval.id == asked["approval_id"]
    assert [m.text for m in app.history(THREAD)] == ["plan a trip"]
    assert of(list(app.decide(THREAD, approval.id, {"action": "accept"})), Ended).response == (
        "one; two"
    )


def test_run_killed_in_mid_answer_is_interrupted_and_can_be_retried(app_with, other):
    process = other("slow", "hi")
    told = ""
    while told != "half an ":
        told += process.until("token")["text"]
    process.kill()
    app = app_with("whole answer")
    assert not app.busy(THREAD)
    failed = of(app.recorded(THREAD), Failed)
    assert failed.code == "interrupted"
    message = app.history(THREAD)[-1]
    assert message.text == "half an "
    assert message.error["code"] == "interrupted"
    assert of(list(app.retry(THREAD)), Ended).response == "whole answer"
    assert [m.text for m in app.history(THREAD)] == ["hi", "whole answer"]


def test_killed_between_interrupt_and_its_event_asks_again_after_restart(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    (row,) = app._log.runs(THREAD)
    # as if the process had died before the event and the status were stored
    with app._log._file.writing() as db:
        db.execute("DELETE FROM events WHERE kind = 'approval_requested'")
    app._log.set_status(THREAD, row.run_id, "working")
    app.close()
    again = app_with()
    assert kinds(again.recorded(THREAD))[-1] == "approval_requested"
    assert len(again.pending(THREAD)) == 1
    assert again.threads()[0].waiting


def test_two_processes_share_one_thread(app_with, other):
    app = app_with("mine")
    process = other("slow", "theirs")
    process.until("token")
    assert app.busy(THREAD)
    mine = app.ask(THREAD, "mine?")
    told = [next(mine)]
    assert of(told, Queued).text == "mine?"
    assert app.pending(THREAD) == []
    seen = kinds(app.recorded(THREAD))
    assert "token" in seen
    app.stop(THREAD)
    process.until("stopped")
    process.kill()
    assert "stopped" in kinds(app.recorded(THREAD))


def test_two_apps_in_one_process_do_not_decide_twice(app_with):
    one, two = app_with("a", "b"), app_with("c", "d")
    list(one.ask(THREAD, "plan a trip"))
    name = two.pending(THREAD)[0].id
    first = one.decide(THREAD, name, {"action": "accept"})
    second = list(two.decide(THREAD, name, {"action": "accept"}))
    list(first)
    assert [e.outcome for e in second if e.kind == "approval_resolved"][-1] == "ignored"
    assert of(one.recorded(THREAD), Ended).response == "a; b"
    assert two.recorded(THREAD) == one.recorded(THREAD)


def test_close_in_mid_answer_leaves_a_run_that_goes_on(app_with):
    pause = Pause("half")
    app = app_with(pause)
    app.ask(THREAD, "hi")
    assert pause.reached.wait(10)
    app.close()
    again = app_with("whole")
    assert again.history(THREAD)[-1].error["code"] == "interrupted"
    assert of(list(again.retry(THREAD)), Ended).response == "whole"


def test_approval_events_are_not_repeated_by_a_restart(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    app.close()
    again = app_with()
    asked = [e for e in again.recorded(THREAD) if isinstance(e, ApprovalRequested)]
    assert len(asked) == 1


def test_run_that_lost_its_lease_ends_and_writes_nothing_more(app_with, monkeypatch):
    monkeypatch.setattr("agent.runs.BEAT_S", 0.0)
    pause = Pause("half")
    app, other = app_with(pause, "later"), app_with("taken over")
    app.ask(THREAD, "hi")
    assert pause.reached.wait(10)
    # as if this process had slept past its lease, and another one had found the run dead
    with app._log._file.writing() as db:
        db.execute("DELETE FROM leases")
    assert not other.busy(THREAD)
    taken = list(other.retry(THREAD))
    assert of(taken, Ended).response == "taken over"
    for thread in list(app._runs._threads):
        thread.join(10)
    told = kinds(other.recorded(THREAD))
    assert "stopped" not in told
    assert told.count("ended") == 1
    assert [m.text for m in other.history(THREAD)] == ["hi", "taken over"]
