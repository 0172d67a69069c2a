"""What of the passages goes into the prompt: the sentences that matter, within the budget.

Passages come best first. Of a long one only the sentences near the question's words are taken,
each with the one before and after it where there is room; what is left out is nobody's loss, for
the whole passage stays in view beside the answer. Cost is an estimate that never changes, so that
judging and answering send the same words and the second finds them in the model's cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.citations.orders import harmless, trusted_sentences
from agent.citations.terms import Words, content_stems, coverage
from agent.models.budget import rough_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence

BUDGET = 700
"""Tokens of passages in an answer's prompt; two cores read about fifty a second."""
_WHOLE = 200
_PASSAGES = 5


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The part of a passage that is shown to the model. ``sentences`` are in reading order."""

    evidence: Evidence
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        """Return the sentences, one a line."""
        return harmless("\n".join(sentence.text for sentence in self.sentences))


def excerpts(question: str, evidence: Sequence[Evidence], budget: float = BUDGET) -> list[Excerpt]:
    """Return what to show of ``evidence``, best first, within ``budget`` tokens.

    The best passage gets up to half of the budget, each further one up to half of what is left,
    the last one all of it.
    """
    stems = content_stems(question)
    shown: list[Excerpt] = []
    seen: set[str] = set()
    left = budget
    chosen = evidence[:_PASSAGES]
    for position, one in enumerate(chosen, 1):
        sentences = [s for s in trusted_sentences(one.text) if s.text not in seen]
        if not sentences:
            continue
        room = left if position == len(chosen) else max(left / 2, min(left, _WHOLE))
        part = _part(one, sentences, stems, room)
        if not part:
            break
        seen.update(sentence.text for sentence in part)
        shown.append(Excerpt(one, tuple(part)))
        left -= sum(rough_count(sentence.text) for sentence in part)
        if left < _WHOLE / 4:
            break
    return shown


def _part(
    one: Evidence,
    sentences: Sequence[Sentence],
    stems: list[str],
    room: float,
) -> list[Sentence]:
    costs = [rough_count(sentence.text) for sentence in sentences]
    if sum(costs) <= room:
        return list(sentences)
    taken: set[int] = set()
    for position in ranked(stems, sentences, one.heading):
        for near in (position, position - 1, position + 1):
            inside = 0 <= near < len(sentences) and near not in taken
            if inside and sum(costs[i] for i in taken) + costs[near] <= room:
                taken.add(near)
    return [sentences[i] for i in sorted(taken)]


def ranked(stems: list[str], sentences: Sequence[Sentence], heading: str = "") -> list[int]:
    """Return the positions of ``sentences``, those nearest to the question's words first."""
    held = [Words(sentence.text) for sentence in sentences]
    above = Words(heading)
    scores = [coverage(stems, words) for words in held]
    if heading and not any(scores):
        scores = [coverage(stems, above)] * len(sentences)
    return sorted(range(len(sentences)), key=lambda i: (-scores[i], i))
