"""Every action at a tool call that must ask, through the app."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.approval_switches import Switches
from agent.events import ApprovalResolved
from agent.settings import Settings
from agent.tools.builtin import builtin_tools
from agent.tools.catalogue import Catalogue
from tests.graph.decisions import FIRST, REQUEST, THREAD, decide, drive, values
from tests.graph.notes import NOTES, SENDING, note_sender
from tests.graph.task_script import TaskScript


def only(*points: str) -> Switches:
    """The master switch on, and of the rest these alone."""
    names = ("clarification", "plan", "step", "memory")
    return Switches(master=True, **{name: name in points for name in names})


@pytest.mark.parametrize(
    ("switches", "others"),
    [
        pytest.param(Switches(master=False), [], id="master off"),
        pytest.param(only(), ["plan", "step", "step"], id="master on, none chosen"),
        pytest.param(only("memory"), ["plan", "step", "step"], id="memory"),
        pytest.param(only("clarification", "memory"), [], id="clarification"),
        pytest.param(only("plan"), ["plan"], id="plan"),
        pytest.param(only("step"), ["step", "step"], id="step"),
        pytest.param(only("plan", "step"), ["plan", "step", "step"], id="plan and step"),
    ],
)
@pytest.mark.parametrize(
    ("decision", "sent"),
    [
        ({"action": "accept"}, ["Kim", "Kim"]),
        ({"action": "edit_args", "arguments": {"to": "Lee"}}, ["Lee", "Lee"]),
        ({"action": "respond", "text": "I sent it myself"}, []),
    ],
)
def test_tool_call_that_must_ask_asks_whatever_the_switches_say(
    task_app, switches, others, decision, sent
):
    went: list[str] = []
    app = task_app(TaskScript(calls=SENDING, steps=NOTES), switches, note_sender(went.append))
    points = drive(app, FIRST | {"tool_call": decision})
    assert points.count("tool_call") == 2
    assert [point for point in points if point != "tool_call"] == others
    assert sent == went
    assert values(app)["final_guide"]


@pytest.mark.parametrize(
    ("change", "may_always_run"),
    [({}, True), ({"online": True}, False), ({"name": "python_repl"}, False)],
)
def test_tool_call_always_allowed_asks_again_where_that_is_not_offered(
    task, change, may_always_run
):
    went: list[str] = []
    tool = replace(note_sender(went.append), **change)
    talk = task(
        TaskScript(calls=[{**SENDING[0], "tool": tool.name}], steps=NOTES),
        tools=Catalogue([*builtin_tools().all(), tool]),
        settings=Settings(allow_internet=True),
    )
    talk.say(REQUEST)
    assert talk.open_questions()[0]["payload"]["always_allowed"] is may_always_run
    talk.switches = replace(talk.switches, always_allowed=(tool.name,))
    talk.decide({"action": "accept"})
    assert went == (["Kim", "Kim"] if may_always_run else ["Kim"])
    assert [q["point"] for q in talk.open_questions()] == ([] if may_always_run else ["tool_call"])


@pytest.mark.parametrize("wrong", [{}, {"to": 3}, {"to": None}, {"name": "Lee"}])
def test_tool_call_edited_arguments_that_break_the_schema_leave_the_question_open(task_app, wrong):
    went: list[str] = []
    script = TaskScript(calls=SENDING, steps=NOTES)
    app = task_app(script, Switches(master=False), note_sender(went.append))
    list(app.ask(THREAD, REQUEST))
    asked = app.pending(THREAD)
    told = app.decide(THREAD, asked[0].id, {"action": "edit_args", "arguments": wrong})
    (resolved,) = [event for event in told if isinstance(event, ApprovalResolved)]
    assert resolved.outcome == "invalid"
    assert "'to'" in resolved.why
    assert app.pending(THREAD) == asked
    assert went == []
    decide(app, {"action": "edit_args", "arguments": {"to": "Lee"}})
    assert went == ["Lee"]


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
