"""Changing a plan: edits applied, and removals read from a wish in words, without a model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.planning import normalise_sub_tasks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.state import JsonObject

_FILLER = 4
_LONGEST_TITLE = 40
_AGAIN = re.compile(
    r"(?:please )?(?:retry|redo it|(?:try|plan|do) ?(?:it|this)? ?again|again)|"
    r"다시(?: ?(?:해|짜|만들어|세워)(?: ?(?:줘|주세요|봐))?)?",
    re.IGNORECASE,
)


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
    for edit in edits:
        place = int(edit.get("step", 0)) - 1
        text = {k: str(edit.get(k) or "").strip() for k in ("title", "goal")}
        if edit["op"] == "add" and text["title"]:
            added.append((max(place, first_free), {"id": "", **text}))
        if not first_free <= place < len(rows):
            continue
        row = rows[place]
        if edit["op"] == "remove":
            rows[place] = None
        elif edit["op"] == "change" and row is not None:
            rows[place] = {**row, **{k: v for k, v in text.items() if v}}
        elif edit["op"] == "move" and row is not None:
            rows[place] = None
            moved.append((max(int(edit.get("to", 1)) - 1, first_free), row))
    kept: list[JsonObject] = [row for row in rows if row is not None]
    for place, row in sorted([*moved, *added], key=lambda pair: pair[0]):
        kept.insert(min(place, len(kept)), row)
    return normalise_sub_tasks(kept)


_GO = r"(?:빼|삭제|제거|없애|지워|지우|필요 ?없)"
_ORDINALS = {"첫": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7,
             "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
             "seventh": 7}  # fmt: skip
_COUNT = "|".join(_ORDINALS)
_TAKE_OUT = r"(?:remove|drop|delete|leave out|skip|take out)"
_NUMBERED_REMOVAL = re.compile(
    rf"(\d+|첫|두|세|네|다섯|여섯|일곱)\s*(?:번째|번|단계)(?:\s*단계)?[은는을를]?\s*{_GO}"
    rf"|{_TAKE_OUT}\s+(?:the\s+)?(?:step\s+(\d+)|({_COUNT})\s+step)",
    re.IGNORECASE,
)
_LAST_REMOVAL = re.compile(
    rf"마지막\s*(?:단계)?[은는을를]?\s*{_GO}|{_TAKE_OUT}\s+the\s+last\s+step", re.IGNORECASE
)
_REMOVAL = re.compile(rf"{_GO}|{_TAKE_OUT}\b|\bwithout\b|\bno need\b", re.IGNORECASE)


def removal_asked(feedback: str, count: int) -> list[JsonObject]:
    """Return the edits of a change that names a step to take out by its number."""
    found = ["".join(groups).casefold() for groups in _NUMBERED_REMOVAL.findall(feedback)]
    numbers = [_ORDINALS.get(number) or int(number) for number in found]
    if _LAST_REMOVAL.search(feedback):
        numbers.append(count)
    return [{"op": "remove", "step": n} for n in numbers if 1 <= n <= count]


_ADDITION = re.compile(
    r"(?:(?P<end>마지막에|맨 ?뒤에|맨 ?끝에|끝에)|(?P<start>맨 ?앞에|처음에|맨 ?먼저)|"
    r"(?P<n>\d+|첫|두|세|네|다섯|여섯|일곱) ?(?:번째|번)? ?(?:단계)? ?"
    r"(?P<side>뒤에|다음에|앞에|전에))?"
    r" ?(?P<title>[^,.\n]*?[가-힣]{2}[^,.\n]*?)(?:하는|할)? (?:단계|순서)(?:도|를|을)? ?(?:하나 ?)?"
    r"(?:넣|추가|더해|더하|끼워)[가-힣]*(?: ?(?:줘|주세요))?"
)
_NO_TITLE = re.compile(r"(?:다른|새로운|몇 ?가지|\d+번째|이런|그런|같은|필요한)")


def addition_asked(feedback: str, count: int) -> tuple[list[JsonObject], str]:
    """Return the edits of a Korean wish that begins with a step to add, and what else it asks for.

    A small model makes the whole sentence the step's title.
    """
    wish = " ".join(feedback.split())
    found = _ADDITION.match(wish)
    title = found["title"].strip() if found else ""
    if found is None or len(title) > _LONGEST_TITLE or _NO_TITLE.fullmatch(title):
        return [], wish
    place = count + 1
    if found["start"]:
        place = 1
    elif found["n"]:
        number = _ORDINALS.get(found["n"]) or int(found["n"])
        place = number + (found["side"] in {"뒤에", "다음에"})
    rest = wish[found.end() :].strip(" ,.!")
    return [{"op": "add", "step": place, "title": title}], rest


_BUDGET = re.compile(
    r"(?:총 ?)?(?:예산|비용)[은을이]? ?[^,.]{0,12}\d[^,.]{0,20}|"
    r"(?:(?:with|keep|within|on) )?(?:a |the |it )?budget (?:of|is|under|at|to) [^,.]{1,24}",
    re.IGNORECASE,
)


def names_a_budget(feedback: str) -> bool:
    """Say whether a wish only names what the work may cost: no step has to give way to it."""
    return bool(_BUDGET.fullmatch(feedback.strip(" .!")))


def besides_removal(feedback: str) -> str:
    """Return what a wish asks for besides taking numbered steps out, or an empty string."""
    rest = _LAST_REMOVAL.sub(" ", _NUMBERED_REMOVAL.sub(" ", feedback))
    rest = re.sub(r"^\s*(?:해|하)?(?:고|서|줘|주세요|버려)?[\s,.!]*|^\s*(?:please|and|then)\b", "",
                  rest.strip(), flags=re.IGNORECASE)  # fmt: skip
    letters = re.sub(r"[\W_]|please|주세요|해줘", "", rest, flags=re.IGNORECASE)
    return rest.strip(" ,.!") if len(letters) > _FILLER else ""


def says_again(feedback: str) -> bool:
    """Say whether a wish only asks for the same once more, and not for what to change."""
    return bool(_AGAIN.fullmatch(feedback.strip(" .!~")))


def wants_less(feedback: str) -> bool:
    """Say whether a change in words takes something out: such a wish is never a step to add."""
    return bool(_REMOVAL.search(feedback))
