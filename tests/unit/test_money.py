"""Amounts of money, their currencies and the rates that a person states."""

from __future__ import annotations

import pytest

from agent.money import Money, Rate, price_now, rate_in, written


@pytest.mark.parametrize(
    ("price", "expected"),
    [
        ("9 USD", Money(9, "USD")),
        ("7달러", Money(7, "USD")),
        ("$7.50", Money(7.5, "USD")),
        ("12000 KRW", Money(12_000, "KRW")),
        ("₩9,900", Money(9_900, "KRW")),
        ("월 3만 원", Money(30_000, "KRW")),
        ("1만 2천원", Money(12_000, "KRW")),
        ("10달러 → 12달러 (2026-12-15)", Money(10, "USD")),
        ("2026년부터 9달러", Money(9, "USD")),
        ("9,50 EUR", Money(9.5, "EUR")),
        ("1,500, billed monthly", Money(1_500, "")),
        ("ask the maker", None),
    ],
)
def test_price_now(price: str, expected: Money | None):
    assert price_now(price) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1달러 = 1,400원", Rate("USD", "KRW", 1400)),
        ("1달러에 1400원으로 계산해 줘", Rate("USD", "KRW", 1400)),
        ("달러당 1,400원", Rate("USD", "KRW", 1400)),
        ("환율은 1,400원이야", Rate("USD", "KRW", 1400)),
        ("take $1 = ₩1,400", Rate("USD", "KRW", 1400)),
        ("at 1,400 won to the dollar", Rate("USD", "KRW", 1400)),
        ("an exchange rate of 1,400", Rate("USD", "KRW", 1400)),
        ("1 euro is 1.1 dollars", Rate("EUR", "USD", 1.1)),
        ("a budget of 20 dollars or 30000 won", None),
        ("예산은 20달러고 3만 원은 이미 썼어", None),
        ("9 dollars per month", None),
    ],
)
def test_rate_in(text: str, expected: Rate | None):
    found = rate_in(text)
    assert (found[0] if found else None) == expected


def test_written_names_the_currency_in_the_language():
    assert written(21_900.0, "KRW", "ko") == "21,900원"
    assert written(8.5714, "USD", "en") == "8.57 USD"
    assert written(9.0, "", "en") == "9"
