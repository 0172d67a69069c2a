"""The refusal of a question that the documents do not answer, with what was searched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from agent.answering import Finished, nearest_sentence
from agent.events import Notice
from agent.evidence import in_order
from agent.judgement import decision_of
from agent.nodes.search_judging import other_words
from agent.nodes.search_moves import reachable
from agent.prompts import endings
from agent.titles import titles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langgraph.runtime import Runtime

    from agent.context import AgentContext
    from agent.evidence import Evidence
    from agent.state import AgentState


def refusal(
    state: AgentState, runtime: Runtime[AgentContext], near: Sequence[Evidence]
) -> Finished:
    """Return the refusal, with the nearest sentence where one may tell, and what is unread yet."""
    reading = runtime.context.library.ingest.unfinished()
    unread = endings.still_reading(reading, state.get("language", "en")) if reading else ""
    if unread and not reachable(state, runtime.context):
        return Finished(unread, "not_found")
    more = f"\n\n{unread}" if unread else ""
    unsure = [row for row in state.get("decision_log", []) if row.get("unsure")]
    if not unsure:
        return Finished(_text(state, runtime, near) + more, "not_found")
    question = state["standalone_question"]
    shown = in_order(near, unsure[-1]["order"])
    nearest = nearest_sentence(
        question,
        shown,
        state.get("language", "en"),
        other=other_words(question, state.get("tool_history", [])),
        known=titles(shown, runtime.context),
    )
    text = _text(state, runtime, () if nearest else near) + more
    if nearest is None:
        return Finished(text, "not_found")
    return replace(nearest, text=f"{text}\n\n{nearest.text}")


def _text(state: AgentState, runtime: Runtime[AgentContext], near: Sequence[Evidence]) -> str:
    language = state.get("language", "en")
    searched = [d.name for d in reachable(state, runtime.context)]
    if not searched:
        text = endings.no_documents(language)
        runtime.stream_writer(Notice(code="no_documents", text=text))
        return text
    if decision_of(state).get("why") == "search_failed":
        errors = [str(row["error"]) for row in state["tool_history"] if not row["ok"]]
        text = endings.search_failed(errors[-1], language)
        runtime.stream_writer(Notice(code="search_failed", text=text))
        return text
    nearest = near[0] if near and decision_of(state).get("near", True) else None
    heading = nearest.title if nearest else ""
    where = endings.place(nearest.document, nearest.page, heading, language) if nearest else ""
    return endings.not_found(searched, where, language)
