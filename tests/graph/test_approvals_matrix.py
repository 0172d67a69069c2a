"""Every combination of the switches, and every action at every point, through the app."""

from __future__ import annotations

import itertools

import pytest

from agent.approval_switches import Switches
from agent.events import ApprovalResolved
from tests.graph.decisions import FIRST, QUESTION, REQUEST, THREAD, decide, drive, unclear, values
from tests.graph.task_script import TaskScript


def asked_with(switches: Switches) -> list[str]:
    one = (switches.clarification, switches.plan, switches.step)
    wanted = one if any(one) else (True, True, True)
    points = [("clarification",), ("plan",), ("step", "step")]
    asked = [names for names, on in zip(points, wanted, strict=True) if on and switches.master]
    return [name for names in asked for name in names]


@pytest.mark.parametrize("flags", list(itertools.product([True, False], repeat=5)))
def test_switches_combination_asks_exactly_where_it_says(task_app, flags):
    switches = Switches(*flags)
    app = task_app(unclear(), switches)
    assert drive(app, FIRST) == asked_with(switches)
    state = values(app)
    assert [r["status"] for r in state["step_results"]] == ["succeeded", "succeeded"]
    asked = [e["point"] for e in state["approval_history"] if not e["automatic"]]
    assert asked == asked_with(switches)


ONLY_PLAN = Switches(clarification=False, plan=True, step=False, memory=False)

ONLY_STEP = Switches(clarification=False, plan=False, step=True, memory=False)

ONLY_CLARIFICATION = Switches(clarification=True, plan=False, step=False, memory=False)


@pytest.mark.parametrize(
    ("decision", "finished"),
    [
        ({"action": "answer", "answers": {QUESTION: "Tea"}}, True),
        ({"action": "proceed"}, True),
        ({"action": "cancel"}, False),
    ],
)
def test_clarification_action_ends_as_it_says(task_app, decision, finished):
    app = task_app(unclear(), ONLY_CLARIFICATION)
    list(app.ask(THREAD, REQUEST))
    decide(app, decision)
    assert bool(values(app)["final_guide"]) is finished
    assert values(app)["final_response"]


def test_clarification_reused_from_an_earlier_task_is_the_answer(task_app):
    script = unclear()
    app = task_app(script, ONLY_CLARIFICATION)
    drive(app, {"clarification": {"action": "answer", "answers": {QUESTION: "My tea shop"}}})
    list(app.ask("t2", REQUEST))
    question = app.pending("t2")[0]
    assert question.payload["past"][0]["answer"] == "My tea shop"
    wrong = list(app.decide("t2", question.id, {"action": "reuse", "id": "none such"}))
    assert [e.outcome for e in wrong if isinstance(e, ApprovalResolved)] == ["invalid"]
    decide(app, {"action": "reuse", "id": question.payload["past"][0]["id"]}, "t2")
    state = app.graph.get_state(app.config("t2")).values
    assert "My tea shop" in state["clarification"]["merged"]
    assert state["final_guide"]


@pytest.mark.parametrize("unusable", ["...", "What is it about?", "\u200b"])
def test_clarification_unusable_answer_leaves_the_question_open(task_app, unusable):
    app = task_app(unclear(), ONLY_CLARIFICATION)
    list(app.ask(THREAD, REQUEST))
    name = app.pending(THREAD)[0].id
    answer = {"action": "answer", "answers": {QUESTION: unusable}}
    told = [e for e in app.decide(THREAD, name, answer) if isinstance(e, ApprovalResolved)]
    assert (told[0].outcome, bool(told[0].why)) == ("invalid", True)
    assert app.pending(THREAD)[0].id == name


def test_plan_edit_replaces_the_rows_and_counts_as_approval(task_app):
    app = task_app(TaskScript(), ONLY_PLAN)
    list(app.ask(THREAD, REQUEST))
    rows = [{"id": "s2", "title": "Edit it", "goal": ""}, {"id": "n", "title": "New", "goal": "x"}]
    decide(app, {"action": "edit_plan", "rows": rows})
    state = values(app)
    assert [r["title"] for r in state["step_results"]] == ["Edit it", "New"]
    assert [e["action"] for e in state["approval_history"] if e["point"] == "plan"] == ["edit_plan"]
    assert app.pending(THREAD) == []


def test_plan_change_in_words_shows_the_plan_before(task_app):
    add = {"op": "add", "step": 2, "to": 2, "title": "Record a voice", "goal": "A recording"}
    app = task_app(TaskScript(edits=[add]), ONLY_PLAN)
    list(app.ask(THREAD, REQUEST))
    before = app.pending(THREAD)[0].payload["sub_tasks"]
    decide(app, {"action": "replan", "text": "Add a voice before editing"})
    payload = app.pending(THREAD)[0].payload
    assert payload["previous"] == before
    assert payload["feedback"] == "Add a voice before editing"
    assert [t["title"] for t in payload["sub_tasks"]] == [
        "Write the script", "Record a voice", "Edit the video",
    ]  # fmt: skip
    decide(app, {"action": "accept"})
    assert len(values(app)["step_results"]) == 3


@pytest.mark.parametrize("action", ["reject", "cancel"])
def test_plan_refused_ends_in_a_short_answer(task_app, action):
    script = TaskScript()
    app = task_app(script, ONLY_PLAN)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": action})
    state = values(app)
    assert state["final_response"]
    assert state["step_results"] == []
    assert script.asked["prose"] == 0


CLOCK = [{"tool": "get_time", "args": {"time_zone": "Asia/Seoul"}}]


def test_decision_given_twice_counts_once(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    name = app.pending(THREAD)[0].id
    list(app.decide(THREAD, name, {"action": "accept"}))
    second = list(app.decide(THREAD, name, {"action": "accept"}))
    assert [e.outcome for e in second if isinstance(e, ApprovalResolved)] == ["ignored"]
    assert app.pending(THREAD)[0].payload["index"] == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"action": "accept", "extra": 1},
        {"action": "proceed"},
        {"action": "edit_plan", "rows": []},
        {"action": "replan", "text": " "},
        {"action": "edit_plan", "rows": [{"id": "a", "title": "X"}, {"id": "b", "title": "x"}]},
        {"nothing": True},
    ],
)
def test_decision_of_the_wrong_shape_leaves_the_question_open(task_app, wrong):
    app = task_app(TaskScript(), ONLY_PLAN)
    list(app.ask(THREAD, REQUEST))
    name = app.pending(THREAD)[0].id
    told = [e for e in app.decide(THREAD, name, wrong) if isinstance(e, ApprovalResolved)]
    assert told[0].outcome == "invalid"
    assert told[0].why
    assert app.pending(THREAD)[0].id == name


@pytest.mark.parametrize("wrong", [{"time_zone": 3}, {"time_zone": "x" * 61}, {"time_zone": None}])
def test_step_edited_arguments_that_break_the_schema_leave_the_question_open(task_app, wrong):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    asked = app.pending(THREAD)
    told = app.decide(THREAD, asked[0].id, {"action": "edit_args", "arguments": wrong})
    (resolved,) = [event for event in told if isinstance(event, ApprovalResolved)]
    assert resolved.outcome == "invalid"
    assert "'time_zone'" in resolved.why
    assert app.pending(THREAD) == asked
    assert values(app)["step_results"] == []


def test_text_typed_while_a_plan_is_open_is_the_answer(task_app):
    app = task_app(TaskScript(), ONLY_PLAN)
    list(app.ask(THREAD, REQUEST))
    list(app.ask(THREAD, "ok"))
    assert values(app)["final_guide"]
