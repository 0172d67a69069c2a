"""Arithmetic said in words."""

from __future__ import annotations

import pytest

from agent.tools.calculator import evaluate
from agent.tools.spoken import spoken_expression, without_debris


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,840,000원에서 3.3퍼센트를 뗀 금액을 계산한다", 1_779_280),
        ("20만원에 10%를 더한 금액", 220_000),
        ("계약금액 18,400,000원의 1000분의 3", 55_200),
        ("4500원의 20%는 얼마야", 900),
        ("Compute 18 percent of 2,400 pounds.", 432),
        ("15% off $80", 68),
        ("200 dollars minus 5 percent", 190),
        ("$40 plus 10%", 44),
        ("계약금액 1억 2천만원의 3.3%를 계산해 줘", 3_960_000),
        ("12만 5천원에서 20퍼센트 뺀 금액", 100_000),
        ("1만2천원의 10%", 1_200),
        ("백만 원의 3%", 30_000),
        ("30% of 1.5 million", 450_000),
        ("15% of $2.4k", 360),
        ("하지만 4500원의 20%는", 900),
        ("It rose by 5% last year. Compute 18 percent of 2,400.", 432),
    ],
)
def test_spoken_expression_comes_to_the_value(text, value):
    assert evaluate(spoken_expression(text)) == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "Work out 123 * 456.",
        "연차가 15일이야",
        "5퍼센트 올랐다",
        "12% of 3,400 plus 8% of 200",
        "50만원의 30%와 20%를 더해 줘",
        "12% of 3,400. Then 8% of 200.",
        "3 000의 5%",
        "1조 2억원의 3%",
        "5% of 3 trillion",
        "200만원의 3.3%를 뺀 금액",
    ],
)
def test_spoken_expression_leaves_other_sentences_alone(text):
    assert spoken_expression(text) == ""


def test_without_debris_cuts_the_json_that_ran_on():
    assert without_debris("1840000 * (1 - 0.033)}}], ") == "1840000 * (1 - 0.033)"
