"""Every combination of the switches, and every action at every point, through the app."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel

from agent.app import App, open_app
from agent.approval_switches import Switches
from agent.events import ApprovalResolved
from agent.tools.catalogue import Catalogue, Tool, ToolResult
from tests.graph.task_script import TaskScript
from tests.scripted import scripted_door

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

THREAD = "t1"
REQUEST = "Make a video for me."
QUESTION = "What is it about?"
FIRST: dict[str, dict[str, Any]] = {
    "clarification": {"action": "answer", "answers": {QUESTION: "Tea"}},
    "plan": {"action": "accept"},
    "step": {"action": "accept"},
    "tool_call": {"action": "accept"},
}


class SendArgs(BaseModel):
    to: str


SENT: list[str] = []


def _send(args: BaseModel, _around: Any) -> ToolResult:
    assert isinstance(args, SendArgs)
    SENT.append(args.to)
    return ToolResult(ok=True, text=f"sent to {args.to}")


SEND = Tool(
    name="send_note",
    description="Send a note to a person.",
    description_ko="쪽지를 보냅니다.",
    args=SendArgs,
    run=_send,
    asks=True,
)


@pytest.fixture
def task_app(settings, library) -> Iterator[Callable[..., App]]:
    """Open the app on the whole graph with a scripted task."""
    opened: list[App] = []
    SENT.clear()

    def make(script: TaskScript, switches: Switches, *tools: Tool) -> App:
        app = open_app(settings, door=scripted_door([script] * 300), library=library)
        app.tools = Catalogue([*app.tools.all(), *tools])
        app.approvals.write(switches)
        opened.append(app)
        return app

    yield make
    for app in opened:
        app.close()


def unclear(**kwargs: Any) -> TaskScript:
    return TaskScript(verdict="unclear", questions=[QUESTION], **kwargs)


def decide(app: App, decision: dict[str, Any], thread: str = THREAD) -> list[Any]:
    return list(app.decide(thread, app.pending(thread)[0].id, decision))


def drive(app: App, decisions: dict[str, dict[str, Any]]) -> list[str]:
    """Answer every open question and return the points in the order they were asked."""
    list(app.ask(THREAD, REQUEST))
    points = []
    while app.pending(THREAD):
        assert len(points) < 20, points
        points.append(app.pending(THREAD)[0].point)
        decide(app, decisions[points[-1]])
    return points


def values(app: App) -> dict[str, Any]:
    return app.graph.get_state(app.config(THREAD)).values


def asked_with(switches: Switches) -> list[str]:
    points = ["clarification"] if switches.asks("clarification") else []
    points += ["plan"] if switches.asks("plan") else []
    return points + (["step", "step"] if switches.asks("step") else [])


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


def test_plan_edit_replaces_the_rows_and_counts_as_approval(task_app):
    app = task_app(TaskScript(), ONLY_PLAN)
    list(app.ask(THREAD, REQUEST))
    rows = [{"id": "s2", "title": "Edit it", "goal": ""}, {"id": "n", "title": "New", "goal": "x"}]
    decide(app, {"action": "edit_plan", "rows": rows})
    assert [r["title"] for r in values(app)["step_results"]] == ["Edit it", "New"]
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


def test_step_form_shows_tool_arguments_schema_and_readiness(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    payload = app.pending(THREAD)[0].payload
    assert (payload["tool"], payload["arguments"]) == ("get_time", {"time_zone": "Asia/Seoul"})
    assert "time_zone" in payload["schema"]["properties"]
    assert (payload["missing"], payload["readiness"]) == ([], 1.0)
    assert (payload["index"], payload["total"]) == (0, 2)
    assert len(payload["tools"]) == 5


def test_step_edited_arguments_run_as_they_were_edited(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "edit_args", "arguments": {"time_zone": "Europe/London"}})
    assert "Europe/London" in values(app)["step_results"][0]["result"]


def test_step_skipped_is_reported_and_not_worked(task_app):
    app = task_app(TaskScript(), ONLY_STEP)
    assert drive(app, FIRST | {"step": {"action": "skip"}}) == ["step", "step"]
    state = values(app)
    assert [r["status"] for r in state["step_results"]] == ["skipped", "skipped"]
    assert state["ending"] == "partly"
    assert "skipped" in state["final_guide"]


def test_step_words_lead_the_work(task_app):
    script = TaskScript()
    app = task_app(script, ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "respond", "text": "Keep it under ten words"})
    assert any("ten words" in text for place, text in script.prompts if place == "prose")


def test_step_cancel_delivers_what_is_done(task_app):
    app = task_app(TaskScript(), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "cancel"})
    state = values(app)
    assert len(state["step_results"]) == 1
    assert state["ending"] == "partly"
    assert "Edit the video" in state["final_guide"]


def test_step_replan_keeps_the_finished_steps(task_app):
    change = {"op": "change", "step": 2, "to": 2, "title": "Publish it", "goal": "A public video"}
    app = task_app(TaskScript(edits=[change]), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "replan", "text": "Publish instead of editing", "from_step": 1})
    payload = app.pending(THREAD)[0].payload
    assert (payload["index"], payload["title"]) == (1, "Publish it")
    decide(app, {"action": "accept"})
    results = values(app)["step_results"]
    assert [r["title"] for r in results] == ["Write the script", "Publish it"]


FAILING = [{"tool": "get_time", "args": {"time_zone": "Nowhere/Land"}}]


@pytest.mark.parametrize(
    ("decision", "status"),
    [
        ({"action": "skip"}, "skipped"),
        ({"action": "edit_args", "arguments": {"time_zone": "Asia/Seoul"}}, "succeeded"),
    ],
)
def test_step_failed_asks_with_the_reason(task_app, decision, status):
    app = task_app(TaskScript(calls=FAILING), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    payload = app.pending(THREAD)[0].payload
    assert payload["index"] == 0
    assert "no known city" in payload["failure"]
    decide(app, decision)
    assert values(app)["step_results"][0]["status"] == status


def test_step_failed_retry_works_the_step_again(task_app):
    script = TaskScript(calls=FAILING)
    app = task_app(script, ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    script.calls = [{"tool": "finish", "args": {}}]
    decide(app, {"action": "respond", "text": "Leave the time out"})
    assert values(app)["step_results"][0]["status"] == "succeeded"


def test_step_failed_unasked_is_tried_once_more_then_reported(task_app):
    app = task_app(TaskScript(calls=FAILING), Switches(master=False))
    list(app.ask(THREAD, REQUEST))
    state = values(app)
    assert [r["status"] for r in state["step_results"]] == ["failed", "failed"]
    assert [r["attempts"] for r in state["step_results"]] == [2, 2]
    assert "no known city" in state["final_guide"]
    assert state["final_response"].startswith("No step of this task worked")
    assert state["ending"] == "partly"


SENDING = [{"tool": "send_note", "args": {"to": "Kim"}}]
NOTES = (("Send a note to a person", "A note"), ("Send a second note", "A note to a person"))


@pytest.mark.parametrize(
    ("decision", "sent"),
    [
        ({"action": "accept"}, ["Kim", "Kim"]),
        ({"action": "edit_args", "arguments": {"to": "Lee"}}, ["Lee", "Lee"]),
        ({"action": "skip"}, []),
        ({"action": "respond", "text": "I sent it myself"}, []),
    ],
)
def test_tool_call_that_must_ask_asks_whatever_the_switches_say(task_app, decision, sent):
    app = task_app(TaskScript(calls=SENDING, steps=NOTES), Switches(master=False), SEND)
    points = drive(app, FIRST | {"tool_call": decision})
    assert set(points) == {"tool_call"}
    assert sent == SENT
    assert values(app)["final_guide"]


def test_tool_call_cancel_ends_the_task_with_what_is_done(task_app):
    app = task_app(TaskScript(calls=SENDING, steps=NOTES), Switches(master=False), SEND)
    assert drive(app, FIRST | {"tool_call": {"action": "cancel"}}) == ["tool_call"]
    assert SENT == []
    assert values(app)["final_response"]


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


def test_text_typed_while_a_plan_is_open_is_the_answer(task_app):
    app = task_app(TaskScript(), ONLY_PLAN)
    list(app.ask(THREAD, REQUEST))
    list(app.ask(THREAD, "ok"))
    assert values(app)["final_guide"]


def test_prediction_approves_after_five_accepts_and_says_why(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    for thread in "abcde":
        list(app.ask(thread, REQUEST))
        while app.pending(thread):
            decide(app, {"action": "accept"}, thread)
    list(app.ask(THREAD, REQUEST))
    history = values(app)["approval_history"]
    assert [e["automatic"] for e in history if e["point"] == "step"] == [True, True]
    assert "accepted" in history[-1]["why"]
