"""Every action at a tool call that must ask, through the app."""

from __future__ import annotations

import pytest

from agent.approval_switches import Switches
from tests.graph.decisions import FIRST, REQUEST, THREAD, decide, drive, values
from tests.graph.notes import NOTES, SENDING, note_sender
from tests.graph.task_script import TaskScript


@pytest.mark.parametrize(
    ("decision", "sent"),
    [
        ({"action": "accept"}, ["Kim", "Kim"]),
        ({"action": "edit_args", "arguments": {"to": "Lee"}}, ["Lee", "Lee"]),
        ({"action": "respond", "text": "I sent it myself"}, []),
    ],
)
def test_tool_call_that_must_ask_asks_whatever_the_switches_say(task_app, decision, sent):
    went: list[str] = []
    app = task_app(
        TaskScript(calls=SENDING, steps=NOTES), Switches(master=False), note_sender(went.append)
    )
    points = drive(app, FIRST | {"tool_call": decision})
    assert set(points) == {"tool_call"}
    assert sent == went
    assert values(app)["final_guide"]


@pytest.mark.parametrize("typed", ["", "skip", "아니요"])
def test_tool_call_left_out_leaves_its_step_out(task_app, typed):
    went: list[str] = []
    script = TaskScript(calls=SENDING, steps=NOTES)
    app = task_app(script, Switches(master=False), note_sender(went.append))
    list(app.ask(THREAD, REQUEST))
    while app.pending(THREAD):
        if typed:
            list(app.ask(THREAD, typed))
        else:
            decide(app, {"action": "skip"})
    state = values(app)
    assert went == []
    assert [r["status"] for r in state["step_results"]] == ["skipped", "skipped"]
    assert state["ending"] == "partly"
    assert script.asked["prose"] == 0


def test_tool_call_stop_typed_ends_the_task_and_sends_nothing(task_app):
    went: list[str] = []
    app = task_app(
        TaskScript(calls=SENDING, steps=NOTES), Switches(master=False), note_sender(went.append)
    )
    list(app.ask(THREAD, REQUEST))
    list(app.ask(THREAD, "stop"))
    assert went == []
    assert values(app)["step_results"] == []
    assert values(app)["ending"] == "partly"


def test_tool_call_cancel_ends_the_task_with_what_is_done(task_app):
    went: list[str] = []
    app = task_app(
        TaskScript(calls=SENDING, steps=NOTES), Switches(master=False), note_sender(went.append)
    )
    assert drive(app, FIRST | {"tool_call": {"action": "cancel"}}) == ["tool_call"]
    assert went == []
    assert values(app)["final_response"]


def test_tool_call_cancelled_after_another_took_effect_is_told_in_the_guide(task_app):
    went: list[str] = []
    script = TaskScript(
        calls=lambda prompt: [
            {"tool": "send_note", "args": {"to": "Lee" if "sent to Kim" in prompt else "Kim"}}
        ],
        more=True,
        steps=NOTES,
    )
    app = task_app(script, Switches(master=False), note_sender(went.append))
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "cancel"})
    state = values(app)
    assert went == ["Kim"]
    (row,) = state["step_results"]
    assert row["status"] == "failed"
    assert "already done: send_note(to=Kim)" in state["final_guide"]
    assert "Lee" not in state["final_guide"]
    assert state["execution_stats"]["failed"] == 1
