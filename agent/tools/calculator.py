"""Arithmetic on what people type: ``123 * 456``, ``15%``, ``3만 5천 + 2억``, ``1,200 × 3``."""

from __future__ import annotations

import ast
import math
import operator
import re
import sys
from decimal import Decimal
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field
from simpleeval import (
    DEFAULT_OPERATORS,
    InvalidExpression,
    NumberTooHigh,
    SimpleEval,
)

from agent.currencies import CURRENCY, SIGN, mixed_in_sum
from agent.tools.catalogue import Tool, ToolResult, ToolSurroundings
from agent.tools.percentages import without_percentages

if TYPE_CHECKING:
    from collections.abc import Callable

_LIMIT = 400
_INTEGERS_END = 2**63
_POWER_BITS = 1_000_000
_SHOWN = 60
_KOREAN_UNITS = {"천": 1_000, "백": 100, "십": 10}
_KOREAN_MYRIADS = {"조": 10**12, "억": 10**8, "만": 10**4}
_NUMBER = r"\d+(?:\.\d+)?"
_KOREAN_NUMBER = re.compile(rf"(?:{_NUMBER}\s*[조억만천백십]+\s*)+(?:{_NUMBER})?")
_WORDS = {"×": "*", "÷": "/", "−": "-", "·": "*", "^": "**", "²": "**2", "³": "**3"}
_FUNCTIONS: dict[str, Callable[..., object]] = {
    "sqrt": math.sqrt,
    "round": round,
    "abs": abs,
    "min": min,
    "max": max,
    "floor": math.floor,
    "ceil": math.ceil,
    "log": math.log,
    "log10": math.log10,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
}


class CalculatorArgs(BaseModel):
    """Arguments of ``calculator``."""

    expression: str = Field(
        min_length=1, max_length=_LIMIT, description="Arithmetic expression with plain numbers"
    )


def _korean_number(match: re.Match[str]) -> str:
    """Return a number like ``1억 5천만 300`` in digits."""
    total, group, digits = 0.0, 0.0, 0.0
    text = match.group()
    tail = " " if text.endswith(" ") else ""
    for number, unit in re.findall(rf"({_NUMBER})|([조억만천백십])", text):
        if number:
            digits = float(number)
        elif unit in _KOREAN_UNITS:
            group += (digits or 1) * _KOREAN_UNITS[unit]
            digits = 0.0
        else:
            total += (group + digits or 1) * _KOREAN_MYRIADS[unit]
            group = digits = 0.0
    value = total + group + digits
    return (str(int(value)) if value.is_integer() else str(value)) + tail


def normalise(expression: str) -> str:
    """Return ``expression`` as Python arithmetic: units, signs and percent signs spelt out."""
    text = expression.strip().rstrip("=?？ ")
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)
    for word, sign in _WORDS.items():
        text = text.replace(word, sign)
    text = re.sub(r"(?<=[\d)])\s*[xX]\s*(?=[\d(])", " * ", text)
    text = _KOREAN_NUMBER.sub(_korean_number, text)
    text = re.sub(rf"(?<=\d)\s*(?:{CURRENCY})", " ", text, flags=re.IGNORECASE)
    text = re.sub(SIGN, " ", text, flags=re.IGNORECASE)
    text = re.sub(rf"({_NUMBER})\s*의\s*({_NUMBER})\s*(?:%|퍼센트|프로)", r"(\1*\2/100)", text)
    text = re.sub(rf"({_NUMBER})\s*%\s*of\s*({_NUMBER})", r"(\1/100*\2)", text, flags=re.IGNORECASE)
    return re.sub(rf"({_NUMBER})\s*(?:%|퍼센트)(?!\s*\d)", r"percent(\1)", text).strip()


_ASSIGNS = re.compile(r"(?<![=<>!])=(?!=)")


def _one_line(text: str) -> str:
    """Return the text as one expression; of several only the first would be worked out.

    An assignment would be taken for the value that it assigns.
    """
    if ";" in text or _ASSIGNS.search(text):
        message = "more than one expression, or an assignment"
        raise ValueError(message)
    return " ".join(text.split())


def evaluate(expression: str) -> int | float:
    """Return the value of an arithmetic expression.

    Raises:
        ValueError: it is no arithmetic, divides by zero, or is too large or too deeply nested.
    """
    if mixed := mixed_in_sum(expression):
        message = (
            f"{_start(expression)} adds amounts in {mixed[0]} and {mixed[1]}; convert them to one"
            " currency by an exchange rate first"
        )
        raise ValueError(message)
    evaluator = SimpleEval(operators=dict(DEFAULT_OPERATORS), functions=_FUNCTIONS, names={
        "pi": math.pi, "e": math.e,
    })  # fmt: skip
    for operation in (ast.BitXor, ast.BitOr, ast.BitAnd, ast.Invert):
        evaluator.operators.pop(operation, None)
    evaluator.operators[ast.FloorDiv] = operator.floordiv
    evaluator.operators[ast.Pow] = _power
    try:
        value = evaluator.eval(without_percentages(_one_line(normalise(expression))))
    except ZeroDivisionError as error:
        message = f"{expression!r} divides by zero"
        raise ValueError(message) from error
    except (RecursionError, MemoryError) as error:
        message = f"the arithmetic is nested too deeply; work {_start(expression)} out in parts"
        raise ValueError(message) from error
    except (OverflowError, NumberTooHigh) as error:
        raise ValueError(_too_large(expression)) from error
    except (InvalidExpression, SyntaxError, TypeError, ValueError) as error:
        message = f"{expression!r} is no arithmetic that can be worked out"
        raise ValueError(message) from error
    if isinstance(value, int | float) and abs(value) > sys.float_info.max:
        raise ValueError(_too_large(expression))
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        message = f"{expression!r} has no finite number as its value"
        raise ValueError(message)
    return value


def _power(base: float, exponent: float) -> object:
    """Raise to a power whose size is bearable: a larger one holds up the whole process.

    simpleeval's own refuses every base above four million.
    """
    whole = isinstance(base, int) and isinstance(exponent, int)
    if whole and abs(base) > 1 and int(base).bit_length() * exponent > _POWER_BITS:
        raise OverflowError
    return base**exponent


def _too_large(expression: str) -> str:
    return f"{_start(expression)} comes to a number too large to work with; use smaller numbers"


def _start(expression: str) -> str:
    return repr(expression if len(expression) <= _SHOWN else f"{expression[:_SHOWN]}...")


def plain_number(value: float) -> str:
    """Return a number as the calculator takes it."""
    return str(int(value)) if float(value).is_integer() else repr(value)


def format_number(value: float) -> str:
    """Return ``value`` without binary noise and with thousands separated."""
    if isinstance(value, int) or float(value).is_integer():
        return f"{int(value):,}"
    text = format(Decimal(repr(round(value, 10))).normalize(), ",f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _for_state(value: float) -> float:
    """Return the value as a checkpoint can hold it: integers have 64 bits there."""
    return value if isinstance(value, float) or abs(value) < _INTEGERS_END else float(value)


def _run(args: BaseModel, _around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, CalculatorArgs)  # noqa: S101 - the catalogue pairs model and function
    try:
        value = evaluate(args.expression)
    except ValueError as error:
        return ToolResult(ok=False, text="", error=str(error))
    text = f"{args.expression.strip()} = {format_number(value)}"
    return ToolResult(ok=True, text=text, data={"value": _for_state(value)})


CALCULATOR = Tool(
    name="calculator",
    description="Work out an arithmetic expression exactly: sums, products, percentages, totals.",
    description_ko="계산식을 정확히 계산합니다.",
    args=CalculatorArgs,
    run=_run,
    timeout_s=5.0,
    gives={"required": ["value"], "properties": {"value": {"type": "number"}}},
)
