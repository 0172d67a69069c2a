"""The task's part of the graph.

clarify -> review_clarification -> plan <-> review_plan
        -> [prepare_step -> review_step -> work_step <-> tools loop -> complete_step] per step
        -> deliver -> respond
clarify: a plain question -> converse | research;  rejected -> respond
complete_step: failed -> review_step (asked) | work_step (once more)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.nodes.adding import add_nodes
from agent.nodes.clarify import (
    after_clarify,
    after_review_clarification,
    clarify,
    review_clarification,
)
from agent.nodes.complete import after_complete_step, complete_step
from agent.nodes.deliver import deliver
from agent.nodes.plan import after_review_plan, plan, review_plan
from agent.nodes.steps import after_review_step, prepare_step, review_step
from agent.nodes.work import after_work_step, work_step

if TYPE_CHECKING:
    from langgraph.graph.state import StateGraph

    from agent.context import AgentContext
    from agent.state import AgentState


def add_task_nodes(builder: StateGraph[AgentState, AgentContext]) -> None:
    """Add the nodes and their edges; they are entered at ``clarify`` and left to ``respond``."""
    add_nodes(
        builder, clarify, review_clarification, plan, review_plan, prepare_step, review_step,
        work_step, complete_step, deliver,
    )  # fmt: skip
    builder.add_conditional_edges("clarify", after_clarify)
    builder.add_conditional_edges("review_clarification", after_review_clarification)
    builder.add_edge("plan", "review_plan")
    builder.add_conditional_edges("review_plan", after_review_plan)
    builder.add_edge("prepare_step", "review_step")
    builder.add_conditional_edges("review_step", after_review_step)
    builder.add_conditional_edges("work_step", after_work_step)
    builder.add_conditional_edges("complete_step", after_complete_step)
    builder.add_edge("deliver", "respond")
