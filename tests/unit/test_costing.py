"""Steps that work out costs: which they are, what they have to go by, what they say."""

from __future__ import annotations

import pytest

from agent.costing import amounts_in, figures_for, settles_costs, told, works_out_costs
from agent.money import Money

TASKS = [
    {"id": "s1", "title": "Write the script"},
    {"id": "s2", "title": "Invite guests"},
    {"id": "s3", "title": "Work out the costs"},
    {"id": "s4", "title": "Add captions"},
]
RECOMMENDED = {
    "s1": {"service": "ShortsPen", "price": "9 USD", "free": "10 a month"},
    "s2": {"service": "", "wish": "Invite guests"},
}


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Work out the costs", True),
        ("Check the total cost", True),
        ("Calculate all expenses", True),
        ("비용 계산하기", True),
        ("비용 합계 확인하기", True),
        ("Make the video within budget", False),
        ("Divide the budget", False),
        ("Compare competitors' prices", False),
        ("Plan the work and the costs", False),
        ("예산 나누기", False),
        ("예산 안에서 영상 만들기", False),
    ],
)
def test_works_out_costs(title: str, expected: bool):
    assert works_out_costs({"title": title, "goal": "A total"}, "Make a short") is expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Set the budget", True),
        ("Review the total costs", True),
        ("예산 확정하기", True),
        ("Divide the budget", False),
        ("Set the stage", False),
        ("Budget meeting with the team", False),
    ],
)
def test_settles_costs(title: str, expected: bool):
    assert settles_costs({"title": title}, "Make a short") is expected


def test_works_out_costs_is_not_about_a_household_budget():
    assert not works_out_costs({"title": "항목별 금액 계산하기"}, "우리 집 가계부를 만들어 줘")


@pytest.mark.parametrize(
    ("request_", "known", "pieces"),
    [
        (
            "The venue costs 200 dollars, food 150 dollars and 10 dollars each for gifts. "
            "Budget 500 dollars.",
            {"“The venue costs 200 dollars”": Money(200, "USD"),
             "“food 150 dollars”": Money(150, "USD")},
            ["“10 dollars each for gifts”"],
        ),
        (
            "대관료 20만 원, 간식 5만 원이고 선물은 한 사람당 5천 원이야. 예산은 50만 원",
            {"“대관료 20만 원”": Money(200_000, "KRW"), "“간식 5만 원”": Money(50_000, "KRW")},
            ["“선물은 한 사람당 5천 원이야”"],
        ),
        ("Make a short with 20 dollars at 1,400 won to the dollar", {}, []),
        ("Make it for $50", {}, []),
        ("Keep the total cost under $50; the sign costs $20",
         {"“the sign costs $20”": Money(20, "USD")}, []),
        ("구독료는 다 합쳐 월 2만원 이하로 해 줘", {}, []),
        ("10만원에서 20만원 사이로 준비해 줘", {}, []),
        ("예산 50만원. 장소는 20만원을 넘지 않게", {}, []),
        ("Apply for a grant of up to $5,000", {}, []),
        ("인건비 월 300만원인 카페의 비용",
         {"“인건비 월 300만원인 카페의 비용”": Money(3_000_000, "KRW", "month")}, []),
        ("30만 원으로 준비해 줘", {}, []),
        ("We sell the book for 9 dollars; print it for 300 dollars, budget 400 dollars",
         {"“print it for 300 dollars”": Money(300, "USD")}, []),
    ],
)  # fmt: skip
def test_amounts_in_leaves_out_budget_rate_and_income(request_, known, pieces):
    assert amounts_in(request_) == (known, pieces)


def test_told_adds_per_currency_and_names_what_is_missing():
    figures = figures_for(2, TASKS, RECOMMENDED, "The hall costs 200 dollars, cakes 30000 won")
    assert figures.sums == {("USD", ""): "9 + 200", ("KRW", ""): "30000"}
    assert told(figures, {"9 + 200": 209.0, "30000": 30_000.0}, {}, "en").splitlines() == [
        "- ShortsPen: 9 USD (free plan: 10 a month)",
        "- “The hall costs 200 dollars”: 200 USD",
        "- “cakes 30000 won”: 30,000 KRW",
        "- Total: 9 + 200 = 209 USD",
        "- Total: 30,000 KRW",
        "- Not counted, because no price is known for these steps: Invite guests",
        "- Not counted yet, because these steps come later: Add captions",
    ]


def test_told_has_every_line_as_an_item_of_the_list_so_that_none_joins_another():
    figures = figures_for(2, TASKS, RECOMMENDED, "The hall costs 200 dollars")
    held = {"sum": "9", "total": 9.0, "limit": 50.0, "currency": "USD", "fits": True}
    text = told(figures, {"9 + 200": 209.0}, held, "en")
    assert "Budget" in text
    assert all(line.startswith("- ") for line in text.splitlines())


def test_told_in_korean_has_no_english_words_of_its_own():
    figures = figures_for(2, TASKS, RECOMMENDED, "대관료 20만 원")
    text = told(figures, {"9": 9.0, "200000": 200_000.0}, {}, "ko")
    assert "합계: 9달러" in text
    assert "합계: 200,000원" in text
    assert "값을 알 수 없어 넣지 못한 단계: Invite guests" in text
    assert "Total" not in text


def test_told_without_any_figure_says_so():
    figures = figures_for(1, TASKS, {}, "Make a short")
    assert told(figures, {}, {}, "en").startswith("There is no amount to add up yet")
    assert "더할 금액이 아직 없습니다" in told(figures, {}, {}, "ko")


def test_told_keeps_the_price_of_a_month_apart_from_what_is_paid_once():
    monthly = {**RECOMMENDED, "s1": {**RECOMMENDED["s1"], "per": "month"}}
    figures = figures_for(2, TASKS, monthly, "The hall costs 200 dollars")
    assert figures.sums == {("USD", "month"): "9", ("USD", ""): "200"}
    text = told(figures, {"9": 9.0, "200": 200.0}, {}, "en")
    assert "- ShortsPen: 9 USD a month" in text
    assert "- Total: 9 USD a month\n- Total: 200 USD\n" in text


def test_told_names_prices_per_head_as_not_counted_and_what_is_free():
    recommended = {
        "s1": {"service": "AdLoom", "price": "5 USD per user per month", "per": "month"},
        "s2": {"service": "ScriptCow", "price": "Free"},
    }
    figures = figures_for(2, TASKS, recommended, "Make a short with a budget of $50")
    text = told(figures, {}, {}, "en")
    assert "- ScriptCow: free" in text
    assert "it is not said how many: AdLoom 5 USD per user per month" in text
    assert "no price is known" not in text
    fits = {"sum": "9", "total": 9.0, "limit": 50.0, "currency": "USD", "fits": True}
    assert "within the budget" not in told(figures, {}, fits, "en")
    assert "over the budget" in told(figures, {}, {**fits, "fits": False}, "en")
