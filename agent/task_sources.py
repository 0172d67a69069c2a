"""The sources of a task: passages that steps used and recommendations rest on, numbered once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.errors import StoreError

if TYPE_CHECKING:
    from agent.context import AgentContext
    from agent.state import AgentState, JsonObject
    from store.records import Passage

_QUOTE = 240
_MOST = 60
_OF_A_STEP = 2


def _source(number: int, passage: Passage) -> JsonObject:
    return {
        "n": number,
        "passage_id": passage.id,
        "document": passage.document,
        "document_id": passage.document_id,
        "page": passage.page,
        "label": passage.label,
        "article": passage.article,
        "heading": passage.heading,
        "start": passage.start,
        "end": passage.end,
        "quote": passage.text.strip()[:_QUOTE],
        "removed": False,
    }


def collect_sources(state: AgentState, context: AgentContext) -> list[JsonObject]:
    """Return the sources, numbered from 1 in the order of the steps.

    A step that quotes documents brings all that it quotes. A task that used none gets the
    passages nearest to its request, where the documents have any.
    """
    ids: list[str] = []
    recommended = state.get("tool_recommendations", {})
    for result in state.get("step_results", []):
        own = result.get("sources", [])
        ids += own if result.get("whole") else own[:_OF_A_STEP]
        ids += recommended.get(result["id"], {}).get("sources", [])
    try:
        found = [context.library.passage(name) for name in dict.fromkeys(ids)]
        passages = [p for p in found if p is not None]
        if not passages:
            bound = state.get("bound_documents") or None
            near = context.library.search(state["standalone_question"], k=2, documents=bound)
            passages = [hit.passage for hit in near.hits] if near.verdict == "found" else []
    except StoreError:
        return []
    return [_source(number, passage) for number, passage in enumerate(passages[:_MOST], 1)]
