"""The library: documents in, passages out. The store's front door.

    with Library.open(path) as library:
        library.add(Path("policy.pdf"))
        library.search("How many days of leave?").hits

Import is cheap; LanceDB loads when a library is opened, the embedder when it is first needed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Self

from store import archive, reindex, tables, upkeep
from store.articles import normal_number
from store.database import Database
from store.embedders import EmbedderState, open_embedder
from store.errors import DocumentMissingError, IngestCancelledError
from store.finder import Finder, merge_neighbours
from store.folders import Folders
from store.ingest import Ingest
from store.ingest_queue import IngestQueue
from store.memories import Memories
from store.shelf import Shelf
from store.summaries import Summaries

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from store.records import (
        Added,
        Article,
        Document,
        DocumentKind,
        Hit,
        IngestProgress,
        PageHealth,
        Passage,
        Removed,
        SearchMode,
        SearchResult,
    )


class Library:
    """An open library. Usable from several threads; several processes may hold one open."""

    def __init__(self, database: Database, embedder_name: str, models_path: Path | None) -> None:
        """Use ``open``."""
        self._database = database
        self.shelf = Shelf(database)
        self._embedder_name, self._models_path = embedder_name, models_path
        self._embedder = reindex.choose(self.shelf, embedder_name, models_path)
        self._files = database.folder / "files"
        self.finder = Finder(self.shelf, self._embedder)

    @classmethod
    def open(cls, path: Path, *, embedder: str = "auto", models_path: Path | None = None) -> Self:
        """Open the library in a folder, made where it is missing.

        Args:
            path: The library's folder.
            embedder: ``auto``, ``use``, ``e5`` or ``none``.
            models_path: Folder of model files.

        Raises:
            FolderUnusableError, NewerDatabaseError, EmbedderMissingError: as they say.
        """
        return cls(Database(path), embedder, models_path)

    def close(self) -> None:
        """Close every handle; workers started from here end between two pages."""
        if "ingest" in self.__dict__:
            self.ingest.close()
        self._database.close()

    def __enter__(self) -> Self:
        """Return the library itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close."""
        self.close()

    def add(  # noqa: PLR0913 - keyword arguments, each with a default or a name
        self,
        source: Path | bytes,
        *,
        name: str | None = None,
        password: str | None = None,
        on_progress: Callable[[IngestProgress], None] | None = None,
        replace: bool = False,
        keep_both: bool = False,
        cancelled: Callable[[], bool] | None = None,
        ocr: bool = False,
        index: bool = True,
    ) -> Added:
        """Read, split, embed and index one file, here and now.

        Args:
            source: A path, or the bytes themselves.
            name: What to call it; a path's own name if not given.
            password: For an encrypted file; kept in memory only.
            on_progress: Told of every page and batch.
            replace: Put it in the place of the document of the same name.
            keep_both: Give it a number where its name is taken.
            cancelled: Asked between pages and batches.
            ocr: Have pictures of pages read by tesseract, where it is installed.
            index: Refresh the indexes at once; False when more files follow.

        Raises:
            SourceError: the file cannot be taken; nothing of it is kept.
            LibraryError: the library cannot be written.
        """
        ingest = Ingest(self.shelf, self._embedder, self._files, on_progress, cancelled, ocr=ocr)
        added = ingest.add(source, name, password, replace=replace, keep_both=keep_both)
        self._record_embedder()
        if added.replaced:
            upkeep.recover(self.shelf, self._files)
        if index:
            self.refresh_indexes()
        return added

    def _record_embedder(self) -> None:
        if self._embedder is not None and not reindex.recorded(self.shelf):
            reindex.record(self.shelf, self._embedder)

    def add_texts(self, name: str, texts: Sequence[str]) -> list[str]:
        """Add one document of passages that are cut already; returns their ids, in order.

        For evaluations and for texts that come from elsewhere than a file.
        """
        ingest = Ingest(self.shelf, self._embedder, self._files)
        identity = ingest.add_texts(name, texts)
        self._record_embedder()
        self.refresh_indexes()
        return [passage.id for passage in self.shelf.of_document(identity)]

    def refresh_indexes(self) -> None:
        """Build, refresh and compact; ``add`` does it unless told otherwise."""
        upkeep.refresh_indexes(self.shelf, self._embedder)

    def embed_pending(self, cancelled: Callable[[], bool] | None = None) -> int:
        """Give documents that stopped at text their vectors; returns how many became ready.

        Ends early, with what is done kept, where ``cancelled`` says so.
        """
        done = 0
        for document in self.documents():
            if document.stage == "ready" or self._embedder is None:
                continue
            work = Ingest(self.shelf, self._embedder, self._files, cancelled=cancelled)
            try:
                with self._database.working_on(document.id):
                    work.embed(document.id)
            except IngestCancelledError:
                break
            done += 1
        if done:
            self._record_embedder()
            self.refresh_indexes()
        return done

    @property
    def folder(self) -> Path:
        """The library's folder."""
        return self._database.folder

    @cached_property
    def ingest(self) -> IngestQueue:
        """The queue of files that a process of its own takes in."""
        return IngestQueue(self._database.folder, self._embedder_name, self._models_path)

    @cached_property
    def folders(self) -> Folders:
        """The folders that the library follows."""
        return Folders(self, self._database.folder)

    def export(self, target: Path) -> int:
        """Write the whole library to one file; returns the number of documents."""
        return archive.export(self.shelf, self._files, target)

    def import_from(self, source: Path) -> int:
        """Add what an exported library has and this one has not; returns how many documents.

        Raises:
            NotReadableError: it is no exported library.
        """
        count = archive.import_from(self.shelf, self._files, source, self._embedder)
        self.embed_pending()
        self.refresh_indexes()
        return count

    def recover(self) -> int:
        """Clear what killed processes left; returns how many half-taken documents went."""
        return upkeep.recover(self.shelf, self._files)

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
            if len(wanted) >= 8 and document.id.startswith(wanted):  # noqa: PLR2004
                return document
            if wanted and wanted in (
                document.name.casefold(),
                re.sub(r"\.\w+$", "", document.name).casefold(),
            ):
                return document
        return None

    def set_kind(self, document_id: str, kind: DocumentKind) -> None:
        """Correct the kind of a document."""
        with self._database.writing():
            self.shelf.update_document(document_id, kind=kind)

    def remove(self, document_id: str) -> Removed:
        """Take a document away with everything made from it, and count what went."""
        return upkeep.remove(self.shelf, self._files, document_id)

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

    def summaries(self) -> Summaries:
        """Return the summaries of conversations, in the same folder, with the same embedder."""
        return Summaries(self._database, self._embedder)

    def memories(self, table: str = "memories") -> Memories:
        """Return a table of rows found by meaning, in the same folder, with the same embedder."""
        return Memories(self._database, self._embedder, table)

    def embedder_state(self) -> EmbedderState:
        """Return which embedder is used and whether its vectors can be searched."""
        if self._embedder is None:
            return EmbedderState("none", 0, "", ready=False, message="Search is by words only.")
        e = self._embedder
        refused = self.finder.mismatch()
        better = open_embedder("auto", self._models_path)
        message = refused
        if not refused and self._embedder_name == "auto" and better and better.name != e.name:
            message = f"The embedder {better.name!r} is installed too: a re-index would use it."
        return EmbedderState(e.name, e.dimension, e.revision, ready=not refused, message=message)

    def load_embedder(self) -> None:
        """Load the embedder's models now, in the caller's thread; the first search need not."""
        if self._embedder is not None:
            self._embedder.load()

    def reindex(
        self,
        *,
        embedder: str | None = None,
        on_progress: Callable[[IngestProgress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> bool:
        """Make every vector anew with another embedder, or the one in use; returns whether all are.

        Interrupted, it goes on where it was when it is called again.

        Raises:
            EmbedderMissingError: the embedder named is not there.
        """
        if embedder is not None:
            self._embedder = open_embedder(embedder, self._models_path)
            self.finder = Finder(self.shelf, self._embedder)
        if self._embedder is None:
            return False
        done = reindex.reindex(self.shelf, self._embedder, self._files, on_progress, cancelled)
        if done:
            self.finder = Finder(self.shelf, self._embedder)
            self.refresh_indexes()
        return done

    def size_bytes(self) -> int:
        """Return what the library takes on disk."""
        return sum(p.stat().st_size for p in self._database.folder.rglob("*") if p.is_file())

    def status(self) -> dict[str, object]:
        """Return what doctor and health show."""
        documents = self.documents()
        state = self.embedder_state()
        return {
            "documents": len(documents),
            "passages": sum(d.passages for d in documents),
            "size_bytes": self.size_bytes(),
            "embedder": state.name,
            "vector_search": state.ready,
            "message": state.message,
        }
