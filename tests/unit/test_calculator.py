import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.tools.calculator import evaluate, format_number, normalise


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("123 * 456", 56088),
        ("3만 5천 + 2억", 200_035_000),
        ("1억 5천만", 150_000_000),
        ("200의 15%", 30),
        ("2500만원의 3%", 750_000),
        ("15% of 200", 30),
        ("1,200 × 3", 3600),
        ("100 + 10%", 110),
        ("2^10", 1024),
        ("7 % 3", 1),
        ("12x3", 36),
        ("$40 * 12", 480),
        ("300000원 * 12 =", 3_600_000),
        ("sqrt(16)", 4),
        ("-5+3", -2),
    ],
)
def test_evaluate_everyday_notation_gives_the_value(expression, value):
    assert evaluate(expression) == pytest.approx(value)


@pytest.mark.parametrize(
    "expression",
    [
        "abc",
        "1/0",
        "9**9**9",
        "__import__('os').system('true')",
        "()",
        "'a'*10**9",
        "1e400",
        "1 < 2",
    ],
)
def test_evaluate_what_is_no_arithmetic_says_so(expression):
    with pytest.raises(ValueError, match=r"arithmetic|divides|finite"):
        evaluate(expression)


def test_format_number_hides_binary_noise():
    assert format_number(0.1 + 0.2) == "0.3"
    assert format_number(1234567.5) == "1,234,567.5"
    assert format_number(56088.0) == "56,088"


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_evaluate_grouped_sums_agree_with_python(a, b):
    assert evaluate(f"({a:,}) + ({b:,})") == a + b


@given(st.floats(-1e6, 1e6, allow_nan=False).filter(lambda x: abs(x) > 1e-3 or x == 0))
def test_format_number_keeps_the_value(value):
    assert math.isclose(
        float(format_number(value).replace(",", "")), value, rel_tol=1e-6, abs_tol=1e-9
    )


@given(st.text(max_size=60))
@example("0\n0")
@example("1;2")
@example("A=0")
def test_evaluate_any_text_gives_a_number_or_a_sentence(text):
    try:
        value = evaluate(text)
    except ValueError:
        return
    assert math.isfinite(value)
    assert normalise(text) is not None
