"""Taking a file in: read, split, embed, index, in two committed stages.

Stage one makes a document searchable by words, stage two by meaning. A document's row is written
last, under the write lock, so that a process killed at any moment leaves a document at one of the
two stages or not there at all; what such a process left behind, ``upkeep.recover`` clears.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from store import tables, upkeep
from store.articles import split_articles
from store.database import translated
from store.embedders import estimate_tokens
from store.errors import (
    EmptyFileError,
    IngestCancelledError,
    NameTakenError,
    NotReadableError,
    TooLargeError,
)
from store.given import load, safe_name
from store.passages import Piece, embedded_text, split
from store.readers.json import read_json
from store.readers.pdf import read_pdf
from store.readers.source import ReadPage, ReadSource
from store.readers.text import read_text
from store.records import Added, Document, IngestProgress
from store.rows import article_rows, date_of, document_row, page_rows, passage_rows, title_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from store.embedders import Embedder
    from store.records import IngestStage
    from store.shelf import Shelf

EMBED_BATCH = 64
COMMIT_EVERY = 1024
PASSAGE_TOKENS = 220
MAX_TEXT_BYTES = 200 << 20
_PDF_MARK_WITHIN = 1024


@dataclass(slots=True)
class Ingest:
    """One file on its way in. ``seconds`` keeps the time of each part, for the bench."""

    shelf: Shelf
    embedder: Embedder | None
    files: Path
    on_progress: Callable[[IngestProgress], None] | None = None
    cancelled: Callable[[], bool] | None = None
    ocr: bool = False
    name: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    _began: float = 0.0

    def add(
        self,
        source: Path | bytes,
        name: str | None,
        password: str | None,
        *,
        replace: bool,
        keep_both: bool,
    ) -> Added:
        """Take the file in; see ``Library.add``."""
        data, self.name = load(source, name)
        identity = hashlib.sha256(data).hexdigest()
        with self.shelf.database.working_on(identity):
            existing = self.shelf.documents().get(identity)
            if existing is not None:
                self.embed(identity)
                return Added(self.shelf.document(identity), existing=True)
            replaced = self._same_name(replace=replace, keep_both=keep_both)
            try:
                self._take_in(identity, data, password, replaced)
            finally:
                if identity not in self.shelf.documents():
                    shutil.rmtree(self.files / identity, ignore_errors=True)
            try:
                self.embed(identity)
            except IngestCancelledError as error:
                error.new_document = "" if replaced else identity
                raise
        self._tell("done", 1, 1)
        return Added(self.shelf.document(identity), replaced=replaced.id if replaced else "")

    def add_texts(self, name: str, texts: Sequence[str]) -> str:
        """Take passages as they are; returns the document's id."""
        self.name = safe_name(name)
        page, spans = "", []
        for text in texts:
            spans.append((len(page), len(page) + len(text)))
            page += text + "\n\n"
        identity = hashlib.sha256(page.encode()).hexdigest()
        pieces = [Piece(1, a, b, page[a:b]) for a, b in spans]
        read = ReadSource("text", (ReadPage(1, page),))
        with self.shelf.database.working_on(identity):
            (self.files / identity).mkdir(parents=True, exist_ok=True)
            (self.files / identity / self.name).write_text(page, encoding="utf-8")
            self._commit_text(identity, len(page), read, pieces, None)
            self.embed(identity)
        return identity

    def _take_in(
        self, identity: str, data: bytes, password: str | None, replaced: Document | None
    ) -> None:
        folder = self.files / identity
        with translated(f"keeping {self.name!r}"):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / self.name).write_bytes(data)
        self._tell("read", 0, 0)
        read = self._read(data, folder / self.name, password)
        self._check()
        self._tell("split", 0, 1)
        began = time.perf_counter()
        count = self.embedder.count_tokens if self.embedder is not None else estimate_tokens
        pieces = split(read, count, PASSAGE_TOKENS)
        self._spent("split", began)
        if not pieces:
            message = f"{self.name!r} holds no text."
            raise EmptyFileError(message)
        self._check()
        began = time.perf_counter()
        self._commit_text(identity, len(data), read, pieces, replaced)
        self._spent("write", began)

    def _same_name(self, *, replace: bool, keep_both: bool) -> Document | None:
        known = {d.name: d for d in self.shelf.documents().values()}
        taken = known.get(self.name)
        if taken is None:
            return None
        if replace:
            return taken
        if not keep_both:
            message = (
                f"A document named {self.name!r} is there with other contents: "
                "replace it or keep both."
            )
            raise NameTakenError(message, taken)
        stem, suffix = Path(self.name).stem, Path(self.name).suffix
        number = 2
        while f"{stem} ({number}){suffix}" in known:
            number += 1
        self.name = f"{stem} ({number}){suffix}"
        return None

    def _read(self, data: bytes, path: Path, password: str | None) -> ReadSource:
        began = time.perf_counter()
        suffix = path.suffix.lower()
        if b"%PDF-" in data[:_PDF_MARK_WITHIN]:
            read = read_pdf(path, self.name, password, self._on_page, ocr=self.ocr)
            self.seconds["pypdf"] = read.seconds
        elif suffix == ".pdf":
            message = f"{self.name!r} is named like a PDF and is none."
            raise NotReadableError(message)
        elif len(data) > MAX_TEXT_BYTES:
            message = f"{self.name!r} is larger than {MAX_TEXT_BYTES >> 20} MB of text. Split it."
            raise TooLargeError(message)
        elif suffix == ".json":
            read = read_json(data, self.name)
        else:
            markdown = suffix in (".md", ".markdown")
            read = read_text(data, self.name, "markdown" if markdown else "text")
        self._spent("read", began)
        return read

    def _on_page(self, done: int, total: int) -> None:
        self._check()
        self._tell("read", done, total)

    def _check(self) -> None:
        if self.cancelled is not None and self.cancelled():
            message = f"Adding {self.name!r} was cancelled."
            raise IngestCancelledError(message)

    def _tell(self, stage: IngestStage, done: int, total: int) -> None:
        if done == 0:
            self._began = time.monotonic()
        if self.on_progress is not None:
            spent = time.monotonic() - self._began
            left = round(spent * (total - done) / done, 1) if done else None
            self.on_progress(IngestProgress(self.name, stage, done, total, left))

    def _spent(self, part: str, began: float) -> None:
        self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - began

    def _commit_text(
        self,
        identity: str,
        size: int,
        read: ReadSource,
        pieces: list[Piece],
        replaced: Document | None,
    ) -> None:
        """Write every row, the document's last; a replaced document goes in the same act."""
        texts = [(page.page, page.text) for page in read.pages]
        articles = [] if read.records else split_articles(identity, self.name, texts)
        passages = passage_rows(identity, read, pieces, date_of(read))
        document = document_row(identity, self.name, size, read, len(pieces), len(articles))
        shelf = self.shelf
        with shelf.database.writing():
            shelf.forget(identity)
            shelf.append(shelf.pages_table, tables.pages_schema(), page_rows(identity, read))
            shelf.append(
                shelf.articles_table, tables.articles_schema(), article_rows(identity, articles)
            )
            shelf.append(shelf.passages_table, tables.passages_schema(), passages)
            upkeep.ensure_text_index(shelf)
            shelf.put_document(document, instead_of=replaced.id if replaced else None)

    def embed(self, identity: str, *, again: bool = False) -> None:
        """Give the passages that have none their vectors, and mark the document ready.

        ``again`` looks for such passages in a ready document too, after a change of embedder.
        """
        document = self.shelf.document(identity)
        if self.embedder is None or (document.stage == "ready" and not again):
            return
        column = self.embedder.column
        passages = self.shelf.without_vector(identity, column)
        title = title_of(self.shelf.page_text(identity, 1) or "")
        self._tell("embed", 0, len(passages))
        began = time.perf_counter()
        for start in range(0, len(passages), COMMIT_EVERY):
            batch = passages[start : start + COMMIT_EVERY]
            texts = [embedded_text(title, p.heading, p.text) for p in batch]
            vectors = self.embedder.embed_passages(texts, self._embedded(start, len(passages)))
            with self.shelf.database.writing():
                self.shelf.set_vectors(column, [p.id for p in batch], vectors)
        self._spent("embed", began)
        self._tell("index", 0, 1)
        with self.shelf.database.writing():
            if document.stage != "ready":
                self.shelf.update_document(identity, stage="ready")

    def _embedded(self, before: int, total: int) -> Callable[[int], None]:
        def tell(done: int) -> None:
            self._check()
            self._tell("embed", before + done, total)

        return tell
