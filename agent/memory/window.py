"""The conversation window: what is shown word for word, what is summarised, what is recalled.

Messages are never deleted. ``summarised_until`` is the id of the first message that a prompt
still shows word for word; everything before it lives in summaries, the newest of which are in
the prompt and all of which are rows that can be found by meaning.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.events import Progress
from agent.prompts.window import render_summary
from agent.state import AgentState
from store.records import Summary

if TYPE_CHECKING:
    from collections.abc import Sequence


SEPARATOR = "\n---SUMMARY_BREAK---\n"
_MAX_TOKENS = 180
_TURN_SHOWN = 500
_FACT = re.compile(
    r"\d{1,4}년(?:\s*\d{1,2}월)?(?:\s*\d{1,2}일)?|\d{1,2}월\s*\d{1,2}일|\d{1,2}시(?:\s*\d{1,2}분)?|"
    r"\d[\d,.]*\s*(?:억|만|천)?\s*(?:원|달러|명|개|일|주|개월|%|퍼센트|시간|km|kg)|"
    r"[$€£₩]\s?\d[\d,.]*|\d{4}-\d{2}-\d{2}|\b\d{1,2}(?:st|nd|rd|th)\b|"
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|"
    r"December)\s+\d{1,2}\b|"
    r"\b\d[\d,.]*\s*(?:dollars|euros|people|days|weeks|months|hours|percent|%)"
)
_NAME = re.compile(
    r"(?:이름은|저는|나는)\s*([가-힣]{2,4}?)(?=이?야|입니다|이에요|예요|라고|\b)|"
    r"(?:my name is|i am called|call me)\s+([A-Z][\w'-]+)",
    re.IGNORECASE,
)


def turns_of(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Return what person and assistant said: no tool calls, no tool results."""
    return [m for m in messages if isinstance(m, HumanMessage | AIMessage) and str(m.text).strip()]


def recent_turns(state: AgentState) -> list[BaseMessage]:
    """Return the turns from ``summarised_until`` on, the newest message included."""
    turns = turns_of(state.get("messages", []))
    start = state.get("summarised_until", "")
    for position, message in enumerate(turns):
        if start and message.id == start:
            return turns[position:]
    return turns


def split_point(turns: Sequence[BaseMessage], max_messages: int, keep_recent: int) -> int:
    """Return how many of the oldest turns to summarise, 0 for none.

    At least ``keep_recent`` stay, back to a message of the person's.
    """
    if len(turns) <= max_messages:
        return 0
    cut = max(0, len(turns) - keep_recent)
    while cut > 0 and not isinstance(turns[cut], HumanMessage):
        cut -= 1
    return cut


def window_of(summary: str) -> list[str]:
    """Return the summaries in the prompt, oldest first."""
    return [part for part in summary.split(SEPARATOR) if part.strip()]


def add_to_window(summary: str, new: str, max_summaries: int) -> str:
    """Return the window with ``new`` at its end; the oldest slides out past the limit."""
    return SEPARATOR.join([*window_of(summary), new][-max_summaries:])


def facts_of(turns: Sequence[BaseMessage]) -> list[str]:
    """Return names, numbers with units and dates that the person said, in order, once each."""
    facts: list[str] = []
    for message in turns:
        if not isinstance(message, HumanMessage):
            continue
        text = str(message.text)
        found = [m.group().strip() for m in _FACT.finditer(text)]
        found += [g for m in _NAME.finditer(text) for g in m.groups() if g]
        facts += [fact for fact in found if fact not in facts]
    return facts


def with_lost_facts(text: str, turns: Sequence[BaseMessage]) -> str:
    """Return a summary with the person's sentences added that hold a fact it lost."""
    squeezed = re.sub(r"[\s,]", "", text).casefold()
    added: list[str] = []
    for message in turns:
        lost = [
            fact
            for fact in facts_of([message])
            if re.sub(r"[\s,]", "", fact).casefold() not in squeezed
        ]
        if lost:
            added.append(" ".join(str(message.text).split())[:160])
    return "\n".join([text.strip(), *(f"- {line}" for line in added)])


def compress_memory(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Summarise the oldest turns once the window is over its limit; else change nothing."""
    context = runtime.context
    settings = context.settings
    turns = recent_turns(state)
    cut = split_point(turns, settings.max_messages, settings.keep_recent)
    if not cut:
        return {}
    runtime.stream_writer(Progress(label="summarising", done=0, total=1))
    old = turns[:cut]
    lines = [
        f"{'User' if isinstance(m, HumanMessage) else 'Assistant'}: "
        f"{' '.join(str(m.text).split())[:_TURN_SHOWN]}"
        for m in old
    ]
    reply = context.door.write(
        "writer",
        render_summary(lines, state["language"]),
        stop=context.stop,
        on_token=lambda _text: None,
        max_tokens=_MAX_TOKENS,
    )
    text = with_lost_facts(reply.text, old)
    first, last = str(old[0].id), str(old[-1].id)
    key = hashlib.sha256(f"{context.thread_id}/{first}/{last}".encode()).hexdigest()[:32]
    context.summaries.add(
        Summary(
            id=key,
            thread_id=context.thread_id,
            text=text,
            created_at=context.now().timestamp(),
            first_message_id=first,
            last_message_id=last,
        )
    )
    return {
        "summary": add_to_window(state.get("summary", ""), text, settings.max_summaries),
        "summarised_until": str(turns[cut].id),
        "model_calls": state.get("model_calls", 0) + reply.calls,
    }
