"""Whether two sentences say the same, and what they say otherwise."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from agent.citations.numbers import is_ordinal, quantities
from agent.citations.terms import content_stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.citations.numbers import Quantity
    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence

    Row = tuple[Evidence, Sentence]

OF_THE_DEAL = frozenset({"date", "krw", "usd", "eur", "gbp", ""})
"""Values that two parties agree on for themselves, and that no standard contract can set."""
_CLAUSE_NUMBER = re.compile(
    r"^\s*(?:\d{1,2}(?:\.\d{1,2})*[.)](?!\d)|\(\d{1,2}\)|[①-⑳])\s*|제\s?\d+\s?[조항호](?:의\s?\d+)?|"
    r"\b(?:articles?|sections?|clauses?|paragraphs?)\s+\d+(?:\.\d+)*",
    re.IGNORECASE,
)
_DEEP_NUMBER = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2})+\s+(?=[^\W\d])")
_ADDRESS = re.compile(r"https?://\S+|[\w.+-]+@[\w-]+(?:\.\w+)+")
_SUM_IN_WORDS = re.compile(r"(?:[일이삼사오육칠팔구]?[십백천만억]\s?)+원정?|(?<=\d)원정")
_TIMES = re.compile(r"\s?(?:배|:|대\s?\d)")
"""What makes a bare number a share of something, which a standard contract can set."""
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[\W_]+(?=\d)")
_BEFORE_A_DIGIT = re.compile(r"(?:(?<=\s)[-+]|[<>])(?=\d)")
_CURRENCY = re.compile(r"[₩￦$€£¥]")
_HARDLY_ANY = 3
_PARTY = re.compile(r"[갑을][은이의과]?")
_BINDS = re.compile(
    r"수\s?[있없]|[해하여]야|못|않|아니|해지|해제|종료|연장|갱신|위약|배상|부담|포기|몰수|"
    r"\b(?:shall|must|may|can|not|never|no|terminat|cancel|renew|extend|penalt|bear|waive|forfeit)",
    re.IGNORECASE,
)
_REMEMBERED = 4096
"""Sentences whose form is kept: each of one side is held against each of the other."""
_SIGN = re.compile(r"[\W_]")
_SAYS_MUCH = frozenset("%‰₩$€£¥≥≤±×")
_RANGE = str.maketrans(dict.fromkeys("~∼〜–—−‐‑‒", "-"))


@lru_cache(maxsize=_REMEMBERED)
def bare(sentence: str) -> str:
    """Return what of a sentence counts: no signs, blanks, capitals and numbers of clauses.

    Signs that belong to a number stay: 1.5, 1:2, 3~5, 1/3, 10% and $5 are not 15, 12, 35, 13,
    10 and €5. What groups thousands goes, and so does a full stop.
    """
    text = unicodedata.normalize("NFKC", _CLAUSE_NUMBER.sub("", _without_deep_number(sentence)))
    text = _THOUSANDS.sub("", text.strip()).translate(_RANGE)
    kept: list[str] = []
    at = 0
    while at < len(text):
        if between := _BETWEEN_DIGITS.match(text, at):
            kept.append("".join(between.group().split()) or " ")
            at = between.end()
            continue
        sign = _SIGN.match(text, at) is not None
        if not sign or text[at] in _SAYS_MUCH or _BEFORE_A_DIGIT.match(text, at):
            kept.append(text[at])
        at += 1
    return "".join(kept).casefold()


def _without_deep_number(sentence: str) -> str:
    """Return a sentence without a clause number such as 2.1; 2.5 months is none."""
    first = next(iter(quantities(sentence)), None)
    return sentence if first and first.unit else _DEEP_NUMBER.sub("", sentence)


def rows_unlike(some: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Return those of some sentences that the others do not hold word for word.

    One word may turn a term into its contrary (할 수 있다, 할 수 없다; may, may not), so that no
    nearness counts, see ``bare`` for what may differ.
    """
    there = _each_bare(others)
    return [row for row in some if bare(row[1].text) not in there]


def unlike(one: Sequence[Row], other: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Return what of each side the other one does not hold.

    A sentence that only breaks into two at a line's end is no difference.
    """
    rows, back = rows_unlike(one, other), rows_unlike(other, one)
    same = "".join(_each_bare(rows)) == "".join(_each_bare(back))
    return ([], []) if same else (rows, back)


def _each_bare(rows: Sequence[Row]) -> dict[str, None]:
    return dict.fromkeys(bare(sentence.text) for _, sentence in rows)


def values_in(text: str) -> list[Quantity]:
    """Return the values of a text; numbers that only name a place are none."""
    return [q for q in quantities(text) if not is_ordinal(text, q)]


def is_of_the_deal(sentence: str, others: Sequence[Row]) -> bool:
    """Tell whether a sentence only has dates, amounts, bare numbers or addresses otherwise.

    All its other words are then those of a sentence of the other side, or there are hardly any,
    as where the two say from when to when their contract runs, or where they are written to.
    """
    rest = without_the_deal(sentence)
    own = _ADDRESS.search(sentence) or any(q.unit == "date" for q in quantities(sentence))
    told = [stem for stem in content_stems(rest) if not _PARTY.fullmatch(stem)]
    few = len(told) <= _HARDLY_ANY and not values_in(rest)
    if own and few and not _BINDS.search(rest):
        return True
    return any(bare(without_the_deal(other.text)) == bare(rest) for _, other in others)


@lru_cache(maxsize=_REMEMBERED)
def without_the_deal(sentence: str) -> str:
    """Return a sentence without the values that two parties agree on for themselves."""
    text = _SUM_IN_WORDS.sub(_blanks, _ADDRESS.sub(_blanks, sentence))
    for value in values_in(text):
        if value.unit in OF_THE_DEAL and not _is_share(text, value):
            text = text[: value.start] + " " * (value.end - value.start) + text[value.end :]
    return _CURRENCY.sub(" ", text)


def _is_share(text: str, value: Quantity) -> bool:
    """Tell whether a bare number says how many times, or is a part of a ratio."""
    before = text[: value.start].rstrip()
    return not value.unit and bool(_TIMES.match(text, value.end) or before.endswith(":"))


def _blanks(match: re.Match[str]) -> str:
    return " " * len(match.group())
