"""Reading and writing tool calls in the conversation's messages.

The pending calls are the tool calls of the newest assistant message that have no answer yet, so
the tools loop needs no fields of its own and every call is answered exactly once.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from agent.tools.journal import Journal
from agent.tools.running import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import AnyMessage

    from agent.context import AgentContext
    from agent.state import AgentState, JsonObject
    from agent.tools.catalogue import Tool


def pending_calls(messages: Sequence[AnyMessage]) -> list[Call]:
    """Return the calls of the newest assistant message that have no answer yet."""
    answered: set[str] = set()
    for message in reversed(messages):
        if isinstance(message, ToolMessage):
            answered.add(message.tool_call_id)
        elif isinstance(message, AIMessage) and message.tool_calls:
            return [
                Call(id=str(c["id"]), tool=c["name"], arguments=dict(c["args"]))
                for c in message.tool_calls
                if c["id"] not in answered
            ]
        elif isinstance(message, HumanMessage):
            return []
    return []


def must_ask(tool: Tool | None, always_allowed: Sequence[str]) -> bool:
    """Say whether a call of this tool waits for the person. In doubt it does."""
    if tool is None:
        return False
    risky = tool.asks or tool.online or not tool.read_only
    return risky and not (tool.name in always_allowed and may_always_run(tool))


def may_always_run(tool: Tool | None) -> bool:
    """Say whether the person may allow this tool for good: not if it goes online or runs code."""
    return tool is not None and not tool.online and tool.name != "python_repl"


def request_message(calls: Sequence[Call], *, more: bool) -> AIMessage:
    """Return the assistant message that asks for these calls."""
    return AIMessage(
        "",
        tool_calls=[{"name": c.tool, "args": c.arguments, "id": c.id} for c in calls],
        additional_kwargs={"more": more},
    )


def first_to_ask(state: AgentState, context: AgentContext) -> Call | None:
    """Return the first pending call that waits for the person: undecided, or in doubt."""
    allowed = context.switches().always_allowed
    decided = decisions_of(state)
    for call in pending_calls(state.get("messages", [])):
        if in_doubt(call, state, context):
            return call
        if call.id not in decided and must_ask(context.tools.get(call.tool), allowed):
            return call
    return None


def decisions_of(state: AgentState) -> Counter[str]:
    """Return how often the person decided on each call."""
    history = state.get("approval_history", [])
    return Counter(str(row["call_id"]) for row in history if row.get("call_id"))


def in_doubt(call: Call, state: AgentState, context: AgentContext) -> bool:
    """Say whether a crash left it open if a call with an effect was made; then it asks again."""
    tool = context.tools.get(call.tool)
    if tool is None or tool.read_only:
        return False
    return Journal(context.run_folder).in_doubt(call.id, decisions_of(state)[call.id])


def edited(messages: Sequence[AnyMessage], call: Call, arguments: JsonObject) -> AIMessage:
    """Return the message that holds ``call`` with its arguments replaced."""
    for message in reversed(messages):
        if isinstance(message, AIMessage) and any(c["id"] == call.id for c in message.tool_calls):
            calls = [
                {**c, "args": arguments} if c["id"] == call.id else c for c in message.tool_calls
            ]
            return message.model_copy(update={"tool_calls": calls})
    msg = f"call {call.id!r} stands in no message"
    raise LookupError(msg)


def wants_more(state: AgentState) -> bool:
    """Say whether the newest choice announced that another tool will follow."""
    for message in reversed(state.get("messages", [])):
        if isinstance(message, AIMessage) and message.tool_calls:
            return bool(message.additional_kwargs.get("more"))
    return False
