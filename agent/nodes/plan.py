"""The plan: made, changed in words, shown for approval."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from langgraph.runtime import Runtime

from agent.approvals import Accept, Cancel, EditPlan, Reject, Replan
from agent.asking import ask, automatic_entry, history_entry
from agent.budget_wishes import with_budget
from agent.context import AgentContext
from agent.events import MemoryUsed, Notice, Planning
from agent.learning import planned_for
from agent.nodes.clarify import task_request
from agent.plan_making import PlanMaker, without_marks
from agent.planning import normalise_sub_tasks, with_finished
from agent.prose_length import is_long, without_middle
from agent.run_files import write_atomically
from agent.state import AgentState

if TYPE_CHECKING:
    from pathlib import Path

    from agent.asking import AnswerEnvelope
    from agent.state import JsonObject

PLAN_FILE = "plan.json"


def finished_steps(state: AgentState) -> int:
    """Return how many steps from the first on are finished; re-planning keeps them."""
    return len(state.get("step_results", []))


def plan_of(state: AgentState) -> list[JsonObject]:
    """Return the plan as it stands, the finished steps first."""
    tasks = normalise_sub_tasks(state.get("sub_tasks", []))
    return with_finished(tasks, state.get("step_results", []))


def save_plan(folder: Path, request: str, tasks: list[JsonObject], feedback: str = "") -> None:
    """Write the plan into the run's folder, unless it stands there already.

    Args:
        folder: The run's.
        request: What it is a plan for.
        tasks: Its steps.
        feedback: The wish that led to it, if one did.
    """
    path = folder / PLAN_FILE
    if _plan_in(path) == tasks:
        return
    record = {"request": request, "sub_tasks": tasks, "feedback": feedback}
    write_atomically(path, json.dumps(record, ensure_ascii=False, indent=1))


def _plan_in(path: Path) -> object:
    """Return the sub-tasks of a plan's file, None where it is not there or damaged."""
    try:
        held = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return held.get("sub_tasks") if isinstance(held, dict) else None


def plan(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Make the plan, or change it as the person wished; finished steps stay."""
    context, language = runtime.context, state["language"]
    wish, done = state.get("user_feedback", "").strip(), finished_steps(state)
    wanted = with_budget(task_request(state), wish)
    request = without_middle(wanted)
    runtime.stream_writer(Planning(text=without_marks(request)[:200]))
    maker = PlanMaker(context.door, context.stop, request, language)
    before = plan_of(state)
    if is_long(wish):
        runtime.stream_writer(Notice(code="long_request"))
    if wish and before:
        kept = max(done, int(state.get("step", {}).get("from_step", 0)))
        made = maker.change(before, without_middle(wish), kept)
    else:
        past = context.experience.plans(planned_for(state))
        made = maker.make(past, before[:done])
    for line in made.applied:
        runtime.stream_writer(MemoryUsed(memory_kind="plan", text=line))
    save_plan(context.run_folder, wanted, made.tasks, wish)
    scratch: JsonObject = {
        "applied": list(made.applied),
        "previous": before if wish and not made.unchanged else [],
        "feedback": wish,
        "unchanged": made.unchanged,
    }
    return {
        "sub_tasks": made.tasks,
        "original_sub_tasks": state.get("original_sub_tasks") or made.tasks,
        "current_step_index": done,
        "clarification": {**state.get("clarification", {}), "merged": wanted},
        "user_feedback": "",
        "step": scratch,
        "model_calls": state.get("model_calls", 0) + made.calls,
    }


def review_plan(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Show the plan and take the decision, unless the switch is off."""
    context = runtime.context
    if not context.switches().asks("plan"):
        if unchanged := state.get("step", {}).get("unchanged"):
            runtime.stream_writer(Notice(code="plan_unchanged", text=str(unchanged)))
        entry = automatic_entry("plan", Accept(), context.now().timestamp(), "switched_off")
        return {"approval_history": [*state.get("approval_history", []), entry], "step": {}}
    scratch = state.get("step", {})
    envelope = ask(
        "plan",
        {
            "request": without_marks(task_request(state)),
            "sub_tasks": state["sub_tasks"],
            "previous": scratch.get("previous", []),
            "feedback": scratch.get("feedback", ""),
            "applied": scratch.get("applied", []),
            "unchanged": scratch.get("unchanged", ""),
            "finished": finished_steps(state),
        },
    )
    return _decided(state, envelope)


def _decided(state: AgentState, envelope: AnswerEnvelope) -> AgentState:
    decision = envelope.decision
    update: AgentState = {
        "approval_history": [*state.get("approval_history", []), history_entry("plan", envelope)],
        "step": {},
    }
    if isinstance(decision, EditPlan):
        rows = [row.model_dump() for row in decision.rows]
        done = state["sub_tasks"][: finished_steps(state)]
        update["sub_tasks"] = normalise_sub_tasks([*done, *rows])
    elif isinstance(decision, Replan):
        update["user_feedback"] = decision.text.strip()
        update["step"] = {"from_step": decision.from_step or 0}
    elif isinstance(decision, Reject | Cancel) and finished_steps(state):
        update |= {"step": {"cancelled": True}, "ending": "partly"}
    elif isinstance(decision, Reject | Cancel):
        update["ending"] = "declined"
    return update


def after_review_plan(state: AgentState) -> Literal["plan", "prepare_step", "deliver", "respond"]:
    """Work the plan; change it where a wish stands open; end where it was rejected.

    Where steps are finished, an end delivers what they gave.

    A script that writes ``sub_tasks`` or ``user_feedback`` as this node goes the same ways.
    """
    if state.get("user_feedback", "").strip():
        return "plan"
    if state.get("ending") == "declined":
        return "respond"
    over = state.get("step", {}).get("cancelled") or finished_steps(state) >= len(plan_of(state))
    return "deliver" if over else "prepare_step"
