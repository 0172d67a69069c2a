"""What a question asks for, as far as its words tell: an amount, a date, how many of what."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.citations.numbers import holds, is_ordinal, quantities

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.citations.numbers import Quantity

MONEY = frozenset({"krw", "usd", "eur", "gbp", "percent", "fraction", ""})
_SPAN = frozenset({"second", "minute", "hour", "day", "workday", "week", "month", "year", "date"})
_FORMS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        r"며칠|몇\s?일|how many (?:\w+ ){0,3}days|\bdays (?:are|is|do)\b",
        frozenset({"day", "workday", "week"}),
    ),
    (
        r"몇\s?(?:퍼센트|프로|%)|비율|what (?:percentage|percent|share)",
        frozenset({"percent", "fraction"}),
    ),
    (
        r"몇\s?(?:백|천|만)?\s?(?:원|달러|유로|파운드)|"
        r"how many (?:won|dollars|euros|pounds)",
        frozenset({"krw", "usd", "eur", "gbp", ""}),
    ),
    (r"몇\s?시간|how many (?:\w+ ){0,2}hours", frozenset({"hour"})),
    (r"몇\s?분|how many (?:\w+ ){0,2}minutes", frozenset({"minute"})),
    (r"몇\s?초|how many (?:\w+ ){0,2}seconds", frozenset({"second"})),
    (r"몇\s?주|how many (?:\w+ ){0,3}weeks", frozenset({"week"})),
    (r"몇\s?(?:개월|달(?!러))|how many (?:\w+ ){0,3}months", frozenset({"month", "year"})),
    (r"몇\s?년|how many (?:\w+ ){0,3}years", frozenset({"year"})),
    (r"몇\s?(?:명|사람)|how many (?:people|persons|employees|staff)", frozenset({"person", ""})),
    (
        r"얼마나\s?(?:오래|걸)|기간|얼마\s?동안|얼마마다|주기|기한|언제까지|"
        r"how (?:long|soon|often)|what (?:is|are) the (?:\w+ ){0,4}(?:period|deadline|duration)\b|"
        r"\b(?:period|deadline|duration)\W*$",
        _SPAN,
    ),
    (
        r"언제|what date|which date|by when|"
        r"(?:^|[,;:.?!(]|\b(?:and|or|know|me|us|says?|out|from|until|till|since))\s*\bwhen\b",
        _SPAN | {"oclock"},
    ),
    (
        r"얼마|금액|요금|비용|가격|한도|수당|how much|\bcost|"
        r"\bwhat (?:\w+ )?rate\b|what (?:is|are) the (?:\w+ ){0,3}"
        r"(?:price|cost|fee|rate|limit|amount|allowance|deposit|rent|fine|penalty)\b",
        MONEY,
    ),
    (
        r"몇|거리는|길이는|높이는|무게는|how (?:many|far|heavy|tall|high|wide|deep|big|large)",
        frozenset(),
    ),
)
_KEY = re.compile(r"\s*([\w ]{1,40}): ")
_AMOUNT = re.compile(r"price|cost|fee|amount|rate|budget|가격|요금|비용|금액|단가", re.IGNORECASE)
_COMPILED = tuple((re.compile(form, re.IGNORECASE), units) for form, units in _FORMS)


ASKED_FOR = frozenset(
    """기간 기한 금액 요금 비용 가격 한도 비율 주기 날짜 일수 횟수 인원 거리 상한 하한
    period limit pric cost fee rat amount dat deadlin duration numb length distanc maximum
    minimum""".split()  # noqa: SIM905 - a list of words
)
"""Stems that name the kind of value asked for; the answer gives the value without the word."""


def units_asked(question: str) -> frozenset[str] | None:
    """Return the units that would answer ``question``; empty for any number, None for no number."""
    for form, units in _COMPILED:
        if form.search(question):
            return units
    return None


def offers(text: str, units: Iterable[str] | None, said: Sequence[Quantity] = ()) -> bool:
    """Tell whether ``text`` holds a quantity of one of ``units``; True where none is asked for.

    What the question itself says (``said``) is no answer to it, and a bare number in a record is
    an amount only under the name of one.
    """
    if units is None:
        return True
    wanted = frozenset(units)
    if wanted == MONEY and (key := _KEY.match(text)) and not _AMOUNT.search(key[1]):
        wanted -= {""}
    return any(
        (not wanted or q.unit in wanted) and not is_ordinal(text, q) and not holds(said, q)
        for q in quantities(text)
    )


_WHO = re.compile(r"누구|누가|이름|성명|\bwho(?:se|m)?\b|\bname of\b", re.IGNORECASE)


def asks_who(question: str) -> bool:
    """Tell whether a name is asked for, which no rule can see in a text."""
    return bool(_WHO.search(question))
