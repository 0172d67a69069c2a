"""The span of a passage that supports a sentence: exact first, then by its words.

Words are compared as stems, so that particles and endings do not matter. A sentence in another
language than the passage shares few words with it; then numbers and Latin names must carry it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from agent.citations.numbers import holds, is_ordinal, quantities
from agent.citations.orders import trusted_sentences
from agent.citations.terms import Words, content_stems, coverage, squeezed, stem
from agent.language import language_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.citations.sentences import Sentence

SUPPORTED = 0.5
_EXACT_LENGTH = 8
_NEAR = 88.0
_GAIN = 0.12
_NAMED = 0.2
_NAMES = {
    "ko": re.compile(r"[A-Za-z][A-Za-z-]+"),
    "en": re.compile(r"(?<=[\w,;:] )[A-Z][A-Za-z-]+|\b[A-Z]{2,}\b"),
}
"""What keeps its letters in a translation: Latin words in Korean, proper names in English."""
_PLAIN_RIGHT = re.compile(r"수\s?있|\b(?:may|can)\b(?!\s?not|'t)")
_PLAIN_WRONG = re.compile(r"수\s?없|\b(?:may not|cannot|can't|can not|must not)\b")


@dataclass(frozen=True, slots=True)
class Support:
    """How well a stretch of a passage supports a sentence; offsets are in the passage's text."""

    score: float
    start: int = 0
    end: int = 0
    translated: bool = False

    @property
    def holds(self) -> bool:
        """Tell whether the sentence counts as supported."""
        return self.score >= SUPPORTED


class Prepared:
    """A passage's text, its sentences and words worked out once."""

    def __init__(self, text: str, heading: str = "") -> None:
        """Prepare ``text``; words of ``heading`` count as said in every sentence."""
        self.text = text
        self.language = language_of(text)
        self.heading = heading
        self.sentences = trusted_sentences(text)
        self.words = [Words(f"{heading} {sentence.text}") for sentence in self.sentences]
        self.said = Words(" ".join([heading, *(sentence.text for sentence in self.sentences)]))

    def support(self, claim: str) -> Support:
        """Return the best support that the passage gives ``claim``."""
        if not self.sentences:
            return Support(0.0)
        if exact := self._exact(claim):
            return exact
        if language_of(claim) != self.language:
            return self._across(claim)
        return self._by_words(claim)

    def _exact(self, claim: str) -> Support | None:
        wanted = squeezed(claim).rstrip(".!?。")
        if len(wanted) < _EXACT_LENGTH:
            return None
        for sentence in self.sentences:
            if wanted in squeezed(sentence.text):
                return Support(1.0, sentence.start, sentence.end)
        return None

    def _by_words(self, claim: str) -> Support:
        stems = content_stems(claim)
        best = Support(0.0)
        for position, held in enumerate(self.words):
            score = coverage(stems, held)
            near = fuzz.partial_ratio(squeezed(claim), held.squeezed) if score > 0 else 0.0
            if near >= _NEAR:
                score = max(score, near / 100)
            if contradicts(claim, self.sentences[position].text):
                score = min(score, SUPPORTED / 2)
            if score > best.score:
                best = Support(score, self.sentences[position].start, self.sentences[position].end)
        return self._with_neighbour(stems, best)

    def _with_neighbour(self, stems: list[str], best: Support) -> Support:
        """Widen the span by the sentence before or after where that adds support."""
        at = next((i for i, s in enumerate(self.sentences) if s.start == best.start), None)
        if at is None or best.score >= 0.9:  # noqa: PLR2004 - nothing to gain
            return best
        for first in (at - 1, at):
            if first < 0 or first + 1 >= len(self.sentences):
                continue
            pair: Sequence[Sentence] = self.sentences[first : first + 2]
            both = Words(f"{self.heading} {pair[0].text} {pair[1].text}")
            score = coverage(stems, both)
            if score >= best.score + _GAIN:
                best = Support(score, pair[0].start, pair[1].end)
        return best

    def _across(self, claim: str) -> Support:
        """Hold a claim in another language to its numbers, or where it has none to its names."""
        wanted = [q for q in quantities(claim) if not is_ordinal(claim, q)]
        names = [stem(name.casefold()) for name in _NAMES[language_of(claim)].findall(claim)]
        best = Support(0.0, translated=True)
        for sentence, held in zip(self.sentences, self.words, strict=True):
            have = quantities(sentence.text)
            named = sum(held.share(name) for name in names) / max(1, len(names))
            score = named
            if wanted:
                numbers = sum(holds(have, q) for q in wanted) / len(wanted)
                score = numbers * (1 - _NAMED) + named * _NAMED if names else numbers
            if score > best.score:
                best = Support(score, sentence.start, sentence.end, translated=True)
        return best


def contradicts(claim: str, source: str) -> bool:
    """Tell whether one says "can" of the same matter where the other says "cannot"."""
    said, forbidden = bool(_PLAIN_RIGHT.search(claim)), bool(_PLAIN_WRONG.search(claim))
    allowed, denied = bool(_PLAIN_RIGHT.search(source)), bool(_PLAIN_WRONG.search(source))
    return (said and not forbidden and denied and not allowed) or (
        forbidden and not said and allowed and not denied
    )
