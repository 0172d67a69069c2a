"""How well a passage answers a question, and whether anything does.

Every part of a score is absolute, none depends on the table's size: cosines are measured against
what is usual in the library, words by the share of the question's weight that the passage holds.
Rank fusion is not used: it throws away the lead of Korean text search. The weights were chosen on
the sets of ``tests/eval`` and lie in the middle of a flat optimum.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from store.glossary import concepts
from store.terms import STOP_PAIRS, article_numbers, code_terms, terms, word_terms, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pyarrow import Table

    from store.background import Background, Usual
    from store.embedders import Embedder
    from store.records import SearchMode

COVER_WEIGHT = 6.0
ABOUT_SHARE = 0.7
_STOP_PAIR_WEIGHT = 0.05
_EXACT_FACTOR = 2.0
_ARTICLE_BONUS = 2.5
_LOWEST, _HIGHEST = -2.0, 10.0
_TOP = 3


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
        cover: Share of the question's weight that the passage holds, 0 to 1.
        score: The fused score, 0 to 1.
        source: The rows that it was found among, and which of them it is.
    """

    row: dict[str, Any]
    words: frozenset[str]
    source: tuple[Table, int]
    about: frozenset[str] = frozenset()
    cosines: dict[str, float] = field(default_factory=dict)
    meaning: float = 0.0
    bm25: float = 0.0
    cover: float = 0.0
    score: float = 0.0

    def whole_row(self) -> dict[str, Any]:
        """Return the passage's whole row; only the few that are shown need it."""
        rows, at = self.source
        return dict(rows.slice(at, 1).to_pylist()[0])


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
            *(t for t in terms(text) if t.startswith("art") and t[3:4].isdigit()),
        }
        weights: dict[str, float] = {}
        for term in dict.fromkeys(terms(text)):
            if len(term) < 2 and not term.isdigit():  # noqa: PLR2004 - one letter says nothing
                continue
            weight = background.rarity(term)
            if term in STOP_PAIRS:
                weight = _STOP_PAIR_WEIGHT
            weights[term] = weight * (_EXACT_FACTOR if term in exact else 1.0)
        named = frozenset(article_numbers(text))
        return cls(text, language, weights, named, frozenset(weights), sum(weights.values()))

    def cover(self, candidate: Candidate) -> float:
        """Return the share of the question's weight that a passage or its document's name holds."""
        if not self.total:
            return 0.0
        weights = self.weights
        held = sum(weights[term] for term in candidate.words if term in weights)
        named = self.terms & candidate.about - candidate.words
        return (held + ABOUT_SHARE * sum(weights[term] for term in named)) / self.total

    def unknown(self, seen: frozenset[str]) -> float:
        """Return the share of its words that no passage seen has, in either language."""
        counted, missing = 0, 0.0
        for word in words(self.text):
            own = [
                t for t in word_terms(word) if t not in STOP_PAIRS and t != word.lower()
            ] or word_terms(word)
            own = [t for t in own if t not in STOP_PAIRS and (len(t) > 1 or t.isdigit())]
            if not own:
                continue
            known = sum(term in seen for term in own) / len(own)
            if any(concept in seen for concept in concepts(word.lower())):
                known = max(known, 0.8)
            counted += 1
            missing += 1 - known
        return missing / counted if counted else 0.0


def score(
    question: Question,
    candidates: Sequence[Candidate],
    mode: SearchMode,
) -> list[Candidate]:
    """Return the candidates with their scores, best first."""
    best = max((c.bm25 for c in candidates), default=0.0)
    for candidate in candidates:
        candidate.bm25 = candidate.bm25 / best if best else 0.0
        candidate.cover = question.cover(candidate)
        candidate.score = round(_squeeze(_raw(question, candidate, mode)), 4)
    return sorted(candidates, key=lambda c: (-c.score, c.row["document_id"], c.row["ordinal"]))


def _raw(question: Question, candidate: Candidate, mode: SearchMode) -> float:
    if mode == "vector":
        return candidate.meaning
    words_say = COVER_WEIGHT * candidate.cover
    if candidate.row["article"] in question.articles:
        words_say += _ARTICLE_BONUS
    if mode == "text":
        return words_say * (0.6 + 0.4 * candidate.bm25)
    return candidate.meaning + words_say


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


# logistic, fitted by tests/eval/fit_floor.py on questions with and without an answer
_FLOORS: dict[str, tuple[dict[str, float], float]] = {
    "pair": ({"use": 8.31, "e5": 49.25, "cover": 2.51, "unknown": -5.12}, -40.7),
    "use": ({"use": 13.9, "cover": 2.82, "unknown": -5.07}, -0.9),
    "e5": ({"e5": 58.1, "cover": 2.69, "unknown": -5.4}, -46.2),
    "none": ({"cover": 3.21, "unknown": -5.31}, 2.1),
}
_SMALL = 100  # passages: in a smaller library a word that nobody uses says little
_CROSS_E5 = 0.03


def features(
    question: Question, ranked: Sequence[Candidate], everything: Sequence[Candidate], rows: int
) -> dict[str, float]:
    """Return what the verdict is made from: the best of the first three, and words nobody has.

    ``rows`` is the size of the library in passages.
    """
    seen = (
        frozenset().union(*(c.words | c.about for c in everything)) if everything else frozenset()
    )
    trust = min(1.0, 1.4 * rows / (rows + _SMALL))
    values = {"unknown": question.unknown(seen) * trust, "cover": 0.0}
    for candidate in ranked[:_TOP]:
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
    weights, bias = _FLOORS[model]
    total = bias + sum(weight * values[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))
