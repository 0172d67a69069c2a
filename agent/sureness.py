"""How sure it is that passages answer a question: the model's odds beside what the words say.

A small model's yes is little worth alone: it says it of passages on the subject that leave the
very thing out. Its odds, the words of the question that no passage says, the search's own
confidence and the nearness of the best sentence err in different cases, and so say more together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.citations.asking import ASKED_FOR
from agent.citations.terms import Words, content_stems, spelled
from agent.relevance import without_expression
from store.glossary import concepts
from store.question_words import subject_weight

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.evidence import Evidence

_EDGE = 0.02
_WHOLE = 0.5


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for or against an answer.

    Attributes:
        odds: ln(p(true) / p(false)) of the model's verdict.
        unsaid: How many words for the question's subject no passage says.
        confidence: The best search's own, 0 to 1.
        near: Share of the question's weight in the best sentence, 0 to 1.
    """

    odds: float
    unsaid: int
    confidence: float
    near: float

    def values(self) -> tuple[float, ...]:
        """Return the features that are weighed, in the order of ``WEIGHTS``."""
        sure = min(1 - _EDGE, max(_EDGE, self.confidence))
        return self.odds, float(self.unsaid), math.log(sure / (1 - sure)), self.near


WEIGHTS = (0.56, -0.27, 0.23, 2.0)
BIAS = -1.25
"""Logistic, fitted by tests/eval/fit_sureness.py on 113 questions; with this bias 3 in 20 of those
that have an answer lie below zero, and so get another round."""
AGAIN = 0.5
"""Added to what a later round must reach: each look at other passages is another chance to err."""


def sureness(signs: Signs) -> float:
    """Return the logarithm of the odds that the passages answer the question."""
    return BIAS + sum(w * v for w, v in zip(WEIGHTS, signs.values(), strict=True))


def unsaid(
    question: str, evidence: Sequence[Evidence], known: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """Return the words for the question's subject that none of the passages says.

    Headings, names and titles (``known``, by document id) count as said, and so does a word of the
    other language for the same thing.
    """
    titles = known or {}
    text = "\n".join(
        " ".join((one.name_words, titles.get(one.document_id, ""), one.heading, one.text))
        for one in evidence
    )
    said, held = Words(text), set(concepts(text))
    return tuple(
        spelled(stem, question)
        for stem in content_stems(without_expression(question))
        if len(stem) > 1
        and not stem.isdigit()
        and stem not in ASKED_FOR
        and subject_weight(stem) == 1
        and said.share(stem) < _WHOLE
        and held.isdisjoint(concepts(stem))
    )
