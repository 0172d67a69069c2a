"""What a run has shown so far, folded from its events. A cache of the log, never more."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from agent.events import (
    ApprovalRequested,
    ApprovalResolved,
    Ended,
    EvaluationResult,
    Event,
    Failed,
    Generating,
    MemoryUsed,
    Notice,
    PassagesFound,
    Planning,
    Progress,
    Queued,
    Routed,
    Started,
    StepFinished,
    StepStarted,
    Stopped,
    Token,
    ToolFinished,
    ToolSelected,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LineState = Literal["working", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the status list. ``key`` names a phrase, ``values`` fill it."""

    key: str
    values: dict[str, Any] = field(default_factory=dict)
    state: LineState = "working"
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the plan as it stands."""

    title: str
    status: str = "working"
    preview: str = ""


@dataclass(frozen=True, slots=True)
class LiveRun:
    """The newest run of a thread. ``seq`` is the last event folded in."""

    seq: int = 0
    run_id: str = ""
    question: str = ""
    started_at: float = 0.0
    lines: tuple[Line, ...] = ()
    passages: tuple[dict[str, Any], ...] = ()
    message_id: str = ""
    what: str = ""
    text: str = ""
    steps: tuple[Step, ...] = ()
    total_steps: int = 0
    progress: Progress | None = None
    notices: tuple[Notice, ...] = ()
    queued: tuple[str, ...] = ()
    approval_id: str = ""
    over: bool = False
    ended: Ended | None = None
    last_resolved: ApprovalResolved | None = None


def _closed(lines: tuple[Line, ...], state: LineState = "done") -> tuple[Line, ...]:
    return tuple(replace(line, state=state) if line.state == "working" else line for line in lines)


def _with(run: LiveRun, line: Line) -> LiveRun:
    return replace(run, lines=(*_closed(run.lines), line))


def _started(run: LiveRun, event: Started) -> LiveRun:
    """Begin a turn, or go on with the one at hand after an answer or a cut."""
    if event.run_id == run.run_id and run.question:
        steps = _steps_as(run.steps, "stopped", "working")
        return replace(run, over=False, ended=None, approval_id="", text="", steps=steps)
    waiting = run.queued[1:] if run.queued and run.queued[0] == event.text else run.queued
    return LiveRun(run_id=event.run_id, question=event.text, started_at=event.at, queued=waiting)


def _routed(run: LiveRun, event: Routed) -> LiveRun:
    key = f"live.route.{event.route}" if event.in_scope else "live.route.declined"
    return _with(run, Line(key, state="done"))


def _planning(run: LiveRun, event: Planning) -> LiveRun:
    """Plan, anew where steps were begun: one that is still at work may not be in the new plan."""
    told = "" if event.text == run.question else event.text
    steps = tuple(step for step in run.steps if step.status != "working")
    run = replace(run, steps=steps, total_steps=0)
    return _with(run, Line("live.planning", {"text": told}))


def _selected(run: LiveRun, event: ToolSelected) -> LiveRun:
    line = Line(
        "live.tool", {"tool": event.tool, "arguments": event.arguments}, call_id=event.call_id
    )
    return _with(run, line)


def _finished(run: LiveRun, event: ToolFinished) -> LiveRun:
    state: LineState = "done" if event.ok else "failed"
    if not any(line.call_id == event.call_id for line in run.lines if event.call_id):
        values = {"tool": event.tool, "arguments": {}, "preview": event.preview}
        return _with(run, Line("live.tool", values, state, event.call_id))
    lines = tuple(
        replace(line, state=state, values={**line.values, "preview": event.preview})
        if event.call_id and line.call_id == event.call_id
        else line
        for line in run.lines
    )
    return replace(run, lines=lines)


def _found(run: LiveRun, event: PassagesFound) -> LiveRun:
    known = {_identity(passage) for passage in run.passages}
    new = tuple(p for p in event.passages if _identity(p) not in known)
    line = Line("live.found", {"count": len(event.passages), "query": event.query}, "done")
    return _with(replace(run, passages=(*run.passages, *new)), line)


def _identity(passage: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(passage.get(name) for name in ("n", "document_id", "page", "start"))


def _evaluated(run: LiveRun, event: EvaluationResult) -> LiveRun:
    key = "live.enough" if event.sufficient else "live.not_enough"
    return _with(run, Line(key, {"missing": ", ".join(event.missing_info)}, "done"))


_WRITING = {
    "guide": "live.writing_guide", "result": "live.writing_guide", "step": "live.writing_step",
}  # fmt: skip


def _generating(run: LiveRun, event: Generating) -> LiveRun:
    key = _WRITING.get(event.what, "live.writing")
    run = replace(run, message_id=event.message_id, what=event.what, text="")
    return _with(run, Line(key))


def _token(run: LiveRun, event: Token) -> LiveRun:
    if event.message_id != run.message_id:
        return replace(run, message_id=event.message_id, text=event.text)
    return replace(run, text=run.text + event.text)


def _step_started(run: LiveRun, event: StepStarted) -> LiveRun:
    steps = (*run.steps[: event.index], Step(event.title))
    run = replace(run, steps=steps, total_steps=event.total, text="")
    return replace(run, lines=_closed(run.lines))


def _step_finished(run: LiveRun, event: StepFinished) -> LiveRun:
    done = Step(event.title, event.status, event.preview)
    steps = (*run.steps[: event.index], done)
    return replace(run, steps=steps, total_steps=event.total, progress=None)


def _requested(run: LiveRun, event: ApprovalRequested) -> LiveRun:
    run = replace(run, approval_id=event.approval_id, lines=_closed(run.lines))
    if event.point == "plan":
        run = replace(run, total_steps=len(event.payload.get("sub_tasks") or ()))
    return run


def _resolved(run: LiveRun, event: ApprovalResolved) -> LiveRun:
    still = run.approval_id if event.outcome in ("invalid", "ignored") else ""
    run = replace(run, approval_id=still, last_resolved=event)
    if event.automatic:
        return _with(run, Line("live.automatic", {"point": event.point}, "done"))
    return run


def _steps_as(steps: tuple[Step, ...], was: str, now: str) -> tuple[Step, ...]:
    return tuple(replace(step, status=now) if step.status == was else step for step in steps)


def _over(run: LiveRun, state: LineState) -> LiveRun:
    steps = _steps_as(run.steps, "working", "stopped")
    return replace(run, over=True, progress=None, lines=_closed(run.lines, state), steps=steps)


def _memory(run: LiveRun, event: MemoryUsed) -> LiveRun:
    return _with(run, Line("live.memory", {"text": event.text}, "done"))


def _noticed(run: LiveRun, event: Notice) -> LiveRun:
    """Keep what the person should know, once."""
    known = {(notice.code, notice.text) for notice in run.notices}
    new = (event.code, event.text) not in known
    return replace(run, notices=(*run.notices, event)) if new else run


def _ended(run: LiveRun, event: Ended) -> LiveRun:
    return replace(_over(run, "done"), ended=event)


_FOLDS: dict[type[Event], Callable[[LiveRun, Any], LiveRun]] = {
    Started: _started,
    Routed: _routed,
    Planning: _planning,
    ToolSelected: _selected,
    ToolFinished: _finished,
    PassagesFound: _found,
    EvaluationResult: _evaluated,
    Generating: _generating,
    Token: _token,
    StepStarted: _step_started,
    StepFinished: _step_finished,
    ApprovalRequested: _requested,
    ApprovalResolved: _resolved,
    MemoryUsed: _memory,
    Ended: _ended,
    Progress: lambda run, event: replace(run, progress=event),
    Notice: _noticed,
    Queued: lambda run, event: replace(run, queued=(*run.queued, event.text)),
    Stopped: lambda run, _event: _over(run, "failed"),
    Failed: lambda run, _event: _over(run, "failed"),
}


def fold(run: LiveRun, events: Iterable[Event]) -> LiveRun:
    """Return the run with more events folded in, in their order. Events seen before are skipped."""
    for event in events:
        if event.seq and event.seq <= run.seq:
            continue
        step = _FOLDS.get(type(event))
        run = step(run, event) if step else run
        run = replace(run, seq=max(run.seq, event.seq))
    return run
