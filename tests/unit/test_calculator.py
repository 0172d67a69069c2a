import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from agent.tools.calculator import (
    CALCULATOR,
    CalculatorArgs,
    evaluate,
    format_number,
    normalise,
)


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
        ("200 + 10% + 5%", 231),
        ("(100+50) + 10%", 165),
        ("500 - 100 + 10%", 440),
        ("1000+10%*2", 1000.2),
        ("10% + 20%", 0.3),
        ("-100 + 10%", -110),
        ("100 + -5%", 95),
        ("2^10", 1024),
        ("7 % 3", 1),
        ("12x3", 36),
        ("(1,200 + 300) x 12", 18_000),
        ("$40 * 12", 480),
        ("300000원 * 12 =", 3_600_000),
        ("5000000^2", 25 * 10**12),
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
    with pytest.raises(ValueError, match=r"arithmetic|divides|finite|too large"):
        evaluate(expression)


@pytest.mark.parametrize(
    "expression", ["50000원 + 30달러", "(₩50,000 - $30) * 2", "2 * (30 dollars + 5000 won)"]
)
def test_evaluate_does_not_add_amounts_of_two_currencies(expression):
    with pytest.raises(ValueError, match="convert them to one currency"):
        evaluate(expression)


@pytest.mark.parametrize(
    ("expression", "value"), [("30달러 * 1,400원 + 50000원", 92_000), ("$20 + 30 dollars", 50)]
)
def test_evaluate_takes_what_is_in_one_currency(expression, value):
    assert evaluate(expression) == value


@pytest.mark.parametrize(
    "expression", ["2**100000", "-(2**1024)", "1e308*10", "9**9**9", "10**400/3", "1" * 400]
)
def test_evaluate_number_too_large_says_so_and_the_remedy(expression):
    with pytest.raises(ValueError, match="too large to work with; use smaller numbers"):
        evaluate(expression)


@pytest.mark.timeout(20)
def test_evaluate_many_great_powers_are_refused_before_they_are_worked_out():
    with pytest.raises(ValueError, match="too large"):
        evaluate("+".join(["9**3999999"] * 30))


@pytest.mark.parametrize("expression", ["(" * 5000 + "1" + ")" * 5000, "-" * 100_000 + "1"])
def test_evaluate_nested_too_deeply_says_so(expression):
    with pytest.raises(ValueError, match=r"nested too deeply|no arithmetic"):
        evaluate(expression)


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("123456789012*123456789012", "15,241,578,753,153,483,936,144"),
        ("-(2**63)", "-9,223,372,036,854,775,808"),
        ("2**63-1", "9,223,372,036,854,775,807"),
        ("2**200", f"{2**200:,}"),
    ],
)
def test_calculator_beyond_64_bits_is_shown_exactly_and_can_be_checkpointed(expression, shown):
    result = CALCULATOR.run(CalculatorArgs(expression=expression), None)
    assert result.text == f"{expression} = {shown}"
    kept = JsonPlusSerializer()
    data = kept.loads_typed(kept.dumps_typed(result.data))
    assert data["value"] == pytest.approx(int(shown.replace(",", "")))


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
