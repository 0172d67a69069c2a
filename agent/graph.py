"""The graph: every stage of a turn and the ways between them.

    START -> receive -> route -+-> out of scope: decline -> END
                               +-> compress_memory -+-> chat:      converse <-> tools loop
                                                    |              -> respond
                                                    +-> documents: research -> answer
                                                    +-> task:      clarify -> review_clarification
                                                                   -> plan <-> review_plan
                                                                   -> [prepare_step -> review_step
                                                                       -> work_step <-> tools loop
                                                                       -> complete_step] per step
                                                                   -> deliver -> respond
    tools loop:  choose_tools -> review_tool_call -> run_tools -> back to the writer
    research:    plan_search -> search -> evaluate -> plan_search | answer
    receive, choose_tools: unusable input or a limit -> explain_failure -> END

``build_graph`` returns the builder, so that an app and a test compile it with their own
checkpointer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from langgraph.graph import END, START, StateGraph

from agent.context import AgentContext
from agent.memory.window import compress_memory
from agent.nodes.adding import add_nodes
from agent.nodes.answer import answer
from agent.nodes.chat import converse, respond
from agent.nodes.failure import explain_failure
from agent.nodes.receive import after_receive, receive
from agent.nodes.research import build_research
from agent.nodes.route import after_route, decline, route
from agent.nodes.task import add_task_nodes
from agent.nodes.tools_loop import (
    after_choose_tools,
    after_review_tool_call,
    after_run_tools,
    choose_tools,
    review_tool_call,
    run_tools,
)
from agent.state import AgentState

if TYPE_CHECKING:
    from langgraph.graph.state import StateGraph as Builder


def after_compress_memory(
    state: AgentState,
) -> Literal["converse", "choose_tools", "research", "clarify"]:
    """Take the route that was chosen."""
    if state["route"] == "task":
        return "clarify"
    if state["route"] == "documents":
        return "research"
    return "choose_tools" if state["tool_needed"] else "converse"


def after_research(state: AgentState) -> Literal["choose_tools", "answer"]:
    """Let a tool work on what was found where the question needs one, else answer."""
    found = bool(state.get("retrieved_docs"))
    return "choose_tools" if found and state["tool_needed"] else "answer"


def build_graph() -> Builder[AgentState, AgentContext]:
    """Return the builder of the whole graph."""
    builder = StateGraph(AgentState, context_schema=AgentContext)
    add_nodes(
        builder, receive, route, decline, compress_memory, converse, respond, answer,
        explain_failure, choose_tools, review_tool_call, run_tools,
    )  # fmt: skip
    builder.add_node("research", build_research().compile())
    add_task_nodes(builder)
    builder.add_edge(START, "receive")
    builder.add_conditional_edges("receive", after_receive)
    builder.add_conditional_edges("route", after_route)
    builder.add_conditional_edges("compress_memory", after_compress_memory)
    builder.add_conditional_edges("research", after_research)
    builder.add_conditional_edges("choose_tools", after_choose_tools)
    builder.add_conditional_edges("review_tool_call", after_review_tool_call)
    builder.add_conditional_edges("run_tools", after_run_tools)
    builder.add_edge("converse", "respond")
    builder.add_edge("respond", END)
    builder.add_edge("answer", END)
    builder.add_edge("decline", END)
    builder.add_edge("explain_failure", END)
    return builder
