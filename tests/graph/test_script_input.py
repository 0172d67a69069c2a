"""What a script hands to the graph is held to what the page may do, and it hears of failures."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langgraph.types import Command

from agent.approval_switches import Switches
from agent.approvals import SubTask
from agent.errors import DecisionError, ModelUnreachableError, RunFailedError
from agent.events import Ended
from tests.graph.decisions import REQUEST, THREAD, decide
from tests.graph.task_script import STEPS, TaskScript

TITLES = [title for title, _ in STEPS]


@pytest.fixture
def at_plan(task_app):
    """Return an app on the whole graph whose plan waits for a decision."""
    app = task_app(TaskScript(), Switches())
    list(app.ask(THREAD, REQUEST))
    return app


def titles(app) -> list[str]:
    return [task["title"] for task in app.pending(THREAD)[0].payload["sub_tasks"]]


def done(state: dict[str, Any]) -> list[str]:
    return [row["title"] for row in state["step_results"]]


class Unreachable(TaskScript):
    """The model is away when a step's words are wanted, until ``back`` is set."""

    back = False

    def __call__(self, messages, kwargs):
        said = super().__call__(messages, kwargs)
        away = said is self.prose and not self.back
        return ModelUnreachableError("No model answers. Start it.") if away else said


def test_script_invoke_with_a_failing_model_raises_its_code_and_message_and_may_go_on(task_app):
    script = Unreachable()
    app = task_app(script, Switches())
    list(app.ask(THREAD, REQUEST))
    config = app.config(THREAD)
    app.graph.update_state(config, {}, as_node="review_plan")
    with pytest.raises(RunFailedError, match="No model answers") as failed:
        app.graph.invoke(None, config)
    assert failed.value.code == "model_unreachable"
    script.back = True
    assert done(app.graph.invoke(None, config)) == TITLES


ROWS: list[Any] = [
    pytest.param([], id="no-rows"),
    pytest.param("Do it", id="text"),
    pytest.param(None, id="none"),
    pytest.param({"title": "Do it"}, id="one-row"),
    pytest.param(7, id="number"),
    pytest.param([None], id="row-of-none"),
    pytest.param([""], id="blank-text"),
    pytest.param(["Do it", {"title": " "}], id="blank-title"),
    pytest.param([{"goal": "A goal"}], id="no-title"),
    pytest.param(["Do it", "do  IT"], id="title-twice"),
    pytest.param(["x" * 201], id="long-title"),
    pytest.param([{"title": "Do it", "goal": "x" * 601}], id="long-goal"),
    pytest.param([f"Step {n}" for n in range(21)], id="21-rows"),
    pytest.param([f"Step {n}" for n in range(120)], id="120-rows"),
]


@pytest.mark.parametrize("rows", ROWS)
def test_script_edit_with_unusable_rows_is_refused_and_the_plan_stays_open(at_plan, rows):
    before = at_plan.pending(THREAD)[0].id
    with pytest.raises(DecisionError, match=r"'sub_tasks'.*list of 1 to 20"):
        at_plan.graph.update_state(
            at_plan.config(THREAD), {"sub_tasks": rows}, as_node="review_plan"
        )
    assert at_plan.pending(THREAD)[0].id == before
    assert titles(at_plan) == TITLES
    assert isinstance(decide(at_plan, {"action": "accept"})[-1], Ended)


def test_script_edit_with_as_many_rows_as_the_page_takes_works_them(at_plan):
    config, rows = at_plan.config(THREAD), [f"Step {n}" for n in range(20)]
    at_plan.graph.update_state(config, {"sub_tasks": rows}, as_node="review_plan")
    assert done(at_plan.graph.invoke(None, config)) == rows


def test_script_edit_with_sub_tasks_beside_a_message_keeps_both(at_plan):
    config = at_plan.config(THREAD)
    values = {"sub_tasks": [SubTask(id="s1", title="Only this")], "messages": [AIMessage("Noted")]}
    at_plan.graph.update_state(config, values, as_node="review_plan")
    state = at_plan.graph.invoke(None, config)
    assert done(state) == ["Only this"]
    assert "Noted" in [message.text for message in state["messages"]]


@pytest.mark.parametrize("wish", [None, 3, "x" * 4001], ids=["none", "number", "long"])
def test_script_feedback_that_is_no_text_is_refused_and_the_plan_stays_open(at_plan, wish):
    with pytest.raises(DecisionError, match="'user_feedback'"):
        at_plan.graph.update_state(
            at_plan.config(THREAD), {"user_feedback": wish}, as_node="review_plan"
        )
    assert titles(at_plan) == TITLES


ANSWERS: list[Any] = [
    pytest.param({"decision": {"action": "skip"}}, "skip", id="skip"),
    pytest.param({"decision": {"action": "proceed"}}, "proceed", id="proceed"),
    pytest.param({"decision": {"action": "edit_args", "arguments": {}}}, "edit_args", id="args"),
    pytest.param({"decision": {"action": "edit_plan", "rows": []}}, "rows", id="no-rows"),
    pytest.param({"decision": {"action": "dance"}}, "dance", id="unknown"),
    pytest.param({"action": "accept"}, "decision", id="no-envelope"),
    pytest.param("accept", "decision", id="text"),
    pytest.param({"0" * 32: {"decision": {"action": "accept"}}}, "decision", id="other-question"),
]


@pytest.mark.parametrize(("answer", "named"), ANSWERS)
def test_script_resume_with_an_unfit_decision_is_refused_and_the_plan_stays_open(
    at_plan, answer, named
):
    with pytest.raises(DecisionError, match=named):
        at_plan.graph.invoke(Command(resume=answer), at_plan.config(THREAD))
    assert titles(at_plan) == TITLES
    assert not at_plan.busy(THREAD)
    assert isinstance(decide(at_plan, {"action": "accept"})[-1], Ended)


def test_script_resume_with_a_fit_decision_works_the_plan(at_plan):
    answer = {"decision": {"action": "accept"}}
    state = at_plan.graph.invoke(Command(resume=answer), at_plan.config(THREAD))
    assert done(state) == TITLES


def test_script_resume_by_the_questions_id_works_the_rows_it_gives(at_plan):
    rows = [{"id": "s1", "title": "Only this"}]
    answer = {at_plan.pending(THREAD)[0].id: {"decision": {"action": "edit_plan", "rows": rows}}}
    state = at_plan.graph.invoke(Command(resume=answer), at_plan.config(THREAD))
    assert done(state) == ["Only this"]


def test_script_resume_without_an_open_question_is_refused(at_plan):
    decide(at_plan, {"action": "accept"})
    with pytest.raises(DecisionError, match="No question is open"):
        at_plan.graph.invoke(
            Command(resume={"decision": {"action": "accept"}}), at_plan.config(THREAD)
        )
