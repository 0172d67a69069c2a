"""Before a step: what it needs is prepared, and shown where the person wants to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from langgraph.runtime import Runtime

from agent.approvals import Accept, Cancel, EditArgs, Replan, Respond, Retry, Skip
from agent.asking import ask, automatic_entry, history_entry
from agent.context import AgentContext
from agent.events import MemoryUsed, Notice, StepStarted
from agent.memory.prediction import predict
from agent.models.values import Priority
from agent.nodes.clarify import task_request
from agent.nodes.costs import cost_calls, cost_figures
from agent.nodes.plan import finished_steps, plan_of, save_plan
from agent.nodes.tool_calls import must_ask
from agent.prompts.step import step_text
from agent.prose_length import is_long, without_middle
from agent.state import AgentState
from agent.step_attempts import cleared, has_begun, tried_again
from agent.step_results import missing_fields, readiness
from agent.tools.choosing import choose

if TYPE_CHECKING:
    from agent.asking import AnswerEnvelope
    from agent.memory.records import ToolRecord
    from agent.state import JsonObject
    from agent.tools.catalogue import Tool


def prepare_step(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Find the tools for the next step; where steps are approved, fill in the first one's form."""
    context = runtime.context
    tasks, index = plan_of(state), finished_steps(state)
    save_plan(context.run_folder, task_request(state), tasks)
    task = tasks[index]
    runtime.stream_writer(StepStarted(index=index, total=len(tasks), title=task["title"]))
    text = step_text(task)
    tools = context.tools.offered(online=context.settings.allow_internet)
    records = context.experience.tools(text)
    names = context.tool_index.recommend(text, tools, records)
    step: JsonObject = {
        **task,
        "index": index,
        "tools": names,
        "attempt": 1,
        "started_at": context.now().timestamp(),
    }
    calls = 0
    if context.switches().asks("step"):
        form, calls = _form(step, tools, records, state, context)
        step |= form
        for name in form.get("from_memory", []):
            told = f"{form['tool']}: {name} = {form['arguments'][name]}"
            runtime.stream_writer(MemoryUsed(memory_kind="tool", text=told))
    return {
        "sub_tasks": tasks,
        "current_step_index": index,
        "step": step,
        "model_calls": state.get("model_calls", 0) + calls,
    }


def _form(
    step: JsonObject,
    tools: list[Tool],
    records: dict[str, ToolRecord],
    state: AgentState,
    context: AgentContext,
) -> tuple[JsonObject, int]:
    """Return the prepared tool call of a step and the model calls it took."""
    figures = cost_figures(state, step, context)
    more = False
    if figures and figures.known:
        calls, spent = cost_calls(figures, [], {}), 0
    else:
        choice = choose(
            context.door,
            step_text(step),
            [tool for tool in tools if tool.name in step["tools"]],
            stop=context.stop,
            known=[task_request(state)[:200]],
            max_calls=1,
            priority=Priority.STEP,
            shown=tools,
            may_lack=True,
        )
        calls, more, spent = choice.calls, choice.more, choice.model_calls
    if not calls:
        return {"tool": "", "arguments": {}, "missing": [], "readiness": 1.0}, spent
    call = calls[0]
    tool = context.tools.get(call.tool)
    schema = tool.schema() if tool else {}
    record = records.get(call.tool)
    known = record.arguments if record else {}
    gaps = {name: known[name] for name in missing_fields(call.arguments, schema) if name in known}
    arguments = {**call.arguments, **gaps}
    form: JsonObject = {
        "tool": call.tool,
        "arguments": arguments,
        "missing": missing_fields(arguments, schema),
        "readiness": readiness(arguments, schema),
        "more": more,
        "from_memory": sorted(gaps),
        "worked_before": known if known != arguments else {},
    }
    expected = predict(context.experience.decisions(step_text(step), call.tool))
    risky = must_ask(tool, context.switches().always_allowed)
    if expected.approves and not risky and not form["missing"]:
        form["predicted"] = expected.why(state["language"])
    return form, spent


def review_step(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Show the prepared step and take the decision, unless the switch or experience says go."""
    context, step = runtime.context, state["step"]
    if not context.switches().asks("step"):
        decision = Retry() if step.get("failure") else Accept()
        return _automatic(state, context, decision, "switched_off")
    if step.get("predicted") and not step.get("failure"):
        runtime.stream_writer(MemoryUsed(memory_kind="behaviour", text=step["predicted"]))
        return _automatic(state, context, Accept(), str(step["predicted"]))
    tool = context.tools.get(str(step.get("tool") or ""))
    envelope = ask(
        "step",
        {
            "index": step["index"],
            "total": len(state["sub_tasks"]),
            "title": step["title"],
            "goal": step["goal"],
            "tool": step.get("tool", ""),
            "arguments": step.get("arguments", {}),
            "schema": tool.schema() if tool else {},
            "missing": step.get("missing", []),
            "readiness": step.get("readiness", 1.0),
            "tools": step["tools"],
            "worked_before": step.get("worked_before", {}),
            "failure": step.get("failure", ""),
        },
    )
    if isinstance(envelope.decision, Respond) and is_long(envelope.decision.text):
        runtime.stream_writer(Notice(code="long_request"))
    return _decided(state, envelope)


def _automatic(
    state: AgentState, context: AgentContext, decision: Accept | Retry, why: str
) -> AgentState:
    entry = automatic_entry("step", decision, context.now().timestamp(), why)
    entry |= {"step": state["step"]["id"], "tool": state["step"].get("tool", "")}
    return {
        "approval_history": [*state.get("approval_history", []), entry],
        "step": _with(state["step"], decision.action),
    }


def _decided(state: AgentState, envelope: AnswerEnvelope) -> AgentState:
    step, decision = state["step"], envelope.decision
    entry = {
        **history_entry("step", envelope),
        "step": step["id"],
        "tool": step.get("tool", ""),
        "about": step_text(step),
        "failed": bool(step.get("failure")),
    }
    update: AgentState = {"approval_history": [*state.get("approval_history", []), entry]}
    if isinstance(decision, EditArgs):
        update["step"] = _with({**step, "arguments": decision.arguments}, "accept")
    elif isinstance(decision, Respond):
        update["step"] = _with(
            {**step, "note": without_middle(decision.text.strip()), "tool": ""}, "accept"
        )
    elif isinstance(decision, Replan):
        first = max(step["index"], decision.from_step or 0)
        update |= {
            "user_feedback": decision.text.strip(),
            "step": {"from_step": first},
            "tool_recommendations": _of_finished(state),
        }
    elif isinstance(decision, Skip):
        update["step"] = {**step, "skipped": True}
    elif isinstance(decision, Cancel):
        update |= {"step": {**step, "cancelled": True}, "ending": "partly"}
    else:
        update["step"] = _with(step, decision.action)
    return update


def _of_finished(state: AgentState) -> dict[str, JsonObject]:
    """Return the recommendations of finished steps: the others' steps may become different ones."""
    finished = {row["id"] for row in state.get("step_results", [])}
    held = state.get("tool_recommendations", {})
    return {name: entry for name, entry in held.items() if name in finished}


def _with(step: JsonObject, action: str) -> JsonObject:
    """Return the step as it goes to work."""
    fresh = tried_again(step) if step.get("failure") else cleared(step)
    guided = fresh.get("tool") and (action == "accept" or step.get("failure"))
    fresh["guided"] = {}
    if guided:
        arguments, more = fresh.get("arguments", {}), bool(fresh.get("more"))
        fresh["guided"] = {"tool": fresh["tool"], "arguments": arguments, "more": more}
    return fresh


def after_review_step(
    state: AgentState,
) -> Literal["work_step", "complete_step", "plan", "deliver"]:
    """Work the step, leave it out, plan anew from it, or end with what there is."""
    if state.get("user_feedback", "").strip():
        return "plan"
    if state["step"].get("cancelled"):
        begun = has_begun(state["step"], state["step"].get("results", []))
        return "complete_step" if begun else "deliver"
    return "complete_step" if state["step"].get("skipped") else "work_step"
