"""A scripted model that answers by what it is asked, so that a task can be cut off anywhere."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = (
    ("Write the script", "A script within time and budget"),
    ("Edit the video", "A finished video within time and budget"),
)


@dataclass
class TaskScript:
    """What the model says at each place. ``asked`` counts the calls by place."""

    verdict: str = "clear"
    questions: Sequence[str] = ()
    steps: Sequence[tuple[str, str]] = STEPS
    naming: dict[str, Any] = field(default_factory=lambda: {"kind": "short_video", "topic": "카페"})
    calls: Sequence[dict[str, Any]] = ({"tool": "finish", "args": {}},)
    more: bool = False
    edits: Sequence[dict[str, Any]] = ()
    service: str = ""
    prose: str = "Here is what the step gives."
    asked: Counter[str] = field(default_factory=Counter)
    prompts: list[tuple[str, str]] = field(default_factory=list)

    def __call__(self, messages: list[Any], kwargs: dict[str, Any]) -> Any:
        place = place_of(kwargs.get("format"))
        self.asked[place] += 1
        self.prompts.append((place, str(messages[-1].content)))
        if place == "choose" and callable(self.calls):
            return {"calls": self.calls(str(messages[-1].content)), "more": self.more}
        return self._replies(kwargs)[place]

    def _replies(self, kwargs: dict[str, Any]) -> dict[str, Any]:
        names = _enum(kwargs.get("format"), "service")
        service = self.service or (names[0] if names else "none")
        return {
            "route": {"route": "task", "tool_needed": False, "in_scope": True},
            "clarify": {"verdict": self.verdict, "questions": list(self.questions)},
            "plan": {"steps": [{"title": t, "goal": g} for t, g in self.steps]},
            "naming": self.naming,
            "choose": {"calls": self.calls if not callable(self.calls) else [], "more": self.more},
            "edits": {"edits": list(self.edits)},
            "recommend": {"service": service, "why": "It is made for this."},
            "guide": {"actions": ["Do it."], "time": "1h", "risk": "Take care."},
            "prose": self.prose,
        }

    @property
    def total(self) -> int:
        return sum(self.asked.values())


def place_of(schema: Any) -> str:
    """The place in the task that a schema belongs to."""
    if not schema:
        return "prose"
    properties = set((schema if isinstance(schema, dict) else json.loads(schema))["properties"])
    marks = {
        "route": "route", "verdict": "clarify", "steps": "plan", "kind": "naming",
        "calls": "choose", "edits": "edits", "service": "recommend", "actions": "guide",
    }  # fmt: skip
    return next(place for mark, place in marks.items() if mark in properties)


def _enum(schema: Any, name: str) -> list[str]:
    if not schema:
        return []
    return list(schema["properties"].get(name, {}).get("enum", []))
