"""Whether the person would accept a step, from what they did on steps like it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language

MIN_SAMPLES = 5
MIN_CHANCE = 0.8
_WHY = {
    "ko": "비슷한 단계 {samples}번 가운데 {accepted}번 그대로 승인하셨습니다",
    "en": "you accepted {accepted} of {samples} steps like this one as they were",
}


@dataclass(frozen=True, slots=True)
class Prediction:
    """The chance of acceptance and what it rests on."""

    samples: int
    accepted: int

    @property
    def chance(self) -> float:
        """Share of accepted ones; 0 without samples."""
        return self.accepted / self.samples if self.samples else 0.0

    @property
    def approves(self) -> bool:
        """Say whether the step may go on unasked: enough samples, and nearly all accepted."""
        return self.samples >= MIN_SAMPLES and self.chance > MIN_CHANCE

    def why(self, language: Language) -> str:
        """Return the reason in words."""
        return _WHY[language].format(samples=self.samples, accepted=self.accepted)


def predict(actions: Sequence[str]) -> Prediction:
    """Return what the person's earlier actions say. Edits and skips count against."""
    return Prediction(samples=len(actions), accepted=sum(a == "accept" for a in actions))
