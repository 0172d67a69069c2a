"""What a wish about a plan says by its words alone: steps to take out or to add, without a model.

A wish that also says something else, or the contrary, is left to the model.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.plan_places import GO, NUMBERS, TAKE_OUT, with_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.state import JsonObject

_FILLER = 4
_LONGEST_TITLE = 40
_AGAIN = re.compile(
    r"(?:please )?(?:retry|redo it|(?:try|plan|do) ?(?:it|this)? ?again|again)|"
    r"다시(?: ?(?:해|짜|만들어|세워)(?: ?(?:줘|주세요|봐))?)?",
    re.IGNORECASE,
)
_COUNT_KO = r"(?:두|세|네|다섯|\d)"
_COUNT_EN = r"(?:two|three|four|five|\d)"
_ORDINAL_KO = r"(?:첫|두|세|네|다섯|여섯|일곱)"
_ORDINAL_EN = r"(?:first|second|third|fourth|fifth|sixth|seventh)"
_PLACE_KO = rf"(?:\d+ ?(?:번째|번|단계)?|{_ORDINAL_KO} ?번째)(?: ?단계)?"
_STEP_KO = rf"(?:\d+ ?(?:번째|번|단계)|{_ORDINAL_KO} ?번째|첫(?= ?단계))(?: ?단계)?"
_LIST_KO = rf"(?:{_PLACE_KO}(?: ?, ?|와 |과 |하고 |이랑 |랑 | 및 | 그리고 ))*{_STEP_KO}"
_LIST_EN = r"\d+(?:(?:, ?|,? and |,? or | ?& ?)(?:step )?\d+)*(?![\d%'’-])"
_RANGES = (
    re.compile(
        rf"(?P<lead>\b{TAKE_OUT} (?:the )?steps? )(?:from )?(?P<from>\d+)"
        r" ?(?:[-–~]|to|through|thru|until) ?(?:step )?(?P<to>\d+)(?![\d%'’-])",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?P<lead>)(?P<from>\d+) ?(?:번째|번|단계)?(?: ?단계)? ?(?:부터|에서|[~–-]) ?(?P<to>\d+)"
        r" ?(?:(?:번째|번|단계)?(?: ?단계)? ?까지(?:의)?(?: 단계)?|(?:번째|번|단계)(?: ?단계)?)"
        rf"(?=(?:들)?[은는을를도]? ?(?:다 |모두 |전부 )?{GO})"
    ),
)
"""Ranges of steps to take out; ``lead`` is what stays before the numbers."""
_REMOVALS = (
    re.compile(rf"(?P<last>마지막) ?(?P<n>{_COUNT_KO}) ?(?:개 ?)?단계(?:들)?[은는을를]? ?{GO}"),
    re.compile(
        rf"(?P<first>처음|첫|앞의?) ?(?P<n>{_COUNT_KO}) ?(?:개 ?)?단계(?:들)?[은는을를]? ?{GO}"
    ),
    re.compile(rf"(?P<last>마지막) ?(?:단계)?[은는을를]? ?{GO}"),
    re.compile(rf"(?P<list>{_LIST_KO})(?:들)?[은는을를도]? ?(?:다 |모두 )?{GO}"),
    re.compile(
        rf"{TAKE_OUT} (?:the )?(?:(?P<last>last)|(?P<first>first)) (?P<n>{_COUNT_EN}) steps?\b",
        re.IGNORECASE,
    ),
    re.compile(rf"{TAKE_OUT} (?:the )?(?P<last>last) step\b(?!['’])", re.IGNORECASE),
    re.compile(rf"{TAKE_OUT} (?:the )?steps? (?P<list>{_LIST_EN})", re.IGNORECASE),
    re.compile(rf"{TAKE_OUT} (?:the )?(?P<list>{_ORDINAL_EN}) step\b(?!['’])", re.IGNORECASE),
)
_REMOVAL = re.compile(rf"{GO}|{TAKE_OUT}\b|\bwithout\b|\bno need\b", re.IGNORECASE)
_CONTRARY = re.compile(
    r"지 ?(?:마|말|않)|빼고 ?(?:는 )?(?:다|나머지|모두|전부|전체)|말고|남기|남겨|두고|까지|"
    r"\b(?:don['’]?t|do not|never|except|but|keep|through)\b|\d ?[~–-] ?\d",
    re.IGNORECASE,
)


def _numbers_in(text: str) -> list[int]:
    found = re.findall(rf"\d+|{_ORDINAL_KO}|{_ORDINAL_EN}", text, re.IGNORECASE)
    return [_number(word) for word in found]


def _number(word: str) -> int:
    return int(word) if word.isdigit() else NUMBERS[word.casefold()]


def _ranges_listed(feedback: str, count: int) -> str:
    """Return a wish with ``steps 2 to 4`` as ``steps 2, 3, 4``, where the plan has them all."""

    def listed(found: re.Match[str]) -> str:
        first, last = int(found["from"]), int(found["to"])
        if not 1 <= first < last <= count:
            return found.group()
        numbers = ", ".join(str(n) for n in range(first, last + 1))
        return f"{found['lead']}{numbers}" + ("" if found["lead"] else "번")

    for form in _RANGES:
        feedback = form.sub(listed, feedback)
    return feedback


def _named_by(found: re.Match[str], count: int) -> list[int]:
    """Return the places of the steps that a match names."""
    named = found.groupdict()
    if named.get("list"):
        return _numbers_in(named["list"])
    many = _number(named["n"]) if named.get("n") else 1
    if named.get("first"):
        return list(range(1, many + 1))
    return list(range(max(1, count - many + 1), count + 1))


def removal_asked(feedback: str, titles: Sequence[str]) -> tuple[list[JsonObject], str]:
    """Return the edits of a change that names steps to take out, and what else it asks.

    A step is named by its number, or by words that stand in its title alone.

    Args:
        feedback: The wish.
        titles: Of the steps of the plan.
    """
    count = len(titles)
    rest, numbers = _ranges_listed(with_numbers(feedback, titles), count), []
    if _CONTRARY.search(rest) or any(form.search(rest) for form in _RANGES):
        return [], feedback
    for pattern in _REMOVALS:
        while (found := pattern.search(rest)) is not None:
            numbers += _named_by(found, count)
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    edits: list[JsonObject] = [
        {"op": "remove", "step": n} for n in dict.fromkeys(numbers) if 1 <= n <= count
    ]
    return edits, _besides(rest) if edits else feedback


def _besides(rest: str) -> str:
    rest = re.sub(r"^\s*도 (?:돼|되|될|좋|괜찮)\S*(?: (?:것|거) 같\S*)?|"
                  r"^\s*(?:해|하)?(?:고|서|줘|주세요|버려)?[\s,.!]*|^\s*(?:please|and|then)\b", "",
                  rest.strip(), flags=re.IGNORECASE)  # fmt: skip
    letters = re.sub(r"[\W_]|please|주세요|해줘", "", rest, flags=re.IGNORECASE)
    return rest.strip(" ,.!") if len(letters) > _FILLER else ""


_ADDITION = re.compile(
    r"(?:(?P<end>마지막에|맨 ?뒤에|맨 ?끝에|끝에)|(?P<start>맨 ?앞에|처음에|맨 ?먼저)|"
    r"(?P<before_last>마지막 ?(?:단계)? ?(?:바로 )?(?:앞|전)에)|"
    r"\d+ ?(?:번|단계)?(?:과|와|하고|이랑|랑) ?(?P<between>\d+) ?(?:번|단계)? ?(?:단계)? ?사이에|"
    r"(?P<n>\d+|첫|두|세|네|다섯|여섯|일곱) ?(?:번째|번)? ?(?:단계)? ?"
    r"(?P<side>뒤에|다음에|앞에|전에))?"
    r" ?(?P<title>[^,.\n]*?[가-힣]{2}[^,.\n]*?)(?:(?<=[가-힣]{2})(?:하는|할))? "
    r"(?:단계|순서)(?:도|를|을)? ?(?:하나 ?)?"
    r"(?:넣|추가|더해|더하|끼워)(?!\S{0,2}지 ?(?:마|말|않))[가-힣]*(?: ?(?:줘|주세요))?"
)
_NO_TITLE = re.compile(
    r"(?:다른|새로운|몇 ?가지|\d+번째|이런|그런|같은|필요한)|(?:좀 |조금 |하나 )?더(?: 많은)?|많은|"
    r".*(?:사이|앞|뒤|전|다음|후|중간)에(?: .*)?"
)


def addition_asked(feedback: str, count: int) -> tuple[list[JsonObject], str]:
    """Return the edits of a Korean wish that begins with a step to add, and what else it asks for.

    A small model makes the whole sentence the step's title. A place that is told by a step's
    words, and not by its number, is left to the model.
    """
    wish = " ".join(feedback.split())
    found = _ADDITION.match(wish)
    title = found["title"].strip() if found else ""
    if found is None or len(title) > _LONGEST_TITLE or _NO_TITLE.fullmatch(title):
        return [], wish
    if _REMOVAL.search(title):
        return [], wish
    place = count + 1
    if found["start"]:
        place = 1
    elif found["before_last"]:
        place = count
    elif found["between"]:
        place = int(found["between"])
    elif found["n"]:
        place = _number(found["n"]) + (found["side"] in {"뒤에", "다음에"})
    rest = wish[found.end() :].strip(" ,.!")
    return [{"op": "add", "step": place, "title": title}], rest


_BUDGET = re.compile(
    r"(?:총 ?)?(?:예산|비용)[은을이]? ?[^,.]{0,12}\d[^,.]{0,20}|"
    r"(?:(?:with|keep|within|on) )?(?:a |the |it )?budget (?:of|is|under|at|to) "
    r"[^,.\d]{0,12}\d[^,.]{0,20}",
    re.IGNORECASE,
)


def names_a_budget(feedback: str) -> bool:
    """Say whether a wish only names what the work may cost: no step has to give way to it."""
    return bool(_BUDGET.fullmatch(feedback.strip(" .!")))


def says_again(feedback: str) -> bool:
    """Say whether a wish only asks for the same once more, and not for what to change."""
    return bool(_AGAIN.fullmatch(feedback.strip(" .!~")))


_QUESTION = re.compile(
    r"(?:몇|며칠|얼마|언제|어디|누구|무엇|뭐|뭔|무슨|왜).*(?:\?|[가-힣](?:야|니|나요|가요|까요?|죠|지))\s*$|"
    r"^\W*(?:and |so |but |by the way,? )?(?:what|who|whom|whose|when|where|which|why|"
    r"how (?:many|much|long|old|far|often))\b.*\?\s*$",
    re.IGNORECASE | re.DOTALL,
)
_WISHES = re.compile(
    r"빼|추가|넣|바꾸|바꿔|줄이|줄여|늘리|늘려|합치|합쳐|나누|나눠|고치|고쳐|대신|먼저|없이|하자|단계|계획|"
    r"해 ?(?:줘|주|줄)|(?:하|되)면|어때|어떨|"
    r"\b(?:add|remove|drop|delete|skip|change|make|instead|short|split|merge|swap|move|should|if|"
    r"about|not|let|without|first|before|more|less|fewer|steps?|plan|please)\b",
    re.IGNORECASE,
)


def only_asks(feedback: str) -> bool:
    """Say whether a text is a question of its own that asks for no change."""
    return bool(_QUESTION.search(feedback)) and not _WISHES.search(feedback)


def wants_less(feedback: str) -> bool:
    """Say whether a change in words takes something out, or forbids something.

    Such a wish is never a step to add.
    """
    return bool(_REMOVAL.search(feedback) or _CONTRARY.search(feedback))
