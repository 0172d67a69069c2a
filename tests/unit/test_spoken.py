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
    ],
)
def test_spoken_expression_comes_to_the_value(text, value):
    assert evaluate(spoken_expression(text)) == pytest.approx(value)


@pytest.mark.parametrize("text", ["Work out 123 * 456.", "연차가 15일이야", "5퍼센트 올랐다"])
def test_spoken_expression_leaves_other_sentences_alone(text):
    assert spoken_expression(text) == ""


def test_without_debris_cuts_the_json_that_ran_on():
    assert without_debris("1840000 * (1 - 0.033)}}], ") == "1840000 * (1 - 0.033)"
