"""The process that reads one PDF: started by ``pdf``, killed by it when a page takes too long.

One JSON line comes in on standard input: path, password, first page, pages left to pypdfium2,
whether to recognise text in pictures. Standard input then stays open as a life line: where it
ends, whoever wanted the pages is gone, and so is this process. Lines of JSON go out: the number of
pages, then one per page, then ``end``; or an error with its code. A hostile file can crash or stall
this process, no other.
"""

from __future__ import annotations

import json
import logging
import os
import struct
import sys
import threading
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

_STARTED = time.perf_counter()
from pypdf import PdfReader  # noqa: E402 - loading it is part of what pypdf takes
from pypdf.errors import PyPdfError  # noqa: E402

PYPDF_LOAD_S = time.perf_counter() - _STARTED

from store.readers.pdf_pictures import Pictures  # noqa: E402
from store.readers.source import clean, script_share  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pypdf import PageObject

Message = dict[str, Any]
MEMORY_BYTES = 4 << 30
MAX_CHARACTERS = 4_000_000
_GOOD_SHARE = 0.9
# everything pypdf has been seen to raise on damaged files
PYPDF_FAILURES = (
    PyPdfError, ArithmeticError, AssertionError, AttributeError, EOFError, LookupError, MemoryError,
    NotImplementedError, OSError, RecursionError, TypeError, ValueError, struct.error, zlib.error,
)  # fmt: skip
# encodings that need a table pypdf does not have, unless the font says what its codes mean
_LEGACY_CJK = ("KSC", "KSCms", "KSCpc", "GBK", "GB-", "GBpc", "90ms", "90pv", "ETen", "B5pc", "EUC")


def main() -> None:
    """Read what standard input names and write the pages to standard output."""
    logging.disable(logging.CRITICAL)
    _limit_memory()
    order = json.loads(sys.stdin.readline())
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for message in read(order):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def _end_with_parent() -> None:
    # not sys.stdin: a thread inside its buffer's lock makes the interpreter's end fatal
    while os.read(0, 1024):
        pass
    os._exit(1)


def read(order: Message) -> Iterator[Message]:
    """Yield the messages for one order."""
    path, password = Path(order["path"]), order.get("password")
    began = time.perf_counter()
    reader, problem = _open_pypdf(path, password)
    opened_s = time.perf_counter() - began
    if problem in ("encrypted", "wrong_password"):
        yield {"error": problem}
        return
    pictures = Pictures.open(path, password)
    total = _count(reader, pictures)
    if not total:
        yield {"error": "not_readable", "detail": problem}
        return
    yield {"total": total, "pypdf_s": PYPDF_LOAD_S + opened_s}
    labels = _labels(reader, total)
    only_pdfium = set(order.get("leave", ()))
    for number in range(int(order.get("first", 1)), total + 1):
        source = None if number in only_pdfium or order.get("pdfium_only") else reader
        message = _page(source, pictures, number, ocr=bool(order.get("ocr")))
        yield {**message, "label": labels[number - 1]}
    yield {"end": True}


def _open_pypdf(path: Path, password: str | None) -> tuple[PdfReader | None, str]:
    try:
        reader = PdfReader(path)
        if reader.is_encrypted and not reader.decrypt(password or ""):
            return None, "wrong_password" if password else "encrypted"
        len(reader.pages)
    except PYPDF_FAILURES as error:
        return None, f"{type(error).__name__}: {error}"[:200]
    return reader, ""


def _count(reader: PdfReader | None, pictures: Pictures | None) -> int:
    if reader is not None:
        return len(reader.pages)
    return pictures.count if pictures is not None else 0


def _labels(reader: PdfReader | None, total: int) -> list[str]:
    labels: list[str] = []
    if reader is not None:
        with suppress(*PYPDF_FAILURES):
            labels = [str(label) for label in reader.page_labels]
    return labels if len(labels) == total else [str(n) for n in range(1, total + 1)]


def _page(
    reader: PdfReader | None, pictures: Pictures | None, number: int, *, ocr: bool
) -> Message:
    began = time.perf_counter()
    text, warnings, legacy = "", [], False
    if reader is not None:
        try:
            page = reader.pages[number - 1]
            legacy = _has_legacy_font(page)
            text = clean(page.extract_text())
        except PYPDF_FAILURES as error:
            warnings.append(f"pypdf could not read it ({type(error).__name__})")
    spent = time.perf_counter() - began
    engine, share = "pypdf", script_share(text)
    if pictures is not None and (legacy or not text.strip() or share < _GOOD_SHARE):
        other = clean(pictures.text(number))
        other_share = script_share(other)
        if other.strip() and (legacy or not text.strip() or other_share > share):
            text, engine, share = other, "pypdfium2", other_share
    image_only = pictures is not None and pictures.is_picture(number, text)
    if image_only and ocr and pictures is not None:
        recognised = clean(pictures.recognise(number))
        if recognised.strip():
            text, engine, share = recognised, "tesseract", script_share(recognised)
            image_only = False
    if len(text) > MAX_CHARACTERS:
        text = text[:MAX_CHARACTERS]
        warnings.append(f"cut after {MAX_CHARACTERS} characters")
    if text.strip() and share < _GOOD_SHARE:
        warnings.append("its font says not what its characters mean: parts are unreadable")
    return {
        "page": number, "text": text, "engine": engine if text.strip() else "none",
        "share": share, "image_only": image_only, "warnings": warnings, "pypdf_s": spent,
    }  # fmt: skip


def _has_legacy_font(page: PageObject) -> bool:
    """Return whether a font of the page has a legacy Asian encoding and no character map."""
    resources = page.get("/Resources")
    fonts = resources.get_object().get("/Font") if resources is not None else None
    for font in (fonts.get_object() if fonts is not None else {}).values():
        described = font.get_object()
        encoding = described.get("/Encoding")
        name = encoding.lstrip("/") if isinstance(encoding, str) else ""
        if name.startswith(_LEGACY_CJK) and "/ToUnicode" not in described:
            return True
    return False


def _limit_memory() -> None:
    if os.name == "posix":
        import resource  # noqa: PLC0415 - not there on Windows

        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


if __name__ == "__main__":
    main()
