"""How much each model's cosine counts, inside a language and across two, and words beside them.

The weights were fitted, and the means and spreads measured, on the sets of ``tests/eval``; each is
rounded, for the optimum is flat. With ``use`` alone, weaker inside a language, words lead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EmbedderName = Literal["use", "e5", "pair"]


@dataclass(frozen=True, slots=True)
class Leaning:
    """How one model's cosine counts: its weight, and where unrelated texts lie (mean, spread)."""

    weight: float
    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Part:
    """One model's share of a vector, and how it counts inside a language and across two."""

    name: Literal["use", "e5"]
    start: int
    stop: int
    same: Leaning
    cross: Leaning

    def leaning(self, *, same: bool) -> Leaning:
        """Return how it counts between texts of the same language, or of two."""
        return self.same if same else self.cross


@dataclass(frozen=True, slots=True)
class Words:
    """How much words count beside the cosines.

    Attributes:
        held: For the share of the question's weight that the passage holds.
        named: For the share that only its document's name and title hold.
        bm25: For the text index's score as a share of the best.
    """

    held: float
    named: float
    bm25: float = 0.0


_USE, _E5 = 512, 384
# means and spreads were measured between questions and unrelated passages of tests/eval
_USE_SAME, _USE_CROSS = (0.038, 0.070), (0.030, 0.065)
_E5_SAME, _E5_CROSS = (0.790, 0.021), (0.752, 0.024)
PARTS: dict[EmbedderName, tuple[Part, ...]] = {
    "use": (Part("use", 0, _USE, Leaning(0.6, *_USE_SAME), Leaning(0.75, *_USE_CROSS)),),
    "e5": (Part("e5", 0, _E5, Leaning(0.9, *_E5_SAME), Leaning(0.6, *_E5_CROSS)),),
    "pair": (
        Part("use", 0, _USE, Leaning(0.35, *_USE_SAME), Leaning(0.8, *_USE_CROSS)),
        Part("e5", _USE, _USE + _E5, Leaning(0.85, *_E5_SAME), Leaning(0.5, *_E5_CROSS)),
    ),
}
WORDS: dict[EmbedderName, Words] = {
    "use": Words(held=2.0, named=2.8, bm25=1.8),
    "e5": Words(held=3.3, named=2.7),
    "pair": Words(held=3.3, named=2.7),
}
