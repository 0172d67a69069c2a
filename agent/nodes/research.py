"""Finding the passages: plan a search, run it, judge what came, search again if it must be.

START -> plan_search -+-> search -> evaluate -+-> plan_search
                      |              ^        +-> END
                      +- all repeats +
                      +- no search needed, or a whole document asked for -> END
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.events import EvaluationResult, Notice, PassagesFound, Planning, ToolSelected
from agent.evidence import load, numbered
from agent.judgement import Judgement
from agent.nodes.adding import add_nodes
from agent.nodes.search_further import further_moves
from agent.nodes.search_judging import judge
from agent.nodes.search_moves import (
    compares_with_standard,
    first_moves,
    only_rephrases,
    reachable,
)
from agent.nodes.tools_loop import surroundings
from agent.prompts.research import planning_text
from agent.state import AgentState, JsonObject
from agent.titles import of_others
from agent.tools.running import Call, run_calls
from agent.whole_document import whole_request

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.evidence import Evidence
    from agent.tools.catalogue import ToolResult, ToolSurroundings

_KEPT = 1500


class ResearchState(AgentState, total=False):
    """The state inside the sub-graph: the calls that were planned, beside the thread's own."""

    next_calls: list[JsonObject]


def plan_search(state: ResearchState, runtime: Runtime[AgentContext]) -> ResearchState:
    """Plan the next calls: by rule the first time, by the model when something is missing."""
    context, language = runtime.context, state.get("language", "en")
    question, rounds = state["standalone_question"], state.get("iteration_count", 0)
    runtime.stream_writer(
        Planning(text=planning_text(rounds + 1, state.get("missing_info", []), language))
    )
    documents = reachable(state, context)
    if not documents:
        return _decided(state, {"action": "no_documents"})
    calls_made = state.get("model_calls", 0)
    if rounds == 0:
        if whole := whole_request(question, documents):
            return _decided(state, {"action": "whole_document", **whole.plain()})
        if state.get("needs_previous_context") and only_rephrases(_typed(state)):
            return _decided(state, {"action": "no_search"})
        calls = first_moves(question, documents)
    else:
        calls, made = further_moves(state, context, documents)
        calls_made += made
    done = {row["key"] for row in state.get("tool_history", [])}
    fresh = [call for call in calls if call.key not in done]
    for call in fresh:
        runtime.stream_writer(
            ToolSelected(call_id=call.id, tool=call.tool, arguments=call.arguments)
        )
    update: ResearchState = {
        "next_calls": [call.plain() for call in fresh],
        "model_calls": calls_made,
    }
    if not fresh:
        update |= _decided(state, {"action": "all_repeats"})
    return update


def _typed(state: AgentState) -> str:
    return str(state["messages"][-1].text) if state.get("messages") else ""


def _decided(state: AgentState, entry: JsonObject) -> ResearchState:
    row = {"round": state.get("iteration_count", 0) + 1, **entry}
    return {"next_calls": [], "decision_log": [*state.get("decision_log", []), row]}


def after_plan_search(state: ResearchState) -> Literal["search", "evaluate", "__end__"]:
    """Run what was planned; judge if it was all done before; leave if no search is needed."""
    if state.get("next_calls"):
        return "search"
    last = (state.get("decision_log") or [{}])[-1]
    return "evaluate" if last.get("action") == "all_repeats" else "__end__"


def search(state: ResearchState, runtime: Runtime[AgentContext]) -> ResearchState:
    """Run the planned calls side by side and show at once what they found."""
    context, emit = runtime.context, runtime.stream_writer
    calls = [Call(**row) for row in state["next_calls"]]
    results = run_calls(calls, context.tools, _within(state, context), emit)
    before = state.get("retrieved_docs", [])
    found = _not_of_others(state, [p for r in results for p in _passages(r)], context)
    fresh, _named = numbered(found, before)
    if fresh:
        emit(
            PassagesFound(
                query=state["standalone_question"], passages=[one.plain() for one in fresh]
            )
        )
    for code in sorted({str(n) for result in results for n in result.data.get("notices", [])}):
        emit(Notice(code=code))
    pairs = list(zip(calls, results, strict=True))
    rows = [_row(call, result) for call, result in pairs]
    articles = [str(a["number"]) for r in results for a in r.data.get("articles", [])]
    return {
        "next_calls": [],
        "tool_history": [*state.get("tool_history", []), *rows],
        "tools_used": [*state.get("tools_used", []), *(call.tool for call in calls)],
        "retrieved_docs": [*before, *(one.kept() for one in fresh)],
        "collected_info": [*state.get("collected_info", []), *(_info(row) for row in rows)],
        "explored_articles": _joined(
            state.get("explored_articles", []), [*articles, *(one.article for one in fresh)]
        ),
    }


def _within(state: ResearchState, context: AgentContext) -> ToolSurroundings:
    """Return what the tools may reach: of a comparison's own side the contracts, if there are."""
    around = surroundings(state, context)
    if not compares_with_standard(state["standalone_question"]):
        return around
    mine = [d.id for d in reachable(state, context) if d.kind == "contract"]
    return replace(around, documents=mine) if mine else around


def _passages(result: ToolResult) -> list[JsonObject]:
    return list(result.data.get("passages", [])) if result.ok else []


def _not_of_others(
    state: ResearchState, found: list[JsonObject], context: AgentContext
) -> list[JsonObject]:
    """Return what was found without what is somebody else's than the one the question names."""
    ids = {str(passage["document_id"]) for passage in found}
    foreign = of_others(state["standalone_question"], ids, context.library) if ids else set()
    return [passage for passage in found if passage["document_id"] not in foreign]


def _row(call: Call, result: ToolResult) -> JsonObject:
    return {
        "call_id": call.id,
        "tool": call.tool,
        "arguments": call.arguments,
        "key": call.key,
        "ok": result.ok,
        "text": result.text[:_KEPT],
        "error": result.error,
        "verdict": str(result.data.get("verdict", "")),
        "hopeless": bool(result.data.get("hopeless")),
        "confidence": float(result.data.get("confidence", 0.5)),
        "found": len(_passages(result)),
    }


def _info(row: JsonObject) -> JsonObject:
    return {key: row[key] for key in ("tool", "arguments", "ok", "verdict", "found", "error")}


def _joined(old: Sequence[str], new: Sequence[str]) -> list[str]:
    return [name for name in dict.fromkeys([*old, *new]) if name]


def evaluate(state: ResearchState, runtime: Runtime[AgentContext]) -> ResearchState:
    """Judge whether what was found answers the question: by rule, by the model where unclear."""
    context = runtime.context
    rounds = state.get("iteration_count", 0) + 1
    evidence: list[Evidence] = load(state.get("retrieved_docs", []), context.library)
    judgement = judge(state, evidence, context)
    runtime.stream_writer(
        EvaluationResult(
            sufficient=judgement.sufficient,
            missing_info=list(judgement.missing),
            round=rounds,
            by=judgement.by,
        )
    )
    return {
        "iteration_count": rounds,
        "missing_info": list(judgement.missing),
        "unexplored_articles": list(judgement.unexplored),
        "decision_log": [*state.get("decision_log", []), _entry(rounds, judgement)],
        "model_calls": state.get("model_calls", 0) + judgement.model_calls,
    }


def _entry(rounds: int, judgement: Judgement) -> JsonObject:
    return {
        "round": rounds,
        "action": "evaluated",
        "sufficient": judgement.sufficient,
        "by": judgement.by,
        "why": judgement.why,
        "order": list(judgement.order),
        "shown": list(judgement.shown),
        "final": judgement.final,
        "partly": judgement.partly,
        "unsure": judgement.unsure,
        "judged": list(judgement.judged),
        "heard": list(judgement.heard),
        "near": judgement.near,
    }


def after_evaluate(
    state: ResearchState, runtime: Runtime[AgentContext]
) -> Literal["plan_search", "__end__"]:
    """Search again while something is missing, a new search may find it and rounds are left."""
    last = state["decision_log"][-1]
    limit = runtime.context.settings.max_search_rounds
    if last["sufficient"] or last["final"] or state["iteration_count"] >= limit:
        return "__end__"
    return "plan_search"


def build_research() -> StateGraph[ResearchState, AgentContext]:
    """Return the builder of the sub-graph."""
    builder = StateGraph(ResearchState, context_schema=AgentContext)
    add_nodes(builder, plan_search, search, evaluate)
    builder.add_edge(START, "plan_search")
    builder.add_conditional_edges("plan_search", after_plan_search, ["search", "evaluate", END])
    builder.add_edge("search", "evaluate")
    builder.add_conditional_edges("evaluate", after_evaluate, ["plan_search", END])
    return builder
