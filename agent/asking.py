"""How a node asks the person: one interrupt, one envelope with the answer.

A ``review_*`` node calls ``ask`` once and nothing with an effect before it, because the node runs
again from its first line when the answer comes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict

from agent.approvals import AnyDecision, Decision, Point, allowed_at

if TYPE_CHECKING:
    from agent.state import JsonObject


class AnswerEnvelope(BaseModel):
    """What a run is resumed with: the decision and when and how it came."""

    model_config = ConfigDict(frozen=True)
    decision: AnyDecision
    asked_at: float = 0.0
    answered_at: float = 0.0
    automatic: bool = False
    why: str = ""


def ask(point: Point, payload: dict[str, Any]) -> AnswerEnvelope:
    """Pause the run until the person decides at ``point``.

    Args:
        point: Where in the work the question stands.
        payload: The question, as ``approvals.Approval`` describes it for the point.

    Returns:
        The decision in its envelope, once it has come.
    """
    value = interrupt(
        {"point": point, "payload": payload, "allowed": list(allowed_at(point, payload))},
        response_schema=AnswerEnvelope,
    )
    return value if isinstance(value, AnswerEnvelope) else AnswerEnvelope.model_validate(value)


def history_entry(point: Point, envelope: AnswerEnvelope) -> JsonObject:
    """Return the line that ``approval_history`` keeps of an answer."""
    return {
        "action": envelope.decision.action,
        "point": point,
        "asked_at": envelope.asked_at,
        "answered_at": envelope.answered_at,
        "automatic": envelope.automatic,
        "why": envelope.why,
    }


def automatic_entry(point: Point, decision: Decision, now: float, why: str) -> JsonObject:
    """Return the line for a point that was passed without asking, and why."""
    return {
        "action": decision.action,
        "point": point,
        "asked_at": now,
        "answered_at": now,
        "automatic": True,
        "why": why,
    }
