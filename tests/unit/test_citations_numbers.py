import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.citations.numbers import holds, is_ordinal, quantities


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("계약금액은 금 18,400,000원으로 하고", 18_400_000, "krw"),
        ("보증금 5천만원을 지급한다", 50_000_000, "krw"),
        ("1억 2천만원", 120_000_000, "krw"),
        ("식비는 3만 5천원까지", 35_000, "krw"),
        ("within thirty days of the purchase", 30, "day"),
        ("30일 이내", 30, "day"),
        ("일주일 안에", 1, "week"),
        ("한 시간 안에 신고한다", 1, "hour"),
        ("80퍼센트 이상", 80, "percent"),
        ("$1,250.50 a month", 1250.5, "usd"),
        ("two hundred and fifty dollars", 250, "usd"),
        ("영업일 기준 5영업일", 5, "workday"),
        ("하루 전까지", 1, "day"),
    ],
)
def test_quantities_of_one_amount_gives_value_and_unit(text, value, unit):
    found = quantities(text)
    assert [(q.value, q.unit) for q in found] == [(value, unit)]


@pytest.mark.parametrize(
    "text",
    [
        "2026년 3월 1일",
        "2026-03-01",
        "2026. 3. 1.",
        "March 1, 2026",
        "1 March 2026",
        "1st of March 2026",
    ],
)
def test_quantities_of_a_date_is_the_same_in_every_notation(text):
    assert [q.date for q in quantities(text)] == [(2026, 3, 1)]


def test_quantities_of_a_citation_mark_gives_nothing():
    assert quantities("연차가 있습니다 [1][12]") == []


def test_quantities_of_a_part_number_gives_no_amount():
    assert quantities("Order part BW2210 today") == []


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        ("thirty days after the purchase", "30일 안에"),
        ("5천만원", "₩50,000,000"),
        ("2026년 3월 1일부터", "from 1 March"),
        ("within 5 working days", "5일 이내"),
        ("within 21 calendar days", "21일 안에"),
        ("three full months", "3개월"),
        ("퇴직 후 1년", "one year later"),
    ],
)
def test_holds_across_notations_and_languages_finds_the_value(source, claim):
    assert all(holds(quantities(source), q) for q in quantities(claim))


@pytest.mark.parametrize(
    ("source", "claim"),
    [("15일", "16일"), ("15일", "15%"), ("2026년 3월 1일", "2026년 4월 1일"), ("3만원", "3천원")],
)
def test_holds_with_another_value_or_unit_finds_nothing(source, claim):
    assert not any(holds(quantities(source), q) for q in quantities(claim))


def test_is_ordinal_of_article_page_and_list_numbers_is_true():
    for text in ("제7조에 따르면", "Article 7 says", "1. 첫째", "3쪽"):
        assert [is_ordinal(text, q) for q in quantities(text)] == [True]


def test_is_ordinal_of_an_amount_is_false():
    text = "연차는 15일입니다"
    assert [is_ordinal(text, q) for q in quantities(text)] == [False]


@given(st.integers(min_value=1, max_value=10**11))
def test_quantities_of_a_grouped_amount_gives_it_back(amount):
    assert [q.value for q in quantities(f"금액은 {amount:,}원이다")] == [amount]


@given(st.text(max_size=200))
def test_quantities_of_any_text_stay_inside_it(text):
    for q in quantities(text):
        assert 0 <= q.start < q.end <= len(text)
