"""What the evaluation of a search said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.state import AgentState, JsonObject


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the evaluation said.

    Attributes:
        sufficient: The answer can be written.
        by: ``rule`` or ``model``.
        why: One word for the log.
        missing: What to look for next, in words.
        unexplored: Articles asked for that were not found.
        order: Numbers of the passages, the most fitting first.
        shown: Numbers of those that the model gets to see.
        final: Searching again is of no use.
        partly: The rounds are used up, and what there is tells part of what is asked.
        unsure: Where it comes to a refusal, the nearest sentence may say it after all.
        judged: The sentence that the model found to answer: passage number, start, end.
        heard: The sentence that the model judged, and the odds it gave: passage number, start, end,
            ln(p(true) / p(false)).
        near: The passages alone, without the model's word for it, speak of what is asked.
        model_calls: Calls made.
    """

    sufficient: bool
    by: str = "rule"
    why: str = ""
    missing: tuple[str, ...] = ()
    unexplored: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()
    final: bool = False
    partly: bool = False
    unsure: bool = False
    judged: tuple[int, ...] = ()
    heard: tuple[float, ...] = ()
    near: bool = True
    model_calls: int = 0


def decision_of(state: AgentState) -> JsonObject:
    """Return the newest decision that says how to answer."""
    deciding = {"evaluated", "whole_document", "no_search"}
    rows = [row for row in state.get("decision_log", []) if row.get("action") in deciding]
    return rows[-1] if rows else {}


def shown_before(state: AgentState) -> set[int]:
    """Return the numbers of the passages that the model judged in the rounds before."""
    return {n for row in state.get("decision_log", []) for n in row.get("shown", [])}


def odds_before(state: AgentState, where: tuple[int, ...]) -> list[float]:
    """Return the odds that the model gave a sentence in the rounds before.

    Args:
        state: Of the turn.
        where: The sentence: its passage's number, start and end.
    """
    rows = [row.get("heard") or () for row in state.get("decision_log", [])]
    return [float(odds) for *place, odds in filter(None, rows) if tuple(place) == where]
