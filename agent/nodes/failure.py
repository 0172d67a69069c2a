"""The end of a turn that cannot go on for a reason the graph itself found.

Exceptions are translated at the run's border and leave the checkpoint where it was, so that
"Retry" goes on from there; this node is for what is final: unusable input, a limit reached.
"""

from __future__ import annotations

from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.events import Failed
from agent.prompts.closing import failure_sentence
from agent.state import AgentState


def explain_failure(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Say in the turn's language what went wrong and what to do."""
    error = state.get("error") or {"code": "internal", "message": ""}
    message = failure_sentence(error["code"], error["message"], state.get("language", "en"))
    runtime.stream_writer(Failed(code=error["code"], message=message))
    return {"error": {"code": error["code"], "message": message}, "ending": "partly"}
