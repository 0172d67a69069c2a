"""Amounts of money, their currencies and the rates that a person states."""

from __future__ import annotations

import pytest

from agent.money import Money, Rate, localised, per_period, period_of, price_now, rate_in, written


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
        ("€1.299,00", Money(1_299, "EUR")),
        ("1.2 billion won", Money(1_200_000_000, "KRW")),
        ("30 bucks", Money(30, "USD")),
        ("월 백만 원", Money(1_000_000, "KRW")),
        ("이천오백만원", Money(25_000_000, "KRW")),
        ("일억 오천만 원", Money(150_000_000, "KRW")),
        ("만 오천 원", Money(15_000, "KRW")),
        ("천 만 원", Money(10_000_000, "KRW")),
        ("5백만 원", Money(5_000_000, "KRW")),
        ("1천5백만 원", Money(15_000_000, "KRW")),
        ("1천 5백만원", Money(15_000_000, "KRW")),
        ("2억 5백만 원", Money(205_000_000, "KRW")),
        ("1억 2,000만 원", Money(120_000_000, "KRW")),
        ("12만 3,500원", Money(123_500, "KRW")),
        ("3만 5백 원", Money(30_500, "KRW")),
        ("3천5백 원", Money(3_500, "KRW")),
        ("수천만 원이 드는 일", None),
        ("회원 백 명의 지원", None),
        ("1,500, billed monthly", Money(1_500, "")),
        ("Free", Money(0, "")),
        ("무료 (월 30회)", Money(0, "")),
        ("무료 체험 뒤 9달러", Money(9, "USD")),
        ("Free, then $9 a month", Money(9, "USD")),
        ("free for 3 users, 5 USD for more", Money(5, "USD")),
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


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("price_per_month", "month"),
        ("월 요금", "month"),
        ("한 달 9달러", "month"),
        ("1,500, billed monthly", "month"),
        ("$9/mo", "month"),
        ("annual_fee", "year"),
        ("a 12-month plan at $90", ""),
        ("연간 12만 원", "year"),
        ("1년에 12만 원", "year"),
        ("1년 전부터 12만 원", ""),
        ("price", ""),
        ("2026년 8월 15일부터 9달러", ""),
        ("월요일 특가 9달러", ""),
        ("9달러", ""),
    ],
)
def test_period_of_reads_a_price_or_the_name_of_its_field(text, period):
    assert period_of(text) == period


@pytest.mark.parametrize(
    ("amount", "per", "language", "told"),
    [
        ("7달러", "month", "ko", "한 달 7달러"),
        ("7 USD", "year", "en", "7 USD a year"),
        ("7 USD", "", "en", "7 USD"),
        ("월 7달러", "month", "ko", "월 7달러"),
    ],
)
def test_per_period_says_the_period_once(amount, per, language, told):
    assert per_period(amount, per, language) == told


@pytest.mark.parametrize(
    ("price", "language", "told"),
    [
        ("7달러", "en", "7 USD"),
        ("10달러 → 12달러 (2026-12-15)", "en", "10 USD → 12 USD (2026-12-15)"),
        ("월 3만 원", "en", "월 30,000 KRW"),
        ("8800 KRW", "ko", "8,800원"),
        ("9 USD", "en", "9 USD"),
        ("€1.299,00", "en", "1,299 EUR"),
        ("ask the maker", "ko", "ask the maker"),
    ],
)
def test_localised_writes_amounts_as_the_person_reads_them(price, language, told):
    assert localised(price, language) == told
