"""Changing a plan: edits applied, finished steps left as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.planning import normalise_sub_tasks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.state import JsonObject


def apply_edits(
    tasks: Sequence[JsonObject], edits: Iterable[JsonObject], first_free: int = 0
) -> list[JsonObject]:
    """Return the plan after edits; steps before ``first_free`` are finished and stay.

    Args:
        tasks: The plan before.
        edits: ``{op: add | remove | change | move, step, to, title, goal}``, steps counted from 1
            in the plan before.
        first_free: Index of the first step that may change.
    """
    rows: list[JsonObject | None] = [dict(task) for task in tasks]
    added: list[tuple[int, JsonObject]] = []
    moved: list[tuple[int, JsonObject]] = []
    gone: set[int] = set()
    for edit in edits:
        place = int(edit.get("step", 0)) - 1
        text = {k: str(edit.get(k) or "").strip() for k in ("title", "goal")}
        if edit["op"] == "add" and text["title"]:
            added.append((max(place, first_free), {"id": "", **text}))
            continue
        if not first_free <= place < len(rows):
            continue
        row = rows[place]
        if edit["op"] == "remove":
            rows[place] = None
            gone.add(place)
        elif edit["op"] == "change" and row is not None:
            rows[place] = {**row, **{k: v for k, v in text.items() if v}}
        elif edit["op"] == "move" and row is not None:
            rows[place] = None
            moved.append((max(int(edit.get("to", 1)) - 1, first_free), row))
    kept: list[JsonObject] = [row for row in rows if row is not None]
    shifted = [(place - sum(one < place for one in gone), row) for place, row in added]
    for place, row in sorted([*moved, *shifted], key=lambda pair: pair[0]):
        kept.insert(min(place, len(kept)), row)
    return normalise_sub_tasks(kept)
