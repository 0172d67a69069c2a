"""Currencies: how each is written, and whether a sum mixes them."""

from __future__ import annotations

import re

_MARKS = {
    "USD": r"US\$|\$|달러|불(?![가-힣]{2})|불(?=이야|이에요|입니다)|dollars?\b|bucks?\b|USD",
    "KRW": r"₩|￦|원|won\b|KRW",
    "EUR": r"€|유로|euros?\b|EUR",
    "GBP": r"£|파운드|pounds?\b|GBP",
    "JPY": r"¥|엔(?![가-힣]{2})|yen\b|JPY",
}
CURRENCY = "|".join(_MARKS.values())
"""The signs and names of currencies, as a pattern."""
SIGN = r"(?:US\$|[$₩￦€£¥]|\b(?:USD|KRW|EUR|GBP|JPY)(?![A-Za-z]))"
"""What stands before an amount in its currency."""
_ANY = re.compile(CURRENCY, re.IGNORECASE)
_INNERMOST = re.compile(r"\(([^()]*)\)")
_SEVERAL = 2


def currency_of(mark: str) -> str:
    """Return the ISO code of a currency's sign or name, an empty string where it is unknown."""
    found = (code for code, marks in _MARKS.items() if re.search(marks, mark, re.IGNORECASE))
    return next(found, "")


def mixed_in_sum(expression: str) -> tuple[str, str] | None:
    """Return two currencies of which an expression adds or subtracts amounts, None if it does not.

    A product of two currencies is a conversion, and may be in either.
    """
    if len({currency_of(mark) for mark in _ANY.findall(expression)}) < _SEVERAL:
        return None
    text = expression
    while inner := _INNERMOST.search(text):
        codes = _codes(inner[1])
        if len(codes) == _SEVERAL:
            return codes[0], codes[1]
        text = f"{text[: inner.start()]} {codes[0] if codes else ''} {text[inner.end() :]}"
    codes = _codes(text)
    return (codes[0], codes[1]) if len(codes) == _SEVERAL else None


def _codes(terms: str) -> list[str]:
    """Return up to two currencies that the terms of a sum without brackets are in."""
    codes: list[str] = []
    for term in re.split(r"[-+−]", terms):
        in_term = {currency_of(mark) for mark in _ANY.findall(term)}
        if len(in_term) == 1:
            codes += in_term - set(codes)
    return codes[:_SEVERAL]
