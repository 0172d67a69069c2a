"""After a step: judged by its result, written down, and what follows from it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.events import Progress, StepFinished
from agent.nodes.work import material_of, results_of, told_instead
from agent.prompts.reasons import ended_early, reason_in
from agent.prompts.step import step_text
from agent.prose_length import fences_closed
from agent.run_files import write_pair
from agent.state import AgentState
from agent.step_attempts import calls_told, effects_of, tried_again
from agent.step_results import Status, Verdict, judge_call, judge_step, statistics

if TYPE_CHECKING:
    from agent.state import JsonObject

STEPS_FOLDER = "steps"
_TRIES = 2
_KEPT = 12_000
_PREVIEW = 200
_SOURCES = 4


def complete_step(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Judge the step; a failed one is asked about or tried once more, else it is written down."""
    context, step = runtime.context, state["step"]
    results = results_of(state)
    skipped = bool(step.get("skipped"))
    calls = [*step.get("earlier", []), *calls_told(results)]
    verdict = _verdict(state, results, calls, context)
    _learn(step, results, context)
    if not verdict.ok and not step.get("cancelled"):
        again = _not_yet_over(step, verdict, context)
        if again is not None:
            return {"step": again}
    status: Status = "skipped" if skipped else "succeeded" if verdict.ok else "failed"
    entry = _entry(step, results, status, verdict, context)
    found = material_of(state, context).sources(results) or step.get("read", [])
    entry["sources"] = found if step.get("whole") else found[:_SOURCES]
    name = f"step_{step['index'] + 1:02d}"
    entry["path"] = write_pair(
        context.run_folder / STEPS_FOLDER, name, {**entry, "calls": calls}, _page(entry)
    )
    total = len(state["sub_tasks"])
    before = [r for r in state.get("step_results", []) if r["id"] != step["id"]]
    done = [*before, entry]
    runtime.stream_writer(
        StepFinished(
            index=step["index"], total=total, title=step["title"], status=status,
            preview=(entry["result"] or entry["failure_reason"])[:_PREVIEW],
        )
    )  # fmt: skip
    runtime.stream_writer(Progress(label="steps", done=len(done), total=total))
    return {
        "step_results": done,
        "current_step_index": len(done),
        "execution_stats": statistics(done, total),
        "step": {"cancelled": True} if step.get("cancelled") else {},
    }


def _verdict(
    state: AgentState, results: list[JsonObject], calls: list[JsonObject], context: AgentContext
) -> Verdict:
    """Return whether the step worked; one that the person left out or ended is not judged."""
    step, language = state["step"], state["language"]
    if step.get("cancelled"):
        effects = effects_of(calls, context.tools)
        return Verdict(
            ok=False, reason=ended_early(str(step.get("failure", "")), effects, language)
        )
    if step.get("skipped"):
        return Verdict(ok=True)
    verdict = judge_step(str(step.get("text", "")), results)
    return replace(verdict, reason=reason_in(verdict.reason, language))


def _not_yet_over(step: JsonObject, verdict: Verdict, context: AgentContext) -> JsonObject | None:
    """Return the step as it goes on after a failure, or None where it ends as failed."""
    if context.switches().asks("step"):
        return {**step, "failure": verdict.reason}
    if int(step["attempt"]) >= _TRIES:
        return None
    return {**tried_again(step), "again": True}


def _entry(
    step: JsonObject,
    results: list[JsonObject],
    status: Status,
    verdict: Verdict,
    context: AgentContext,
) -> JsonObject:
    return {
        "id": step["id"],
        "title": step["title"],
        "goal": step["goal"],
        "status": status,
        "result": fences_closed(str(step.get("text", ""))[:_KEPT]) if status == "succeeded" else "",
        "tools_used": list(dict.fromkeys(str(r["tool"]) for r in results if not told_instead(r))),
        "failure_reason": verdict.reason or str(step.get("failure", "")),
        "seconds": round(context.now().timestamp() - float(step["started_at"]), 2),
        "completed_at": context.now().timestamp(),
        "validation_passed": all(judge_call(r).ok for r in results),
        "attempts": int(step["attempt"]),
        "whole": str(step.get("whole", "")),
    }


def _page(entry: JsonObject) -> str:
    body = entry["result"] or entry["failure_reason"] or entry["status"]
    tools = ", ".join(entry["tools_used"])
    return f"# {entry['title']}\n\n{entry['goal']}\n\n- {entry['status']}\n- {tools}\n\n{body}\n"


def _learn(step: JsonObject, results: list[JsonObject], context: AgentContext) -> None:
    """Keep how each tool fared, once per call place, so that a second pass changes nothing."""
    for number, row in enumerate(results):
        if told_instead(row):
            continue
        context.experience.keep_tool(
            f"{context.run_id}/{step['id']}/{step['attempt']}/{number}",
            step_text(step),
            str(row["tool"]),
            dict(row.get("arguments") or {}),
            ok=judge_call(row).ok,
            at=context.now().timestamp(),
        )


def after_complete_step(
    state: AgentState,
) -> Literal["review_step", "work_step", "prepare_step", "deliver"]:
    """Ask about a failed step, try it again, take the next one, or deliver."""
    step = state.get("step", {})
    if step.get("failure"):
        return "review_step"
    if step.get("again"):
        return "work_step"
    done, total = len(state.get("step_results", [])), len(state["sub_tasks"])
    if step.get("cancelled"):
        return "deliver"
    return "prepare_step" if done < total else "deliver"
