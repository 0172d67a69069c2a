"""Where sentences begin and end, in prose and in the text of a page.

Page text keeps the line ends of the page, so a line end is no sentence end by itself: a short line
without a full stop is a heading or a row of a table, a long one goes on in the next line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_CLOSERS = "\"'”’」』)）]】"
_TERMINAL = re.compile(
    r"[.!?。…](?:[\"'”’」』)）\]】]*)(?=\s|$)|(?<=[다요음함임됨])\.(?=[가-힣\"“'‘(（\[])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|No|Nos|Art|Sec|Mr|Mrs|Ms|Dr|Inc|Ltd|Co|Corp|Fig|approx|p|pp)"
    r"|\b[A-Z]|(?<![\w.])\d{1,3})\.$"
)
_AFTER = re.compile(r"(?:\s*\[\d[\d.,; ]*\])+\.?")
_OPENS = re.compile(
    r"\s*(?:[-*•·▪◦‣]\s|[①-⑳㉠-㉯]|\d{1,2}[.)]\s|[가-하][.)]\s|\([a-z0-9가-하]{1,2}\)\s|#{1,6}\s|>|\|"
    r"|제\s?\d+\s?(?:조|장|절|편)|(?:Article|Section|Chapter|Clause|Table|표)\s+\d)"
)
_LONG_LINE = 34
_LATIN_LINE = 60
_SHARE_OF_WIDTH = 0.62


@dataclass(frozen=True, slots=True)
class Sentence:
    """A stretch of text, half-open code-point offsets; ``text`` has its line ends joined."""

    start: int
    end: int
    text: str


def in_one_line(text: str) -> str:
    """Return ``text`` with line ends and runs of blanks made one blank."""
    return " ".join(text.split())


def sentences_of_answer(text: str) -> list[Sentence]:
    """Return the sentences of written prose; citation marks belong to the sentence before them."""
    found: list[Sentence] = []
    for start, end in _lines(text):
        found += _sentences(text, start, end)
    return found


def sentences_of_page(text: str) -> list[Sentence]:
    """Return the sentences, headings and table rows of a piece of page text."""
    found: list[Sentence] = []
    for start, end in _paragraphs(text):
        found += _sentences(text, start, end)
    return found


def _lines(text: str) -> Iterator[tuple[int, int]]:
    at = 0
    for line in text.split("\n"):
        yield at, at + len(line)
        at += len(line) + 1


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Yield stretches of lines that belong together."""
    lines = [(a, b) for a, b in _lines(text) if text[a:b].strip()]
    width = max((b - a for a, b in lines), default=0)
    begun = -1
    for position, (start, end) in enumerate(lines):
        begun = start if begun < 0 else begun
        following = lines[position + 1] if position + 1 < len(lines) else None
        if following is None or not _goes_on(text, (start, end), following, width):
            yield begun, end
            begun = -1


def _goes_on(text: str, line: tuple[int, int], following: tuple[int, int], width: int) -> bool:
    this, after = text[slice(*line)].rstrip(), text[slice(*following)]
    if text[line[1] : following[0]].count("\n") > 1 or _OPENS.match(after):
        return False
    if this.rstrip(_CLOSERS).endswith((".", "!", "?", "。", ":")):
        return False
    if this[-1:].isascii() and after.lstrip()[:1].isupper() and len(this) < _LATIN_LINE:
        return False
    return len(this) >= max(_LONG_LINE, width * _SHARE_OF_WIDTH)


def _sentences(text: str, start: int, end: int) -> Iterator[Sentence]:
    at = start
    for match in _TERMINAL.finditer(text, start, end):
        if match.start() < at or _ABBREVIATION.search(text, max(at, match.end() - 10), match.end()):
            continue
        stop = match.end()
        if cited := _AFTER.match(text, stop, end):
            stop = cited.end()
        if sentence := _trimmed(text, at, stop):
            yield sentence
        at = stop
    if sentence := _trimmed(text, at, end):
        yield sentence


def _trimmed(text: str, start: int, end: int) -> Sentence | None:
    piece = text[start:end]
    body = piece.strip()
    if not any(character.isalnum() for character in body):
        return None
    begin = start + len(piece) - len(piece.lstrip())
    return Sentence(begin, begin + len(body), in_one_line(body))
