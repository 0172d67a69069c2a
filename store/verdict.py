"""Whether the documents answer a question at all: a floor fitted on labelled questions.

Three things speak: how near the best passages lie, how much of the question's weight they hold, and
how much of its subject no passage knows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from store.glossary import concepts
from store.question_words import subject_weight
from store.terms import STOP_PAIRS, word_terms, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from store.scoring import Candidate, Question

TOP = 3
"""How many of the best passages the verdict looks at."""
_KNOWN_BY_CONCEPT = 0.8
# logistic, fitted by tests/eval/fit_floor.py on questions with and without an answer
_RULES: dict[str, tuple[dict[str, float], float]] = {
    "pair": ({"use": 12.38, "e5": 46.93, "cover": 3.57, "unknown": -6.78}, -40.06),
    "use": ({"use": 20.41, "cover": 2.88, "unknown": -7.16}, -1.82),
    "e5": ({"e5": 58.88, "cover": 4.53, "unknown": -7.4}, -46.99),
    "none": ({"cover": 3.18, "unknown": -9.12}, 3.71),
}
FLOOR_FEATURES = {name: tuple(weights) for name, (weights, _) in _RULES.items()}
_SMALL = 100  # passages: in a smaller library a word that nobody uses says little
_CROSS_E5 = 0.03


def features(
    question: Question, ranked: Sequence[Candidate], seen: frozenset[str], rows: int
) -> dict[str, float]:
    """Return what the verdict is made from: the best of the first three, and words nobody has.

    ``seen`` are the terms of all that was found, ``rows`` the size of the library in passages.
    """
    trust = min(1.0, 1.4 * rows / (rows + _SMALL))
    values = {"unknown": unknown(question.text, seen) * trust, "cover": 0.0}
    for candidate in ranked[:TOP]:
        values["cover"] = max(values["cover"], candidate.cover)
        for name, cosine in candidate.cosines.items():
            across = name == "e5" and candidate.row["language"] != question.language
            value = cosine + (_CROSS_E5 if across else 0.0)
            values[name] = max(values.get(name, -1.0), value)
    return values


def confidence(values: Mapping[str, float]) -> float:
    """Return how sure it is that the documents answer, 0 to 1; the floor is a half."""
    model = (
        "pair"
        if {"use", "e5"} <= values.keys()
        else "use"
        if "use" in values
        else "e5"
        if "e5" in values
        else "none"
    )
    weights, bias = _RULES[model]
    total = bias + sum(weight * values[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def unknown(text: str, seen: frozenset[str]) -> float:
    """Return the share of a question's subject that no passage seen has, in either language."""
    counted = missing = 0.0
    for word in subject(text):
        known = [term in seen for term in word.terms]
        share = sum(known) / len(known)
        if len(known) > 1 and word.korean:
            # a Korean word's last pair is as often as not its particle
            share = max(share, sum(known[:-1]) / (len(known) - 1))
        if any(concept in seen for concept in word.concepts):
            share = max(share, _KNOWN_BY_CONCEPT)
        counted += word.weight
        missing += word.weight * (1 - share)
    return missing / counted if counted else 0.0


@dataclass(frozen=True, slots=True)
class SubjectWord:
    """A word that a question is about, with its weight and the terms that it is known by."""

    weight: float
    terms: list[str]
    concepts: list[str]
    korean: bool


@lru_cache(maxsize=256)
def subject(text: str) -> tuple[SubjectWord, ...]:
    """Return the words that a question is about."""
    found = ((word, subject_weight(word), _telling(word)) for word in words(text))
    return tuple(
        SubjectWord(weight, own, concepts(word.lower()), "가" <= word[-1] <= "힣")
        for word, weight, own in found
        if own and weight
    )


def _telling(word: str) -> list[str]:
    """Return a word's terms that say something, the whole word only where it has no parts."""
    parts = [t for t in word_terms(word) if t not in STOP_PAIRS and t != word.lower()]
    terms_of_it = parts or word_terms(word)
    return [t for t in terms_of_it if t not in STOP_PAIRS and (len(t) > 1 or t.isdigit())]
