"""The rows that searches found: terms they hold, cosines, each row once."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from store.embedders import Embedder
from store.pool import COLUMNS, collect, rows_of

EMBEDDER = Embedder("use")
DIMENSION = EMBEDDER.parts[-1].stop
WORD = st.text("ab7", min_size=1, max_size=4)


def found(
    words: list[str],
    *,
    first: int = 0,
    vectors: list[list[float] | None] | None = None,
    scores: list[float] | None = None,
) -> pa.Table:
    """Return what a search gives: passage p0 in document d0 and so on."""
    rows = range(first, first + len(words))
    texts: dict[str, list[object]] = {name: ["" for _ in rows] for name in COLUMNS}
    texts |= {"id": [f"p{n}" for n in rows], "document_id": [f"d{n}" for n in rows]}
    table = pa.table({**texts, "ordinal": list(rows), "words": words})
    if scores is not None:
        table = table.append_column("_score", pa.array(scores, pa.float32()))
    held = vectors if vectors is not None else [[0.0] * DIMENSION for _ in rows]
    return table.append_column(EMBEDDER.column, pa.array(held, pa.list_(pa.float32(), DIMENSION)))


def axis(at: int) -> list[float]:
    """Return the unit vector along one axis."""
    return [float(n == at) for n in range(DIMENSION)]


@given(st.lists(st.lists(WORD, max_size=8), max_size=5), st.lists(WORD, unique=True, max_size=5))
def test_rows_of_marks_whole_terms_alone(rows: list[list[str]], vocabulary: list[str]) -> None:
    held = rows_of(found([" ".join(row) for row in rows]), tuple(vocabulary), None, None)
    wanted = [[term in row for term in vocabulary] for row in rows]
    assert held.marks.tolist() == wanted


def test_rows_of_gives_no_cosine_where_a_row_has_no_vector() -> None:
    table = found(["", "", ""], vectors=[axis(1), None, axis(0)])
    asked = np.array(axis(0), np.float32)
    for part, wanted in ((table, [0.0, np.nan, 1.0]), (table.slice(1), [np.nan, 1.0])):
        rows = rows_of(part, (), EMBEDDER, asked)
        np.testing.assert_array_equal(rows.cosines[:, 0], wanted)
    in_pieces = pa.concat_tables([table.slice(2), table.slice(0, 1)])
    np.testing.assert_array_equal(rows_of(in_pieces, (), EMBEDDER, asked).cosines[:, 0], [1.0, 0.0])


def test_collect_takes_a_row_once_and_those_of_known_documents() -> None:
    by_words = rows_of(found(["a", "b"], scores=[3.0, 2.0]), ("a", "c"), None, None)
    by_meaning = rows_of(found(["b", "c", "c"], first=1), ("a", "c"), None, None)
    pool = collect([by_words, by_meaning], ("a", "c"), {"d0", "d1", "d2"})
    assert pool.columns["document_id"] == ["d0", "d1", "d2"]
    assert pool.bm25.tolist() == [3.0, 2.0, 0.0]
    assert pool.terms() == {"a", "c"}
    assert pool.row(2)["id"] == "p2"


def test_collect_of_no_search_is_empty() -> None:
    pool = collect([], ("a",), {"d0"})
    assert (len(pool), pool.terms(), pool.marks.shape) == (0, frozenset(), (0, 1))
