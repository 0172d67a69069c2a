"""What is usual in a library: a sample of its passages that scores are measured against.

How rare a term is, and how near unrelated passages of each language lie to a question, are
counted on at most a thousand passages spread over the table, so that neither depends on its size.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lancedb import AsyncTable

    from store.embedders import Vectors
    from store.leanings import Part
    from store.records import Document

SAMPLE = 1000
Usual = dict[tuple[str, str], tuple[float, float]]
"""Mean and spread of a part's cosine, by part and language of the passages."""
_VECTORS = 250
_PRIOR = 20
_PRIOR_TERMS = 50


@dataclass(slots=True)
class Background:
    """The sample's counts. ``rows`` is the size of the table that it was taken from."""

    rows: int = 0
    sampled: int = 0
    frequency: Counter[str] = field(default_factory=Counter)
    vectors: dict[str, Vectors] = field(default_factory=dict)
    languages: Counter[str] = field(default_factory=Counter)

    def rarity(self, term: str) -> float:
        """Return the term's inverse document frequency, as BM25 counts it."""
        seen = self.frequency[term]
        return math.log(1 + (self.sampled + _PRIOR_TERMS - seen + 0.5) / (seen + 0.5))

    def usual(self, parts: Sequence[Part], query: Vectors, asked_in: str) -> Usual:
        """Return where unrelated passages of each language lie to a question.

        Few passages count for little beside what was measured elsewhere.
        """
        import numpy as np  # noqa: PLC0415 - imported with the first search

        found: Usual = {}
        for language in self.languages or [asked_in]:
            held = self.vectors.get(language)
            for part in parts:
                leaning = part.leaning(same=language == asked_in)
                if held is None or not len(held):
                    found[part.name, language] = (leaning.mean, leaning.spread)
                    continue
                # einsum and not a product: a library of many threads costs more than it saves here
                rows = held[:, part.start : part.stop]
                cosines = np.einsum("ij,j->i", rows, query[part.start : part.stop]) * len(parts)
                count = len(cosines)
                share, average = count / (count + _PRIOR), float(cosines.sum()) / count
                around = cosines - average
                deviation = math.sqrt(float(around @ around) / count)
                mean = share * average + (1 - share) * leaning.mean
                spread = share * deviation + (1 - share) * leaning.spread
                found[part.name, language] = (mean, max(spread, leaning.spread / 4))
        return found


@dataclass(frozen=True, slots=True)
class Sampled:
    """The sample of a library, the column and the size it was taken at, the documents last seen."""

    column: str | None
    background: Background
    size: int
    known: Mapping[str, Document]


async def sample(table: AsyncTable, column: str | None) -> Background:
    """Return the background of a table of passages; ``column`` is its vector column, if any."""
    import numpy as np  # noqa: PLC0415

    rows = await table.count_rows()
    background = Background(rows=rows)
    if not rows:
        return background
    step = max(1, rows // SAMPLE)
    offsets = list(range(0, rows, step))[:SAMPLE]
    columns = ["words", "language", *([column] if column else [])]
    taken = await table.take_offsets(offsets).select(columns).to_arrow()
    languages = taken["language"].to_pylist()
    background.sampled = len(languages)
    background.languages = Counter(languages)
    for words in taken["words"].to_pylist():
        background.frequency.update(set(words.split()))
    if column:
        values = taken[column].combine_chunks()
        present = np.asarray(values.is_valid())
        flat = np.asarray(values.flatten(), dtype=np.float32)
        matrix = flat.reshape(int(present.sum()), -1)
        held = [language for language, there in zip(languages, present, strict=True) if there]
        for language in set(held):
            mine = matrix[[h == language for h in held]]
            every = max(1, len(mine) // _VECTORS)
            background.vectors[language] = np.ascontiguousarray(mine[::every])
    return background
