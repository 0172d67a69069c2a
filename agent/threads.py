"""Conversations as a page shows them: messages put together from the checkpoint and the run log.

The checkpoint has what was said; the log has what belongs to it: sources, passages, how a turn
ended. A turn that broke off before it had an answer is shown from the log alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from langchain_core.messages import AIMessage, HumanMessage

from agent.events import (
    ApprovalResolved,
    Ended,
    Event,
    Failed,
    PassagesFound,
    Sources,
    Started,
    StepFinished,
    StepStarted,
    Stopped,
    Token,
)
from agent.half_done import half_done
from agent.work import question_id

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from langchain_core.messages import AnyMessage

    from agent.state import JsonObject
    from store.run_log import RunRow

KINDS_SHOWN = (
    ApprovalResolved, Ended, Failed, PassagesFound, Sources, Started, StepFinished, StepStarted,
    Stopped, Token,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ThreadInfo:
    """One conversation of the list. ``busy``: a run works; ``waiting``: a question is open."""

    id: str
    title: str
    created_at: float
    updated_at: float
    busy: bool
    waiting: bool


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation, with what belongs to it.

    Attributes:
        id: Stable.
        role: Who speaks.
        text: The authoritative text; of a turn that broke off, what had come.
        at: Seconds since the epoch, UTC.
        sources: As the event ``sources`` has them; ``removed`` where the document is gone.
        marks: Half-open spans of ``text`` that no source supports.
        passages: What was found, as the event ``passages_found`` has it.
        ending: How the turn ended, empty for a person's message and a broken turn.
        run_id: The turn, empty for what a script put in.
        tools_used: Names of tools.
        guide_path: The guide's file, empty without one.
        error: ``code`` and ``message`` of a failed turn.
        stopped: The person stopped it.
        steps_done: Finished steps of a task that broke off; the turn goes on after them.
    """

    id: str
    role: Literal["person", "assistant"]
    text: str
    at: float
    sources: list[JsonObject] = field(default_factory=list)
    marks: list[JsonObject] = field(default_factory=list)
    passages: list[JsonObject] = field(default_factory=list)
    ending: str = ""
    run_id: str = ""
    tools_used: list[str] = field(default_factory=list)
    guide_path: str = ""
    error: JsonObject | None = None
    stopped: bool = False
    steps_done: int = 0


def history(
    runs: Iterable[RunRow],
    events: Iterable[Event],
    messages: Iterable[AnyMessage],
    documents: Collection[str] | None,
    step_results: Iterable[JsonObject] = (),
) -> list[Message]:
    """Return a thread's messages in order.

    Args:
        runs: The thread's runs in order.
        events: Its events of ``KINDS_SHOWN``, in order.
        messages: The checkpoint's messages.
        documents: Ids of the documents there are, None while they are not known.
        step_results: The checkpoint's, which are the last turn's.
    """
    rows = list(runs)
    earlier, said = _by_turn(messages, {question_id(row.run_id): row.run_id for row in rows})
    of_run: dict[str, list[Event]] = {}
    for event in events:
        of_run.setdefault(event.run_id, []).append(event)
    shown = [_plain(message, "", 0.0) for message in earlier if _visible(message)]
    for row in rows:
        found = of_run.get(row.run_id, [])
        results = step_results if row is rows[-1] else ()
        shown += _turn(row, said.get(row.run_id, []), found, results)
    if documents is None:
        return shown
    return [_with_removed(message, documents) for message in shown]


def _by_turn(
    messages: Iterable[AnyMessage], questions: dict[str, str]
) -> tuple[list[AnyMessage], dict[str, list[AnyMessage]]]:
    """Sort messages by the turn whose question precedes them; those before any come first."""
    earlier: list[AnyMessage] = []
    said: dict[str, list[AnyMessage]] = {}
    current = earlier
    for message in messages:
        run_id = questions.get(message.id or "")
        if run_id is not None:
            current = said.setdefault(run_id, [])
        else:
            current.append(message)
    return earlier, said


def _turn(
    row: RunRow, said: list[AnyMessage], events: list[Event], results: Iterable[JsonObject]
) -> Iterator[Message]:
    yield Message(question_id(row.run_id), "person", row.text, row.started_at, run_id=row.run_id)
    for event in _answered(events):
        name = f"{row.run_id}:d{event.seq}"
        yield Message(name, "person", event.text, event.at, run_id=row.run_id)
    answer = _answer(row, [message for message in said if _visible(message)], events, results)
    if answer is not None:
        yield answer


def _answered(events: list[Event]) -> list[Started]:
    """Return what was said to the turn's open questions, the last to each.

    An answer that a crash swallowed is given again.
    """
    said: dict[str, Started] = {}
    newest = None
    for event in events:
        match event:
            case Started(purpose="decide"):
                newest = event
            case ApprovalResolved() if newest is not None:
                said.pop(event.approval_id, None)
                said[event.approval_id], newest = newest, None
    return [event for event in said.values() if event.text]


def _answer(
    row: RunRow, said: list[AnyMessage], events: list[Event], results: Iterable[JsonObject]
) -> Message | None:
    """Return the turn's answer as far as it came, or None while it works or waits."""
    if row.status in {"working", "waiting"}:
        return None
    ai = [message for message in said if isinstance(message, AIMessage)]
    last = ai[-1] if ai else None
    answer = Message(
        id=(last.id if last else None) or f"{row.run_id}:a",
        role="assistant",
        text=str(last.text) if last else "",
        at=events[-1].at if events else row.started_at,
        run_id=row.run_id,
        stopped=row.status == "stopped",
    )
    for event in events:
        answer = _told(answer, event)
    if row.status != "ended":
        text, done = half_done(events, {str(r["title"]): str(r["result"]) for r in results})
        text = text or answer.text or _streamed(events)
        answer = replace(answer, text=text, steps_done=done)
    return answer


def _told(answer: Message, event: Event) -> Message:
    """Add what one event says of an answer."""
    change: dict[str, Any] = {}
    match event:
        case Sources():
            change = {"sources": event.sources}
        case PassagesFound():
            known = [_place(passage) for passage in answer.passages]
            new = [p for p in event.passages if _place(p) not in known]
            change = {"passages": [*answer.passages, *new]}
        case Ended():
            change = {
                "text": event.response or answer.text,
                "marks": event.marks,
                "ending": event.ending,
                "tools_used": event.tools_used,
                "guide_path": event.guide_path,
                "at": event.at,
            }
        case Failed():
            change = {"error": {"code": event.code, "message": event.message}}
        case Stopped():
            change = {"text": answer.text or event.text}
        case Started():
            # another try: what an earlier one ended with no longer holds
            change = {"error": None}
    return replace(answer, **change)


def _place(passage: JsonObject) -> tuple[Any, ...]:
    return tuple(passage.get(name) for name in ("document_id", "page", "start"))


def _streamed(events: list[Event]) -> str:
    """Return the prose that the last message had streamed."""
    tokens = [event for event in events if isinstance(event, Token)]
    last = tokens[-1].message_id if tokens else ""
    return "".join(token.text for token in tokens if token.message_id == last)


def _visible(message: AnyMessage) -> bool:
    return isinstance(message, (HumanMessage, AIMessage)) and bool(str(message.text).strip())


def _plain(message: AnyMessage, run_id: str, at: float) -> Message:
    role: Literal["person", "assistant"] = (
        "person" if isinstance(message, HumanMessage) else "assistant"
    )
    return Message(message.id or "", role, str(message.text), at, run_id=run_id)


def _with_removed(message: Message, documents: Collection[str]) -> Message:
    def marked(source: dict[str, Any]) -> dict[str, Any]:
        gone = source.get("document_id", "") not in documents
        return {**source, "removed": gone or bool(source.get("removed"))}

    return replace(message, sources=[marked(source) for source in message.sources])
