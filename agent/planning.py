"""Plans as plain values: put in order, checked, made from curated steps.

Nothing here asks a model. A plan is a list of ``{id, title, goal}``; a usable one has 2 to 7
different steps in the person's language.
"""

from __future__ import annotations

import re
from itertools import count
from typing import TYPE_CHECKING

from agent.citations.terms import Words, content_stems
from agent.prompts.plan import example_request
from agent.prompts.plan_acts import ACTS_EN, ACTS_KO
from agent.prompts.plan_kinds_en import BUDGET_EN, MADE_EN, OTHER_EN, PARTS_EN, SCHEDULE_EN
from agent.prompts.plan_kinds_ko import BUDGET_KO, MADE_KO, OTHER_KO, PARTS_KO, SCHEDULE_KO
from agent.prompts.plan_ventures_en import VENTURES_EN
from agent.prompts.plan_ventures_ko import VENTURES_KO
from agent.step_material import subject_stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.language import Language
    from agent.state import JsonObject

MIN_STEPS, MAX_STEPS = 2, 7
STEPS: dict[Language, dict[str, str]] = {
    "ko": {**MADE_KO, **VENTURES_KO, **ACTS_KO, "other": OTHER_KO},
    "en": {**MADE_EN, **VENTURES_EN, **ACTS_EN, "other": OTHER_EN},
}
_OF_ANY_TASK = ("recommend", "tool", "two", "day")
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
    """Return rows as sub-tasks: plain strings accepted, ids unique, repeats and blanks dropped.

    A row without an id gets one that no other has, so that the others keep theirs.
    """
    tasks: list[JsonObject] = []
    seen: set[str] = set()
    ids: set[str] = set()
    data_rows = [row if isinstance(row, dict) else {"title": str(row)} for row in rows]
    given = {str(data.get("id") or "")[:40] for data in data_rows}
    free = (name for number in count(1) if (name := f"s{number}") not in given)
    for data in data_rows:
        title = " ".join(str(data.get("title") or "").split())[:200]
        goal = " ".join(str(data.get("goal") or "").split())[:600]
        if not key_of(title) or key_of(title) in seen:
            continue
        seen.add(key_of(title))
        name = str(data.get("id") or "")[:40]
        if not name or name in ids:
            name = next(free)
        ids.add(name)
        tasks.append({"id": name, "title": title, "goal": goal})
    return tasks


def with_finished(tasks: Sequence[JsonObject], finished: Sequence[JsonObject]) -> list[JsonObject]:
    """Return a plan that begins with the finished steps, whatever it was changed to meanwhile.

    Args:
        tasks: The plan, as a person or a script may have left it.
        finished: Results of the steps that are over, in order.
    """
    done = [{key: str(row[key]) for key in ("id", "title", "goal")} for row in finished]
    same = [key_of(str(t["title"])) for t in tasks[: len(done)]]
    if same == [key_of(t["title"]) for t in done]:
        return list(tasks)
    return normalise_sub_tasks([*done, *tasks])


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


def without_copies(
    tasks: Sequence[JsonObject], request: str, language: Language
) -> list[JsonObject]:
    """Return the steps without those that a small model copied from the prompt's own examples.

    A copied title stays where the request speaks of its object, or of what the example is about.
    """
    asked = Words(request)

    def foreign(title: str) -> bool:
        example = example_request(title, language)
        stems = content_stems(title)
        things = stems[:-1] if language == "ko" else stems[1:]  # all but the verb
        about = [*things, *set(subject_stems(example)).difference(_OF_ANY_TASK)]
        return bool(example) and not any(stem in asked.stems for stem in about)

    kept = [task for task in tasks if not foreign(str(task["title"]))]
    return kept if len(kept) >= MIN_STEPS else list(tasks)


def _rows(lines: Iterable[str], **slots: str) -> list[JsonObject]:
    rows = []
    for line in lines:
        title, _, goal = line.strip().format(**slots).partition(" | ")
        rows.append({"title": title[:1].upper() + title[1:], "goal": goal})
    return normalise_sub_tasks(rows)


def curated(kind: str, language: Language, topic: str = "") -> list[JsonObject]:
    """Return the curated steps of a kind of task, with the topic in its places."""
    lines = STEPS[language][kind].strip().splitlines()
    rows = _rows(lines, t=f"{topic} " if topic else "")
    return [{key: _said_once(str(text), topic) for key, text in row.items()} for row in rows]


def _said_once(text: str, topic: str) -> str:
    """Return a text without a word after its topic that the topic ends with: 독서 모임 모임."""
    last = topic.rpartition(" ")[2]
    for at in range(len(last) - 1):
        text = text.replace(f"{topic} {last[at:]}", topic)
    return text


def of_parts(parts: Sequence[str], language: Language) -> list[JsonObject]:
    """Return a plan that makes each of the things a request names."""
    first, each, last = PARTS_KO if language == "ko" else PARTS_EN
    rows = _rows([first])
    for part in parts[: MAX_STEPS - 2]:
        rows += _rows([each], part=part)
    return normalise_sub_tasks([*(r | {"id": ""} for r in [*rows, *_rows([last])])])


def with_asked_extras(
    tasks: Sequence[JsonObject], request: str, language: Language, most: int = MAX_STEPS
) -> list[JsonObject]:
    """Return the plan with a step for costs or dates where the request speaks of them.

    It gets no more than ``most`` steps.
    """
    extended = list(tasks)
    extras = (
        (_MONEY_ASKED, _MONEY, BUDGET_KO if language == "ko" else BUDGET_EN),
        (_DATES, _DATES, SCHEDULE_KO if language == "ko" else SCHEDULE_EN),
    )
    for asked, pattern, line in extras:
        covered = any(pattern.search(f"{t['title']} {t['goal']}") for t in extended)
        if asked.search(request) and not covered and len(extended) < most:
            extended[-1:-1] = [row | {"id": ""} for row in _rows([line])]
    return normalise_sub_tasks(extended)
