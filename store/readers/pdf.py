"""PDF: read page by page in a child process, with bounded memory and time for every page.

pypdf comes first; pypdfium2 reads a page that pypdf garbles, cannot read or stalls on. A page that
stalls or crashes both is left out and named.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from store.errors import (
    EncryptedError,
    ImageOnlyError,
    NotReadableError,
    SourceError,
    TooLargeError,
    WrongPasswordError,
)
from store.readers.lines import drop_running, join_wrapped, vocabulary
from store.readers.pdf_process import Limits, messages_of
from store.readers.source import ReadPage, ReadSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MAX_PAGES = 20_000
_MAX_FAILURES = 20


@dataclass(slots=True)
class _Reading:
    """One file being read, over as many children as it takes."""

    path: Path
    name: str
    password: str | None
    on_page: Callable[[int, int], None]
    ocr: bool
    limits: Limits
    total: int = 0
    seconds: float = 0.0
    failures: int = 0
    pages: dict[int, ReadPage] = field(default_factory=dict)
    leave: set[int] = field(default_factory=set)

    def run(self) -> None:
        """Read every page; a child that stalls or dies is followed by another."""
        while not self._child():
            stuck = len(self.pages) + 1
            if not self.total:
                message = (
                    f"{self.name!r} cannot be opened with the memory and time one file may take."
                )
                raise TooLargeError(message)
            self.failures += 1
            if stuck in self.leave or self.failures > 2 * _MAX_FAILURES:
                why = "reading it took too long or crashed"
                self.pages[stuck] = ReadPage(stuck, "", str(stuck), "none", 1.0, False, (why,))
            self.leave.add(stuck)

    def _child(self) -> bool:
        order = {
            "path": str(self.path),
            "password": self.password,
            "first": len(self.pages) + 1,
            "leave": sorted(self.leave),
            "pdfium_only": self.failures > _MAX_FAILURES,
            "ocr": self.ocr,
        }
        if self.total and len(self.pages) >= self.total:
            return True
        for message in messages_of(order, self.limits, self._waiting):
            if "error" in message:
                raise _error(message, self.name)
            if "end" in message:
                return True
            if "total" in message:
                self._opened(int(message["total"]))
                self.seconds += float(message["pypdf_s"])
            else:
                self._take(message)
        return False

    def _opened(self, total: int) -> None:
        if total > MAX_PAGES:
            message = f"{self.name!r} has {total} pages; at most {MAX_PAGES} are taken. Split it."
            raise TooLargeError(message)
        self.total = total
        self.on_page(len(self.pages), total)

    def _waiting(self) -> None:
        self.on_page(len(self.pages), self.total)

    def _take(self, message: dict[str, Any]) -> None:
        number = int(message["page"])
        self.pages[number] = ReadPage(
            page=number,
            text=message["text"],
            label=message["label"],
            engine=message["engine"],
            script_share=float(message["share"]),
            image_only=bool(message["image_only"]),
            warnings=tuple(message["warnings"]),
        )
        self.seconds += float(message["pypdf_s"])
        self.on_page(len(self.pages), self.total)


def read_pdf(  # noqa: PLR0913 - keyword arguments, each with a default or a name
    path: Path,
    name: str,
    password: str | None = None,
    on_page: Callable[[int, int], None] | None = None,
    *,
    ocr: bool = False,
    limits: Limits | None = None,
) -> ReadSource:
    """Return every page's text and health.

    Args:
        path: The file.
        name: What the person calls it.
        password: Its password; kept in memory, handed to the child on its standard input.
        on_page: Called with pages done and pages in all, also while a page takes its time; what
            it raises ends the reading.
        ocr: Whether pictures of pages are given to tesseract, where it is installed.
        limits: Other limits than the usual ones.

    Raises:
        SourceError: encrypted, not readable, too large, or pictures only.
    """
    tell = on_page or (lambda _done, _total: None)
    reading = _Reading(path, name, password, tell, ocr, limits or Limits())
    reading.run()
    pages, running = _tidy([reading.pages[n] for n in sorted(reading.pages)])
    warnings = tuple(_warnings(pages, name))
    return ReadSource("pdf", tuple(pages), (), warnings, reading.seconds, running)


def _tidy(pages: list[ReadPage]) -> tuple[list[ReadPage], str]:
    texts, running = drop_running([page.text for page in pages])
    words = vocabulary(texts)
    joined = [replace(p, text=join_wrapped(t, words)) for p, t in zip(pages, texts, strict=True)]
    return joined, running


def _warnings(pages: list[ReadPage], name: str) -> Iterator[str]:
    """Yield what the person should know; refuse a file of pictures."""
    pictures = [page.page for page in pages if page.image_only]
    advice = "" if shutil.which("tesseract") else "; install tesseract to have them read"
    if not any(page.text.strip() for page in pages):
        if pictures:
            advice = advice or ": ask for text recognition"
            message = f"{name!r} holds pictures of pages and no text{advice}."
            raise ImageOnlyError(message)
        message = f"{name!r} holds no text that can be read."
        raise NotReadableError(message)
    if pictures:
        yield f"Pictures without text on page {_ranges(pictures)}{advice}."
    failed = [page.page for page in pages if page.engine == "none" and page.warnings]
    if failed:
        yield f"Could not be read: page {_ranges(failed)}."
    garbled = [
        p.page for p in pages if p.engine != "none" and any("unreadable" in w for w in p.warnings)
    ]
    if garbled:
        yield f"Partly unreadable because of its fonts: page {_ranges(garbled)}."


def _ranges(numbers: list[int]) -> str:
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(p[0]) if len(p) == 1 else f"{p[0]} to {p[-1]}" for p in parts)


def _error(message: dict[str, Any], name: str) -> SourceError:
    code = message["error"]
    if code == "encrypted":
        return EncryptedError(f"{name!r} is encrypted: its password is needed.")
    if code == "wrong_password":
        return WrongPasswordError(f"The password does not open {name!r}.")
    return NotReadableError(
        f"{name!r} is not a readable PDF ({message.get('detail') or 'no pages'}). "
        "It may be damaged or cut off."
    )
