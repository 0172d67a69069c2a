"""Plain text and Markdown: the encoding is detected, the text is one page."""

from __future__ import annotations

import codecs

from charset_normalizer import from_bytes

from store.errors import NotReadableError
from store.readers.source import Format, ReadPage, ReadSource, clean, script_share

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_READABLE = 0.9
_FEW_CONTROLS = 3


def read_text(data: bytes, name: str, text_format: Format = "text") -> ReadSource:
    """Return the file as one page.

    Raises:
        NotReadableError: the bytes are no text in any encoding tried.
    """
    text = clean(decode(data, name))
    return ReadSource(format=text_format, pages=(ReadPage(page=1, text=text),))


def decode(data: bytes, name: str) -> str:
    """Return the text: by its mark, as UTF-8, CP949, UTF-16 without a mark, else guessed.

    Raises:
        NotReadableError: the bytes are no text in any encoding tried.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strict(data, encoding, name)
    if not _looks_binary(data):
        for encoding in ("utf-8", "cp949"):
            try:
                text = data.decode(encoding)
            except UnicodeDecodeError:
                continue
            if script_share(clean(text)) >= _READABLE:
                return text
    wide = _wide(data)
    if wide is not None:
        return wide
    if not _looks_binary(data):
        guess = from_bytes(data).best()
        if guess is not None and script_share(str(guess)) >= _READABLE:
            return str(guess)
    message = f"{name!r} is not text in an encoding that is known here. Save it as UTF-8."
    raise NotReadableError(message)


def _strict(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        message = f"{name!r} says it is {encoding} and is not: {error.reason}. Save it as UTF-8."
        raise NotReadableError(message) from error


def _looks_binary(data: bytes) -> bool:
    head = data[:8192]
    control = sum(b < 9 or 13 < b < 27 for b in head)  # noqa: PLR2004 - ASCII control codes
    return control > _FEW_CONTROLS and control * 50 > len(head)


def _wide(data: bytes) -> str | None:
    """Return UTF-16 text without a byte order mark, judged by how readable it comes out."""
    if len(data) % 2 or not data:
        return None
    best: tuple[float, str] = (0.0, "")
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        common = sum(
            c in " \n\r\t" or (c.isascii() and c.isprintable()) or "가" <= c <= "힣" for c in text
        )
        best = max(best, (common / len(text), text))
    return best[1] if best[0] >= _READABLE else None
