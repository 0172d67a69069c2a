"""What a library holds, for reading: the search, documents, pages, articles, passages."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from store import tables, upkeep
from store.articles import normal_number
from store.errors import DocumentMissingError
from store.neighbours import merge_neighbours

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from store.finder import Finder
    from store.records import (
        Article,
        Document,
        DocumentKind,
        Hit,
        PageHealth,
        Passage,
        SearchMode,
        SearchResult,
    )
    from store.shelf import Shelf

_SHORTEST_ID = 8


class Reading:
    """The reading half of a library."""

    def __init__(self, shelf: Shelf, finder: Finder, files: Path) -> None:
        """Read what is on the shelf; ``files`` holds the originals."""
        self.shelf = shelf
        self.finder = finder
        self._files = files

    def search(  # noqa: PLR0913 - keyword arguments, each with a default or a name
        self,
        query: str,
        *,
        k: int = 8,
        documents: Sequence[str] | None = None,
        kinds: Sequence[DocumentKind] | None = None,
        article: str | None = None,
        mode: SearchMode = "hybrid",
        fields: Mapping[str, str] | None = None,
    ) -> SearchResult:
        """Find the passages that answer a question, best first.

        Args:
            query: The question, in Korean or English.
            k: How many hits at most.
            documents: Ids of the documents to search; None searches all.
            kinds: Kinds of documents to search; None searches all.
            article: Number of an article to stay inside.
            mode: ``hybrid``, or one half of it.
            fields: Scalar fields of records, and the values they must have.
        """
        return self.finder.search(
            query,
            k=k,
            documents=documents,
            kinds=kinds,
            article=article,
            mode=mode,
            fields=fields,
        )

    def documents(self) -> list[Document]:
        """Return the documents, oldest first."""
        return sorted(self.shelf.documents().values(), key=lambda d: (d.added_at, d.name))

    def document(self, document_id: str) -> Document:
        """Return one document.

        Raises:
            DocumentMissingError: there is none with this id.
        """
        return self.shelf.document(document_id)

    def find(self, name_or_id: str) -> Document | None:
        """Return the document with this id, the beginning of one (8 or more), or this name."""
        documents = self.documents()
        for document in documents:
            if name_or_id in (document.id, document.name):
                return document
        wanted = name_or_id.strip().casefold()
        for document in documents:
            if len(wanted) >= _SHORTEST_ID and document.id.startswith(wanted):
                return document
            if wanted and wanted in (
                document.name.casefold(),
                re.sub(r"\.\w+$", "", document.name).casefold(),
            ):
                return document
        return None

    def page_text(self, document_id: str, page: int) -> str:
        """Return the stored text of one page.

        Raises:
            DocumentMissingError: there is no such document or page.
        """
        text = self.shelf.page_text(document_id, page)
        if text is None:
            message = f"Document {document_id!r} has no page {page}."
            raise DocumentMissingError(message)
        return text

    def page_count(self, document_id: str) -> int:
        """Return the number of pages."""
        return self.document(document_id).pages

    def pages(self, document_id: str) -> list[PageHealth]:
        """Return the health record of every page."""
        self.document(document_id)
        return self.shelf.page_health(document_id)

    def original(self, document_id: str) -> Path:
        """Return the path of the file as it was given."""
        return self._files / document_id / str(self.shelf.document_row(document_id)["file"])

    def article_index(self, document_id: str) -> list[Article]:
        """Return the articles in order, without their passages."""
        return self.shelf.articles(document_id)

    def article(self, document_id: str, number: str) -> Article | None:
        """Return one article with its passages; the number as written, such as ``제7조의2``."""
        wanted = normal_number(number)
        for found in self.shelf.articles(document_id):
            if found.number == wanted:
                here, there = tables.quoted(document_id), tables.quoted(wanted)
                inside = f"document_id = {here} AND article = {there}"
                return replace(found, passages=tuple(self.shelf.passages(inside)))
        return None

    def articles_by_title(self, document_id: str, title: str) -> list[Article]:
        """Return the articles whose title holds the words, blanks and case aside."""
        wanted = re.sub(r"\s+", "", title).casefold()
        return [
            article
            for article in self.shelf.articles(document_id)
            if wanted and wanted in re.sub(r"\s+", "", article.title).casefold()
        ]

    def passage(self, passage_id: str) -> Passage | None:
        """Return one passage, None where it is gone."""
        found = self.shelf.passages(f"id = {tables.quoted(passage_id)}")
        return found[0] if found else None

    def passages(self, document_id: str) -> list[Passage]:
        """Return the passages of a document in reading order."""
        self.document(document_id)
        return self.shelf.of_document(document_id)

    def merge_neighbours(self, hits: Iterable[Hit]) -> list[Passage]:
        """Join passages that touch on one page, best first, for reading."""
        return merge_neighbours(hits)

    @property
    def folder(self) -> Path:
        """The library's folder."""
        return self.shelf.database.folder

    def size_bytes(self) -> int:
        """Return what the library takes on disk."""
        return upkeep.size_bytes(self.folder)
