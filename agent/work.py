"""One stretch of work in a thread, from a start or an answer to the next rest."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from agent.models.stop import StopSignal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from agent.event_log import EventSink
    from agent.graph_threads import GraphInput
    from agent.state import AgentState
    from store.turns import QueuedText

_NAME_LENGTH, _MARK_LENGTH = 80, 12


@dataclass(frozen=True, slots=True)
class Job:
    """What to do: a graph input for a run of a thread, from its latest checkpoint or another."""

    thread_id: str
    run_id: str
    graph_input: GraphInput
    checkpoint_id: str = ""


@dataclass(slots=True)
class Work:
    """A job being done.

    Attributes:
        job: What is done.
        sink: Takes the run's events.
        stop: Set by Stop, by the app's end, or when the lease was lost.
        leaving: The app ends; what is unfinished counts as interrupted, not as stopped.
        lost: Another process took the lease over; nothing more may be written.
        done: Set when the job is over.
        stopped_at: When ``stop`` was set, on the monotonic clock; 0 before.
    """

    job: Job
    sink: EventSink
    stop: StopSignal = field(default_factory=StopSignal)
    leaving: bool = False
    lost: bool = False
    done: threading.Event = field(default_factory=threading.Event)
    stopped_at: float = 0.0

    def __post_init__(self) -> None:
        """Note the moment of Stop."""
        self.stop.on_set(self._note)

    def _note(self) -> None:
        self.stopped_at = time.monotonic()


def question_input(item: QueuedText) -> AgentState:
    """Return the graph's input for a question.

    The message's id carries the run's, by which the history finds what belongs to it.
    """
    earlier = item.extras.get("history") or []
    messages: list[AnyMessage] = [
        _earlier(row, f"{item.run_id}:h{number}") for number, row in enumerate(earlier)
    ]
    update: AgentState = {
        "messages": [*messages, HumanMessage(item.text, id=question_id(item.run_id))]
    }
    update.update(scope_of(item.extras))
    return update


def scope_of(extras: Mapping[str, Any]) -> AgentState:
    """Return what a text or a decision says of the documents that the thread is bound to."""
    update: AgentState = {}
    if (documents := extras.get("documents")) is not None:
        update["bound_documents"] = list(documents)
    if (only := extras.get("only_documents")) is not None:
        update["only_documents"] = bool(only)
    return update


def question_id(run_id: str) -> str:
    """Return the id of the message that holds a run's question."""
    return f"{run_id}:q"


def run_folder(runs: Path, thread_id: str, run_id: str) -> Path:
    """Return where a run may write; an id may be anything that a script chose.

    A name that had to be changed ends in a hash of the id, so that no two ids share a folder.
    """
    return runs / _as_name(thread_id) / _as_name(run_id)


def _as_name(text: str) -> str:
    name = re.sub(r"[^\w-]", "_", text)[:_NAME_LENGTH]
    if name and name == text:
        return name
    mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_MARK_LENGTH]
    return f"{name[: _NAME_LENGTH - _MARK_LENGTH - 1]}-{mark}"


def _earlier(row: Mapping[str, Any], name: str) -> AnyMessage:
    text = str(row.get("content", row.get("text", "")))
    if row.get("role") in {"assistant", "ai"}:
        return AIMessage(text, id=name)
    return HumanMessage(text, id=name)
