"""A whole document in parts, and what is written about it as it is read."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.answering import Finished
from agent.citations.marking import Proof, sources_of
from agent.errors import StoppedByPerson
from agent.events import Progress, Token
from agent.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from langchain_core.messages import BaseMessage
    from langgraph.runtime import Runtime

    from agent.context import AgentContext
    from agent.events import Ending
    from agent.language import Language
    from agent.models.door import Reply
    from agent.state import JsonObject
    from store.records import Passage

PART = 520
"""Tokens of a part: about ten seconds of reading on two cores."""


@dataclass(slots=True)
class Reading:
    """What was written so far, its proofs, and what it cost.

    ``quiet`` says that what is written is no answer of its own and does not stream.
    """

    runtime: Runtime[AgentContext]
    message_id: str
    language: Language
    text: str = ""
    marks: list[JsonObject] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    calls: int = 0
    used: int = 0
    quiet: bool = False
    _begun: float = field(default_factory=time.monotonic)

    @property
    def context(self) -> AgentContext:
        """Return the run's surroundings."""
        return self.runtime.context

    def say(self, text: str, *, shown: bool = False) -> None:
        """Write a piece of the answer; ``shown`` says that its tokens were streamed already."""
        self.text += text
        if not (shown or self.quiet):
            self.runtime.stream_writer(Token(message_id=self.message_id, text=text))

    def ask(self, prompt: Sequence[BaseMessage], max_tokens: int, *, shown: bool = False) -> Reply:
        """Ask the writer; with ``shown`` the reply streams into the answer.

        Raises:
            StoppedByPerson: Stop was pressed.
        """
        reply = self.context.door.write(
            "writer", prompt, stop=self.context.stop, on_token=self._stream if shown else _ignore,
            max_tokens=max_tokens,
        )  # fmt: skip
        self.calls += reply.calls
        self.used = max(self.used, reply.context_used)
        if reply.stopped:
            raise StoppedByPerson(self.text + (reply.text if shown else ""))
        return reply

    def _stream(self, text: str) -> None:
        self.runtime.stream_writer(Token(message_id=self.message_id, text=text))

    def at(self, done: int, total: int) -> None:
        """Tell how far the work is; raise if it is to stop.

        Raises:
            StoppedByPerson: Stop was pressed.
        """
        if self.context.stop.is_set():
            raise StoppedByPerson(self.text)
        spent = time.monotonic() - self._begun
        left = round(spent / done * (total - done), 1) if done else None
        self.runtime.stream_writer(
            Progress(label="reading_document", done=done, total=total, left_s=left)
        )

    def finished(self) -> Finished:
        """Return the answer."""
        ending: Ending = "answered" if self.proofs else "not_found"
        return Finished(self.text.strip(), ending, self.marks, sources_of(self.proofs))


def _ignore(_: str) -> None:
    """Take a token that is not shown."""


def evidence_of(context: AgentContext, document_id: str, first: int = 1) -> list[Evidence]:
    """Return all passages of a document in reading order, numbered from ``first``."""
    return [
        _numbered(passage, n)
        for n, passage in enumerate(context.library.passages(document_id), first)
        if passage.text.strip()
    ]


def _numbered(passage: Passage, n: int) -> Evidence:
    return Evidence(
        n=n, passage_id=passage.id, document_id=passage.document_id, document=passage.document,
        page=passage.page, label=passage.label, start=passage.start, end=passage.end,
        text=passage.text, article=passage.article, heading=passage.heading, kind=passage.kind,
        dated=passage.dated, score=1.0,
    )  # fmt: skip


def parts_of(passages: Sequence[Evidence], context: AgentContext) -> Iterator[list[Evidence]]:
    """Yield the passages in parts of about ``PART`` tokens, in order."""
    part: list[Evidence] = []
    size = 0
    for one in passages:
        cost = context.door.count_tokens(one.text)
        if part and size + cost > PART:
            yield part
            part, size = [], 0
        part.append(one)
        size += cost
    if part:
        yield part
