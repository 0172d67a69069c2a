"""How well a passage answers a question.

Every part of a score is absolute, none depends on the table's size: cosines are measured against
what is usual in the library, words by the share of the question's weight that the passage holds.
Rank fusion is not used: it throws away the lead of Korean text search. The weights were chosen on
the sets of ``tests/eval`` and lie in the middle of a flat optimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from store.terms import STOP_PAIRS, article_numbers, code_terms, question_terms, word_terms, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from store.background import Background, Usual
    from store.leanings import Part, Words
    from store.pool import Floats, Pool
    from store.records import SearchMode

TEXT_WEIGHT = 6.0
ABOUT_SHARE = 0.7
_STOP_PAIR_WEIGHT = 0.05
_EXACT_FACTOR = 2.0
_ARTICLE_BONUS = 2.5
_LOWEST, _HIGHEST = -2.0, 10.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that a search found, scored.

    Attributes:
        row: The whole row but for its vectors.
        cosines: Cosine per part of the embedder, empty while it has no vector.
        cover: How much of the question the words speak to, 0 to 1; a title counts for less.
        score: The fused score, 0 to 1.
    """

    row: dict[str, Any]
    cosines: Mapping[str, float]
    cover: float
    score: float


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


def score(  # noqa: PLR0913, PLR0917 - what a score is made from
    question: Question,
    pool: Pool,
    abouts: Mapping[str, frozenset[str]],
    meaning: Floats,
    mode: SearchMode,
    words_count: Words | None = None,
    *,
    parts: Sequence[Part] = (),
    most: int,
) -> list[Candidate]:
    """Return the best candidates with their scores, the best first.

    Args:
        question: What was asked.
        pool: What was found.
        abouts: By document id, the terms of its name and title.
        meaning: The cosines of each row against what is usual, see ``measure``.
        mode: What counts.
        words_count: How much words count beside meaning; None where words are all there is.
        parts: Of the embedder that was searched with.
        most: How many at the most.
    """
    import numpy as np  # noqa: PLC0415 - imported with the first search

    best = pool.bm25.max(initial=0.0)
    bm25 = pool.bm25 / best if best else pool.bm25
    held, named = _shares(question, pool, abouts)
    cover = held + ABOUT_SHARE * named
    article = np.zeros(len(pool))
    if question.articles:
        article = _ARTICLE_BONUS * np.array(
            [one in question.articles for one in pool.columns["article"]], float
        )
    if mode == "vector":
        raw = meaning
    elif mode == "text" or words_count is None:
        raw = (TEXT_WEIGHT * cover + article) * (0.6 + 0.4 * bm25)
    else:
        said = words_count.held * held + words_count.named * named + words_count.bm25 * bm25
        raw = meaning + said + article
    scaled = (raw - _LOWEST) / (_HIGHEST - _LOWEST)
    scores = np.minimum(np.maximum(scaled, 0.0), 1.0).round(4).tolist()
    documents, ordinals = pool.columns["document_id"], pool.columns["ordinal"]
    order = sorted(range(len(pool)), key=lambda n: (-scores[n], documents[n], ordinals[n]))[:most]
    return [
        Candidate(pool.row(n), _named_cosines(pool, n, parts), float(cover[n]), scores[n])
        for n in order
    ]


def _named_cosines(pool: Pool, at: int, parts: Sequence[Part]) -> dict[str, float]:
    row = pool.cosines[at].tolist()
    return {p.name: cosine for p, cosine in zip(parts, row, strict=True) if cosine == cosine}  # noqa: PLR0124 - not NaN


def _shares(
    question: Question, pool: Pool, abouts: Mapping[str, frozenset[str]]
) -> tuple[Floats, Floats]:
    """Return the shares of the question's weight that each row holds, and its title alone."""
    import numpy as np  # noqa: PLC0415

    nothing = np.zeros(len(pool))
    if not question.total:
        return nothing, nothing
    weights = np.array([question.weights.get(term, 0.0) for term in pool.vocabulary])
    held = pool.marks @ weights / question.total
    spoken = {id_: question.terms & terms for id_, terms in abouts.items()}
    if not any(spoken.values()):
        return held, nothing
    titles = {
        id_: np.array([term in terms for term in pool.vocabulary]) for id_, terms in spoken.items()
    }
    title = np.array([titles[id_] for id_ in pool.columns["document_id"]])
    return held, (title & ~pool.marks) @ weights / question.total


def measure(pool: Pool, parts: Sequence[Part], question: Question, usual: Usual) -> Floats:
    """Return what each row's cosines mean, measured against what is usual, in spreads."""
    import numpy as np  # noqa: PLC0415

    total = np.zeros(len(pool))
    held = set(pool.columns["language"])
    languages = np.array(pool.columns["language"]) if len(held) > 1 else None
    for language in held:
        same = language == question.language
        own = True if languages is None else languages == language
        for at, part in enumerate(parts):
            leaning = part.leaning(same=same)
            mean, spread = usual.get((part.name, language), (leaning.mean, leaning.spread))
            meant = leaning.weight * (pool.cosines[:, at] - mean) / spread
            total += np.where(own & ~np.isnan(meant), meant, 0.0)
    return total
