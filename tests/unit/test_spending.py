"""Budgets: what a request may cost."""

from __future__ import annotations

import pytest

from agent.spending import Budget, budget_in, with_budget


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("카페 홍보 영상을 만들어 줘. 예산은 월 3만 원이야.", Budget(30_000, "KRW", "month")),
        ("월 5만원 안에서 홍보 도구를 골라 줘", Budget(50_000, "KRW", "month")),
        ("직원 지원 자료를 만들어 줘, 예산 20달러", Budget(20, "USD")),
        ("20만 원을 예산으로 잡고 행사를 준비해 줘", Budget(200_000, "KRW")),
        ("Make a short with 20 dollars a month.", Budget(20, "USD", "month")),
        ("Plan a launch on a $200 budget", Budget(200, "USD")),
        ("Plan it with a budget of 1,500", Budget(1500, "USD")),
        ("Tools under $30, please", Budget(30, "USD")),
        ("예산은 5만 원이야", Budget(50_000, "KRW")),
        ("my budget is 1,500 dollars", Budget(1500, "USD")),
        ("30만원 이하로", Budget(300_000, "KRW")),
        ("예산은 2만 5천 원이야", Budget(25_000, "KRW")),
        ("a budget of 40 euros", Budget(40, "EUR")),
        ("월 3만 원 안에서, 1달러는 1,400원으로 쳐줘", Budget(30_000, "KRW", "month")),
        ("예산 10~20만원으로 쇼츠를 만들어줘", Budget(200_000, "KRW")),
        ("예산은 50만 원에서 100만 원 사이", Budget(1_000_000, "KRW")),
        ("a budget of 2 million won", Budget(2_000_000, "KRW")),
        ("The budget is 1.5k dollars", Budget(1500, "USD")),
        ("My budget for 3 videos is $90", Budget(90, "USD")),
        ("My budget for 2026 is $500", Budget(500, "USD")),
        ("예산은 1억 5천만 원", Budget(150_000_000, "KRW")),
        ("예산은 500불이야", Budget(500, "USD")),
        ("연 10만원 예산으로", Budget(100_000, "KRW", "year")),
        ("3개월 예산은 90만원", Budget(900_000, "KRW")),
        ("월 300만원을 버는 카페를 홍보해 줘", None),
        ("월세는 매달 80만원이고 간판은 150만원이야", None),
        ("The rent is $900 a month, the sign $300", None),
        ("사진 600장을 예산 없이", None),
        ("3개월 안에 영상 20편을 만들어 줘", None),
        ("The rent is 900 dollars; write a letter to the landlord", None),
        ("예산 없이 10명이 할 수 있는 행사", None),
    ],
)
def test_budget_in(text: str, expected: Budget | None):
    assert budget_in(text) == expected


@pytest.mark.parametrize(
    ("request_text", "wish", "limit"),
    [
        ("Make a short about my cafe.", "budget of 150 dollars", 150),
        ("Make a short with a budget of 200 dollars a month.", "keep the budget at $150", 150),
        ("카페 쇼츠를 만들어줘. 예산은 월 3만 원이야.", "예산은 5만 원으로 해줘", 50_000),
        ("Make a short with a budget of 200 dollars.", "The camera costs 90 dollars", 200),
        ("Make a short with a budget of 200 dollars.", "Leave out step 2", 200),
        ("예산 10~20만원으로 쇼츠를 만들어줘", "예산은 30만 원으로", 300_000),
        ("Make a short. Budget: $50", "Move the budget to step 3", 50),
        ("예산 5만원으로 쇼츠를 만들어줘", "예산 계산을 2로 옮겨줘", 50_000),
    ],
)
def test_with_budget_takes_the_one_that_was_named_last(request_text, wish, limit):
    budget = budget_in(with_budget(request_text, wish))
    assert budget is not None
    assert budget.limit == limit
