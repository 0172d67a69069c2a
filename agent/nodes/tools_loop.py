"""The tools loop: choose calls, ask where a call must be asked for, run them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from langchain_core.messages import ToolMessage
from langgraph.runtime import Runtime

from agent.approvals import EditArgs, Respond, Skip
from agent.asking import ask, history_entry
from agent.context import AgentContext
from agent.events import Notice, PassagesFound, ToolSelected
from agent.evidence import numbered
from agent.nodes.tool_calls import (
    decisions_of,
    edited,
    first_to_ask,
    in_doubt,
    may_always_run,
    pending_calls,
    request_message,
    wants_more,
)
from agent.prompts.closing import in_doubt_sentence
from agent.state import AgentState
from agent.step_results import judge_call
from agent.tools.catalogue import ToolSurroundings
from agent.tools.choosing import choose
from agent.tools.running import Call, run_calls

if TYPE_CHECKING:
    from agent.state import JsonObject
    from agent.tools.catalogue import ToolResult

_KEPT = 1500
_KNOWN = 400
_WITH_PASSAGES = ("calculator", "get_time")


def surroundings(state: AgentState, context: AgentContext) -> ToolSurroundings:
    """Return what this turn's tools may reach."""
    bound = state.get("bound_documents", [])
    return ToolSurroundings(
        library=context.library,
        summaries=context.summaries,
        settings=context.settings,
        thread_id=context.thread_id,
        documents=bound or None,
        language=state.get("language", "en"),
        now=context.now,
        run_folder=context.run_folder,
        stop=context.stop,
    )


def choose_tools(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Choose the next calls for the question; none means that the answer can be written."""
    context = runtime.context
    if state.get("tool_rounds", 0) >= context.settings.max_tool_rounds:
        return {"error": {"code": "round_limit", "message": "the request is too complex"}}
    history = state.get("tool_history", [])
    used = {row["tool"] for row in history}
    shown = context.tools.offered(online=context.settings.allow_internet)
    tools = [tool for tool in shown if tool.name not in used]
    if state["route"] == "documents":
        tools = [tool for tool in tools if tool.name in _WITH_PASSAGES]
    known = [str(row["text"])[:_KNOWN] for row in history if row["ok"]]
    choice = choose(
        context.door,
        state["standalone_question"],
        tools,
        stop=context.stop,
        known=known[-4:],
        shown=shown,
    )
    update: AgentState = {
        "model_calls": state.get("model_calls", 0) + choice.model_calls,
        "tool_needed": False,
    }
    if choice.calls:
        update["messages"] = [request_message(choice.calls, more=choice.more)]
        for call in choice.calls:
            runtime.stream_writer(
                ToolSelected(call_id=call.id, tool=call.tool, arguments=call.arguments)
            )
    return update


def after_choose_tools(
    state: AgentState,
) -> Literal["review_tool_call", "converse", "answer", "work_step", "explain_failure"]:
    """Review what was chosen; with nothing chosen, go where the answer is written."""
    if state.get("error"):
        return "explain_failure"
    if pending_calls(state.get("messages", [])):
        return "review_tool_call"
    return writer_of(state)


def writer_of(state: AgentState) -> Literal["converse", "answer", "work_step"]:
    """Return the node that goes on with the results of tools."""
    if state["route"] == "task":
        return "work_step"
    return "answer" if state["route"] == "documents" or state.get("retrieved_docs") else "converse"


def review_tool_call(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Ask for the first call that must be asked for; pass if there is none."""
    call = first_to_ask(state, runtime.context)
    if call is None:
        return {}
    tool = runtime.context.tools.get(call.tool)
    envelope = ask(
        "tool_call",
        {
            "tool": call.tool,
            "arguments": call.arguments,
            "schema": tool.schema() if tool else {},
            "why": _why_asked(call, state, runtime.context),
            "always_allowed": may_always_run(tool),
        },
    )
    decision = envelope.decision
    entry = {**history_entry("tool_call", envelope), "call_id": call.id}
    update: AgentState = {"approval_history": [*state.get("approval_history", []), entry]}
    if isinstance(decision, EditArgs):
        update["messages"] = [edited(state["messages"], call, decision.arguments)]
    elif isinstance(decision, Skip | Respond) or decision.action == "cancel":
        words = decision.text if isinstance(decision, Respond) else ""
        text = words or "the person left this call out"
        made_before = words and in_doubt(call, state, runtime.context)
        update["messages"] = [ToolMessage(text, tool_call_id=call.id, name=call.tool)]
        update["tool_history"] = [
            *state.get("tool_history", []),
            {
                "call_id": call.id, "tool": call.tool, "arguments": call.arguments,
                "ok": bool(words), "text": text, "error": "" if made_before else decision.action,
            },
        ]  # fmt: skip
    return update


def _why_asked(call: Call, state: AgentState, context: AgentContext) -> str:
    question = state["standalone_question"]
    return in_doubt_sentence(state["language"]) if in_doubt(call, state, context) else question


def run_tools(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Run the pending calls, answer each with one message, keep what they found."""
    context = runtime.context
    pending = pending_calls(state.get("messages", []))
    calls = [call for call in pending if not in_doubt(call, state, context)]
    results = run_calls(
        calls,
        context.tools,
        surroundings(state, context),
        runtime.stream_writer,
        decisions_of(state),
    )
    rows = [_row(call, result) for call, result in zip(calls, results, strict=True)]
    update: AgentState = {
        "messages": [
            ToolMessage(
                row["text"] if row["ok"] else f"Error: {row['error']}",
                tool_call_id=row["call_id"],
                name=row["tool"],
                status="success" if row["ok"] else "error",
            )
            for row in rows
        ],
        "tool_history": [*state.get("tool_history", []), *rows],
        "tools_used": [*state.get("tools_used", []), *(c.tool for c in calls)],
        "tool_rounds": state.get("tool_rounds", 0) + 1,
    }
    found = [p for result in results for p in result.data.get("passages", [])]
    if state["route"] == "task":
        step = state.get("step", {})
        full = [
            {**row, "data": _without_text(result.data)}
            for row, result in zip(rows, results, strict=True)
        ]
        update["step"] = {**step, "results": [*step.get("results", []), *full]}
    elif found:
        before = state.get("retrieved_docs", [])
        fresh, named = numbered(found, before)
        update["retrieved_docs"] = [*before, *(one.kept() for one in fresh)]
        runtime.stream_writer(
            PassagesFound(
                query=state["standalone_question"], passages=[one.plain() for one in named]
            )
        )
    for notice in {n for result in results for n in result.data.get("notices", [])}:
        runtime.stream_writer(Notice(code=str(notice)))
    return update


def _without_text(data: JsonObject) -> JsonObject:
    """Return a result's data as the state keeps it: passages without their text."""
    passages = [
        {key: value for key, value in passage.items() if key != "text"}
        for passage in data.get("passages", [])
    ]
    return {**data, "passages": passages} if passages else data


def _row(call: Call, result: ToolResult) -> JsonObject:
    """Return a call with its result as the state keeps it: a long text is cut.

    What is cut is judged before: half a JSON object no longer shows its error flag.
    """
    row = {
        "call_id": call.id,
        "tool": call.tool,
        "arguments": call.arguments,
        "ok": result.ok,
        "text": result.text,
        "error": result.error,
    }
    if len(result.text) <= _KEPT:
        return row
    verdict = judge_call({**row, "data": result.data})
    error = result.error or verdict.reason
    return {**row, "ok": verdict.ok, "text": result.text[:_KEPT], "error": error}


def after_review_tool_call(
    state: AgentState, runtime: Runtime[AgentContext]
) -> Literal["review_tool_call", "run_tools", "respond", "converse", "answer", "work_step"]:
    """Ask for the next call that waits, run what was allowed, or end a cancelled turn."""
    entries = [e for e in state.get("approval_history", []) if e.get("point") == "tool_call"]
    if entries and entries[-1]["action"] == "cancel":
        return "work_step" if state["route"] == "task" else "respond"
    if first_to_ask(state, runtime.context) is not None:
        return "review_tool_call"
    if pending_calls(state.get("messages", [])):
        return "run_tools"
    return writer_of(state)


def after_run_tools(
    state: AgentState,
) -> Literal["review_tool_call", "choose_tools", "converse", "answer", "work_step"]:
    """Ask about a call in doubt, choose again if another was announced, else write."""
    if pending_calls(state.get("messages", [])):
        return "review_tool_call"
    if state["route"] == "chat" and wants_more(state):
        return "choose_tools"
    return writer_of(state)
