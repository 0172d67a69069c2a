"""What a person changed in an earlier plan by hand, and where that belongs in a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.citations.terms import content_stems
from agent.planning import key_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.memory.records import PastPlan
    from agent.state import JsonObject


def added_by_hand(plan: PastPlan) -> list[tuple[list[JsonObject], JsonObject]]:
    """Return the steps that a person added to a plan, each with the steps before it.

    A step that was reworded keeps its id, and a word of its title.
    """
    titles = {str(t["id"]): str(t["title"]) for t in plan.original}
    found = []
    for at, task in enumerate(plan.final):
        title, was = str(task["title"]), titles.get(str(task["id"]), "")
        reworded = bool(was) and not set(content_stems(was)).isdisjoint(content_stems(title))
        if title not in titles.values() and not reworded:
            found.append((plan.final[:at], task))
    return found


def place_after(before: Sequence[JsonObject], tasks: Sequence[JsonObject]) -> int:
    """Return where a step stands in a plan: behind the last of those before it, else at the end."""
    keys = [key_of(str(task["title"])) for task in tasks]
    known = (key_of(str(task["title"])) for task in reversed(before))
    return next((keys.index(key) + 1 for key in known if key in keys), len(keys))
