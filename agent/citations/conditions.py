"""Sentences that give the value asked for, but of something else or at another time.

``During probation the notice period is one week`` shares every word with a question for the notice
period after probation; ``warranty period 6 months from the inspection`` has every word of the
inspection period. What stands between the words tells them apart.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from agent.citations.terms import content_stems, stem

if TYPE_CHECKING:
    from collections.abc import Iterator

_SIDES = {
    "before": "before", "after": "after", "since": "after", "during": "during",
    "전": "before", "이전": "before", "후": "after", "이후": "after", "뒤": "after",
    "중": "during", "동안": "during",
}  # fmt: skip
_WHEN_EN = re.compile(
    r"\b(before|after|during|since)\s+(?:(?:the|a|an|their|your|my|our|its|his|her)\s+)?"
    r"([a-z][a-z-]+)",
    re.IGNORECASE,
)
_WHEN_KO = re.compile(
    r"([가-힣]{2,}?)(?:\s?기간)?[이가을를]?\s?(?:끝난\s|마친\s|끝나기\s|지난\s)?"
    r"(이전|이후|전|후|뒤|중|동안)(?:에|에는|에도|의|은|는|이면)?(?![가-힣])"
)
_HEADS_KO = (
    r"기간|기한|금액|요금|비용|가격|한도|비율|요율|이율|주기|수당|수수료|보증금|지원금|벌금|위약금"
)
_OWNER_KO = re.compile(rf"([가-힣A-Za-z]+)\s?({_HEADS_KO})(?![가-힣]*자)")
_HEADS_EN = (
    r"period|limit|amount|fee|rate|price|cost|duration|deadline|allowance|penalty|deposit|capacity"
)
_OWNER_EN = re.compile(rf"\b((?:[a-z][a-z-]+\s+){{1,2}})({_HEADS_EN})s?\b", re.IGNORECASE)
_OF_EN = re.compile(
    rf"\b({_HEADS_EN})s?\s+(?:of|for)\s+(?:the\s+|a\s+|an\s+)?([a-z][a-z-]+)", re.IGNORECASE
)
_NOBODY = frozenset(
    """총 본 해당 전체 최대 최소 최장 기본 월 연 일 아래 이상 이하 total full whole maximum minimum
    other hourly daily weekly monthly quarterly annual yearly basic usual normal current flat fixed
    average new""".split()  # noqa: SIM905 - a list of words
)
"""What stands before the name of a value without saying whose it is."""
_DESCRIBES = re.compile(r"(?:는|은|한|된|할|을|진|던|의|[0-9])$")


def is_of_something_else(question: str, text: str) -> bool:
    """Tell whether a sentence gives what is asked, but of another thing or at another time."""
    return _at_another_time(question, text) or _of_another(question, text)


def _at_another_time(question: str, text: str) -> bool:
    asked = _asked_times(question)
    told: dict[str, set[str]] = {}
    for what, side in _times(text):
        told.setdefault(what, set()).add(side)
    return any(what in told and side not in told[what] for what, side in asked.items())


@lru_cache(maxsize=16)
def _asked_times(question: str) -> dict[str, str]:
    return dict(_times(question))


@lru_cache(maxsize=16)
def _asked_values(question: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the kinds of value that a question names, and its stems: once for many sentences."""
    return frozenset(head for _, head in _owners(question)), frozenset(content_stems(question))


def _times(text: str) -> Iterator[tuple[str, str]]:
    """Yield what something happens before, after or during, and which of these it is."""
    for match in _WHEN_EN.finditer(text):
        yield stem(match[2].casefold()), _SIDES[match[1].casefold()]
    for match in _WHEN_KO.finditer(text):
        yield stem(match[1]), _SIDES[match[2]]


def _of_another(question: str, text: str) -> bool:
    """Tell whether every value of the kind asked for belongs to something not asked about."""
    asked, stems = _asked_values(question)
    told: dict[str, set[str]] = {}
    for owner, head in _owners(text):
        if head in asked:
            told.setdefault(head, set()).add(owner)
    return bool(told) and all(
        not any(_same(owner, known) for owner in owners for known in stems)
        for owners in told.values()
    )


def _owners(text: str) -> Iterator[tuple[str, str]]:
    """Yield whose value is named, and what kind of value it is."""
    found = [
        (match[1].casefold(), match[2])
        for match in _OWNER_KO.finditer(text)
        if not _DESCRIBES.search(match[1])
    ]
    found += [
        (word, m[2].casefold())
        for m in _OWNER_EN.finditer(text)
        for word in m[1].casefold().split()
    ]
    found += [(m[2].casefold(), m[1].casefold()) for m in _OF_EN.finditer(text)]
    for owner, head in found:
        if owner not in _NOBODY:
            yield from ((said, head) for said in content_stems(owner))


def _same(owner: str, known: str) -> bool:
    return owner in known or known in owner
