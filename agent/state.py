"""The graph's state: messages and plain values only, so that a checkpoint is small and readable."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypedDict

from langchain_core.messages import AnyMessage  # noqa: TC002 - LangGraph reads the annotations
from langgraph.graph.message import add_messages

Route = Literal["chat", "documents", "task"]
Language = Literal["ko", "en"]
JsonObject = dict[str, Any]


class ErrorInfo(TypedDict):
    """Why the turn failed: a stable code and a sentence with a remedy."""

    code: str
    message: str


class AgentState(TypedDict, total=False):
    """Everything a thread knows. ``receive`` resets all but the conversation group each turn.

    ``retrieved_docs`` entries are plain: n (fixed at retrieval, from 1), passage_id, document_id,
    document, page, label, start, end, article, kind, dated, score; no text (it is in the store).
    ``step_results`` entries: id, title, status (succeeded, failed, skipped), result, tools_used,
    failure_reason, seconds, completed_at (epoch seconds), validation_passed, path.
    ``tool_recommendations`` maps a sub-task's id to service, why, price, dated, sources, or to
    ``{"service": "", "wish": text}``.
    """

    # conversation: lives as long as the thread
    messages: Annotated[list[AnyMessage], add_messages]
    summarised_until: str
    summary: str
    language: Language
    bound_documents: list[str]
    only_documents: bool
    # route
    route: Route
    is_complex_task: bool
    in_scope: bool
    needs_previous_context: bool
    standalone_question: str
    tool_needed: bool
    # research
    tool_history: list[JsonObject]
    collected_info: list[JsonObject]
    explored_articles: list[str]
    unexplored_articles: list[str]
    missing_info: list[str]
    iteration_count: int
    decision_log: list[JsonObject]
    retrieved_docs: list[JsonObject]
    sources: list[JsonObject]
    # task
    clarification: JsonObject
    sub_tasks: list[JsonObject]
    original_sub_tasks: list[JsonObject]
    current_step_index: int
    step: JsonObject
    step_results: list[JsonObject]
    tool_recommendations: dict[str, JsonObject]
    user_feedback: str
    approval_history: list[JsonObject]
    execution_stats: JsonObject
    final_guide: str
    guide_path: str
    # turn
    final_response: str
    response_marks: list[JsonObject]
    ending: str
    tools_used: list[str]
    tool_rounds: int
    started_at: float
    execution_time: float
    model_calls: int
    context_used: int
    error: ErrorInfo | None


TURN_DEFAULTS: AgentState = {
    "route": "chat",
    "is_complex_task": False,
    "in_scope": True,
    "needs_previous_context": False,
    "standalone_question": "",
    "tool_needed": False,
    "tool_history": [],
    "collected_info": [],
    "explored_articles": [],
    "unexplored_articles": [],
    "missing_info": [],
    "iteration_count": 0,
    "decision_log": [],
    "retrieved_docs": [],
    "sources": [],
    "clarification": {},
    "sub_tasks": [],
    "original_sub_tasks": [],
    "current_step_index": 0,
    "step": {},
    "step_results": [],
    "tool_recommendations": {},
    "user_feedback": "",
    "approval_history": [],
    "execution_stats": {},
    "final_guide": "",
    "guide_path": "",
    "final_response": "",
    "response_marks": [],
    "ending": "answered",
    "tools_used": [],
    "tool_rounds": 0,
    "execution_time": 0.0,
    "model_calls": 0,
    "context_used": 0,
    "error": None,
}
