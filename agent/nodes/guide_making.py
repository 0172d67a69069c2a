"""The guide of a task: one entry a step, written as it is streamed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.events import Generating, Token
from agent.guides import guide_step, head_markdown, step_markdown, tail_markdown
from agent.models.values import Priority
from agent.nodes.clarify import task_request
from agent.nodes.plan import plan_of
from agent.plan_making import without_marks
from agent.planning import in_language
from agent.prompts.guide import (
    LONGEST_LINE,
    GuideEntry,
    TimedEntry,
    is_example,
    is_heading,
    render_entry,
)
from agent.prose import readable
from agent.prose_length import beginning, is_broken_off, shortened
from agent.step_effort import effort_of
from agent.step_results import statistics

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.state import AgentState, JsonObject

_GOT = 220
_TITLE = 80
_CITED = 8
_MARKER = re.compile(r"^\s*(?:\d{1,2}[.)]\s+(?!\d{1,2}[.)])|[-*+•·–]\s+|[①-⑳]\s*)")
"""A number or bullet of the model's own before its line; ``5. 1.`` is a date."""


class GuideMaker:
    """Writes the guide and counts its model calls. ``said`` is what was streamed so far."""

    def __init__(self, state: AgentState, runtime: Runtime[AgentContext]) -> None:
        """Take the state as the last step left it."""
        self.state = state
        self.context = runtime.context
        self.emit: Callable[[object], None] = runtime.stream_writer
        self.language = state["language"]
        self.tasks = plan_of(state)
        self.results = {r["id"]: r for r in state.get("step_results", [])}
        self.calls = 0
        self.said = ""

    def guide(self, message_id: str, sources: list[JsonObject]) -> JsonObject:
        """Stream the guide, one entry after the other, and return it as plain values."""
        numbers = {str(s["passage_id"]): int(s["n"]) for s in sources}
        title = shortened(without_marks(self.state["standalone_question"]), _TITLE)
        entries: list[JsonObject] = []
        self.emit(Generating(message_id=message_id, what="guide"))
        self._say(message_id, head_markdown(title, self.language))
        for number, task in enumerate(self.tasks, 1):
            entry = self._entry(number, task, numbers)
            entries.append(entry)
            self._say(message_id, step_markdown(entry, self.language))
        guide: JsonObject = {
            "title": title,
            "language": self.language,
            "steps": entries,
            "sources": sources,
            "figures": statistics(self.results.values(), len(self.tasks)),
        }
        self._say(message_id, tail_markdown(guide, self.language))
        return guide

    def _say(self, message_id: str, text: str) -> None:
        self.said += text
        self.emit(Token(message_id=message_id, text=text))

    def _entry(self, number: int, task: JsonObject, numbers: dict[str, int]) -> JsonObject:
        result = self.results.get(task["id"])
        recommended = self.state.get("tool_recommendations", {}).get(task["id"], {})
        ids = [*(result["sources"] if result else []), *recommended.get("sources", [])]
        cited = list(dict.fromkeys(numbers[i] for i in ids if i in numbers))[:_CITED]
        written = None
        if result and result["status"] == "succeeded":
            written = self._ask_entry(task, str(recommended.get("service", "")), result)
        return guide_step(number, task, result, recommended, written, cited)

    def _ask_entry(self, task: JsonObject, service: str, result: JsonObject) -> JsonObject:
        got = beginning(" ".join(str(result["result"]).split()), _GOT)
        timed = self.context.door.profile.large
        form: type[GuideEntry] = TimedEntry if timed else GuideEntry
        parsed = self.context.door.parse(
            "writer",
            render_entry(task, service, got, self.language, timed=timed),
            form,
            default=GuideEntry.model_construct(actions=[], risk=""),
            stop=self.context.stop,
            max_tokens=300,
            priority=Priority.STEP,
        )
        self.calls += parsed.calls
        entry = parsed.value.model_dump()
        told = " ".join(
            (task_request(self.state), str(task["title"]), str(task["goal"]), service, got)
        )
        lines = dict.fromkeys(self._line(a, told) for a in entry["actions"])
        risk = self._line(entry["risk"], told)
        return {
            **entry,
            "time": entry.get("time") or effort_of(str(task["title"]), self.language) or "",
            "actions": [a for a in lines if self._usable(a, told)]
            or [str(task["goal"]) or str(task["title"])],
            "risk": risk if self._usable(risk, told) else "",
        }

    def _line(self, written: str, told: str) -> str:
        return readable(_MARKER.sub("", written), self.language, told)

    def _usable(self, line: str, told: str) -> bool:
        copied = is_example(line, told) or is_heading(line, self.language)
        broken = is_broken_off(line, LONGEST_LINE)
        return bool(line) and in_language(line, self.language) and not copied and not broken
