"""The search as one object: filters, both searches, scores, verdict, hits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from store import reindex, scoring, search, verdict
from store.articles import normal_number
from store.background import Sampled, sample
from store.errors import DamagedDatabaseError, EmbedderChangedError
from store.pool import collect
from store.records import Hit, SearchResult
from store.terms import language_of
from store.values import passage_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from store.background import Background
    from store.embedders import Embedder, Vectors
    from store.records import Document, DocumentKind, SearchMode, Verdict
    from store.scoring import Candidate
    from store.shelf import Shelf

FLOOR = 0.5
_MAX_QUERY = 2000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the best that was found for it, and how sure it is that it is there.

    ``known`` are the documents that it was looked for in, ``version`` is that of their table
    meanwhile; ``mended`` says that the index of words could not be read, and meaning alone was
    searched.
    """

    question: scoring.Question
    ranked: list[Candidate]
    features: dict[str, float]
    text_only: bool
    known: Mapping[str, Document]
    version: int
    mended: bool = False


class Finder:
    """Searches one library. Usable from several threads."""

    def __init__(self, shelf: Shelf, embedder: Embedder | None) -> None:
        """Search what is on the shelf with an embedder, or by words alone."""
        self._shelf = shelf
        self.embedder = embedder
        self._mismatch = reindex.mismatch(shelf, embedder)
        self._sampled: Sampled | None = None
        self._columns: set[str] = set()

    def search(  # noqa: PLR0913 - keyword arguments, each with a default or a name
        self,
        query: str,
        *,
        k: int,
        documents: Sequence[str] | None,
        kinds: Sequence[DocumentKind] | None,
        article: str | None,
        mode: SearchMode,
        fields: Mapping[str, str] | None,
    ) -> SearchResult:
        """See ``Library.search``."""
        article = normal_number(article) if article else None
        # the documents' version is looked up beside the search and not before it; the search is
        # repeated in the rare case that they have changed
        known = self._shelf.documents_read()
        asked = self._asked(query, known, documents, kinds, article, fields, mode, k)
        if asked is None or asked.version != self._shelf.version:
            known = self._shelf.documents()
            asked = self._asked(query, known, documents, kinds, article, fields, mode, k)
        if asked is None:
            return SearchResult((), "none", mode)
        sure = verdict.confidence(asked.features) if asked.ranked else 0.0
        hits = tuple(
            _hit(candidate, asked.known[candidate.row["document_id"]], query, rank)
            for rank, candidate in enumerate(asked.ranked[:k], 1)
        )
        said: Verdict = "found" if hits and sure >= FLOOR else "none"
        return SearchResult(hits, said, mode, self._notices(asked), sure)

    def _asked(  # noqa: PLR0913, PLR0917 - the arguments of a search
        self,
        query: str,
        known: Mapping[str, Document],
        documents: Sequence[str] | None,
        kinds: Sequence[DocumentKind] | None,
        article: str | None,
        fields: Mapping[str, str] | None,
        mode: SearchMode,
        most: int,
    ) -> Asked | None:
        """Return what was found, None where there is nothing to ask or to search."""
        chosen: Collection[str] = known
        if documents is not None or kinds is not None:
            chosen = [
                key
                for key, document in known.items()
                if (documents is None or key in documents)
                and (kinds is None or document.kind in kinds)
            ]
        if not query.strip() or not chosen:
            return None
        where = search.condition(chosen if len(chosen) < len(known) else None, article, fields)
        try:
            return self.ask(query, where=where, mode=mode, known=known, most=most)
        except DamagedDatabaseError:
            # another process cleared the version that was being read, or made every vector anew
            self._forget()
            return self._ask_again(query, where, mode, most)

    def _ask_again(self, query: str, where: str | None, mode: SearchMode, most: int) -> Asked:
        """Search once more; by meaning alone where the index of words cannot be read."""
        try:
            return self.ask(query, where=where, mode=mode, most=most)
        except DamagedDatabaseError:
            if mode != "hybrid" or self._query_vector(query, mode)[1] is None:
                raise
            return replace(self.ask(query, where=where, mode="vector", most=most), mended=True)

    def mismatch(self) -> str:
        """Return why the vectors held cannot be searched, an empty string where they can."""
        if self._mismatch:
            # another process may have re-indexed meanwhile
            self._mismatch = reindex.mismatch(self._shelf, self.embedder)
        return self._mismatch

    def _forget(self) -> None:
        self._columns.clear()
        self._sampled = None
        self._mismatch = reindex.mismatch(self._shelf, self.embedder)

    def _notices(self, asked: Asked) -> tuple[str, ...]:
        if not asked.text_only:
            return ("meaning_only",) if asked.mended else ()
        return ("text_only", "embedder_changed") if self._mismatch else ("text_only",)

    def ask(
        self,
        query: str,
        *,
        where: str | None = None,
        mode: SearchMode = "hybrid",
        known: Mapping[str, Document] | None = None,
        most: int = 0,
    ) -> Asked:
        """Search under an SQL condition and score what was found.

        ``known`` are the documents, read anew where they are not given. Of what was found the best
        are kept, ``most`` or as many as the verdict needs.
        """
        query = query[:_MAX_QUERY]
        table = self._shelf.passages_table
        embedder, vector = self._query_vector(query, mode)
        known = self._shelf.documents() if known is None else known
        background = self._background(known)
        found = self._shelf.database.run(
            search.find(
                table,
                self._shelf.documents_table,
                query=query,
                language=language_of(query),
                where=where,
                embedder=embedder,
                vector=vector,
                background=background,
                text=mode != "vector",
            ),
            "searching",
        )
        pool = collect(found.rows, found.vocabulary, known)
        abouts = {id_: self._shelf.about(id_) for id_ in set(pool.columns["document_id"])}
        parts = embedder.parts if embedder is not None and vector is not None else ()
        ranked = scoring.score(
            found.question,
            pool,
            abouts,
            scoring.measure(pool, parts, found.question, found.usual),
            mode,
            embedder.words if embedder else None,
            parts=parts,
            most=max(most, verdict.TOP),
        )
        seen = pool.terms().union(*abouts.values())
        features = verdict.features(found.question, ranked, seen, background.rows)
        text_only = vector is None and mode != "text"
        return Asked(found.question, ranked, features, text_only, known, found.version)

    def _query_vector(self, query: str, mode: SearchMode) -> tuple[Embedder | None, Vectors | None]:
        """Return the embedder to search with and the question's vector; none to search by words.

        Raises:
            EmbedderChangedError: vectors alone are wanted, and those held are another embedder's.
        """
        embedder = self.embedder
        if mode == "text" or embedder is None:
            return None, None
        refused = self.mismatch()
        if refused:
            if mode == "vector":
                raise EmbedderChangedError(refused)
            return None, None
        if not self._has_column(embedder.column):
            return None, None
        return embedder, embedder.embed_query(query)

    def _has_column(self, column: str) -> bool:
        """Return whether passages have the column; what was seen once need not be asked again."""
        if column not in self._columns:
            if not self._shelf.has_column(self._shelf.passages_table, column):
                return False
            self._columns.add(column)
        return True

    def _background(self, known: Mapping[str, Document]) -> Background:
        """Return the sample of the library, taken anew when it has grown or shrunk by a tenth."""
        held = self._sampled
        column = self.embedder.column if self.embedder is not None else None
        if self._mismatch or (column and not self._has_column(column)):
            column = None
        if held is not None and held.column == column and held.known is known:
            return held.background
        # a document counts once more when its vectors are in
        size = sum(d.passages * (2 if d.stage == "ready" else 1) for d in known.values())
        if held is None or held.column != column or abs(held.size - size) > held.size // 10:
            background = self._shelf.database.run(sample(self._shelf.passages_table, column))
            held = Sampled(column, background, size, known)
        self._sampled = replace(held, known=known)
        return held.background


def _hit(candidate: Candidate, document: Document, query: str, rank: int) -> Hit:
    cosines = candidate.cosines.values()
    return Hit(
        passage=passage_of(candidate.row, document),
        score=candidate.score,
        vector_score=round(min(1.0, max(0.0, *cosines)), 4) if cosines else 0.0,
        text_score=round(candidate.cover, 4),
        rank=rank,
        why=search.why(candidate, query),
    )
