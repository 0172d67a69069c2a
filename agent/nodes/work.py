"""Working a step: tools first, then one recommendation, then what the step gives in words.

Each pass does one of the three and is saved before the next, so that a run that dies repeats at
most one of them. Calls go through the tools loop, where those that must be asked for are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.events import Generating, Token, ToolFinished, ToolSelected
from agent.half_done import STEP_MESSAGE
from agent.models.values import Priority
from agent.nodes.clarify import shown_request, task_request
from agent.nodes.costs import cost_calls, cost_figures, cost_text, no_figures
from agent.nodes.reading_steps import differences_before, read_whole, work_of
from agent.nodes.tool_calls import pending_calls, request_message, wants_more
from agent.nodes.tools_loop import surroundings
from agent.nodes.writing import write_step
from agent.prompts.step import step_text
from agent.recommending import (
    candidates_for,
    knowledge,
    recommend,
    services_of,
)
from agent.spending import with_costs
from agent.state import AgentState
from agent.step_attempts import has_begun
from agent.step_material import StepMaterial, shown
from agent.step_results import judge_call
from agent.tools.builtin import EXACT
from agent.tools.choosing import choose
from agent.tools.running import new_call

if TYPE_CHECKING:
    from agent.state import JsonObject
    from agent.tools.running import Call

_KNOWN = 300


def results_of(state: AgentState) -> list[JsonObject]:
    """Return what this step's calls gave, answers of the person in place of a call included."""
    step = state["step"]
    results = list(step.get("results", []))
    seen = {row["call_id"] for row in results}
    mine = set(step.get("call_ids", []))
    told = state.get("tool_history", [])
    return results + [r for r in told if r.get("call_id") in mine - seen and r.get("ok")]


def told_instead(row: JsonObject) -> bool:
    """Say whether a row is what the person said in place of a call, which was not made."""
    return row.get("error") == "respond"


def work_step(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Do the next part of the step: call tools, recommend a service, or write the result."""
    context, step = runtime.context, state["step"]
    if _cancelled(state):
        return {"step": {**step, "cancelled": True}, "ending": "partly"}
    if _left_out(state, context):
        return {"step": {**step, "skipped": True, "written": True}}
    calls, more, model_calls = _next_calls(state, context)
    spent = state.get("model_calls", 0) + model_calls
    if calls:
        for call in calls:
            runtime.stream_writer(
                ToolSelected(call_id=call.id, tool=call.tool, arguments=call.arguments)
            )
        names = [*step.get("call_ids", []), *(call.id for call in calls)]
        changed = {**step, "call_ids": names, "rounds": int(step.get("rounds", 0)) + 1}
        return {"messages": [request_message(calls, more=more)], "step": changed,
                "model_calls": spent}  # fmt: skip
    if not step.get("tools_done"):
        return {"step": {**step, "tools_done": True}, "model_calls": spent}
    if step["id"] not in state.get("tool_recommendations", {}) and not step.get("looked"):
        return _recommend(state, runtime)
    return _write(state, runtime)


def _cancelled(state: AgentState) -> bool:
    """Say whether the person ended the run at one of this step's calls."""
    mine = set(state["step"].get("call_ids", []))
    return any(
        entry.get("action") == "cancel" and entry.get("call_id") in mine
        for entry in state.get("approval_history", [])
    )


def _left_out(state: AgentState, context: AgentContext) -> bool:
    """Say whether the person left out what the step was to do: a call with an effect, its only one.

    Words cannot stand in for what was not done.
    """
    mine = set(state["step"].get("call_ids", []))
    rows = [r for r in state.get("tool_history", []) if r.get("call_id") in mine]
    left_out = (context.tools.get(str(r["tool"])) for r in rows if r.get("error") == "skip")
    effects = any(tool is not None and not tool.read_only for tool in left_out)
    return effects and not results_of(state)


def _next_calls(state: AgentState, context: AgentContext) -> tuple[list[Call], bool, int]:
    """Return the calls to make now, whether more will follow, and the model calls it took."""
    step, results = state["step"], results_of(state)
    rounds = int(step.get("rounds", 0))
    if step.get("tools_done") or rounds >= context.settings.max_tool_rounds:
        return [], False, 0
    guided = step.get("guided") or {}
    if guided and rounds == 0:
        prepared = new_call(guided["tool"], dict(guided["arguments"]))
        return [prepared], bool(guided.get("more")), 0
    figures = cost_figures(state, step, context)
    if figures and figures.known:
        return cost_calls(figures, results, guided), False, 0
    if work_of(state, context):
        return [], False, 0
    failed = [row for row in results if not judge_call(row).ok]
    if rounds and not (results and len(failed) == len(results)) and not wants_more(state):
        return [], False, 0
    offered = context.tools.offered(online=context.settings.allow_internet)
    tools = [tool for tool in offered if tool.name in step["tools"]]
    known = [f"{r['tool']}: {r['text'] or r['error']}"[:_KNOWN] for r in results]
    choice = choose(
        context.door,
        step_text(step),
        tools,
        stop=context.stop,
        known=known or _prices(state),
        max_calls=2,
        priority=Priority.STEP,
        shown=offered,
    )
    tried = {(row["tool"], str(row.get("arguments"))) for row in results}
    fresh = [call for call in choice.calls if (call.tool, str(call.arguments)) not in tried]
    return fresh, choice.more, choice.model_calls


def _prices(state: AgentState) -> list[str]:
    """Return the prices recommended so far, for a step that adds them up."""
    entries = state.get("tool_recommendations", {}).values()
    return [f"{e['service']} {e['price']}" for e in entries if e.get("service") and e.get("price")]


def _recommend(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    context = runtime.context
    step, around = state["step"], surroundings(state, context)
    tool = context.tools.get("retrieve_docs")
    catalogues, reports = knowledge(context.library, around.documents)
    looked: AgentState = {"step": {**step, "looked": True}}
    figures = cost_figures(state, step, context)
    by_itself = (figures and figures.known) or work_of(state, context)
    if tool is None or not (catalogues or reports) or by_itself:
        return looked
    text = step_text(step)
    call = new_call("retrieve_docs", {"query": text})
    runtime.stream_writer(ToolSelected(call_id=call.id, tool=call.tool, arguments=call.arguments))
    services = services_of(around, context.now().date())
    found = candidates_for(text, services, tool, around)
    made = recommend(context.door, text, shown_request(state), found, around)
    runtime.stream_writer(
        ToolFinished(call_id=call.id, tool=call.tool, preview=str(made.entry.get("service") or ""))
    )
    before = state.get("tool_recommendations", {})
    calculator = context.tools.get("calculator")
    entry = with_costs(made.entry, list(before.values()), task_request(state), calculator, around)
    if entry.get("wish"):
        context.experience.keep_wish(context.run_id, entry["wish"], context.now().timestamp())
    return {
        **looked,
        "tool_recommendations": {**before, step["id"]: entry},
        "tools_used": [*state.get("tools_used", []), "retrieve_docs"],
        "model_calls": state.get("model_calls", 0) + made.model_calls,
    }


def _write(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Write what the step gives; an exact result of a tool stands as it is."""
    context = runtime.context
    step, results = state["step"], [r for r in results_of(state) if judge_call(r).ok]
    figures = cost_figures(state, step, context)
    if figures and figures.known:
        text = cost_text(state, figures, results, context)
        return {"step": {**step, "text": text, "written": True}}
    if results and all(row["tool"] in EXACT for row in results):
        text = "\n".join(str(row["text"]) for row in results)
        return {"step": {**step, "text": text, "written": True}}
    if given_whole := read_whole(state, runtime):
        return {"step": {**step, **given_whole, "written": True}}
    material = material_of(state, context)
    differences, compared_in = differences_before(state)
    bound = state.get("bound_documents") or None
    given = differences or material.texts(results)
    read = [] if differences or material.sources(results) else material.looked_up(bound)
    if figures and not read and not given:
        return {"step": {**step, "text": no_figures(figures, state), "written": True}}
    message_id = f"{STEP_MESSAGE}{step['id']}"

    def show(text: str, anew: bool) -> None:
        name = f"{message_id}-anew" if anew else message_id
        runtime.stream_writer(Token(message_id=name, text=text))

    runtime.stream_writer(Generating(message_id=message_id, what="step"))
    written = write_step(state, context, [*given, *(shown(passage) for passage in read)], show)
    return {
        "step": {
            **step,
            "text": written.text,
            "read": [*compared_in, *(passage.id for passage in read)],
            "written": True,
        },
        "model_calls": state.get("model_calls", 0) + written.calls,
        "context_used": written.context_used,
    }


def material_of(state: AgentState, context: AgentContext) -> StepMaterial:
    """Return the judge of what this step found."""
    bound = bool(state.get("bound_documents"))
    request = state["standalone_question"]
    return StepMaterial(context.library, request, step_text(state["step"]), bound=bound)


def after_work_step(
    state: AgentState,
) -> Literal["review_tool_call", "work_step", "complete_step", "deliver"]:
    """Run the calls that were chosen, go on with the step, or complete it."""
    if state["step"].get("cancelled"):
        return "complete_step" if has_begun(state["step"], results_of(state)) else "deliver"
    if pending_calls(state.get("messages", [])):
        return "review_tool_call"
    return "complete_step" if state["step"].get("written") else "work_step"
