"""How well a passage answers a question.

Every part of a score is absolute, none depends on the table's size: cosines are measured against
what is usual in the library, words by the share of the question's weight that the passage holds.
Rank fusion is not used: it throws away the lead of Korean text search. The weights were chosen on
the sets of ``tests/eval`` and lie in the middle of a flat optimum.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from store.terms import STOP_PAIRS, article_numbers, code_terms, question_terms, word_terms, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from store.background import Background, Usual
    from store.embedders import Embedder
    from store.leanings import Words
    from store.records import SearchMode

TEXT_WEIGHT = 6.0
ABOUT_SHARE = 0.7
_STOP_PAIR_WEIGHT = 0.05
_EXACT_FACTOR = 2.0
_ARTICLE_BONUS = 2.5
_LOWEST, _HIGHEST = -2.0, 10.0


@dataclass(slots=True)
class Candidate:
    """A row that a search found, and what is known of it.

    Attributes:
        row: What its score is made from: id, document_id, ordinal, language, article, words.
        words: The terms that it shares with the question.
        about: Terms of its document's name and title.
        cosines: Cosine per part of the embedder, empty while it has no vector.
        meaning: The cosines against what is usual, in spreads.
        bm25: The text index's score as a share of the best.
        held: Share of the question's weight that the passage holds, 0 to 1.
        named: Share that only its document's name and title hold.
        score: The fused score, 0 to 1.
        source: The columns of the rows that it was found among, and which of them it is.
    """

    row: dict[str, Any]
    words: frozenset[str]
    source: tuple[Mapping[str, list[Any]], int]
    about: frozenset[str] = frozenset()
    cosines: dict[str, float] = field(default_factory=dict)
    meaning: float = 0.0
    bm25: float = 0.0
    held: float = 0.0
    named: float = 0.0
    score: float = 0.0

    @property
    def cover(self) -> float:
        """How much of the question the words speak to, 0 to 1; a title counts for less."""
        return self.held + ABOUT_SHARE * self.named

    def whole_row(self) -> dict[str, Any]:
        """Return the passage's whole row; only the few that are shown need it."""
        columns, at = self.source
        return {name: values[at] for name, values in columns.items()}


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    Attributes:
        text: As it was asked.
        language: ``ko`` or ``en``.
        weights: Weight of each of its terms.
        articles: Numbers of the articles that it names.
        terms: The terms that have a weight.
        total: The sum of the weights.
    """

    text: str
    language: str
    weights: Mapping[str, float]
    articles: frozenset[str]
    terms: frozenset[str]
    total: float

    @classmethod
    def of(cls, text: str, language: str, background: Background) -> Question:
        """Take a question apart; rare terms weigh more, codes and article numbers most."""
        exact = {
            *code_terms(text),
            *(t for t in question_terms(text) if t.startswith("art") and t[3:4].isdigit()),
        }
        weights: dict[str, float] = {}
        for term in dict.fromkeys(question_terms(text)):
            if len(term) < 2 and not term.isdigit():  # noqa: PLR2004 - one letter says nothing
                continue
            weight = background.rarity(term)
            if term in STOP_PAIRS:
                weight = _STOP_PAIR_WEIGHT
            weights[term] = weight * (_EXACT_FACTOR if term in exact else 1.0)
        share_out(text, weights)
        named = frozenset(article_numbers(text))
        return cls(text, language, weights, named, frozenset(weights), sum(weights.values()))

    def shares(self, candidate: Candidate) -> tuple[float, float]:
        """Return the shares of the question's weight that a passage holds, and its title alone."""
        if not self.total:
            return 0.0, 0.0
        weight = self.weights.__getitem__
        held = sum(map(weight, self.terms & candidate.words))
        named = sum(map(weight, self.terms & candidate.about - candidate.words))
        return held / self.total, named / self.total


def share_out(text: str, weights: dict[str, float]) -> None:
    """Let the parts of a Korean word weigh together what the rarest of them does.

    A long name would else drown the other words with its many pairs of syllables.
    """
    factors: dict[str, float] = {}
    for word in words(text):
        own = [term for term in word_terms(word) if term in weights]
        total = sum(weights[term] for term in own)
        for term in own:
            factor = max(weights[part] for part in own) / total
            factors[term] = max(factors.get(term, 0.0), factor)
    for term, factor in factors.items():
        weights[term] *= factor


def score(
    question: Question,
    candidates: Sequence[Candidate],
    mode: SearchMode,
    words_count: Words | None = None,
) -> list[Candidate]:
    """Return the candidates with their scores, best first.

    ``words_count`` says how much words count beside meaning; None where words are all there is.
    """
    best = max((c.bm25 for c in candidates), default=0.0)
    for candidate in candidates:
        candidate.bm25 = candidate.bm25 / best if best else 0.0
        candidate.held, candidate.named = question.shares(candidate)
        candidate.score = round(_squeeze(_raw(question, candidate, mode, words_count)), 4)
    return sorted(candidates, key=lambda c: (-c.score, c.row["document_id"], c.row["ordinal"]))


def _raw(
    question: Question, candidate: Candidate, mode: SearchMode, words_count: Words | None
) -> float:
    if mode == "vector":
        return candidate.meaning
    article = _ARTICLE_BONUS if candidate.row["article"] in question.articles else 0.0
    if mode == "text" or words_count is None:
        return (TEXT_WEIGHT * candidate.cover + article) * (0.6 + 0.4 * candidate.bm25)
    said = words_count.held * candidate.held + words_count.named * candidate.named
    return candidate.meaning + said + words_count.bm25 * candidate.bm25 + article


def _squeeze(raw: float) -> float:
    return min(1.0, max(0.0, (raw - _LOWEST) / (_HIGHEST - _LOWEST)))


def measure(
    candidates: Iterable[Candidate], embedder: Embedder, question: Question, usual: Usual
) -> None:
    """Set what each candidate's cosines mean, measured against what is usual."""
    for candidate in candidates:
        language = candidate.row["language"]
        same = language == question.language
        total = 0.0
        for part in embedder.parts:
            leaning = part.leaning(same=same)
            mean, spread = usual.get((part.name, language), (leaning.mean, leaning.spread))
            if part.name in candidate.cosines:
                total += leaning.weight * (candidate.cosines[part.name] - mean) / spread
        candidate.meaning = total
