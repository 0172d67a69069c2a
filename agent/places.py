"""Where a source stands: on a page, or in a catalogue as one of its records.

A JSON catalogue is kept as one page, which nobody sees: its records are cited by their names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.language import Language

_PAGE = {"ko": "{page}쪽", "en": "page {page}"}


def has_pages(document: str) -> bool:
    """Say whether a document of this name has pages that a person could turn to."""
    return not document.casefold().endswith(".json")


def place_in(document: str, page: object, heading: str, language: Language) -> str:
    """Return document and page in words, or document and record: ``tools.json: ShortsPen``."""
    if not has_pages(document):
        return f"{document}: {heading}" if heading else document
    page_words = _PAGE[language].format(page=page)
    return f"{document} {page_words}" if language == "ko" else f"{document}, {page_words}"


def short_place(document: str, page: object, heading: str) -> str:
    """Return a place in the short form of a list: ``handbook.pdf p.3``."""
    if not has_pages(document):
        return f"{document} {heading}".strip()
    return f"{document} p.{page}"


def listed_place(document: str, page: object, heading: str) -> str:
    """Return a place as a terminal lists it: ``handbook.pdf, p. 3``."""
    if not has_pages(document):
        return short_place(document, page, heading)
    return f"{document}, p. {page}"
