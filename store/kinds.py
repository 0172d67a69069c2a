"""The kind of a document, guessed from its name and text; the person can correct it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.readers.source import Format
    from store.records import DocumentKind

_HEAD = 2500
_MIN_ARTICLES = 3
_WORDS: tuple[tuple[DocumentKind, str], ...] = (
    ("standard", r"표준\s?\S*\s?(?:계약|약관)|standard\s+\w*\s*(?:contract|agreement|terms)"),
    (
        "policy",
        r"규정|규칙|지침|내규|정책|방침|policy|guideline|handbook|regulation|code of conduct",
    ),
    ("contract", r"계약|약정|협약|합의서|agreement|contract|terms of service|terms and conditions"),
    ("report", r"보고서|동향|백서|분석|전망|report|trends?|white\s?paper|survey|outlook|review"),
    ("catalogue", r"카탈로그|목록|catalog(?:ue)?|price list|directory"),
)
_MARKS = tuple((kind, re.compile(words, re.IGNORECASE)) for kind, words in _WORDS)


def guess_kind(name: str, text: str, source_format: Format, articles: int) -> DocumentKind:
    """Return the kind that name, then the beginning of the text, speak for."""
    if source_format == "json":
        return "catalogue"
    plain = re.sub(r"[_\-.]+", " ", name)
    for kind, pattern in _MARKS:
        if pattern.search(plain):
            return kind
    head = text[:_HEAD].strip()
    title = "\n".join(head.splitlines()[:3])
    for kind, pattern in _MARKS:
        if pattern.search(title):
            return kind
    if articles >= _MIN_ARTICLES:
        for kind, pattern in _MARKS[:3]:
            if pattern.search(head):
                return kind
    return "other"
