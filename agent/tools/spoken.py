"""Arithmetic said in words: shares, percentages off and on, fractions, in Korean and English.

Small models get these wrong; the grammar of the sentence does not.
"""

from __future__ import annotations

import re

from agent.money import NUMBER, value_of
from agent.tools.calculator import plain_number

_MORE = r"(?:[조억만천백십]|(?:m|bn|hundred|billion|trillion|dozen)\b)"
_START = (
    r"(?<![\d.])(?<!\d,)(?<!\d\s)(?<![\d만천백십][조억만천백십])(?<![\d만천백십][조억만천백십]\s)"
)
_N = rf"{_START}({NUMBER})(?![\d,.]*\d)(?!\s?{_MORE})"
_UNIT = r"\s?(?:원|달러|유로|개|명|시간|일|km|kg|won|dollars?|pounds?|euros?)?"
_PERCENT = r"\s?(?:%|퍼센트|프로|percent)"
_OFF = "(?:뗀|떼|뺀|빼|제한|제하|깎|할인|공제)"
_ON = "(?:더한|더하|더해|붙|가산|얹)"
_FRAMES = tuple(
    (re.compile(pattern, re.IGNORECASE), form)
    for pattern, form in (
        (rf"{_N}{_UNIT}에서 {_N}{_PERCENT}[를을]? ?{_OFF}", "{0} * (1 - {1} / 100)"),
        (rf"{_N}{_UNIT}에 {_N}{_PERCENT}[를을]? ?{_ON}", "{0} * (1 + {1} / 100)"),
        (rf"{_N}{_UNIT}의 {_N}\s?분의 {_N}", "{0} * {2} / {1}"),
        (rf"{_N}{_UNIT}의 {_N}{_PERCENT}(?![를을]? ?(?:{_OFF}|{_ON}))", "{0} * {1} / 100"),
        (rf"{_N}{_PERCENT} (?:off|less than) (?:of )?[$€£]?{_N}", "{1} * (1 - {0} / 100)"),
        (rf"{_N}{_PERCENT} of [$€£]?{_N}", "{1} * {0} / 100"),
        (rf"[$€£]?{_N}{_UNIT} (?:minus|less) {_N}{_PERCENT}", "{0} * (1 - {1} / 100)"),
        (rf"[$€£]?{_N}{_UNIT} plus {_N}{_PERCENT}", "{0} * (1 + {1} / 100)"),
    )
)
_SENTENCE = re.compile(r"[.!?](?!\d)|\n")
_A_PERCENTAGE = re.compile(rf"(\d+(?:\.\d+)?){_PERCENT}", re.IGNORECASE)


def spoken_expression(text: str) -> str:
    """Return the expression that a sentence says in words, or an empty string.

    None where there is more than one, or the sentence holds a second percentage.
    """
    found = [_in_sentence(sentence) for sentence in _SENTENCE.split(text)]
    said = [expression for expression in found if expression]
    return said[0] if len(said) == 1 else ""


def percentages_in(text: str) -> list[float]:
    """Return the percentages that a text names."""
    return [float(number) for number in _A_PERCENTAGE.findall(text)]


def _in_sentence(sentence: str) -> str:
    if len(percentages_in(sentence)) > 1:
        return ""
    for frame, form in _FRAMES:
        if found := frame.search(sentence):
            return form.format(*(plain_number(value_of(number)) for number in found.groups()))
    return ""


def without_debris(expression: str) -> str:
    """Return a model's expression without the brackets of JSON that it ran on into."""
    return re.split(r"[\]}{\[\"']", expression.strip())[0].strip(" ,")
