"""How sure it is that passages answer a question: the model's odds beside what the search says.

A small model's yes is little worth alone. Its odds for the sentence that comes nearest, the
search's own confidence and the nearness of the words err in different cases, and so say more
together.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_EDGE = 0.02


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for or against an answer.

    Attributes:
        odds: ln(p(true) / p(false)) of the model's verdict on the nearest sentence.
        confidence: The best search's own, 0 to 1.
        near: How near the sentence comes, see ``agent.nearest``.
    """

    odds: float
    confidence: float
    near: float

    def values(self) -> tuple[float, ...]:
        """Return the features that are weighed, in the order of ``WEIGHTS``."""
        sure = min(1 - _EDGE, max(_EDGE, self.confidence))
        return self.odds, math.log(sure / (1 - sure)), self.near


WEIGHTS = (0.58, 0.35, 0.68)
BIAS = -2.7
"""Logistic, fitted by tests/eval/fit_sureness.py on 224 questions, half of them near the documents'
subjects but without an answer; with this bias one in eighteen of these is taken for answered before
its prose is held to proof, and two in five of the others (hard paraphrases most of them) get
another round; where that finds no more, the nearest sentence is shown with the refusal."""
AGAIN = 0.1
"""Added to what a later round must reach: each look at other passages is another chance to err."""


def sureness(signs: Signs) -> float:
    """Return the logarithm of the odds that the passages answer the question."""
    return BIAS + sum(w * v for w, v in zip(WEIGHTS, signs.values(), strict=True))
