"""What a finished task leaves behind: its plan, its clarification, the person's decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.context import AgentContext
    from agent.state import AgentState, JsonObject

_DECISIONS = ("accept", "edit_args", "skip", "respond", "replan", "cancel")


def planned_for(state: AgentState) -> str:
    """Return what a plan is remembered by: the request and what was answered about it."""
    answers = state.get("clarification", {}).get("answers", {})
    return "\n".join([state["standalone_question"], *map(str, answers.values())])


def keep_answers(state: AgentState, context: AgentContext, clarification: JsonObject) -> None:
    """Keep what was answered as soon as it is, so that a task that ends early leaves it too."""
    context.experience.keep_clarification(
        context.run_id,
        state["standalone_question"],
        clarification,
        success=None,
        at=context.now().timestamp(),
    )


def keep_task(state: AgentState, context: AgentContext, figures: JsonObject) -> None:
    """Keep the task's records under the run's id; a second pass writes the same again."""
    request, at = state["standalone_question"], context.now().timestamp()
    clarification = state.get("clarification", {})
    context.experience.keep_clarification(
        context.run_id, request, clarification, success=figures["overall_success"], at=at
    )
    context.experience.keep_plan(
        context.run_id,
        planned_for(state),
        state.get("original_sub_tasks", []),
        state.get("sub_tasks", []),
        success_rate=float(figures["success_rate"]),
        at=at,
    )
    for number, entry in enumerate(state.get("approval_history", [])):
        told = entry.get("action") in _DECISIONS
        forced = entry.get("automatic") or entry.get("failed")
        if entry.get("point") == "step" and told and not forced and entry.get("tool"):
            context.experience.keep_decision(
                f"{context.run_id}/{number}",
                str(entry.get("about") or entry.get("step")),
                str(entry["tool"]),
                str(entry["action"]),
                at,
            )
