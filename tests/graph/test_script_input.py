"""What a script hands to the graph, and what it hears back."""

from __future__ import annotations

from typing import Any

import pytest

from agent.approval_switches import Switches
from agent.errors import ModelUnreachableError, RunFailedError
from tests.graph.decisions import REQUEST, THREAD
from tests.graph.task_script import STEPS, TaskScript

TITLES = [title for title, _ in STEPS]


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
