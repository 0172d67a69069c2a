"""The first fork of a turn: where the message goes, and the refusal of what is out of scope."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.events import Notice, Routed
from agent.matters import asks_about_own
from agent.parts import asks
from agent.prompts.closing import declined_sentence, still_reading
from agent.routing import (
    Routing,
    decide_route,
    speaks_for_documents,
    speaks_of_tools,
    worth_a_look,
)
from agent.state import AgentState
from agent.titles import names_known
from agent.tools.builtin import builtin_tools
from store.errors import StoreError


def route(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Choose chat, documents or task, and rewrite a follow-up so that it stands alone."""
    context = runtime.context
    found = decide_route(
        context.door,
        state["standalone_question"],
        state.get("messages", []),
        _bound_names(state, context),
        context.stop,
    )
    if worth_a_look(found) and _may_stand_in_documents(state, context):
        found = replace(found, route="documents", in_scope=True, reason="stands in files")
    if found.tool_needed and not _tools_may_help(found, context):
        found = replace(found, tool_needed=False)
    if found.route != "task" and not found.tool_needed and context.library.ingest.busy():
        text = still_reading(state["language"])
        runtime.stream_writer(Notice(code="still_reading", text=text))
    runtime.stream_writer(
        Routed(
            route=found.route,
            in_scope=found.in_scope,
            needs_previous_context=found.needs_previous_context,
            standalone_question=found.standalone_question,
            reason=found.reason,
        )
    )
    return {
        "route": found.route,
        "is_complex_task": found.route == "task",
        "in_scope": found.in_scope,
        "needs_previous_context": found.needs_previous_context,
        "standalone_question": found.standalone_question,
        "tool_needed": found.tool_needed,
        "model_calls": state.get("model_calls", 0) + found.model_calls,
    }


def _tools_may_help(found: Routing, context: AgentContext) -> bool:
    """Tell whether a tool could help; of tools that were added nobody knows what they are for."""
    added = set(context.tools.names()) - set(builtin_tools().names())
    if added and found.route != "documents":
        return True
    return speaks_of_tools(found.standalone_question, found.route)


def _may_stand_in_documents(state: AgentState, context: AgentContext) -> bool:
    question = state["standalone_question"]
    if asks_about_own(question) and context.library.documents():
        return True
    if asks(question) and names_known(question, context.library):
        return True
    try:
        result = context.library.search(
            question, k=1, documents=state.get("bound_documents") or None
        )
    except StoreError:
        return False
    return speaks_for_documents(result, question)


def _bound_names(state: AgentState, context: AgentContext) -> list[str]:
    if not state.get("only_documents"):
        return []
    wanted = set(state.get("bound_documents", []))
    return [d.name for d in context.library.documents() if d.id in wanted]


def after_route(state: AgentState) -> Literal["decline", "compress_memory"]:
    """Decline what is out of scope, else go on."""
    return "compress_memory" if state["in_scope"] else "decline"


def decline(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Turn a question outside the bound documents away, politely and at once."""
    names = _bound_names(state, runtime.context)
    text = declined_sentence(names, state["language"])
    return {"messages": [AIMessage(text)], "final_response": text, "ending": "declined"}
