"""Driving a task through the app: asking, deciding, reading the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.graph.task_script import TaskScript

if TYPE_CHECKING:
    from agent.app import App

THREAD = "t1"
REQUEST = "Make a video for me."
QUESTION = "What is it about?"
FIRST: dict[str, dict[str, Any]] = {
    "clarification": {"action": "answer", "answers": {QUESTION: "Tea"}},
    "plan": {"action": "accept"},
    "step": {"action": "accept"},
    "tool_call": {"action": "accept"},
}
"""What is decided where a point is not what a test is about."""


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
