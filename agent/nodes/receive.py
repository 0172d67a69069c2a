"""The start of a turn: takes the message in, resets what belongs to the last turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.errors import EmptyQuestionError, InputError, QuestionTooLongError
from agent.language import language_of
from agent.state import TURN_DEFAULTS, AgentState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import AnyMessage


MAX_QUESTION = 8000


def check_question(text: str) -> str:
    """Return the question, trimmed.

    Raises:
        EmptyQuestionError: nothing visible in it.
        QuestionTooLongError: more than ``MAX_QUESTION`` characters.
    """
    trimmed = text.strip().strip("\u200b\ufeff\u2060").strip()
    if not trimmed:
        message = "the question is empty; type what you would like to know"
        raise EmptyQuestionError(message)
    if len(trimmed) > MAX_QUESTION:
        message = (
            f"the question has {len(trimmed):,} characters and at most {MAX_QUESTION:,} are read; "
            "shorten it, or drop the text into the sidebar as a file and ask about it"
        )
        raise QuestionTooLongError(message)
    return trimmed


def dangling_calls(messages: Sequence[AnyMessage]) -> list[ToolMessage]:
    """Return an answer for every tool call that a stopped run left without one."""
    answered = {m.tool_call_id for m in messages if isinstance(m, ToolMessage)}
    return [
        ToolMessage("stopped before it ran", tool_call_id=str(call["id"]), status="error")
        for message in messages
        if isinstance(message, AIMessage)
        for call in message.tool_calls
        if call["id"] not in answered
    ]


def receive(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Take the newest message in: reset the turn's fields, mend what a stopped run left."""
    update: AgentState = {**TURN_DEFAULTS, "started_at": runtime.context.now().timestamp()}
    messages = state.get("messages", [])
    last = messages[-1] if messages else None
    text = str(last.text) if isinstance(last, HumanMessage) else ""
    try:
        question = check_question(text)
    except InputError as error:
        return {**update, "error": {"code": error.code, "message": str(error)}}
    update["language"] = language_of(question)
    update["standalone_question"] = question
    if mended := dangling_calls(messages):
        update["messages"] = list(mended)
    return update


def after_receive(state: AgentState) -> Literal["route", "explain_failure"]:
    """Go on to routing, or explain why the message cannot be taken."""
    return "explain_failure" if state.get("error") else "route"
