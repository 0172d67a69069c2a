"""Amounts of money as requests and documents write them, each in its own currency.

Two amounts are compared only in one currency, or by a rate that the person states.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from agent.currencies import CURRENCY, SIGN, currency_of
from agent.tools.calculator import evaluate, format_number

if TYPE_CHECKING:
    from agent.language import Language

Period = Literal["month", "year", ""]
_PERIODS: dict[Period, re.Pattern[str]] = {
    "month": re.compile(
        r"(?<!\d)(?<!\d )(?<!개)월(?!요일|세)|매달|한\s?달|달마다"
        r"|(?<![2-9][-\s])(?<!\d\d[-\s])\bmonth(?:ly)?\b|\bper mo\b"
        r"|/\s?mo\b",
        re.IGNORECASE,
    ),
    "year": re.compile(
        r"(?<!\d)(?<!\d )연(?=간|\s|\d|$)|매년|한\s?해|해마다|일\s?년에"
        r"|(?<![가-힣\d])(?<!\d\s)년(?=\s|간)"
        r"|(?<![\d.])1\s?년(?!\s?(?:전|뒤|후|이상|차|권))|(?<![2-9][-\s])(?<!\d\d[-\s])\byear(?:ly)?\b|\bannual(?:ly)?\b"
        r"|/\s?yr\b",
        re.IGNORECASE,
    ),
}
_BESIDE = 8
_EACH = {
    "ko": {"month": "한 달 {amount}", "year": "한 해 {amount}"},
    "en": {"month": "{amount} a month", "year": "{amount} a year"},
}
_NAMES_KO = {"USD": "달러", "KRW": "원", "EUR": "유로", "GBP": "파운드", "JPY": "엔"}
_DIGITS = (
    r"(?:\d{1,3}(?:\.\d{3})+,\d\d(?!\d)|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+,\d\d(?!\d)"
    r"|\d+(?:\.\d+)?)"
)
_FIGURE = "[일이삼사오육칠팔구]"
_GROUP = rf"(?:{_FIGURE}?[천백십])*{_FIGURE}?"
_SPELLED = (
    rf"(?<![가-힣\d])(?<![천백십\d]\s)(?={_FIGURE}?[천백십만억])"
    rf"(?:{_GROUP}억\s?)?(?:{_GROUP}\s?만\s?)?{_GROUP}(?=\s?원)"
)
_SMALL = r"(?:\s?천(?:\s?\d백)?(?:\s?\d십)?|백(?:\s?\d십)?|십)"
_MAN = rf"\s?만(?:\s?(?:\d,\d{{3}}|\d{{3,4}}|\d{_SMALL}))?"
NUMBER = (
    rf"(?:{_SPELLED}|{_DIGITS}(?:{_SMALL}?\s?억(?:\s?{_DIGITS}{_SMALL}?{_MAN})?|{_SMALL}?{_MAN}"
    rf"|{_SMALL}|\s?billion\b|\s?million\b|\s?thousand\b|k\b)?)"
)
"""A number as amounts of money are written: ``2만 5천``, ``1,200``, ``1.5 million``."""
_AS_DIGITS = str.maketrans("일이삼사오육칠팔구", "123456789")
_TIMES = {"billion": "000000000", "million": "000000", "thousand": "000", "k": "000"}
_DECIMAL_COMMA = re.compile(r"[\d.]+,\d\d")
AMOUNT = rf"(?:(?P<sign>{SIGN})\s?)?(?P<n>{NUMBER})(?:\s?(?P<name>{CURRENCY}))?"
"""An amount with its currency before or behind it: groups ``sign``, ``n`` and ``name``."""
_AMOUNT = re.compile(AMOUNT, re.IGNORECASE)
_FOR_NOTHING = re.compile(
    r"\s*(?:completely |always |완전 |모두 )?(?:free|무료)"
    r"(?: of charge| to use|로 이용|로 사용|입니다|예요)?"
    r"\s*(?:$|[(.,;!](?![^)]*[$₩€£¥원]))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Money:
    """An amount; ``currency`` is its ISO code, empty where none is written.

    ``per`` is the period that it is paid for, see ``period_of``.
    """

    amount: float
    currency: str
    per: Period = ""


@dataclass(frozen=True, slots=True)
class Rate:
    """What one unit of ``of`` is worth in ``to``."""

    of: str
    to: str
    value: float


def money_of(match: re.Match[str]) -> Money:
    """Return the amount that a match of ``AMOUNT`` stands for."""
    return Money(value_of(match["n"]), currency_of(match["sign"] or match["name"] or ""))


def value_of(number: str) -> float:
    """Return the value of what matches ``NUMBER``."""
    if not number[0].isdecimal():
        number = _in_digits(number)
    for word, zeros in _TIMES.items():
        if number.casefold().endswith(word):
            number = f"{number[: -len(word)].strip()} * 1{zeros}"
            break
    if _DECIMAL_COMMA.fullmatch(number):
        number = number.replace(".", "").replace(",", ".")
    return float(evaluate(number))


def _in_digits(spelled: str) -> str:
    """Return ``이천오백만`` as ``2천5백만``, ``백만`` as ``1백만``."""
    digits = re.sub(r"\s", "", spelled).translate(_AS_DIGITS)
    return re.sub(r"(?<!\d)(?=[천백십])|(?<![\d천백십])(?=[만억])", "1", digits)


def price_now(price: str) -> Money | None:
    """Return the amount of a price that holds now, None where it tells none.

    That is 0 where it is free, and of a price that will change, ``9 USD → 12 USD (2026-12-15)``,
    the first.
    """
    if _FOR_NOTHING.match(price):
        return Money(0, "")
    found = list(_AMOUNT.finditer(price))
    with_currency = next((m for m in found if m["sign"] or m["name"]), None)
    first = with_currency or next(iter(found), None)
    if first is None:
        return None
    money = money_of(first)
    return money if money.currency else Money(money.amount, currency_of(price))


def has_currency(text: str) -> bool:
    """Say whether an amount in a text stands with its currency."""
    return any(found["sign"] or found["name"] for found in _AMOUNT.finditer(text))


def period_of(text: str) -> Period:
    """Return the period that a price is paid for, as its words or its field's name say."""
    words = text.replace("_", " ")
    return next((period for period, form in _PERIODS.items() if form.search(words)), "")


def period_beside(text: str, start: int, end: int, around: int = _BESIDE) -> Period:
    """Return the period that an amount in a text is paid for, as the words beside it say.

    Args:
        text: Where it stands.
        start: Of the amount.
        end: After its last character.
        around: Characters on each side in which such words count.
    """
    return period_of(text[max(0, start - around) : end + around])


def per_period(amount: str, per: str, language: Language) -> str:
    """Return an amount with the period that it is paid for, as it is where it says one itself."""
    form = _EACH[language].get("" if period_of(amount) else per, "{amount}")
    return form.format(amount=amount)


def written(amount: float, currency: str, language: Language, per: str = "") -> str:
    """Return an amount as a person of the language reads it."""
    number = format_number(round(amount, 2))
    known = language == "ko" and currency in _NAMES_KO
    told = f"{number}{_NAMES_KO[currency]}" if known else f"{number} {currency}".strip()
    return per_period(told, per, language)


_ONE = (
    r"(?:(?<![\d,.])1\s?|(?<![\d만천])(?<![\d만천]\s))"
    rf"(?P<of>{SIGN}|{CURRENCY})(?:\s?1(?![\d,.]))?"
)
_IS = r"\s?(?:=|≈|에|당|은|는|이|가|을|를|is|at|equals|to|:|\s)\s?(?:about|약)?\s?"
_WORTH = rf"(?P<sign>{SIGN})?\s?(?P<n>{NUMBER})\s?(?P<name>{CURRENCY})?"
_RATES = (
    re.compile(rf"{_ONE}{_IS}{_WORTH}", re.IGNORECASE),
    re.compile(
        rf"{_WORTH}\s?(?:to|per|for|/)\s?(?:the|one|an?|1)?\s?(?P<of>{CURRENCY})", re.IGNORECASE
    ),
)
_RATE_NAMED = re.compile(rf"(?:환율|exchange rate)[^\d\n]{{0,16}}{_WORTH}", re.IGNORECASE)


def localised(price: str, language: Language) -> str:
    """Return a price with its amounts as a person of the language reads them."""

    def told(found: re.Match[str]) -> str:
        money = money_of(found)
        if not money.currency:
            return found.group()
        around = found.group()
        before = around[: len(around) - len(around.lstrip())]
        return before + written(money.amount, money.currency, language)

    return _AMOUNT.sub(told, price)


def rate_in(text: str) -> tuple[Rate, tuple[int, int]] | None:
    """Return the exchange rate that a text states and where, None where it states none.

    A rate of which only one side is said, ``exchange rate 1,400``, is what a dollar is in won.
    """
    for pattern in _RATES:
        for found in pattern.finditer(text):
            worth, of = money_of(found), currency_of(found["of"])
            if worth.amount and worth.currency and worth.currency != of:
                return Rate(of, worth.currency, worth.amount), found.span()
    named = _RATE_NAMED.search(text)
    if named and (value := money_of(named)).amount and value.currency in {"", "KRW"}:
        return Rate("USD", "KRW", value.amount), named.span()
    return None
