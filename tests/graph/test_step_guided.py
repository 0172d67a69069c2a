"""A step that was prepared and approved: its call first, then what the model chooses freely."""

from __future__ import annotations

import pytest

from agent.approval_switches import Switches
from tests.graph.decisions import REQUEST, THREAD, decide, values
from tests.graph.task_script import TaskScript

ONLY_STEP = Switches(clarification=False, plan=False, step=True, memory=False)


@pytest.mark.parametrize(
    ("more", "zones"), [(True, ["Asia/Seoul", "Europe/London"]), (False, ["Asia/Seoul"])]
)
def test_step_goes_on_freely_after_the_call_that_was_approved(task_app, more, zones):
    def calls(prompt):
        zone = "Europe/London" if "get_time:" in prompt else "Asia/Seoul"
        return [{"tool": "get_time", "args": {"time_zone": zone}}]

    app = task_app(TaskScript(calls=calls, more=more), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    made = [row["arguments"]["time_zone"] for row in values(app)["tool_history"]]
    assert list(dict.fromkeys(made)) == zones


def test_step_whose_approved_call_failed_is_put_right_freely(task_app):
    def calls(prompt):
        zone = "Asia/Seoul" if "no known city" in prompt else "Nowhere/Land"
        return [{"tool": "get_time", "args": {"time_zone": zone}}]

    app = task_app(TaskScript(calls=calls), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    (row,) = values(app)["step_results"]
    assert (row["status"], row["attempts"]) == ("succeeded", 1)
    assert "Seoul" in row["result"]
