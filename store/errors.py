"""Everything the store raises on purpose.

    StoreError
    ├── SourceError                     the file cannot be taken as it is
    │   ├── EmptyFileError              empty_file
    │   ├── NotReadableError            not_readable
    │   ├── EncryptedError              encrypted (a password is wanted)
    │   │   └── WrongPasswordError      wrong_password
    │   ├── ImageOnlyError              image_only
    │   ├── TooLargeError               too_large
    │   ├── NameTakenError              name_taken (carries the document that has the name)
    │   └── IngestCancelledError        cancelled
    ├── DocumentMissingError            document_missing
    └── LibraryError                    the library itself
        ├── DiskFullError               disk_full
        ├── FolderUnusableError         folder_unusable
        ├── NewerDatabaseError          newer_database
        ├── DamagedDatabaseError        damaged_database
        ├── LibraryBusyError            library_busy
        ├── EmbedderMissingError        embedder_missing
        └── EmbedderChangedError        embedder_changed

Messages name the thing and the remedy, in English; ``code`` is stable, for the words table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from store.records import Document


class StoreError(Exception):
    """The root. ``code`` is stable, for events, the command line and the words table."""

    code = "store"


class SourceError(StoreError):
    """The person can mend it by giving another file or another answer."""


class EmptyFileError(SourceError):
    """The file holds no bytes or no visible character."""

    code = "empty_file"


class NotReadableError(SourceError):
    """The file is damaged, or not of a format the library reads."""

    code = "not_readable"


class EncryptedError(SourceError):
    """The file needs a password."""

    code = "encrypted"


class WrongPasswordError(EncryptedError):
    """The password given does not open the file."""

    code = "wrong_password"


class ImageOnlyError(SourceError):
    """No page has text; the pages are pictures."""

    code = "image_only"


class TooLargeError(SourceError):
    """The file is beyond what is read with bounded memory and time."""

    code = "too_large"


class NameTakenError(SourceError):
    """Another document has this name; the person chooses: replace it or keep both."""

    code = "name_taken"

    def __init__(self, message: str, existing: Document) -> None:
        """Keep the document that has the name beside the message."""
        super().__init__(message)
        self.existing = existing

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with both arguments."""
        return type(self), (str(self), self.existing)


class IngestCancelledError(SourceError):
    """The person cancelled; nothing of the file was kept, or what ``new_document`` names.

    A document whose text was in before the cancelling stays searchable by words; who wants none of
    it removes it.
    """

    code = "cancelled"
    new_document = ""


class DocumentMissingError(StoreError):
    """There is no such document."""

    code = "document_missing"


class LibraryError(StoreError):
    """The library cannot work as it is."""


class DiskFullError(LibraryError):
    """There is no space left; nothing was changed."""

    code = "disk_full"


class FolderUnusableError(LibraryError):
    """The data folder cannot be read or written."""

    code = "folder_unusable"


class NewerDatabaseError(LibraryError):
    """The library was written by a newer version."""

    code = "newer_database"


class DamagedDatabaseError(LibraryError):
    """A table of the library cannot be read."""

    code = "damaged_database"


class LibraryBusyError(LibraryError):
    """Another process has been writing for too long."""

    code = "library_busy"


class EmbedderMissingError(LibraryError):
    """The embedder's files are not on this machine; text search works."""

    code = "embedder_missing"


class EmbedderChangedError(LibraryError):
    """The vectors were made by another embedder; the command ``reindex`` makes them anew."""

    code = "embedder_changed"
