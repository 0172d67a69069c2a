"""Passages: pieces of a page, sized by the embedder's tokens, that tile the page without a gap.

The pieces of a page joined give the page's text again. A heading opens a new piece; sentences
stay whole unless one alone is over the limit.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from store.articles import article_headings
from store.headings import find_headings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from store.heading_lines import Heading
    from store.readers.source import ReadRecord, ReadSource

_UNIT_END = re.compile(
    r"\n+|(?<=[.!?。])[\"'”’)\]]*[ \t]+(?=[^a-z\s])|(?<=[다요음함]\.)[ \t]*(?=[^\s\d])"
    r"|[ \t]+(?=[①-⑳])"
)
_SMALL_SHARE = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """One passage before it has an identity."""

    page: int
    start: int
    end: int
    text: str
    heading: str = ""
    article: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    dated: str = ""


def split(source: ReadSource, count: Callable[[str], int], limit: int) -> list[Piece]:
    """Return the pieces of a file in order, none over ``limit`` tokens as ``count`` counts."""
    if source.records:
        return list(_record_pieces(source, count, limit))
    pages = [(page.page, page.text) for page in source.pages]
    headings = find_headings(pages)
    numbers = {(h.page, h.offset): h.number for h in article_headings(headings)}
    pieces: list[Piece] = []
    trail: list[Heading] = []
    for page, text in pages:
        here = [h for h in headings if h.page == page]
        for start, end, opening in _sections(text, here):
            for heading in opening:
                trail = [*(h for h in trail if h.level < heading.level), heading]
            path = " > ".join(h.label for h in trail)
            article = next(
                (
                    numbers[h.page, h.offset]
                    for h in reversed(trail)
                    if (h.page, h.offset) in numbers
                ),
                "",
            )
            for a, b in tile(text, start, end, count, limit):
                pieces.append(Piece(page, a, b, text[a:b], path, article))
    return pieces


def _sections(text: str, headings: list[Heading]) -> Iterator[tuple[int, int, list[Heading]]]:
    """Yield the stretches between headings, each with the headings that open it.

    A heading without text of its own, such as a chapter before its first article, goes with what
    follows; so does blank text before a heading.
    """
    at = 0
    opening: list[Heading] = []
    for heading in headings:
        alone = not text[opening[-1].end if opening else at : heading.offset].strip()
        if alone:
            opening.append(heading)
            continue
        yield at, heading.offset, opening
        at, opening = heading.offset, [heading]
    if text[at:].strip():
        yield at, len(text), opening


def tile(
    text: str, start: int, end: int, count: Callable[[str], int], limit: int
) -> list[tuple[int, int]]:
    """Return half-open spans that tile ``start`` to ``end``, within the limit where they can."""
    spans: list[tuple[int, int]] = []
    open_at, filled = start, 0
    for a, b in _units(text, start, end):
        size = count(text[a:b])
        if size > limit:
            if a > open_at:
                spans.append((open_at, a))
            cuts = list(_cut(text, a, b, size, limit))
            spans.extend(cuts[:-1])
            open_at = cuts[-1][0]
            filled = count(text[open_at:b])
            continue
        if filled and filled + size > limit:
            spans.append((open_at, a))
            open_at, filled = a, 0
        filled += size
    if open_at < end:
        spans.append((open_at, end))
    return _join_small(text, spans, count, limit)


def _join_small(
    text: str, spans: list[tuple[int, int]], count: Callable[[str], int], limit: int
) -> list[tuple[int, int]]:
    """Join a last small piece, or a blank one, to the one before."""
    if len(spans) < 2:  # noqa: PLR2004 - nothing to join to
        return spans
    (a, b), (_, d) = spans[-2], spans[-1]
    tail = count(text[b:d])
    if not text[b:d].strip() or (
        tail * _SMALL_SHARE < limit and count(text[a:d]) <= limit * 5 // 4
    ):
        return [*spans[:-2], (a, d)]
    return spans


def _units(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _UNIT_END.finditer(text, start, end):
        if match.end() > at:
            yield at, match.end()
            at = match.end()
    if at < end:
        yield at, end


def _cut(text: str, start: int, end: int, size: int, limit: int) -> Iterator[tuple[int, int]]:
    """Cut one over-long sentence at blanks, or anywhere where there are none."""
    step = max(1, (end - start) * limit * 9 // (size * 10))
    at = start
    while end - at > step:
        blank = text.rfind(" ", at + step // 2, at + step)
        stop = blank + 1 if blank > 0 else at + step
        yield at, stop
        at = stop
    yield at, end


def _record_pieces(source: ReadSource, count: Callable[[str], int], limit: int) -> Iterator[Piece]:
    text = source.pages[0].text
    for record in source.records:
        if not text[record.start : record.end].strip():
            continue
        for a, b in tile(text, record.start, record.end, count, limit * 2):
            yield _record_piece(text, record, a, b)


def _record_piece(text: str, record: ReadRecord, start: int, end: int) -> Piece:
    return Piece(
        page=1,
        start=start,
        end=end,
        text=text[start:end],
        heading=record.heading,
        fields=record.fields,
        dated=record.dated,
    )


def embedded_text(title: str, heading: str, text: str) -> str:
    """Return what is embedded of a passage: its document's title, where it stands, and it.

    What the text says itself is not said twice.
    """
    last = heading.rsplit(" > ", 1)[-1]
    placed = text
    if heading and not text.lstrip().startswith(last[:20]):
        placed = f"{heading}\n{text}"
    if not title or placed.lstrip().startswith(title):
        return placed
    return f"{title}\n{placed}"
