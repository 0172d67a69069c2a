"""The rows that a question's searches found, each once, as columns: what scores are made from.

Columns and not objects: a search looks at some eighty rows, and shows eight of them. Each search's
rows are read as soon as it is done, while the others are still under way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from pyarrow import ChunkedArray, Table

    from store.embedders import Embedder, Vectors

    Floats = NDArray[np.float64]
    Marks = NDArray[np.bool_]

COLUMNS = (
    "id", "document_id", "page", "label", "start", "end", "text", "heading", "article",
    "language", "dated", "ordinal", "words",
)  # fmt: skip
"""What is read of a row that a search finds, beside its vectors."""
_SCORED = ("document_id", "ordinal", "language", "article")


@dataclass(frozen=True, slots=True)
class Rows:
    """What one search found. All columns have a place for each of its ``n`` rows.

    Attributes:
        columns: Every column but for the vectors.
        marks: n x terms, see ``Pool``.
        cosines: n x parts, see ``Pool``.
        bm25: The text index's score, 0 in a search by meaning.
    """

    columns: Mapping[str, list[Any]]
    marks: Marks
    cosines: Floats
    bm25: Floats


@dataclass(slots=True)
class Pool:
    """What was found. All columns have a place for each of the ``n`` rows.

    Attributes:
        columns: document_id, ordinal, language and article.
        vocabulary: Every term that the question can be looked for by.
        marks: n x terms: the row holds the term.
        cosines: n x parts of the embedder, NaN where a row has no vector yet.
        bm25: The text index's score, 0 where it did not find the row.
        sources: What each row was found among, and its place there.
    """

    columns: Mapping[str, list[Any]]
    vocabulary: tuple[str, ...]
    marks: Marks
    cosines: Floats
    bm25: Floats
    sources: list[tuple[Rows, int]]

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self.sources)

    def terms(self) -> frozenset[str]:
        """Return the question's terms that any row holds."""
        import numpy as np  # noqa: PLC0415 - imported by then

        return frozenset(self.vocabulary[n] for n in np.flatnonzero(self.marks.any(axis=0)))

    def row(self, at: int) -> dict[str, Any]:
        """Return a whole row but for its vectors; only the few that are shown need it."""
        rows, place = self.sources[at]
        return {name: values[place] for name, values in rows.columns.items()}


def rows_of(
    table: Table,
    vocabulary: tuple[str, ...],
    embedder: Embedder | None,
    vector: Vectors | None,
) -> Rows:
    """Return the rows of one search beside what the question's terms and vector make of them."""
    import numpy as np  # noqa: PLC0415 - imported by then

    columns = table.select(COLUMNS).to_pydict()
    scored = "_score" in table.column_names
    return Rows(
        columns,
        _marks(columns["words"], vocabulary),
        _cosines(table, embedder, vector),
        table["_score"].to_numpy() if scored else np.zeros(table.num_rows),
    )


def collect(found: Sequence[Rows], vocabulary: tuple[str, ...], known: Container[str]) -> Pool:
    """Return the rows of the searches, those of ``known`` documents alone.

    The rows of the text search come first: one that another search found too is taken there.
    """
    import numpy as np  # noqa: PLC0415

    columns: dict[str, list[Any]] = {name: [] for name in _SCORED}
    marks, cosines, bm25 = [np.zeros((0, len(vocabulary)), bool)], [np.zeros((0, 0))], [np.zeros(0)]
    sources: list[tuple[Rows, int]] = []
    seen: set[str] = set()
    for rows in found:
        ids, documents = rows.columns["id"], rows.columns["document_id"]
        kept = [
            n
            for n, (id_, document) in enumerate(zip(ids, documents, strict=True))
            if id_ not in seen and document in known
        ]
        seen.update(ids)
        for name, values in columns.items():
            values.extend(map(rows.columns[name].__getitem__, kept))
        marks.append(rows.marks[kept])
        cosines.append(rows.cosines[kept])
        bm25.append(rows.bm25[kept])
        sources += [(rows, n) for n in kept]
    return Pool(
        columns,
        vocabulary,
        np.concatenate(marks),
        np.concatenate(cosines[1:] or cosines),
        np.concatenate(bm25),
        sources,
    )


def _marks(words: list[str], vocabulary: tuple[str, ...]) -> Marks:
    """Return rows x terms: which of the terms each row's words, one blank between them, hold."""
    import numpy as np  # noqa: PLC0415

    wanted = [f" {term} " for term in vocabulary]
    marks = [term in held for text in words for held in (f" {text} ",) for term in wanted]
    return np.array(marks, bool).reshape(len(words), len(vocabulary))


def _cosines(table: Table, embedder: Embedder | None, vector: Vectors | None) -> Floats:
    """Return rows x parts: each row's cosine per part of the embedder."""
    import numpy as np  # noqa: PLC0415

    parts = len(embedder.parts) if embedder and vector is not None else 0
    cosines = np.full((table.num_rows, parts), np.nan)
    if embedder is None or vector is None:
        return cosines
    vectors = table[embedder.column]
    matrix = _matrix(vectors, len(vector))
    for n, part in enumerate(embedder.parts):
        own = slice(part.start, part.stop)
        cosines[:, n] = np.einsum("ij,j->i", matrix[:, own], vector[own]) * parts
    if vectors.null_count:
        cosines[vectors.is_null().to_numpy()] = np.nan
    return cosines


def _matrix(vectors: ChunkedArray, dimension: int) -> Vectors:
    """Return a column of vectors as n x dimension, not copied where it lies in one piece.

    A row without a vector has whatever lies in its place.
    """
    values = vectors.chunk(0) if vectors.num_chunks == 1 else vectors.combine_chunks()
    held: Vectors = values.values.to_numpy(zero_copy_only=False).reshape(-1, dimension)
    return held[values.offset : values.offset + len(values)]
