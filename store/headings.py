"""Where the headings of a text stand, and which of the lines that look like one are none."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from store.heading_lines import Heading, heading_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ENOUGH = 3
_LARGEST_GAP = 20


def find_headings(pages: Sequence[tuple[int, str]]) -> list[Heading]:
    """Return the headings of all pages in reading order. ``pages`` pairs number and text."""
    found: list[Heading] = []
    previous = ""
    for page, text in pages:
        for offset, line in _lines(text):
            heading = heading_of(line, page, offset, previous)
            if heading:
                found.append(heading)
            if line.strip():
                previous = line
    return _plausible(found)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def _plausible(found: list[Heading]) -> list[Heading]:
    """Drop what only looks like a heading: items of lists, references at the start of a line."""
    found = _without_stray_articles(found)
    clauses = [h for h in found if h.kind == "clause"]
    articles = [h for h in found if h.kind == "article"]
    if sum(bool(h.title) for h in articles) >= _ENOUGH or len(articles) > len(clauses):
        return [h for h in found if h.kind != "clause"]
    if len(clauses) >= _ENOUGH:
        # in a text of numbered clauses a bare "Section 6.3" at a line's start is a reference
        found = [h for h in found if h.kind != "article" or h.title]
    top = _counting_up([h for h in clauses if "." not in h.number])
    kept = {id(h) for h in top} if len(top) > 1 else set()
    deep = _rising([h for h in clauses if "." in h.number])
    kept |= {id(h) for h in deep} if len(deep) > 1 else set()
    return [h for h in found if h.kind != "clause" or id(h) in kept]


def _without_stray_articles(found: list[Heading]) -> list[Heading]:
    """Drop articles without a title whose number does not go on from the one before."""
    kept: list[Heading] = []
    last: tuple[int, ...] = (0,)
    for heading in found:
        if heading.kind == "annex":
            last = (0,)
        if heading.kind != "article":
            kept.append(heading)
            continue
        number = tuple(int(n) for n in re.findall(r"\d+", heading.number))
        if not heading.title and (number <= last or number[0] > last[0] + _LARGEST_GAP):
            continue
        last = number
        kept.append(heading)
    return kept


def _counting_up(clauses: list[Heading]) -> list[Heading]:
    """Return the longest run of clauses numbered n, n + 1, ...; of equal ones the later.

    A list inside section 1 is numbered like the sections that follow it; the later 2 is the
    section.
    """
    longest: dict[int, tuple[int, int, int]] = {}  # by number: length, index, index before
    chain: list[tuple[int, int]] = []
    for index, clause in enumerate(clauses):
        number = int(clause.number)
        length, before, _ = longest.get(number - 1, (0, -1, -1))
        chain.append((length + 1, before))
        if length + 1 >= longest.get(number, (0, -1, -1))[0]:
            longest[number] = (length + 1, index, before)
    if not chain:
        return []
    at = max(range(len(chain)), key=lambda index: (chain[index][0], index))
    result: list[Heading] = []
    while at >= 0:
        result.append(clauses[at])
        at = chain[at][1]
    return result[::-1]


def _rising(clauses: list[Heading]) -> list[Heading]:
    """Return the longest rising run of numbers such as 2.1, 2.2, 3.1."""
    keys = [tuple(int(n) for n in clause.number.split(".")) for clause in clauses]
    ends: list[int] = []
    before: list[int] = []
    for index, key in enumerate(keys):
        place = bisect_left([keys[i] for i in ends], key)
        before.append(ends[place - 1] if place else -1)
        ends[place : place + 1] = [index]
    at = ends[-1] if ends else -1
    result: list[Heading] = []
    while at >= 0:
        result.append(clauses[at])
        at = before[at]
    return result[::-1]
