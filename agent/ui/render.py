"""Turns a model's text into Markdown that the page may show, and values into short strings.

Model text is untrusted: pictures, links and the page's own directives in it are made inert, so
that a document cannot make the browser fetch anything. Only citations become links, to an anchor
of this page that ``viewer`` listens for; an address that is written out stays one to be pressed.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

from agent.asterisks import STAND_IN, with_stand_ins
from agent.ui.code_parts import codes, covered

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from agent.ui.code_parts import Code

_LINKING = re.compile(r"(?<=\])(?=[(\[:])|(?<=!)(?=\[)|(?<=<)(?=[A-Za-z/!?])")
_OPEN_END = re.compile(r"(?<!\\)((?:\\\\)*)([\]!<])\Z")
_JOINS = re.compile(r"[(\[:{]")
_WORD_JOINER = "\u2060"
_CITATION = re.compile(r"(?<!\\)\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()")
_LEAD = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,3}[.)]|#{1,6}|>)[ \t]+)*")
_ESCAPED = r"\\[!-/:-@\[-`{-~]"
_ACTIVE = re.compile(rf"{_ESCAPED}|!\[|\][(\[:]|[$~]|<(?=[A-Za-z/!?])|:(?=[A-Za-z])")
_ACTIVE_IN_MARK = re.compile(rf"{_ESCAPED}|[$~\[\]]|<(?=[A-Za-z/!?])|:(?=[A-Za-z])")
SIZE_STEP = 1024


def _inert(text: str, *, in_mark: bool, last: bool) -> str:
    """Return prose without pictures, links, formulas, strike-through and page directives.

    Unless it is the ``last`` piece it has no open sign at its end, which might join what follows.
    """
    inert = (_ACTIVE_IN_MARK if in_mark else _ACTIVE).sub(_escaped, text)
    return inert if last else _OPEN_END.sub(r"\1\\\2", inert)


def _escaped(hit: re.Match[str]) -> str:
    found = hit.group()
    if found.startswith("\\"):
        return found
    return f"{found[:-1]}\\{found[-1]}"


def _pieces(text: str, parts: Iterable[Code]) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) over the whole text; kind is fence, span, citation or prose."""
    at = 0
    for start, end, kind in parts:
        yield from _prose_pieces(text, at, start)
        yield start, end, kind
        at = end
    yield from _prose_pieces(text, at, len(text))


def _prose_pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    at = start
    for hit in _CITATION.finditer(text, start, end):
        if hit.start() > at:
            yield at, hit.start(), "prose"
        yield hit.start(), hit.end(), "citation"
        at = hit.end()
    if end > at:
        yield at, end, "prose"


def _marked_ranges(
    text: str, marks: Iterable[Mapping[str, Any]], parts: Iterable[Code]
) -> list[tuple[int, int]]:
    """Return the parts of the marks that can be coloured: within one line, past its list marker.

    Tables and fenced code cannot.
    """
    ranges: list[tuple[int, int]] = []
    fenced_code = [(start, end) for start, end, kind in parts if kind == "fence"]
    for mark in marks:
        at, stop = max(0, int(mark.get("start", 0))), min(len(text), int(mark.get("end", 0)))
        while at < stop:
            line_start = text.rfind("\n", 0, at) + 1
            line_end = text.find("\n", at)
            line_end = len(text) if line_end < 0 else line_end
            lead = _LEAD.match(text, line_start)
            first = max(at, lead.end() if lead else at)
            last = min(stop, line_end)
            piece = text[first:last]
            fenced = any(low <= line_start < high for low, high in fenced_code)
            table = text[line_start:line_end].lstrip().startswith("|")
            if piece.strip() and not (fenced or table):
                first += len(piece) - len(piece.lstrip())
                last -= len(piece) - len(piece.rstrip())
                ranges.append((first, last))
            at = line_end + 1
    return _disjoint(ranges)


def _disjoint(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    apart: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        first = max(start, apart[-1][1]) if apart else start
        if first < end:
            apart.append((first, end))
    return apart


def _citation(piece: str, anchor: str, known: Collection[int]) -> str:
    numbers = [int(number) for number in re.findall(r"\d+", piece)]
    parts = [
        f"[{number}](#cite-{anchor}-{number})" if number in known and anchor else f"\\[{number}\\]"
        for number in numbers
    ]
    return "".join(parts)


def _cut(start: int, end: int, ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    """Split a stretch at the borders of the marked ranges."""
    at = start
    for first, last in ranges:
        low, high = max(first, at), min(last, end)
        if low >= high:
            continue
        if low > at:
            yield at, low, False
        yield low, high, True
        at = high
    if at < end:
        yield at, end, False


def prose(
    text: str,
    *,
    anchor: str = "",
    known: Collection[int] = (),
    marks: Iterable[Mapping[str, Any]] = (),
) -> str:
    """Return the Markdown of a model's text.

    Args:
        text: What the model wrote.
        anchor: Id of the message; citations link to ``#cite-<anchor>-<n>``.
        known: Numbers of the sources there are; another number stays plain text.
        marks: Half-open ``start`` and ``end`` offsets of spans that no source supports.
    """
    parts = codes(text)
    ranges = _marked_ranges(text, marks, parts)
    shown = with_stand_ins(covered(text, parts))
    out: list[str] = []
    open_mark = False
    for start, end, kind in _pieces(text, parts):
        for low, high, marked in _cut(start, end, ranges):
            if open_mark and (not marked or any(low == first for first, _ in ranges)):
                out.append("]")
                open_mark = False
            if marked and not open_mark:
                out.append(":orange-background[")
                open_mark = True
            piece = text[low:high]
            if kind == "fence":
                out.append(piece)
            elif kind == "span":
                out.append(_LINKING.sub(_WORD_JOINER, piece))
            elif kind == "citation" and (low, high) == (start, end):
                out.append(_citation(piece, anchor, known))
            else:
                inert = _inert(shown[low:high], in_mark=marked, last=high == len(text))
                apart = "\\" if out[-1:] == ["]"] and _JOINS.match(inert) else ""
                out.append(apart + inert.replace(STAND_IN, r"\*"))
    if open_mark:
        out.append("]")
    return "".join(out)


def plain(text: str, limit: int = 0) -> str:
    """Return text for a label or a table cell: one line, all Markdown inert, cut at ``limit``."""
    line = " ".join(text.split())
    if limit and len(line) > limit:
        line = line[: limit - 1].rstrip() + "…"
    return re.sub(r"([\\`*_\[\]$~:<>#|])", r"\\\1", line)


def clipped(text: str, limit: int) -> str:
    """Return one line of at most ``limit`` characters, unescaped."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def size(count: int) -> str:
    """Return a number of bytes as a person reads it."""
    value = float(count)
    for unit in ("B", "KB", "MB"):
        if value < SIZE_STEP:
            return f"{value:.0f} {unit}" if unit == "B" else f"{value:.1f} {unit}"
        value /= SIZE_STEP
    return f"{value:.1f} GB"


def slug(name: str) -> str:
    """Return an id as the page's style classes spell it."""
    return re.sub(r"[^\w-]", "-", name)


def file_name(title: str, ending: str) -> str:
    """Return a name that every file system takes, made from a title."""
    stem = re.sub(r"[^\w\- ]+", "", title).strip()[:60] or "guidepost"
    return f"{stem}.{ending}"


def html(text: str) -> str:
    """Return text safe inside an HTML element, its line breaks kept."""
    return escape(text, quote=True).replace("\n", "<br>")


def with_marks(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return text as HTML with half-open spans of it in ``<mark>``."""
    out: list[str] = []
    at = 0
    for start, end in _disjoint([(max(0, a), min(len(text), b)) for a, b in spans]):
        out += [html(text[at:start]), "<mark>", html(text[start:end]), "</mark>"]
        at = end
    return "".join([*out, html(text[at:])])
