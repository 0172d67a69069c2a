"""Half of a surrogate pair in what a person or a script says breaks nothing."""

from __future__ import annotations

from agent.approval_switches import Switches
from agent.approvals import EditArgs
from agent.events import ApprovalRequested, Ended
from tests.graph.decisions import REQUEST, decide
from tests.graph.task_script import TaskScript
from tests.graph.test_app_turns import THREAD, of

HALF, WHOLE = "a\ud800", "a\ufffd"


def titles(app) -> list[str]:
    return [task["title"] for task in app.pending(THREAD)[0].payload["sub_tasks"]]


def test_ask_with_half_a_pair_is_answered(app_with):
    app = app_with("the answer")
    events = list(app.ask(THREAD, HALF, history=[{"role": "user", "content": HALF}]))
    assert of(events, Ended).response == "the answer"
    assert [message.text for message in app.history(THREAD)] == [WHOLE, WHOLE, "the answer"]


def test_ask_with_half_a_pair_while_a_plan_is_open_changes_the_plan(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    list(app.ask(THREAD, HALF))
    assert titles(app)[-1] == WHOLE


def test_decide_with_half_a_pair_changes_the_plan(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    decision = {"action": "replan", "text": HALF}
    events = list(app.decide(THREAD, app.pending(THREAD)[0].id, decision))
    assert isinstance(events[-1], ApprovalRequested)
    assert titles(app)[-1] == WHOLE


def test_decide_with_half_a_pair_in_a_tools_input_goes_on(task_app):
    calls = ({"tool": "calculator", "args": {"expression": "1+1"}},)
    app = task_app(TaskScript(calls=calls), Switches(plan=False, step=True))
    list(app.ask(THREAD, REQUEST))
    decide(app, EditArgs(arguments={"expression": HALF}))
    assert app.pending(THREAD)[0].point == "step"


def test_edit_with_half_a_pair_is_answered(app_with):
    app = app_with("one", "two")
    list(app.ask(THREAD, "hi"))
    assert of(list(app.edit(THREAD, HALF)), Ended).response == "two"


def test_rename_with_half_a_pair_keeps_the_rest(app_with):
    app = app_with("one")
    list(app.ask(THREAD, "hi"))
    app.rename(THREAD, HALF)
    assert [thread.title for thread in app.threads()] == [WHOLE]


def test_script_wish_with_half_a_pair_changes_the_plan(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    app.graph.update_state(app.config(THREAD), {"user_feedback": HALF}, as_node="review_plan")
    app.graph.invoke(None, app.config(THREAD))
    assert titles(app)[-1] == WHOLE
