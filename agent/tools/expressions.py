"""Which expression the calculator is given: the model's, or the one that the request holds.

The request's own takes the place of the model's only where that is no reading of the request.
"""

from __future__ import annotations

import math
import re

from agent.money import NUMBER, value_of
from agent.tools.calculator import evaluate, normalise
from agent.tools.spoken import percentages_in, spoken_expression, without_debris

_TERM = r"[-(]*\d[\d.,]*(?:[조억만천백십]+(?:\s?\d[\d.,]*[조억만천백십]+)*)?[%)]*"
_EXPRESSION = re.compile(rf"(?<![\d.,]){_TERM}(?:\s*(?:\*\*|[-+*/×÷^xX%])\s*{_TERM})+")
_GOES_ON_BEFORE = re.compile(r"(?:\S[ \t]*[+*/×÷^]|[\d)원][ \t]*[-xX]|\d[조억만천백십]+)\s*$")
_GOES_ON_AFTER = re.compile(r"\s?(?:원|달러|[%명개월일])?\s*[-+*/×÷^xX]\s*[\d(]")
_LIKE_A_DATE = re.compile(r"\d[\d.,]*(?:[-/]\d[\d.,]*)+")
_ASKED_BEFORE = re.compile(
    r"(?:what(?:'s| is)|calculate|compute|work out|evaluate|계산\S{0,3})[: ]*$", re.IGNORECASE
)
_ASKED_AFTER = re.compile(r"\s*(?:=|[은는]\s?\?|[은는이가을를]?\s?(?:얼마|뭐|몇|계산))")
_AT_END = re.compile(r"\s*(?:[.?!]|$)")
_PRODUCTS = re.compile(r"[+*×÷^]")
_NUMBERS = re.compile(r"\d+(?:\.\d+)?")
_ANY_NUMBER = re.compile(NUMBER, re.IGNORECASE)
_ALWAYS = {1.0, 100.0}
_DIGITS = 9
_NEAR = 40
_SAME = 1e-9


def expression_in(text: str) -> str:
    """Return the longest arithmetic expression that stands in ``text``, or an empty string.

    A piece of a longer one is none, nor is ``24/7`` or ``2026-2027`` where its value is not asked.
    """
    found = [m for m in _EXPRESSION.finditer(text) if _stands_alone(m, text)]
    for candidate in sorted((m.group().strip() for m in found), key=len, reverse=True):
        try:
            evaluate(candidate)
        except ValueError:
            continue
        return candidate
    return ""


def _stands_alone(found: re.Match[str], text: str) -> bool:
    before = text[max(0, found.start() - _NEAR) : found.start()]
    if _GOES_ON_BEFORE.search(before) or _GOES_ON_AFTER.match(text, found.end()):
        return False
    if not _LIKE_A_DATE.fullmatch(found.group().strip()):
        return True
    asked = not before.strip() or _ASKED_BEFORE.search(before)
    at_end = _AT_END.match(text, found.end())
    return bool((asked and at_end) or _ASKED_AFTER.match(text, found.end()))


def right_expression(proposed: str, request: str) -> str:
    """Return the expression to work out for a request.

    Args:
        proposed: The model's. It stays where it comes to the same, and where it goes beyond the
            expression that stands in the request, with that in it or by what else is said there.
        request: In the person's words.
    """
    proposed = without_debris(proposed)
    spoken = spoken_expression(request)
    written = spoken or expression_in(request)
    if not written or _same_value(proposed, written):
        return proposed
    shares = _shares_of(request)
    asked, got = _numbers(written, shares), _numbers(proposed, shares)
    sure = spoken or _PRODUCTS.search(written) or written == request.strip(" =?.!")
    if got <= asked and sure:
        return written
    said = _numbers(request, shares) | {value_of(n) for n in _ANY_NUMBER.findall(request)}
    return proposed if asked <= got or got <= said else written


def _same_value(one: str, other: str) -> bool:
    try:
        return math.isclose(evaluate(one), evaluate(other), rel_tol=_SAME)
    except (ValueError, OverflowError):
        return False


def _shares_of(request: str) -> dict[float, float]:
    """Return the percentages of a request by what they are as factors: 3.3 by 0.033 and 0.967."""
    forms: dict[float, float] = {}
    for percent in percentages_in(request):
        share = percent / 100
        forms |= {round(form, _DIGITS): percent for form in (share, 1 - share, 1 + share)}
    return forms


def _numbers(text: str, shares: dict[float, float]) -> set[float]:
    """Return the numbers of a text, factors as the percentages that they are."""
    values = {float(n) for n in _NUMBERS.findall(normalise(text))}
    return {shares.get(round(v, _DIGITS), v) for v in values} - _ALWAYS
