"""Articles of contracts and rules: whole texts between headings, numbers as people write them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from store.heading_lines import ARTICLE_LEVEL
from store.headings import find_headings
from store.records import Article

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.heading_lines import Heading

_KO = re.compile(r"(?:제\s*)?(\d+)\s*조(?:\s*의\s*(\d+))?")
_EN = re.compile(r"(?:article|section|clause|art\.?|sec\.?|§)?\s*(\d+(?:[.-]\d+)*)", re.IGNORECASE)
_ANNEX = re.compile(r"(부\s*칙|별\s*표|별\s*지)\s*(?:제?\s*(\d+)\s*호?)?")


def normal_number(written: str) -> str:
    """Return an article number as stored: ``제7조의2`` is ``7-2``, ``Section 3.2`` is ``3.2``."""
    written = written.strip()
    annex = _ANNEX.search(written)
    korean = _KO.search(written)
    if annex:
        word = annex.group(1).replace(" ", "")
        inner = korean.group(1) if korean else annex.group(2)
        return f"{word} {inner}" if inner else word
    if korean:
        return f"{korean.group(1)}-{korean.group(2)}" if korean.group(2) else korean.group(1)
    english = _EN.fullmatch(written)
    return english.group(1) if english else written


def article_headings(headings: Sequence[Heading]) -> list[Heading]:
    """Return the headings that open an article, those under a supplement renamed.

    A second 제1조 after 부칙 is ``부칙 1``, so that numbers stay apart.
    """
    articles: list[Heading] = []
    supplement = ""
    for heading in headings:
        if heading.kind == "annex":
            supplement = heading.number if heading.number.startswith("부칙") else ""
            articles.append(heading)
        elif heading.kind in ("article", "clause"):
            number = f"{supplement} {heading.number}" if supplement else heading.number
            articles.append(replace(heading, number=number))
        elif heading.kind == "chapter":
            supplement = ""
    return articles


def split_articles(
    document_id: str, document: str, pages: Sequence[tuple[int, str]]
) -> list[Article]:
    """Return the articles of a text, each whole, across pages, its numbered parts inside it."""
    headings = find_headings(pages)
    opening = article_headings(headings)
    starts = [(h.page, h.offset) for h in headings]
    last_page = pages[-1][0] if pages else 0
    result: list[Article] = []
    for heading in opening:
        begin = (heading.page, heading.offset)
        end = next(
            (
                (h.page, h.offset)
                for h in headings[starts.index(begin) + 1 :]
                if h.level <= max(heading.level, ARTICLE_LEVEL if heading.kind == "article" else 0)
                or heading.kind == "annex"
            ),
            (last_page + 1, 0),
        )
        result.append(
            Article(
                document_id=document_id,
                document=document,
                number=heading.number,
                title=heading.title,
                text=_between(pages, begin, end),
                page=heading.page,
            )
        )
    return result


def _between(pages: Sequence[tuple[int, str]], begin: tuple[int, int], end: tuple[int, int]) -> str:
    parts = []
    for page, text in pages:
        if begin[0] <= page <= end[0]:
            start = begin[1] if page == begin[0] else 0
            stop = end[1] if page == end[0] else len(text)
            parts.append(text[start:stop].strip())
    return "\n".join(part for part in parts if part)
