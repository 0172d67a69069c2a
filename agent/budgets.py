"""Budgets: what a request, or a later wish, limits its costs to.

A limit is read from the word budget or from words such as ``under`` and ``이하`` beside an amount.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.language import language_of
from agent.limit_words import (
    FOR_A_COST,
    LIMITED,
    NO_LIMIT_AFTER,
    NO_LIMIT_BEFORE,
    OFTEN,
    PAID_OFTEN,
    SAID_AROUND,
)
from agent.money import AMOUNT, money_of, period_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agent.money import Period

_NAMED = re.compile(
    r"(?P<word>예산|budget)(?!\s?(?:안|내)에서|\s?없)(?:(?!\.\s)[^\d$₩￦€£¥\n;]){0,20}?" + AMOUNT,
    re.IGNORECASE,
)
_MONEY = re.compile(AMOUNT, re.IGNORECASE)
_UP_TO = re.compile(rf"\s?(?:~|〜|–|-|에서|부터|to)\s?{AMOUNT}", re.IGNORECASE)
_AND = re.compile(rf"\s?and\s?{AMOUNT}", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s*$", re.IGNORECASE)
_BEYOND = 30
_NEAR = 40
_BESIDE = 8
_DETERMINERS = 3
_CONNECTS = re.compile(r"(?:with|on|within|for|at|in|to)|.*[을를은는에]", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[;\n]|[.,!?](?!\d)| and | but |그리고|하지만|(?<=[가-힣])(?<![광창공중재])(?:이|하)?고 "
)
_SAYS_HOW_MUCH = re.compile(
    r"(?:예산|budget)\s?(?:[은는이을:=]|of|is|at|to|under)?\s?(?=\d)", re.IGNORECASE
)
_COUNTED = re.compile(r"\s?(?!으?로|이|까지|안|정도|내)[가-힣]")
"""What follows a bare Korean number where it counts things: ``10명``."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a request limits itself to."""

    limit: float
    currency: str
    per: Period = ""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text names a limit: from its words on; both amounts of a range, else the same."""

    start: int
    amount: re.Match[str]
    upper: re.Match[str]

    @property
    def span(self) -> tuple[int, int]:
        return min(self.start, self.amount.start()), max(self.amount.end(), self.upper.end())


def budget_in(text: str) -> Budget | None:
    """Return the amount that a request limits itself to, None where it names none.

    A bare number counts only beside the word budget, in the currency of the text's language.
    """
    place = _budget_place(text)
    if place is None:
        return None
    money = money_of(place.upper)
    currency = money.currency or ("KRW" if language_of(text) == "ko" else "USD")
    return Budget(money.amount, currency, _period(text, place)) if money.amount else None


def budget_span(text: str) -> tuple[int, int] | None:
    """Return from where to where a request names its budget, both ends of a range included."""
    place = _budget_place(text)
    return place.span if place else None


def limit_spans(text: str) -> list[tuple[int, int]]:
    """Return from where to where a text names limits, of whatever: none of them is a cost."""
    named = (_place(text, m.start(), m) for m in _NAMED.finditer(text) if _is_money(m))
    return [place.span for place in (*named, *_beside_words(text, worded=True))]


def clause_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Return from where to where the clause around a piece of a text goes."""
    first = max((m.end() for m in _CLAUSE.finditer(text, 0, start)), default=0)
    after = _CLAUSE.search(text, end)
    return first, after.start() if after else len(text)


def named_budget(text: str) -> tuple[re.Match[str], re.Match[str]] | None:
    """Return the amounts beside the word budget, of a range both, else the same one twice."""
    found = _NAMED.search(text)
    return (found, _upper(text, found)) if found else None


def says_how_much(found: re.Match[str]) -> bool:
    """Say whether the word budget stands directly before a bare number."""
    return bool(_SAYS_HOW_MUCH.match(found[0]))


def _budget_place(text: str) -> _Place | None:
    found = _NAMED.search(text)
    if found and (before := _amount_before(text, found)):
        return before
    if found:
        ranged = _UP_TO.match(text, found.end())
        amount = found if _is_money(found) or ranged else _with_currency(text, found)
        if amount:
            return _place(text, found.start(), amount)
    worded = next(_limits(text, worded=True), None)
    return worded or next(_limits(text, worded=False), None)


def _amount_before(text: str, named: re.Match[str]) -> _Place | None:
    """Return the amount that the word budget stands behind: ``a $200 budget, and $50 rent``."""
    behind = named.end("word")
    limits = (m for m in LIMITED.finditer(text, 0, behind) if m["after"] and m.end() == behind)
    return next((_place(text, m.start(), m) for m in limits if _is_money(m)), None)


def _place(text: str, start: int, amount: re.Match[str]) -> _Place:
    return _Place(start, amount, _upper(text, amount))


def _upper(text: str, amount: re.Match[str]) -> re.Match[str]:
    """Return the upper end of a range that begins with an amount, else the amount."""
    first = amount.start("sign") if amount["sign"] else amount.start("n")
    between = _BETWEEN.search(text, max(0, first - _NEAR), first)
    upper = _UP_TO.match(text, amount.end()) or (between and _AND.match(text, amount.end()))
    return upper or amount


def _is_money(found: re.Match[str]) -> bool:
    return bool(found["sign"] or found["name"])


def _with_currency(text: str, found: re.Match[str]) -> re.Match[str] | None:
    """Return the amount of money that the word budget is about: no count of things, no year."""
    if _SAYS_HOW_MUCH.match(found[0]) and not _COUNTED.match(text, found.end()):
        return found
    after = _MONEY.finditer(text, found.end(), found.end() + _BEYOND)
    return next((m for m in after if _is_money(m)), None)


def _limits(text: str, *, worded: bool) -> Iterator[_Place]:
    """Yield the limits without the word budget: those in words of limits, or by the month only.

    What is paid by the month is no limit where a cost is told: ``the rent is $900 a month``.
    """
    for place in _beside_words(text, worded=worded):
        before, amount = text[max(0, place.start - _NEAR) : place.start], place.amount
        end = amount.end("name") if amount["name"] else amount.end("n")
        no_limit = NO_LIMIT_BEFORE.search(before) or NO_LIMIT_AFTER.match(text, end)
        costs = FOR_A_COST.search(before) or text.startswith("인 ", amount.end())
        if not (no_limit or (costs and not worded)):
            yield place


def _beside_words(text: str, *, worded: bool) -> Iterator[_Place]:
    """Yield the amounts beside words of limits, or those that are only paid by the month."""
    for found in LIMITED.finditer(text):
        place = _place(text, found.start(), found)
        ranged, after = place.upper is not found, place.span[1] + 1
        between = _BETWEEN.search(
            text, max(0, found.start() - _NEAR), found.start()
        ) or text.startswith("사이", after)
        told = found["before"] or found["after"] or (between and ranged)
        often = found["often_before"] or period_of(found["often"] or "") == "month"
        if (
            (told or often)
            and bool(told) == worded
            and (_is_money(found) or _is_money(place.upper))
        ):
            yield place


def _period(text: str, place: _Place) -> Period:
    """Return the period that a limit is for, as its clause says up to the next amount."""
    start, end = place.span
    first, last = clause_at(text, start, end)
    others = [m for m in _MONEY.finditer(text) if _is_money(m)]
    first = max([first, *(m.end() for m in others if m.end() <= start)])
    following = min((m.start() for m in others if m.start() >= end), default=2 * len(text))
    said = OFTEN.match(text, end)
    after = text[end : min(last, said.end() if said else end + _BESIDE, following)]
    if following <= end + _BESIDE:
        after = PAID_OFTEN.sub("", after)
    if _NAMED.match(text, start):
        before = _determiner(text[first:start])
    else:
        before = SAID_AROUND.sub("", text[first:start])[-_BESIDE:]
    return period_of(f"{before} {text[start:end]}{after}")


def _determiner(before: str) -> str:
    """Return the words that belong to the word budget which they stand before."""
    words: list[str] = []
    for word in reversed(before.split()[-_DETERMINERS:]):
        if _CONNECTS.fullmatch(word):
            break
        words.insert(0, word)
    return " ".join(words)
