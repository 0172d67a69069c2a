"""What a run tells the world while it works: one frozen dataclass per kind of event.

The run's log stamps every event with thread, run, sequence number and time; nodes make them
without. ``to_json`` and ``from_json`` are the log's form, a flat JSON object with ``kind``.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

Ending = Literal["answered", "partly", "not_found", "declined", "done"]
JsonObject = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Event:
    """The stamp every event carries. ``seq`` counts from 1 in a thread; ``at`` is seconds, UTC."""

    kind: ClassVar[str] = ""
    thread_id: str = ""
    run_id: str = ""
    seq: int = 0
    at: float = 0.0

    def to_json(self) -> JsonObject:
        """Return the event as a flat JSON object, its kind included."""
        return {"kind": self.kind, **dataclasses.asdict(self)}


@dataclass(frozen=True, kw_only=True)
class Started(Event):
    """A run began. ``purpose`` is ask, decide, retry or edit; ``text`` is what the person typed."""

    kind = "started"
    text: str = ""
    purpose: str = "ask"


@dataclass(frozen=True, kw_only=True)
class Routed(Event):
    """The route was chosen."""

    kind = "routed"
    route: str = ""
    in_scope: bool = True
    needs_previous_context: bool = False
    standalone_question: str = ""
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class Planning(Event):
    """A search or a task is being planned."""

    kind = "planning"
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolSelected(Event):
    """A tool call was chosen. ``call_id`` pairs it with its start and end."""

    kind = "tool_selected"
    call_id: str = ""
    tool: str = ""
    arguments: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ToolStarted(Event):
    """A tool call began."""

    kind = "tool_started"
    call_id: str = ""
    tool: str = ""


@dataclass(frozen=True, kw_only=True)
class ToolFinished(Event):
    """A tool call ended. ``preview`` is at most 200 characters of its result."""

    kind = "tool_finished"
    call_id: str = ""
    tool: str = ""
    ok: bool = True
    preview: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, kw_only=True)
class PassagesFound(Event):
    """Passages were found, before the answer.

    Each: n, document, document_id, page, label, article, start, end, text, score.
    """

    kind = "passages_found"
    query: str = ""
    passages: list[JsonObject] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class EvaluationResult(Event):
    """What was found was judged."""

    kind = "evaluation_result"
    sufficient: bool = True
    missing_info: list[str] = field(default_factory=list)
    round: int = 1
    by: str = "rule"


@dataclass(frozen=True, kw_only=True)
class Generating(Event):
    """Prose is about to stream under this message id. ``what`` is answer, result, guide or step.

    What a step gives is not streamed; it comes with ``StepFinished``.
    """

    kind = "generating"
    message_id: str = ""
    what: str = "answer"


@dataclass(frozen=True, kw_only=True)
class Token(Event):
    """A piece of streamed prose. A changed message id starts the view over."""

    kind = "token"
    message_id: str = ""
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Progress(Event):
    """Work done of work known. ``label`` is a key of the words table or plain text."""

    kind = "progress"
    label: str = ""
    done: int = 0
    total: int = 0
    left_s: float | None = None


@dataclass(frozen=True, kw_only=True)
class ApprovalRequested(Event):
    """The run waits for the person.

    ``payload`` is the question, as ``approvals`` defines it per point.
    """

    kind = "approval_requested"
    approval_id: str = ""
    point: str = ""
    payload: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ApprovalResolved(Event):
    """An open question was answered.

    ``outcome`` is the decision's name, ``ignored`` or ``invalid``.
    """

    kind = "approval_resolved"
    approval_id: str = ""
    point: str = ""
    outcome: str = ""
    automatic: bool = False
    why: str = ""


@dataclass(frozen=True, kw_only=True)
class StepStarted(Event):
    """A step of the plan began. ``index`` counts from 0."""

    kind = "step_started"
    index: int = 0
    total: int = 0
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class StepFinished(Event):
    """A step of the plan ended. ``status`` is succeeded, failed or skipped."""

    kind = "step_finished"
    index: int = 0
    total: int = 0
    title: str = ""
    status: str = "succeeded"
    preview: str = ""


@dataclass(frozen=True, kw_only=True)
class MemoryUsed(Event):
    """Something remembered shaped the turn."""

    kind = "memory_used"
    memory_kind: str = ""
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Notice(Event):
    """Something the person should know that is no failure. ``code`` is a key of the words table."""

    kind = "notice"
    code: str = ""
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Sources(Event):
    """The answer's citations.

    Each: n, document, document_id, page, label, article, start, end, quote, removed.
    """

    kind = "sources"
    sources: list[JsonObject] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Stopped(Event):
    """The person stopped the run. ``text`` is the partial answer kept."""

    kind = "stopped"
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Failed(Event):
    """The turn failed. ``message`` says what to do, in the turn's language."""

    kind = "failed"
    code: str = ""
    message: str = ""


@dataclass(frozen=True, kw_only=True)
class Queued(Event):
    """Text typed while a run works waits for its turn."""

    kind = "queued"
    text: str = ""
    position: int = 1


@dataclass(frozen=True, kw_only=True)
class Ended(Event):
    """The turn is over.

    ``response`` is the authoritative text, ``marks`` its half-open unsupported spans.
    """

    kind = "ended"
    response: str = ""
    session_id: str = ""
    tools_used: list[str] = field(default_factory=list)
    execution_time: float = 0.0
    model_calls: int = 0
    context_used: int = 0
    context_window: int = 0
    ending: Ending = "answered"
    marks: list[JsonObject] = field(default_factory=list)
    guide_path: str = ""


KINDS: dict[str, type[Event]] = {
    cls.kind: cls
    for cls in (
        Started, Routed, Planning, ToolSelected, ToolStarted, ToolFinished, PassagesFound,
        EvaluationResult, Generating, Token, Progress, ApprovalRequested, ApprovalResolved,
        StepStarted, StepFinished, MemoryUsed, Notice, Sources, Stopped, Failed, Queued, Ended,
    )
}  # fmt: skip


def from_json(data: JsonObject) -> Event:
    """Return the event that ``to_json`` wrote. Unknown fields of a newer version are dropped.

    Raises:
        KeyError: the kind is unknown.
    """
    cls = KINDS[data["kind"]]
    known = {f.name for f in dataclasses.fields(cls)}
    return cls(**{key: value for key, value in data.items() if key in known})
