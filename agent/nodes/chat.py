"""Plain conversation, and the closing of turns that need no more than a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from uuid import uuid4

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.runtime import Runtime

from agent.citations.terms import Words, content_stems, coverage
from agent.context import AgentContext
from agent.errors import StoppedByPerson
from agent.events import Generating, Notice, Token
from agent.formulas import without_latex
from agent.matters import asks_for_a_fact
from agent.memory.window import recent_turns, window_of
from agent.models.budget import fit_newest
from agent.nodes.search_moves import reachable
from agent.parts import asks
from agent.prompts import endings
from agent.prompts.closing import rejected_sentence
from agent.prompts.converse import render_converse
from agent.state import AgentState
from agent.tools.builtin import EXACT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from agent.state import JsonObject

_MAX_TOKENS = 500
_RESULT_SHOWN = 700
_HALF = 0.5


def results_of(history: Sequence[JsonObject]) -> list[str]:
    """Return what the turn's tools gave, in words, failures included."""
    return [
        f"{row['tool']}: {row['text'] if row['ok'] else 'failed: ' + row['error']}"[:_RESULT_SHOWN]
        for row in history
    ]


def with_exact_results(text: str, history: Sequence[JsonObject]) -> str:
    """Return the answer opened by each exact result whose numbers it does not hold.

    A small model may miscopy a number; a calculation or the time is never left to it.
    """
    squeezed = re.sub(r"[\s,]", "", text)
    missing = [
        str(row["text"])
        for row in history
        if row["ok"]
        and row["tool"] in EXACT
        and not _holds(squeezed, str(row["text"]), row["tool"])
    ]
    return "\n\n".join([*missing, text.strip()]) if missing else text


def _holds(squeezed: str, result: str, tool: str) -> bool:
    if tool == "calculator":
        return re.sub(r"[\s,]", "", result.rpartition("=")[2]) in squeezed
    return any(clock in squeezed for clock in re.findall(r"\d{1,2}:\d{2}", result)) or all(
        number in squeezed for number in re.findall(r"\d+", result.partition(":")[0])[:3]
    )


def converse(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Stream an answer from the conversation and the results of tools."""
    context = runtime.context
    history = state.get("tool_history", [])
    budget = context.door.window - _MAX_TOKENS - 500
    turns, _left_out = fit_newest(
        _turns(state), budget, lambda m: context.door.count_tokens(str(m.text)) + 6
    )
    prompt = render_converse(
        turns,
        state["language"],
        summaries=window_of(state.get("summary", "")),
        results=results_of(history),
    )
    message_id = f"answer-{uuid4().hex[:12]}"
    runtime.stream_writer(Generating(message_id=message_id, what="answer"))
    reply = context.door.write(
        "writer",
        prompt,
        stop=context.stop,
        on_token=lambda text: runtime.stream_writer(Token(message_id=message_id, text=text)),
        max_tokens=_MAX_TOKENS,
    )
    if reply.stopped:
        raise StoppedByPerson(reply.text)
    if reply.cached:
        said = endings.from_cache(state["language"])
        runtime.stream_writer(Notice(code="from_cache", text=said))
    text = with_exact_results(without_latex(reply.text.strip()), history)
    if _from_memory(state, context):
        text = f"{text}\n\n{endings.from_general_knowledge(state['language'])}"
    return {
        "messages": [AIMessage(text, id=message_id)],
        "final_response": text,
        "ending": "answered",
        "model_calls": state.get("model_calls", 0) + reply.calls,
        "context_used": reply.context_used,
    }


def _turns(state: AgentState) -> list[BaseMessage]:
    """Return the recent turns without the notes that code wrote under answers."""
    return [
        m.model_copy(update={"content": endings.without_note(str(m.text))})
        if isinstance(m, AIMessage)
        else m
        for m in recent_turns(state)
    ]


def _from_memory(state: AgentState, context: AgentContext) -> bool:
    """Tell whether a fact was told beside documents, and neither tool nor person had told it."""
    question = state["standalone_question"]
    if state.get("tool_history") or not asks_for_a_fact(question):
        return False
    stated = [str(m.text) for m in recent_turns(state)[:-1] if isinstance(m, HumanMessage)]
    said = Words("\n".join([state.get("summary", ""), *(t for t in stated if not asks(t))]))
    known = coverage(content_stems(question), said) > _HALF
    return not known and bool(reachable(state, context))


def respond(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Close the turn: a short answer where no node gave one, and the time it took."""
    update: AgentState = {
        "execution_time": runtime.context.now().timestamp() - state.get("started_at", 0.0)
    }
    if not state.get("final_response"):
        text = rejected_sentence(state["language"], planned=bool(state.get("sub_tasks")))
        update |= {"final_response": text, "messages": [AIMessage(text)], "ending": "done"}
    return update
