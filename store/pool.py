"""The rows that a question's searches found, each once, as columns: what scores are made from.

Columns and not objects: a search looks at some eighty rows, and shows eight of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from pyarrow import Table

    from store.embedders import Embedder, Vectors

    Floats = NDArray[np.float64]
    Marks = NDArray[np.bool_]

_SCORED = ("document_id", "ordinal", "language", "article")


@dataclass(slots=True)
class Pool:
    """What was found. All columns have a place for each of the ``n`` rows.

    Attributes:
        columns: document_id, ordinal, language and article.
        vocabulary: Every term that the question can be looked for by.
        marks: n x terms: the row holds the term.
        cosines: n x parts of the embedder, NaN where a row has no vector yet.
        bm25: The text index's score, 0 where it did not find the row.
        sources: The table and the place in it of each row.
    """

    columns: Mapping[str, list[Any]]
    vocabulary: tuple[str, ...]
    marks: Marks
    cosines: Floats
    bm25: Floats
    sources: list[tuple[Table, int]]

    def __len__(self) -> int:
        """Return how many rows there are."""
        return len(self.sources)

    def terms(self) -> frozenset[str]:
        """Return the question's terms that any row holds."""
        import numpy as np  # noqa: PLC0415 - imported by then

        return frozenset(self.vocabulary[n] for n in np.flatnonzero(self.marks.any(axis=0)))

    def row(self, at: int) -> dict[str, Any]:
        """Return a whole row but for its vectors; only the few that are shown need it."""
        table, place = self.sources[at]
        names = [name for name in table.column_names if not name.startswith("vector_")]
        return {name: table[name][place].as_py() for name in names}


def collect(
    results: Sequence[Table],
    vocabulary: tuple[str, ...],
    embedder: Embedder | None,
    vector: Vectors | None,
    known: Container[str],
) -> Pool:
    """Return the rows of the searches, those of ``known`` documents alone.

    The results of the text search come first: a row that another search found too is taken there.
    """
    import numpy as np  # noqa: PLC0415 - imported by then

    parts = len(embedder.parts) if embedder and vector is not None else 0
    places = {term: n for n, term in enumerate(vocabulary)}
    columns: dict[str, list[Any]] = {name: [] for name in _SCORED}
    marks, cosines, bm25 = [np.zeros((0, len(vocabulary)), bool)], [np.zeros((0, parts))], []
    sources: list[tuple[Table, int]] = []
    seen: set[str] = set()
    for table in results:
        ids, documents = table["id"].to_pylist(), table["document_id"].to_pylist()
        kept = [
            n
            for n, (id_, document) in enumerate(zip(ids, documents, strict=True))
            if id_ not in seen and document in known
        ]
        seen.update(ids)
        if not kept:
            continue
        for name in _SCORED:
            values = documents if name == "document_id" else table[name].to_pylist()
            columns[name] += [values[n] for n in kept]
        marks.append(_marks(table["words"].to_pylist(), places)[kept])
        cosines.append(_cosines(table, embedder, vector, parts)[kept])
        scores = "_score" in table.column_names
        bm25.append(table["_score"].to_numpy()[kept] if scores else np.zeros(len(kept)))
        sources += [(table, n) for n in kept]
    return Pool(
        columns,
        vocabulary,
        np.concatenate(marks),
        np.concatenate(cosines),
        np.concatenate([np.zeros(0), *bm25]).astype(np.float64),
        sources,
    )


def _marks(words: list[str], places: Mapping[str, int]) -> Marks:
    """Return rows x terms: which of the terms, each at its place, each row's words hold."""
    import numpy as np  # noqa: PLC0415

    known = frozenset(places)
    held = [
        (n, places[t]) for n, text in enumerate(words) for t in known.intersection(text.split())
    ]
    marks = np.zeros((len(words), len(places)), bool)
    if held:
        marks[tuple(zip(*held, strict=True))] = True
    return marks


def _cosines(table: Table, embedder: Embedder | None, vector: Vectors | None, parts: int) -> Floats:
    """Return rows x parts: each row's cosine per part of the embedder."""
    import numpy as np  # noqa: PLC0415

    cosines = np.full((table.num_rows, parts), np.nan)
    if embedder is None or vector is None:
        return cosines
    values = table[embedder.column].combine_chunks()
    matrix = np.asarray(values.flatten(), dtype=np.float32)
    matrix = matrix.reshape(len(values) - values.null_count, -1)
    there = values.is_valid().to_numpy(zero_copy_only=False) if values.null_count else slice(None)
    for n, part in enumerate(embedder.parts):
        own = slice(part.start, part.stop)
        cosines[there, n] = np.einsum("ij,j->i", matrix[:, own], vector[own]) * parts
    return cosines
