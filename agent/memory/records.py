"""What is known from earlier tasks, as plain values, and how much few samples weigh."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.state import JsonObject

REUSE_AT_ONCE = 5
CONFIDENT = 0.9
NEARLY_THE_SAME = 0.75
MIN_SUCCESS = 0.5
MIN_CONFIDENCE = 0.6
PASSED_OVER = 3
AVOID_AFTER = 3
BOOST = 0.3
_MULTIPLIERS = ((5, 1.0), (3, 0.7), (2, 0.5), (1, 0.3))


def multiplier(samples: int) -> float:
    """Return how much a number of samples weighs: 0, 0.3, 0.5, 0.7, 1 at 0, 1, 2, 3, 5."""
    return next((weight for least, weight in _MULTIPLIERS if samples >= least), 0.0)


def adjusted(raw: float, samples: int) -> float:
    """Return a confidence that few samples lower."""
    return raw * (0.7 + 0.3 * multiplier(samples))


@dataclass(frozen=True, slots=True)
class PastClarification:
    """Answers given to an earlier, similar request.

    ``passed_over`` counts the runs in which they were offered and other words were given.
    """

    id: str
    request: str
    answers: dict[str, str]
    similarity: float
    reuse_count: int
    success_rate: float
    confidence: float
    passed_over: int = 0

    @property
    def qualifies(self) -> bool:
        """Say whether it may be offered: led to success, trusted, and wanted when offered."""
        return (
            self.success_rate >= MIN_SUCCESS
            and self.confidence >= MIN_CONFIDENCE
            and self.passed_over - self.reuse_count < PASSED_OVER
        )

    @property
    def at_once(self) -> bool:
        """Say whether it has proved itself enough to be reused without asking."""
        return (
            self.reuse_count >= REUSE_AT_ONCE
            and self.confidence >= CONFIDENT
            and self.similarity >= NEARLY_THE_SAME
        )


@dataclass(frozen=True, slots=True)
class PastPlan:
    """The plan that an earlier, similar request was worked by."""

    request: str
    original: list[JsonObject]
    final: list[JsonObject]
    similarity: float
    confidence: float
    samples: int


@dataclass(frozen=True, slots=True)
class PastWish:
    """A step for which the documents held no service, and in how many runs it came up."""

    step: str
    times: int


@dataclass(frozen=True, slots=True)
class ToolRecord:
    """How a tool fared on similar steps. ``arguments`` are the newest that worked."""

    samples: int
    success_rate: float
    arguments: JsonObject = field(default_factory=dict)

    @property
    def boost(self) -> float:
        """What its record adds to its place in the order."""
        return self.success_rate * BOOST

    @property
    def avoid(self) -> bool:
        """Say whether it failed too often to be offered."""
        return self.samples >= AVOID_AFTER and self.success_rate == 0.0
