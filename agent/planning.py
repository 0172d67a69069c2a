"""Plans as plain values: put in order, checked, made from curated steps, changed.

Nothing here asks a model. A plan is a list of ``{id, title, goal}``; a usable one has 2 to 7
different steps in the person's language.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.prompts.plan_kinds import KINDS, WORDS
from agent.prompts.plan_kinds_en import BUDGET_EN, PARTS_EN, SCHEDULE_EN, STEPS_EN
from agent.prompts.plan_kinds_ko import BUDGET_KO, PARTS_KO, SCHEDULE_KO, STEPS_KO

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.language import Language
    from agent.state import JsonObject

MIN_STEPS, MAX_STEPS = 2, 7
_PART = 14
_FILLER = 4
_HANGUL = re.compile(r"[가-힣]")
_FOREIGN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0400-\u04ff]")
_LATIN = re.compile(r"[A-Za-z]")
_ONLY_CHOOSES_A_TOOL = re.compile(
    r"^(recommend|suggest)\b.*\b(tools?|services?|software|apps?)\b|^(도구|서비스) 추천",
    re.IGNORECASE,
)
_MONEY_ASKED = re.compile(
    r"예산|비용|budget|\bcosts?\b|\$ ?\d|\d ?(?:만|천)? ?(?:원|달러|dollars?)", re.IGNORECASE
)
_MONEY = re.compile(r"예산|비용|금액|budget|\bcosts?\b|amounts?\b", re.IGNORECASE)
_DATES = re.compile(r"일정|마감|schedule|timeline|deadline", re.IGNORECASE)


def key_of(title: str) -> str:
    """Return what two titles share when they mean the same step."""
    return re.sub(r"[\W_]+", "", title).casefold()


def normalise_sub_tasks(rows: Iterable[object]) -> list[JsonObject]:
    """Return rows as sub-tasks: plain strings accepted, ids unique, repeats and blanks dropped."""
    tasks: list[JsonObject] = []
    seen: set[str] = set()
    ids: set[str] = set()
    for row in rows:
        data = row if isinstance(row, dict) else {"title": str(row)}
        title = " ".join(str(data.get("title") or "").split())[:200]
        goal = " ".join(str(data.get("goal") or "").split())[:600]
        if not title or key_of(title) in seen:
            continue
        seen.add(key_of(title))
        name = str(data.get("id") or "")[:40]
        if not name or name in ids:
            name = next(n for i in range(1, 99) if (n := f"s{i}") not in ids)
        ids.add(name)
        tasks.append({"id": name, "title": title, "goal": goal})
    return tasks


def in_language(text: str, language: Language) -> bool:
    """Say whether ``text`` is readable in ``language``; names in Latin letters are fine in both."""
    hangul, latin = len(_HANGUL.findall(text)), len(_LATIN.findall(text))
    if _FOREIGN.search(text):
        return False
    return hangul * 2 >= latin and hangul > 0 if language == "ko" else latin >= hangul * 2


def plan_fault(tasks: Sequence[JsonObject], language: Language) -> str:
    """Return why a plan cannot be used, or an empty string."""
    if not MIN_STEPS <= len(tasks) <= MAX_STEPS:
        return f"a plan has {MIN_STEPS} to {MAX_STEPS} different steps, this one {len(tasks)}"
    for task in tasks:
        if not in_language(f"{task['title']} {task['goal']}", language):
            return f"step {task['title']!r} is not in the language of the request"
    return ""


def without_tool_choice(tasks: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the steps without those that only choose a tool: every step gets one recommended."""
    kept = [t for t in tasks if not _ONLY_CHOOSES_A_TOOL.search(str(t["title"]))]
    return kept if len(kept) >= MIN_STEPS else list(tasks)


def kinds_named(request: str) -> list[str]:
    """Return the kinds of task whose words stand in the request, the earliest word first."""
    places = {
        kind: found.start()
        for kind, pattern in WORDS.items()
        if (found := re.search(pattern, request, re.IGNORECASE))
    }
    return sorted(places, key=lambda kind: (places[kind], list(KINDS).index(kind)))


def quoted_from(request: str, words: str, limit: int = 24) -> str:
    """Return ``words`` if they stand in the request, else nothing: a topic is never invented."""
    cleaned = " ".join(words.split()).strip(" .,'\"")
    squeezed = re.sub(r"\s", "", cleaned).casefold()
    inside = squeezed in re.sub(r"\s", "", request).casefold()
    return cleaned if cleaned and inside and len(cleaned) <= limit else ""


_THINGS = re.compile(
    r"(?:^|[.!?] ?)(?P<things>[^.!?]{4,60}?)[을를] ?"
    r"(?:모두 |다 |함께 |같이 )?(?:준비|만들|제작|마련)"
)
_AND = re.compile(r"(?<=[가-힣])(?:와|과|하고|이랑|랑) |, ?| 및 | 그리고 ")


def things_named(request: str) -> list[str]:
    """Return the separate things that a Korean request wants made: ``A와 B, C를 만들어``."""
    found = _THINGS.search(request)
    parts = [p.strip() for p in _AND.split(found["things"])] if found else []
    whole = len(parts) > 1 and all(0 < len(p) <= _PART for p in parts)
    return parts if whole else []


def _rows(lines: Iterable[str], **slots: str) -> list[JsonObject]:
    rows = []
    for line in lines:
        title, _, goal = line.strip().format(**slots).partition(" | ")
        rows.append({"title": title[:1].upper() + title[1:], "goal": goal})
    return normalise_sub_tasks(rows)


def curated(kind: str, language: Language, topic: str = "") -> list[JsonObject]:
    """Return the curated steps of a kind of task, with the topic in its places."""
    steps = (STEPS_KO if language == "ko" else STEPS_EN).get(kind, "")
    table = STEPS_KO if language == "ko" else STEPS_EN
    lines = (steps or table["other"]).strip().splitlines()
    return _rows(lines, t=f"{topic} " if topic else "")


def of_parts(parts: Sequence[str], language: Language) -> list[JsonObject]:
    """Return a plan that makes each of the things a request names."""
    first, each, last = PARTS_KO if language == "ko" else PARTS_EN
    rows = _rows([first])
    for part in parts[: MAX_STEPS - 2]:
        rows += _rows([each], part=part)
    return normalise_sub_tasks([*(r | {"id": ""} for r in [*rows, *_rows([last])])])


def with_asked_extras(
    tasks: Sequence[JsonObject], request: str, language: Language
) -> list[JsonObject]:
    """Return the plan with a step for costs or dates where the request speaks of them."""
    extended = list(tasks)
    extras = (
        (_MONEY_ASKED, _MONEY, BUDGET_KO if language == "ko" else BUDGET_EN),
        (_DATES, _DATES, SCHEDULE_KO if language == "ko" else SCHEDULE_EN),
    )
    for asked, pattern, line in extras:
        covered = any(pattern.search(f"{t['title']} {t['goal']}") for t in extended)
        if asked.search(request) and not covered and len(extended) < MAX_STEPS:
            extended[-1:-1] = [row | {"id": ""} for row in _rows([line])]
    return normalise_sub_tasks(extended)


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


def besides_removal(feedback: str) -> str:
    """Return what a wish asks for besides taking numbered steps out, or an empty string."""
    rest = _LAST_REMOVAL.sub(" ", _NUMBERED_REMOVAL.sub(" ", feedback))
    rest = re.sub(r"^\s*(?:해|하)?(?:고|서|줘|주세요|버려)?[\s,.!]*|^\s*(?:please|and|then)\b", "",
                  rest.strip(), flags=re.IGNORECASE)  # fmt: skip
    letters = re.sub(r"[\W_]|please|주세요|해줘", "", rest, flags=re.IGNORECASE)
    return rest.strip(" ,.!") if len(letters) > _FILLER else ""


def wants_less(feedback: str) -> bool:
    """Say whether a change in words takes something out: such a wish is never a step to add."""
    return bool(_REMOVAL.search(feedback))
