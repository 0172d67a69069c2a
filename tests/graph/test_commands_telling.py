"""The command line says why: an answer refused, a step failed, a plan that stayed."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from agent.approval_switches import Switches
from agent.approvals import Accept
from agent.commands import line
from tests.graph.decisions import QUESTION, REQUEST, THREAD, unclear
from tests.graph.task_script import TaskScript

DIVIDING = [{"tool": "calculator", "args": {"expression": "1/0"}}]
ADDING = [{"tool": "calculator", "args": {"expression": "1+1"}}]
SAME_TITLES = '{"rows": ["Cut it", "Cut it"]}'
NUMBER = '{"arguments": {"expression": 5}}'
ANSWER = json.dumps({"answers": {QUESTION: " "}})


class Told(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def sum(self) -> dict[str, Any]:
        """What is printed last with --json."""
        return json.loads(self.out.splitlines()[-1])


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run a command in an app."""

    def work(app: Any, *words: str) -> Told:
        args = line.parser().parse_args(words)
        args.check(args)
        code = args.work(app, args)
        return Told(code, *capsys.readouterr())

    return work


@pytest.fixture
def decide(run):
    """Answer the open question of the conversation."""

    def answer(app: Any, *words: str) -> Told:
        return run(app, "decide", app.pending(THREAD)[0].id, *words)

    return answer


def only(point: str) -> Switches:
    """Ask at this point alone."""
    names = ("clarification", "plan", "step", "memory")
    return Switches(**{name: name == point for name in names})


@pytest.fixture
def asked(task_app, run):
    """Ask for a task in an app that asks at one point; return the app and what was told."""

    def ask(script: TaskScript, point: str, request: str = REQUEST) -> tuple[Any, Told]:
        app = task_app(script, only(point))
        return app, run(app, "ask", "--thread", THREAD, request)

    return ask


@pytest.mark.parametrize(
    ("point", "words", "part"),
    [
        ("step", ("edit_args", "--data", NUMBER), "arguments do not"),
        ("plan", ("edit_plan", "--data", SAME_TITLES), "'Cut it'"),
        ("plan", ("skip",), "does not take 'skip'"),
        ("clarification", ("answer", "--data", ANSWER), "empty"),
    ],
)
def test_answer_that_was_refused_is_told_with_the_reason(asked, decide, point, words, part):
    app, _ = asked(unclear(calls=ADDING), point)
    told = decide(app, *words)
    assert told.code == 3
    assert "stays open" in told.err
    assert part in told.err
    told = decide(app, *words, "--json")
    assert told.code == 3
    assert part in told.sum["refused"]
    assert told.err == ""
    assert "refused" not in decide(app, "cancel", "--json").sum


def test_typed_answer_that_was_refused_is_told_with_the_reason(asked, run):
    app, _ = asked(unclear(), "clarification")
    told = run(app, "ask", "--thread", THREAD, "???")
    assert (told.code, "no letter" in told.err) == (3, True)
    assert "no letter" in run(app, "ask", "--json", "--thread", THREAD, "???").sum["refused"]


def test_answer_that_comes_second_says_so(asked, run, monkeypatch):
    app, _ = asked(TaskScript(), "plan")
    first = app.pending(THREAD)
    list(app.decide(THREAD, first[0].id, Accept()))
    monkeypatch.setattr(app, "pending", lambda _: first)  # as another process saw it before
    told = run(app, "decide", first[0].id, "accept")
    assert "already been answered" in told.err


def test_step_that_failed_says_why_where_it_asks_again(asked, decide, run):
    app, _ = asked(TaskScript(calls=DIVIDING), "step")
    told = decide(app, "accept")
    failure = app.pending(THREAD)[0].payload["failure"]
    assert "zero" in failure
    assert f"failure: {json.dumps(failure)}" in told.out
    assert failure in run(app, "pending").out


def test_step_that_failed_for_good_says_why(task_app, run):
    app = task_app(TaskScript(calls=DIVIDING), Switches(master=False))
    told = run(app, "ask", "--thread", THREAD, REQUEST)
    assert told.code == 0
    assert "(failed: " in told.err
    assert "zero" in told.err


def test_plan_that_stayed_as_it_was_says_why(asked, decide):
    app, _ = asked(TaskScript(edits=[]), "plan")
    told = decide(app, "replan", "--text", "Do it without the voice")
    assert told.code == 3
    assert "unchanged: " in told.out
    assert "edit the table" in told.out


def test_clarification_asked_again_says_why(asked, run):
    app, _ = asked(TaskScript(), "clarification", "Compare these two contracts for me.")
    told = run(app, "ask", "--thread", THREAD, "added")
    assert told.code == 3
    assert "reason: " in told.out
    assert "still" in told.out
