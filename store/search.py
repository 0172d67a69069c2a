"""Hybrid search: words and meaning in parallel, each language on its own, fused by ``scoring``.

Where a library holds both languages, the vector search runs once for each: passages of the other
language would never come up beside those of the question's, nearer as they are for their language
alone.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from store.glossary import concepts
from store.pool import COLUMNS, rows_of
from store.scoring import Question
from store.tables import quoted
from store.terms import question_terms, word_terms, words
from store.verdict import subject

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from lancedb import AsyncTable
    from lancedb.query import AsyncQueryBase

    from store.background import Background, Usual
    from store.embedders import Embedder, Vectors
    from store.pool import Rows
    from store.scoring import Candidate

CANDIDATES = 40


@dataclass(frozen=True, slots=True)
class Found:
    """What the searches of one question came to.

    Attributes:
        question: The question, taken apart.
        vocabulary: Every term that it can be looked for by.
        usual: Where unrelated passages of each language lie to it; empty in a search by words.
        rows: Those of each search, the text search first.
        version: That of the documents' table meanwhile.
    """

    question: Question
    vocabulary: tuple[str, ...]
    usual: Usual
    rows: list[Rows]
    version: int


async def find(  # noqa: PLR0913 - keyword arguments, each with a default or a name
    table: AsyncTable,
    documents: AsyncTable,
    *,
    query: str,
    language: str,
    where: str | None,
    embedder: Embedder | None,
    vector: Vectors | None,
    background: Background,
    text: bool = True,
    limit: int = CANDIDATES,
) -> Found:
    """Run the searches at once, and what needs none of their answers while they are under way.

    ``vector`` is the question's, ``embedder`` the one that made it; None for a search by words.
    """

    async def rows(search: AsyncQueryBase) -> Rows:
        return rows_of(await search.to_arrow(), question_vocabulary(query), embedder, vector)

    looked_up = asyncio.ensure_future(documents.version())
    begun: list[asyncio.Task[Rows]] = []
    wanted = query_text(query) if text else ""
    column = embedder.column if embedder is not None and vector is not None else None
    if wanted:
        extra = ["_score", *([column] if column else [])]
        lookup = table.query().nearest_to_text(wanted, columns=["words"])
        lookup = lookup.select([*COLUMNS, *extra]).limit(limit)
        begun.append(asyncio.ensure_future(rows(lookup.where(where) if where else lookup)))
    await asyncio.sleep(0)
    usual: Usual = {}
    if embedder is not None and vector is not None:
        usual = background.usual(embedder.parts, vector, language)
        held = sorted({other for _, other in usual})
        for other in held:
            leaned = lean(embedder, vector, usual, other, same=other == language)
            only = f"language = {quoted(other)}" if len(held) > 1 else None
            condition = " AND ".join(filter(None, [where, only]))
            near = table.query().nearest_to(leaned).column(embedder.column).distance_type("cosine")
            near = near.select([*COLUMNS, embedder.column, "_distance"]).limit(limit)
            begun.append(asyncio.ensure_future(rows(near.where(condition) if condition else near)))
    await asyncio.sleep(0)
    question = Question.of(query, language, background)
    vocabulary = question_vocabulary(query)
    subject(query)  # kept for the verdict
    found, version = await asyncio.gather(asyncio.gather(*begun), looked_up)
    return Found(question, vocabulary, usual, found, version)


def lean(
    embedder: Embedder, vector: Vectors, usual: Usual, language: str, *, same: bool
) -> Vectors:
    """Return the question's vector, each part weighted as it counts for a language."""
    leaned = vector.copy()
    for part in embedder.parts:
        _, spread = usual[part.name, language]
        leaned[part.start : part.stop] *= part.leaning(same=same).weight / spread
    return leaned


def query_text(query: str) -> str:
    """Return the question as the text index is asked."""
    return " ".join(dict.fromkeys(question_terms(query)))


@lru_cache(maxsize=256)
def question_vocabulary(query: str) -> tuple[str, ...]:
    """Return every term that a question can be looked for by, word by word and as a whole."""
    single = (
        term for word in words(query) for term in (*word_terms(word), *concepts(word.lower()))
    )
    return tuple(dict.fromkeys((*question_terms(query), *single)))


def condition(
    documents: Collection[str] | None, article: str | None, fields: Mapping[str, str] | None
) -> str | None:
    """Return the filter as SQL, None for no filter."""
    parts = []
    if documents is not None:
        parts.append(f"document_id IN ({', '.join(quoted(d) for d in documents)})")
    if article:
        parts.append(f"article = {quoted(article)}")
    for name, value in (fields or {}).items():
        parts.append(f"array_has(fields, {quoted(f'{name}={value}')})")
    return " AND ".join(parts) or None


def why(candidate: Candidate, query: str) -> str:
    """Name what matched: shared words, the document's name, meaning."""
    row = candidate.row
    held = f"{row['heading']} {row['text']}".lower()
    asked = re.findall(r"[^\W_]{2,}", query.lower())
    shared = [word for word in dict.fromkeys(asked) if word in held]
    parts = []
    if shared:
        parts.append("words: " + ", ".join(shared))
    elif candidate.cover:
        parts.append(f"words {candidate.cover:.0%}")
    if candidate.cosines:
        parts.append(f"meaning {max(candidate.cosines.values()):.2f}")
    return "; ".join(parts)
