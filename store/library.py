"""The library: documents in, passages out. The store's front door.

    with Library.open(path) as library:
        library.add(Path("policy.pdf"))
        library.search("How many days of leave?").hits

Import is cheap; LanceDB loads when a library is opened, the embedder when it is first needed.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from store import archive, reindex, upkeep
from store.database import Database
from store.embedders import open_embedder
from store.finder import Finder
from store.folders import Folders
from store.ingest import Ingest
from store.ingest_queue import IngestQueue
from store.memories import Memories
from store.reading import Reading
from store.shelf import Shelf
from store.summaries import Summaries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

    from store.embedders import EmbedderState
    from store.records import Added, DocumentKind, IngestProgress, Removed


class Library(Reading):
    """An open library. Usable from several threads; several processes may hold one open."""

    def __init__(self, database: Database, embedder_name: str, models_path: Path | None) -> None:
        """Use ``open``."""
        shelf = Shelf(database)
        self._embedder = reindex.choose(shelf, embedder_name, models_path)
        super().__init__(shelf, Finder(shelf, self._embedder), database.folder / "files")
        self._database = database
        self._embedder_name, self._models_path = embedder_name, models_path

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
        if self._embedder is None:
            return 0
        done = reindex.embed_pending(self.shelf, self._embedder, self._files, cancelled)
        if done:
            self._record_embedder()
            self.refresh_indexes()
        return done

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
        """Clear what killed processes left, mend the index; returns how many documents went."""
        return upkeep.recover(self.shelf, self._files)

    def resume(self) -> None:
        """Go on after a start: clear what was left, take in what waits, embed what has none."""
        self.recover()
        behind = any(document.stage == "text" for document in self.documents())
        self.ingest.start(pending=behind and self._embedder is not None)

    def set_kind(self, document_id: str, kind: DocumentKind) -> None:
        """Correct the kind of a document."""
        with self._database.writing():
            self.shelf.update_document(document_id, kind=kind)

    def remove(self, document_id: str) -> Removed:
        """Take a document away with everything made from it, and count what went."""
        return upkeep.remove(self.shelf, self._files, document_id)

    def summaries(self) -> Summaries:
        """Return the summaries of conversations, in the same folder, with the same embedder."""
        return Summaries(self._database, self._embedder)

    def memories(self, table: str = "memories") -> Memories:
        """Return a table of rows found by meaning, in the same folder, with the same embedder."""
        return Memories(self._database, self._embedder, table)

    def embedder_state(self) -> EmbedderState:
        """Return which embedder is used and whether its vectors can be searched."""
        refused = self.finder.mismatch()
        return reindex.state(self._embedder, refused, self._embedder_name, self._models_path)

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

    def status(self) -> dict[str, object]:
        """Return what doctor and health show."""
        state = self.embedder_state()
        return {
            **upkeep.counts(self.shelf),
            "embedder": state.name,
            "vector_search": state.ready,
            "message": state.message,
        }
