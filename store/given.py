"""What is given to be added: a path or bytes, and a name that every file system takes."""

from __future__ import annotations

from pathlib import Path

from store.errors import EmptyFileError, NotReadableError, TooLargeError
from store.terms import normalise

MAX_BYTES = 1 << 30
_LONGEST_NAME, _KEPT_STEM, _KEPT_SUFFIX = 200, 180, 20  # file systems stop at 255 bytes


def load(source: Path | bytes, name: str | None) -> tuple[bytes, str]:
    """Return bytes and name of what was given.

    Raises:
        EmptyFileError: there are none.
        NotReadableError: the path cannot be read.
        TooLargeError: it is beyond what is taken.
    """
    given = name or (source.name if isinstance(source, Path) else "document")
    if isinstance(source, Path):
        try:
            if source.stat().st_size > MAX_BYTES:
                message = f"{given!r} is larger than {MAX_BYTES >> 20} MB. Split it."
                raise TooLargeError(message)
            data = source.read_bytes()
        except OSError as error:
            message = f"{str(source)!r} cannot be read: {error.strerror}."
            raise NotReadableError(message) from error
    else:
        data = source
    if not data:
        message = f"{given!r} is empty."
        raise EmptyFileError(message)
    return data, safe_name(given)


def safe_name(given: str) -> str:
    """Return a file name that every file system takes, in NFC, folders dropped."""
    name = normalise(given.replace("\\", "/").rsplit("/", 1)[-1])
    name = "".join("_" if c in '<>:"|?*' or not c.isprintable() else c for c in name).strip(" .")
    if len(name.encode()) > _LONGEST_NAME:
        stem, suffix = Path(name).stem, Path(name).suffix[:_KEPT_SUFFIX]
        name = stem.encode()[:_KEPT_STEM].decode("utf-8", "ignore") + suffix
    return name or "document"
