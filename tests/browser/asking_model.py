"""What the scripted model says in the task that asks at every step."""

from __future__ import annotations

from typing import Any

from tests.graph.task_script import TaskScript

TASK = "Send a greeting to a partner abroad. Plan it."
QUESTION = "What is the greeting about?"
CLOCK, WRITE, NOTE = "Check the time in Seoul", "Write the greeting", "Send the note"
LATER = "Wait a day"
STEPS = ((CLOCK, "The time there"), (WRITE, "A short text"), (NOTE, "A note to a person"))
PROSE = "Warm greetings from the tea shop."


def script() -> TaskScript:
    """Unclear at first; a clock, a text and a note in its steps."""
    return TaskScript(
        verdict="unclear",
        questions=[QUESTION],
        steps=STEPS,
        calls=_calls,
        edits=[{"op": "change", "step": 2, "to": 2, "title": LATER, "goal": "A day later"}],
        prose=PROSE,
    )


def _calls(prompt: str) -> list[dict[str, Any]]:
    if prompt.startswith(CLOCK):
        return [{"tool": "get_time", "args": {"time_zone": "Asia/Seoul"}}]
    if prompt.startswith(NOTE):
        return [{"tool": "send_note", "args": {"to": "Kim"}}]
    return [{"tool": "finish", "args": {}}]
