"""Budgets: what a request may cost."""

from __future__ import annotations

import pytest

from agent.budget_wishes import with_budget
from agent.budgets import Budget, budget_in
from agent.money import Money
from agent.spending import heads_in, price_of


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
        ("Budget: USD 500. The camera is USD 200.", Budget(500, "USD")),
        ("a budget of 1.500,00 €", Budget(1500, "EUR")),
        ("예산은 백만 원이야", Budget(1_000_000, "KRW")),
        ("a $200 budget, and rent of $100", Budget(200, "USD")),
        ("budget between $10 and $20", Budget(20, "USD")),
        ("a yearly budget of $100", Budget(100, "USD", "year")),
        ("an annual marketing budget of $200", Budget(200, "USD", "year")),
        ("a monthly budget of $20", Budget(20, "USD", "month")),
        ("$200 per year budget", Budget(200, "USD", "year")),
        ("a monthly newsletter with a budget of $200", Budget(200, "USD")),
        ("연간 광고 예산 100만원", Budget(1_000_000, "KRW", "year")),
        ("1년에 100만원 이하로 골라 줘", Budget(1_000_000, "KRW", "year")),
        ("년 100만원 이내로 골라 줘", Budget(1_000_000, "KRW", "year")),
        ("1년 전에 만든 가게, 100만원 이하로", Budget(1_000_000, "KRW")),
        ("예산은 총 200만원이고 월 10만원씩 써요", Budget(2_000_000, "KRW")),
        ("예산은 총 200만원, 월 10만원씩 써요", Budget(2_000_000, "KRW")),
        ("예산 200만원 중 월 10만원은 광고비", Budget(2_000_000, "KRW")),
        ("Pick tools between 10 and 20 dollars per month", Budget(20, "USD", "month")),
        ("keep the total cost under $50 a month", Budget(50, "USD", "month")),
        ("keep the monthly costs under $50", Budget(50, "USD", "month")),
        ("2만원을 넘지 않게 해 줘", Budget(20_000, "KRW")),
        ("최대 3만원", Budget(30_000, "KRW")),
        ("월 최대 3만원", Budget(30_000, "KRW", "month")),
        ("3만원 내에서", Budget(30_000, "KRW")),
        ("3만원 미만으로", Budget(30_000, "KRW")),
        ("비용은 총 10만원을 넘기지 말아 줘", Budget(100_000, "KRW")),
        ("10만원에서 20만원 사이로 준비해 줘", Budget(200_000, "KRW")),
        ("less than $40 in total", Budget(40, "USD")),
        ("I can afford $100", Budget(100, "USD")),
        ("We have $100 to spend", Budget(100, "USD")),
        ("It shouldn't go over $60", Budget(60, "USD")),
        ("max $25", Budget(25, "USD")),
        ("$15/mo max", Budget(15, "USD", "month")),
        ("keep it below $50", Budget(50, "USD")),
        ("tools under 30 bucks", Budget(30, "USD")),
        ("30만원 정도 쓸 수 있어", Budget(300_000, "KRW")),
        ("구독료는 다 합쳐 월 2만원 이하로 해 줘", Budget(20_000, "KRW", "month")),
        ("인터넷은 월 3만원이고, 총 10만원 이하로", Budget(100_000, "KRW")),
        ("인건비 월 300만원인 카페의 비용을 계산해 줘", None),
        ("관리비는 매달 20만원이야", None),
        ("The insurance is $500 a year", None),
        ("매출 500만원 이하 가게를 위한 안내서", None),
        ("최대 30만원 할인 행사를 알려 줘", None),
        ("월급 300만원 이하 직원을 위한 안내문", None),
        ("Budget for the wedding: $5,000, of which $2,000 for the venue", Budget(5000, "USD")),
        ("My budget, say, is $400", Budget(400, "USD")),
        ("예산 안에서 대관료 20만원, 간식 5만원. 총 30만원 이하", Budget(300_000, "KRW")),
        ("No budget yet. The rent is $900", None),
        ("예산은 10만원/월", Budget(100_000, "KRW", "month")),
        ("a 12-month budget of $600", Budget(600, "USD")),
        ("I pay $50 a month for internet", None),
        ("I want to spend $50 a month", Budget(50, "USD", "month")),
        ("한 달에 100만원까지 벌 수 있는 일", None),
        ("최대 500만원을 지원받는 사업의 신청서", None),
        ("Apply for a grant of up to $5,000", None),
        ("만원 이하 메뉴만 팔아", None),
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
        ("Make a short with a budget of $200.", "increase the budget by $100", 300),
        ("Make a short with a budget of $200.", "add $50 to the budget", 250),
        ("Make a short with a budget of $200.", "cut the budget by 50", 150),
        ("Make a short with a budget of $200.", "raise the budget from $200 to $300", 300),
        ("Make a short with a budget of $200.", "increase the budget by 100 euros", 200),
        ("Make a short with a budget of $200.", "the budget of step 2 is $50", 200),
        ("예산 50만원으로 행사를 준비해줘", "예산을 10만원만 줄여줘", 400_000),
        ("예산 50만원으로 행사를 준비해줘", "예산을 10만원 더 올려줘", 600_000),
        ("예산 50만원으로 행사를 준비해줘", "예산을 10만원으로 줄여줘", 100_000),
        ("예산 50만원으로 행사를 준비해줘", "예산을 50만원에서 30만원으로 낮춰줘", 300_000),
        ("예산 50만원으로 행사를 준비해줘", "2단계 예산은 10만원으로 해줘", 500_000),
    ],
)
def test_with_budget_takes_the_one_that_was_named_last(request_text, wish, limit):
    budget = budget_in(with_budget(request_text, wish))
    assert budget is not None
    assert budget.limit == limit


@pytest.mark.parametrize(
    ("request_text", "wish", "budget"),
    [
        ("예산은 월 3만 원이야.", "예산은 5만 원으로 해줘", Budget(50_000, "KRW", "month")),
        ("월 5만원 안에서 골라 줘", "예산을 2만원 올려줘", Budget(70_000, "KRW", "month")),
        ("a yearly budget of $100", "budget of $150", Budget(150, "USD", "year")),
        ("tools under $30 a month", "budget of $150 a year", Budget(150, "USD", "year")),
        ("Budget: USD 500", "budget of USD 300", Budget(300, "USD")),
    ],
)
def test_with_budget_keeps_the_period_that_a_wish_does_not_name(request_text, wish, budget):
    assert budget_in(with_budget(request_text, wish)) == budget


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("Make a short for our team of 20", 20),
        ("직원 5명이 쓸 도구", 5),
        ("4인 팀이 쓸 도구", 4),
        ("a tool with 12 seats", 12),
        ("a workshop for 20 people", 0),
        ("our team of 20 and 5 members of staff", 0),
        ("쇼츠를 만들어 줘", 0),
    ],
)
def test_heads_in_counts_only_who_uses_it(text, heads):
    assert heads_in(text) == heads


@pytest.mark.parametrize(
    ("price", "request_text", "expected"),
    [
        ("5 USD per user per month", "for our team of 20", Money(100, "USD")),
        ("5 USD per user per month", "for my shop", None),
        ("1인당 5,000원", "직원 5명이 쓸 도구", Money(25_000, "KRW")),
        ("5 USD", "for our team of 20", Money(5, "USD")),
        ("Free", "for my shop", Money(0, "")),
    ],
)
def test_price_of_what_is_paid_per_head(price, request_text, expected):
    assert price_of({"service": "AdLoom", "price": price}, request_text) == expected
