"""The answer from documents: streamed, then put right in code."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.answering import Finished, finish, speaks
from agent.citations.asking import units_asked
from agent.citations.marking import MARK, Proof
from agent.citations.matching import Support
from agent.context import AgentContext
from agent.errors import StoppedByPerson
from agent.events import Generating, Notice, Sources, Token
from agent.evidence import in_order, load
from agent.excerpts import excerpts
from agent.judgement import decision_of
from agent.links import LinkBreaker
from agent.memory.window import recent_turns, window_of
from agent.models.budget import fit_newest, rough_count
from agent.nodes.chat import results_of, with_exact_results
from agent.nodes.refusal import refusal
from agent.nodes.search_judging import SHOWN, other_words
from agent.nodes.search_moves import compares_with_standard, topic_of
from agent.prompts import endings
from agent.prompts.answer import render_answer
from agent.prompts.converse import render_converse
from agent.sides import of_topic
from agent.state import AgentState
from agent.titles import titles
from agent.tools.builtin import EXACT
from agent.whole_document import WholeRequest, answer_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from agent.evidence import Evidence
    from agent.models.door import Reply
    from agent.state import JsonObject

_MAX_TOKENS = 220
_SIDE = 2
_SUMMARIES = 250
"""Tokens of summaries in an answer's prompt, the newest always."""


def answer(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Stream the answer from what was found, check it, and say how it ended."""
    message_id = f"answer-{uuid4().hex[:12]}"
    runtime.stream_writer(Generating(message_id=message_id, what="answer"))
    decision = decision_of(state)
    if decision.get("action") == "whole_document":
        request = WholeRequest.from_plain(decision)
        finished, calls, used = answer_whole(request, state, runtime, message_id)
        return _ended(state, runtime, message_id, finished, calls, used)
    if decision.get("action") == "no_search":
        return _from_conversation(state, runtime, message_id)
    evidence = load(state.get("retrieved_docs", []), runtime.context.library)
    ordered = in_order(evidence, decision.get("order", []))
    tells = decision.get("sufficient", True) or decision.get("partly")
    if not ordered or not tells:
        return _not_found(state, runtime, message_id, ordered)
    return _from_passages(state, runtime, message_id, ordered)


def _from_passages(
    state: AgentState, runtime: Runtime[AgentContext], message_id: str, ordered: list[Evidence]
) -> AgentState:
    question = state["standalone_question"]
    exact = [row for row in state.get("tool_history", []) if row["tool"] in EXACT]
    two_sides = compares_with_standard(question)
    topic = topic_of(question) if two_sides else ""
    decision = decision_of(state)
    shown = set(decision.get("shown") or [one.n for one in ordered[:SHOWN]])
    chosen = [one for one in ordered if one.n in shown]
    if two_sides:
        ordered = of_topic(topic, ordered)
        chosen = _both_sides(ordered)
    prompt = render_answer(
        question,
        excerpts(question, chosen),
        state.get("language", "en"),
        results=results_of(exact),
        summaries=_said_before(state),
        two_sides=two_sides,
    )
    reply = _stream(runtime, prompt, message_id)
    finished = finish(
        with_exact_results(reply.text.strip(), exact),
        question,
        ordered,
        state.get("language", "en"),
        shown=chosen,
        trusted=[str(row["text"]) for row in exact],
        missing=_missing(state),
        topic=topic,
        other=other_words(question, state.get("tool_history", [])),
        known=titles(ordered, runtime.context),
        judged=_judged(decision, ordered),
    )  # fmt: skip
    valued = decision.get("judged") and units_asked(question) is not None
    near = decision.get("near", True) or valued
    if not finished.proven and not two_sides and not (near and speaks(finished, question)):
        finished = refusal(state, runtime, ordered)
    return _ended(state, runtime, message_id, finished, reply.calls, reply.context_used)


def _judged(decision: JsonObject, evidence: Sequence[Evidence]) -> Proof | None:
    """Return the sentence that the model found to answer, None where a rule decided."""
    if not decision.get("judged"):
        return None
    n, start, end = decision["judged"]
    return next((Proof(one, Support(1.0, start, end)) for one in evidence if one.n == n), None)


def _missing(state: AgentState) -> list[str]:
    """Return what the answer must say was not found: articles, and what the rounds left open."""
    korean = state.get("language") == "ko"
    articles = [
        f"제{n}조" if korean else f"article {n}" for n in state.get("unexplored_articles", [])
    ]
    return [*articles, *(state.get("missing_info", []) if decision_of(state).get("partly") else [])]


def _both_sides(ordered: Sequence[Evidence]) -> list[Evidence]:
    """Return the best passages of each side, the person's first."""
    mine = [one for one in ordered if one.side == "mine"][:_SIDE]
    standard = [one for one in ordered if one.side == "standard"][:_SIDE]
    return [*mine[:1], *standard[:1], *mine[1:], *standard[1:]]


def _stream(
    runtime: Runtime[AgentContext], prompt: Sequence[BaseMessage], message_id: str
) -> Reply:
    context, links = runtime.context, LinkBreaker()

    def show(text: str) -> None:
        runtime.stream_writer(Token(message_id=message_id, text=links.feed(text)))

    reply = context.door.write(
        "writer", prompt, stop=context.stop, on_token=show, max_tokens=_MAX_TOKENS
    )
    if reply.stopped:
        raise StoppedByPerson(reply.text)
    return reply


def _not_found(
    state: AgentState, runtime: Runtime[AgentContext], message_id: str, near: Sequence[Evidence]
) -> AgentState:
    """Say that the documents do not hold the answer, and what was searched."""
    finished = refusal(state, runtime, near)
    runtime.stream_writer(Token(message_id=message_id, text=finished.text))
    return _ended(state, runtime, message_id, finished, 0, 0)


def _from_conversation(
    state: AgentState, runtime: Runtime[AgentContext], message_id: str
) -> AgentState:
    """Say the answer before again in another way, without citations, and say so."""
    language = state.get("language", "en")
    turns = [
        m.model_copy(update={"content": MARK.sub("", str(m.text))}) for m in recent_turns(state)
    ]
    reply = _stream(runtime, render_converse(turns[-3:], language), message_id)
    text = f"{MARK.sub('', reply.text).strip()}\n\n{endings.from_conversation(language)}"
    return _ended(
        state, runtime, message_id, Finished(text, "answered"), reply.calls, reply.context_used
    )


def _ended(  # noqa: PLR0913, PLR0917 - the parts of a turn's end
    state: AgentState,
    runtime: Runtime[AgentContext],
    message_id: str,
    finished: Finished,
    calls: int,
    used: int,
) -> AgentState:
    runtime.stream_writer(Sources(sources=finished.sources))
    if not calls and used:
        runtime.stream_writer(
            Notice(code="from_cache", text=endings.from_cache(state.get("language", "en")))
        )
    return {
        "messages": [AIMessage(finished.text, id=message_id)],
        "final_response": finished.text,
        "response_marks": finished.marks,
        "sources": finished.sources,
        "ending": finished.ending,
        "context_used": used,
        "model_calls": state.get("model_calls", 0) + calls,
        "execution_time": runtime.context.now().timestamp() - state.get("started_at", 0.0),
    }


def _said_before(state: AgentState) -> list[str]:
    """Return the newest summaries of a conversation that the question leans on, oldest first."""
    if not state.get("needs_previous_context"):
        return []
    return fit_newest(window_of(state.get("summary", "")), _SUMMARIES, _cost)[0]


def _cost(summary: str) -> int:
    return round(rough_count(summary))
