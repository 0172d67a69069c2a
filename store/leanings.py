"""How much each model's cosine counts, inside a language and across two.

The weights were chosen, and the means and spreads measured, on the sets of ``tests/eval``.
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


_USE, _E5 = 512, 384
# means and spreads were measured between questions and unrelated passages of tests/eval
_USE_SAME, _USE_CROSS = (0.038, 0.070), (0.030, 0.065)
_E5_SAME, _E5_CROSS = (0.790, 0.021), (0.752, 0.024)
PARTS: dict[EmbedderName, tuple[Part, ...]] = {
    "use": (Part("use", 0, _USE, Leaning(1, *_USE_SAME), Leaning(1, *_USE_CROSS)),),
    "e5": (Part("e5", 0, _E5, Leaning(1, *_E5_SAME), Leaning(1, *_E5_CROSS)),),
    "pair": (
        Part("use", 0, _USE, Leaning(0.3, *_USE_SAME), Leaning(0.85, *_USE_CROSS)),
        Part("e5", _USE, _USE + _E5, Leaning(0.7, *_E5_SAME), Leaning(0.15, *_E5_CROSS)),
    ),
}
