"""What the scripted model of the browser tests says, by what it is asked for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.graph.task_script import TaskScript
from tests.scripted import Pause

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

NOTICE_KO = "연차 신청은 며칠 전까지 해야 하나요?"
NOTICE_KO_ANSWER = "연차는 쓰려는 날의 3영업일 전까지 누리온에서 신청합니다 [1]."
DAYS_EN = "How many days of annual leave do full-time employees get?"
DAYS_EN_ANSWER = "Full-time employees have 27 days of annual leave in a leave year [1]."
LONG_KO = "5일 이상 이어서 쓰는 연차는 며칠 전까지 신청하나요?"
LONG_KO_BEGINNING = "5일 이상 이어서 쓰는 연차는 "
SLOW = "Tell me something slowly"
SLOW_BEGINNING = "This takes a while, because"
PLAIN = "Good morning"
PLAIN_ANSWER = "Good morning! What shall we work on?"
TASK = "I want to make a short video about my cafe. Plan it from script to upload."
CHANGE = "Check the budget first"
RESULT = "The short opens on a full cup, shows the baker at dawn and ends on the door sign."

_task = TaskScript(
    steps=(
        ("Write the script", "A script of 45 seconds with eight shots"),
        ("Film the shots", "All shots, in upright format"),
        ("Edit the video", "A finished video with subtitles"),
    ),
    edits=({"op": "add", "step": 1, "to": 1, "title": CHANGE, "goal": "A sum to keep to"},),
    prose=RESULT,
)


def _entry(actions: list[str], time: str, risk: str) -> dict[str, Any]:
    return {"actions": actions, "time": time, "risk": risk}


GUIDE = {
    "Write the script": _entry(
        ["Write the first line so that it stands alone.", "Give each shot a line and a length."],
        "1h",
        "More than eight shots do not fit into 45 seconds.",
    ),
    "Film the shots": _entry(
        ["Film at dawn, while the window light is soft.", "Take every shot twice, phone upright."],
        "half_day",
        "Ask the guests before you film them.",
    ),
    "Edit the video": _entry(
        ["Cut on the beat and keep the cup to the end.", "Read the subtitles without sound."],
        "1h",
        "Music needs a licence before it is uploaded.",
    ),
}
"""What the guide says of each step."""

OTHER_STEP = _entry(["Write down what must not be missing."], "1h", "Leave a day for mistakes.")

PROSE: dict[str, Any] = {
    LONG_KO: Pause(before=LONG_KO_BEGINNING),
    NOTICE_KO: NOTICE_KO_ANSWER,
    DAYS_EN: DAYS_EN_ANSWER,
    SLOW: Pause(before=SLOW_BEGINNING),
    PLAIN: PLAIN_ANSWER,
}
"""What is said when one of these questions is in the prompt."""


def reply(messages: list[BaseMessage], kwargs: dict[str, Any]) -> Any:
    """Answer one call."""
    schema = kwargs.get("format")
    fields = set(schema["properties"]) if isinstance(schema, dict) else set()
    if "found" in fields:
        return {"found": True}
    if "actions" in fields:
        return _guide(str(messages[-1].content))
    if "route" in fields:
        return _route(str(messages[-1].content), fields)
    if fields:
        return _task(messages, kwargs)
    asked = "\n".join(str(message.content) for message in messages[-3:])
    return next((said for question, said in PROSE.items() if question in asked), _task.prose)


def _guide(asked: str) -> dict[str, Any]:
    return next((entry for title, entry in GUIDE.items() if f"Step: {title}" in asked), OTHER_STEP)


def _route(asked: str, fields: set[str]) -> dict[str, Any]:
    typed = asked.strip().splitlines()[-1]
    route = "chat"
    if re.search(r"\bPlan\b", typed):
        route = "task"
    elif re.search("leave|연차", typed):
        route = "documents"
    said = {"route": route, "tool_needed": False, "in_scope": True}
    if "standalone_question" in fields:
        said |= {"needs_previous_context": False, "standalone_question": typed[:200]}
    return said
