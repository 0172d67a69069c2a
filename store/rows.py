"""From what a reader gave to rows of the tables."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

from store.dates import document_date
from store.kinds import guess_kind
from store.terms import language_of, words_column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.passages import Piece
    from store.readers.source import ReadSource
    from store.records import Article

Row = dict[str, Any]
_TITLE_LINES = 2
_TITLE_CHARACTERS = 300
_LONGEST_TITLE = 80
_SENTENCE = re.compile(r"[.!?。…]$|[다요]$")


def page_rows(identity: str, read: ReadSource) -> list[Row]:
    """Return the rows of ``pages``."""
    return [
        {
            "document_id": identity,
            "page": page.page,
            "label": page.label or str(page.page),
            "text": page.text,
            "script_share": page.script_share,
            "image_only": page.image_only,
            "engine": page.engine,
            "warnings": list(page.warnings),
        }
        for page in read.pages
    ]


def article_rows(identity: str, articles: Sequence[Article]) -> list[Row]:
    """Return the rows of ``articles``."""
    return [
        {
            "document_id": identity,
            "ordinal": ordinal,
            "number": article.number,
            "title": article.title,
            "text": article.text,
            "page": article.page,
        }
        for ordinal, article in enumerate(articles)
    ]


def passage_rows(identity: str, read: ReadSource, pieces: Sequence[Piece], dated: str) -> list[Row]:
    """Return the rows of ``passages``; ids are stable, so that writing twice is writing once."""
    labels = {page.page: page.label or str(page.page) for page in read.pages}
    return [
        {
            "id": f"{identity[:20]}-{ordinal:05d}",
            "document_id": identity,
            "ordinal": ordinal,
            "page": piece.page,
            "label": labels.get(piece.page, ""),
            "start": piece.start,
            "end": piece.end,
            "text": piece.text,
            "heading": piece.heading,
            "article": piece.article,
            "language": language_of(piece.text),
            "dated": piece.dated or dated,
            "fields": [f"{key}={value}" for key, value in piece.fields],
            "words": words_column(piece.heading, piece.text),
        }
        for ordinal, piece in enumerate(pieces)
    ]


def document_row(  # noqa: PLR0913, PLR0917 - keyword arguments, each with a default or a name
    identity: str, name: str, size: int, read: ReadSource, passages: int, articles: int
) -> Row:
    """Return the row of ``documents``, at the stage of text."""
    whole = "\n".join(page.text for page in read.pages[:20])
    return {
        "id": identity,
        "name": name,
        "kind": guess_kind(name, whole, read.format, articles),
        "stage": "text",
        "pages": len(read.pages),
        "passages": passages,
        "size_bytes": size,
        "language": language_of(whole),
        "added_at": time.time(),
        "dated": date_of(read),
        "warnings": list(read.warnings),
        "format": read.format,
        "file": name,
        "about": about(read),
    }


def about(read: ReadSource) -> str:
    """Return what a file says it is: its running head and the first lines of its first page."""
    if read.records:
        return ""
    first = [line.strip() for line in read.pages[0].text.split("\n") if line.strip()]
    return " ".join([read.running, *first[:_TITLE_LINES]])[:_TITLE_CHARACTERS]


def title_of(first_page: str) -> str:
    """Return the first line of a text where it reads as a title, else an empty string."""
    line = next((line.strip(" #") for line in first_page.split("\n") if line.strip()), "")
    if not line or len(line) > _LONGEST_TITLE or _SENTENCE.search(line) or ": " in line:
        return ""
    return line


def date_of(read: ReadSource) -> str:
    """Return the date that a file gives itself, an empty string where it gives none."""
    if read.records:
        return max((record.dated for record in read.records), default="")
    return document_date("\n".join(page.text for page in read.pages[:2]))
