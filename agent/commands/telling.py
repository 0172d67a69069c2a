"""Tells a run's events on the terminal, or sums them up in one line of JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agent import events as ev
from agent.commands import output
from agent.places import listed_place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agent.app import App
    from agent.approvals import Approval

SOURCE_FIELDS = ("n", "document", "page", "article", "quote")
SHOWN = ("tool", "arguments", "title", "text", "why", "failure", "unchanged", "reason")
"""What is shown of a question's payload as it stands."""


@dataclass
class _Account:
    """What the turn has come to so far."""

    seq: int = 0
    route: str = ""
    message_id: str = ""
    writes: str = ""
    shown: str = ""
    sources: list[dict[str, Any]] = field(default_factory=list)
    ended: ev.Ended | None = None
    failed: ev.Failed | None = None
    refused: str = ""
    stopped: bool = False


def tell(app: App, thread_id: str, events: Iterable[ev.Event], *, as_json: bool) -> int:
    """Follow a run to its end and return the exit code; Ctrl+C stops the run.

    With ``as_json`` every event is a line of JSON and the last line is the sum of the turn.
    """
    account = _Account()
    try:
        _follow(events, account, as_json=as_json)
    except KeyboardInterrupt:
        app.stop(thread_id)
        _follow(app.events(thread_id, account.seq), account, as_json=as_json)
    waiting = app.pending(thread_id) if account.failed is None else []
    if as_json:
        output.as_json(_sum(thread_id, account, waiting))
    else:
        _close(account, waiting)
    if account.failed is not None:
        return output.FAILED
    return output.WAITS if waiting else output.DONE


def _follow(events: Iterable[ev.Event], account: _Account, *, as_json: bool) -> None:
    for event in events:
        account.seq = event.seq
        if as_json:
            output.as_json(event.to_json())
        else:
            _show(event, account)
        _take(event, account)


def question(approval: Approval) -> str:
    """Return an open question as text."""
    lines = [f"{approval.id}  {approval.point}  (conversation {approval.thread_id})"]
    for n, task in enumerate(approval.payload.get("sub_tasks", []), 1):
        lines.append(f"  {n}. {task.get('title', '')}")
    lines += [f"  ? {text}" for text in approval.payload.get("questions", [])]
    lines += [
        f"  {key}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in approval.payload.items()
        if key in SHOWN and value
    ]
    lines.append(f"  decide {approval.id} " + " | ".join(approval.allowed))
    return "\n".join(lines)


def _refusal(event: ev.ApprovalResolved) -> str:
    """Return why an answer was not taken, or an empty string where it was."""
    if event.outcome == "ignored":
        return "This question has already been answered."
    if event.outcome == "invalid":
        why = f": {event.why}" if event.why else "."
        return f"That answer cannot be used; the question stays open{why}"
    return ""


def _take(event: ev.Event, account: _Account) -> None:
    match event:
        case ev.Routed():
            account.route = event.route
        case ev.Sources():
            account.sources = event.sources
        case ev.ApprovalResolved():
            account.refused = _refusal(event)
        case ev.Ended():
            account.ended = event
        case ev.Failed():
            account.failed = event
        case ev.Stopped():
            account.stopped = True


def _show(event: ev.Event, account: _Account) -> None:
    match event:
        case ev.Generating():
            account.writes = event.what
            if event.what == "guide" and account.message_id:
                output.line("\n")
                account.message_id = event.message_id
        case ev.Token() if account.writes != "step":
            if account.message_id not in {"", event.message_id}:
                output.line("\n(again)")
                account.shown = ""
            account.message_id = event.message_id
            account.shown += event.text
            output.piece(event.text)
        case ev.StepStarted():
            output.line(f"\n{event.index + 1}/{event.total} {event.title}")
        case _:
            if aside := _aside(event):
                output.note(aside)


def _aside(event: ev.Event) -> str:
    """Return what is said of an event beside the result, or an empty string."""
    match event:
        case ev.PassagesFound():
            return f"({len(event.passages)} passages)"
        case ev.ToolStarted():
            return f"({event.tool} ...)"
        case ev.StepFinished(status="failed"):
            return f"(failed: {event.preview})"
        case ev.ApprovalResolved():
            return _refusal(event)
        case ev.Notice():
            return f"({event.text or event.code})"
    return ""


def _close(account: _Account, waiting: list[Approval]) -> None:
    response = account.ended.response if account.ended is not None else ""
    if account.message_id:
        output.line()
    if response and _bare(response) != _bare(account.shown):
        if account.message_id:
            output.line("\n(put right)")
        output.line(response)
    for source in account.sources:
        heading = str(source.get("heading") or "")
        place = listed_place(str(source.get("document")), source.get("page"), heading)
        output.line(f"[{source.get('n')}] {place}")
    if account.stopped:
        output.note("Stopped.")
    if account.failed is not None:
        output.note(account.failed.message)
    for approval in waiting:
        output.line(question(approval))


def _bare(text: str) -> str:
    return "".join(text.split())


def _sum(thread_id: str, account: _Account, waiting: list[Approval]) -> dict[str, Any]:
    ended = account.ended or ev.Ended()
    result: dict[str, Any] = {
        "response": ended.response,
        "session_id": ended.session_id or thread_id,
        "tools_used": ended.tools_used,
        "execution_time": ended.execution_time,
        "sources": [{key: one.get(key) for key in SOURCE_FIELDS} for one in account.sources],
        "route": account.route,
        "ending": "waiting" if waiting else ended.ending if account.ended else "",
        "model_calls": ended.model_calls,
    }
    if waiting:
        result["pending"] = [approval.model_dump(mode="json") for approval in waiting]
    if account.refused:
        result["refused"] = account.refused
    if account.stopped:
        result["stopped"] = True
    if account.failed is not None:
        result |= {"error": account.failed.message, "error_code": account.failed.code}
    return result
