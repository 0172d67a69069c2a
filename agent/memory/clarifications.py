"""Records of answered clarifications: what one says, and what a run adds to it. Plain values."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.memory.records import PastClarification, adjusted
from store.memories import Memory

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.state import JsonObject

KIND = "clarification"
_UNUSED: JsonObject = {"outcomes": {}, "reused_by": [], "passed_by": []}


def record_id(*parts: str) -> str:
    """Return a record's id from what it tells of, so that writing it twice changes nothing."""
    return hashlib.sha256("/".join(parts).encode()).hexdigest()[:32]


def past_of(memory: Memory) -> PastClarification:
    """Return what a record says of itself, its figures counted."""
    payload = {**_UNUSED, **memory.payload}
    outcomes = payload["outcomes"]
    rate = sum(map(bool, outcomes.values())) / len(outcomes) if outcomes else 1.0
    return PastClarification(
        id=memory.id,
        request=memory.text,
        answers=dict(payload["answers"]),
        similarity=memory.score,
        reuse_count=len(payload["reused_by"]),
        success_rate=rate,
        confidence=round(adjusted(rate, len(outcomes)), 3),
        passed_over=len(payload["passed_by"]),
    )


def rows_to_keep(  # noqa: PLR0913 - a record's fields
    held: Mapping[str, Memory],
    run_id: str,
    request: str,
    clarification: JsonObject,
    *,
    success: bool | None,
    at: float,
) -> list[Memory]:
    """Return the records that a run writes: its own or the one it used, and those passed over.

    Args:
        held: The records there are, by id.
        run_id: The run; it has one record, or none where it used another's.
        request: What was asked for.
        clarification: ``answers``, ``before``, ``after``, ``reused`` and ``offered`` of the state.
        success: How the task ended; None while that is not known.
        at: The moment.
    """
    answers = dict(clarification.get("answers") or {})
    own = record_id(KIND, run_id)
    used = str(clarification.get("reused") or "") or _same(held, own, request, answers)
    outcome = {} if success is None else {run_id: success}
    rows: list[Memory] = []
    if used in held:
        rows.append(_with(held[used], at, reused_by=[run_id], outcomes=outcome))
    elif answers and request.strip():
        measured = {
            "answers": answers,
            "clarity_before": clarification.get("before", 0.0),
            "clarity_after": clarification.get("after", 0.0),
        }
        before = held[own].payload if own in held else _UNUSED
        rows.append(_with(Memory(own, KIND, request, {**before, **measured}), at, outcomes=outcome))
    passed = [name for name in clarification.get("offered") or [] if name in held and name != used]
    return rows + [_with(held[name], held[name].at, passed_by=[run_id]) for name in passed]


def _with(
    memory: Memory,
    at: float,
    *,
    reused_by: Sequence[str] = (),
    passed_by: Sequence[str] = (),
    outcomes: Mapping[str, bool] | None = None,
) -> Memory:
    """Return a record with what a run adds to it; adding twice adds once."""
    before = {**_UNUSED, **memory.payload}
    payload = {
        **before,
        "outcomes": {**before["outcomes"], **(outcomes or {})},
        "reused_by": sorted({*before["reused_by"], *reused_by}),
        "passed_by": sorted({*before["passed_by"], *passed_by}),
    }
    return replace(memory, payload=payload, at=at)


def _same(held: Mapping[str, Memory], own: str, request: str, answers: JsonObject) -> str:
    """Return the other record that holds the same answers to the same request, or nothing."""
    if not answers:
        return ""
    wanted = _squeezed(request), {q: _squeezed(a) for q, a in answers.items()}
    for name, memory in held.items():
        given = {q: _squeezed(a) for q, a in memory.payload["answers"].items()}
        if name != own and (_squeezed(memory.text), given) == wanted:
            return name
    return ""


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()
