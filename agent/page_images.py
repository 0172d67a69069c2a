"""A page of a PDF as a picture, with passages marked.

The stored text of a page and pdfium's text of it differ in spaces, line breaks and order; a
passage is found again by its characters, whole or line by line, and marked where pdfium says the
characters are. What cannot be found is not marked, and the picture says so.
"""

from __future__ import annotations

import io
import threading
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from rapidfuzz import fuzz

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from PIL.Image import Image

WIDTH_PIXELS = 1200
LARGEST_SCALE = 4.0
ALIKE = 85.0
SHORTEST_LINE = 8
ENOUGH_FOUND = 0.5
NEARLY_ALL = 0.9
YELLOW = (255, 236, 120)
CACHED_PAGES = 16
_PDFIUM = threading.Lock()  # pdfium must not be called from two threads of a process

Box = tuple[float, float, float, float]


class PageImage(bytes):
    """The PNG. ``marked``: every passage was found; ``reason``: why there is no mark or picture.

    The reasons are ``no_pages`` (the format has none), ``not_found`` (the passage) and
    ``unreadable`` (the file).
    """

    marked: bool
    reason: str

    def __new__(cls, png: bytes, *, marked: bool = False, reason: str = "") -> Self:
        """Make it from the file's bytes, none when there is no picture."""
        image = super().__new__(cls, png)
        image.marked = marked
        image.reason = reason
        return image


@dataclass(frozen=True, slots=True)
class Squeezed:
    """A text without spaces and hyphens, and where each character was in the original."""

    text: str
    places: tuple[int, ...]


@lru_cache(maxsize=CACHED_PAGES)
def page_image(path: Path, page: int, passages: tuple[str, ...]) -> PageImage:
    """Draw a page and mark passages of its text.

    Args:
        path: The original file.
        page: Physical page from 1.
        passages: The passages' texts as they are stored.
    """
    if path.suffix.lower() != ".pdf":
        return PageImage(b"", reason="no_pages")
    import pypdfium2  # noqa: PLC0415 - loads a native library

    try:
        with _PDFIUM, pypdfium2.PdfDocument(path) as document:
            return _draw(document[page - 1], passages)
    except (pypdfium2.PdfiumError, IndexError):
        return PageImage(b"", reason="unreadable")


def _draw(page: Any, passages: tuple[str, ...]) -> PageImage:  # noqa: ANN401 - pypdfium2 is untyped
    scale = min(WIDTH_PIXELS / page.get_width(), LARGEST_SCALE)
    picture: Image = page.render(scale=scale).to_pil().convert("RGB")
    boxes: list[Box] = []
    found = bool(passages)
    if passages:
        characters = page.get_textpage()
        text = _characters(characters)
        haystack, upside_down = squeeze(text), bottom_up(text)
        for passage in passages:
            ranges = find(passage, haystack)
            if not ranges and (turned := find(passage, upside_down)):
                ranges, haystack = turned, upside_down
            found = found and bool(ranges)
            for start, end in ranges:
                places = haystack.places[start:end]
                boxes += _lines(_boxes(page, characters, places, picture.size))
    marked = _marked(picture, boxes) if boxes else picture
    out = io.BytesIO()
    marked.save(out, "PNG")
    is_marked = found and bool(boxes)
    reason = "" if is_marked or not passages else "not_found"
    return PageImage(out.getvalue(), marked=is_marked, reason=reason)


def squeeze(text: str) -> Squeezed:
    """Return ``text`` composed, in small letters, without spaces, controls and hyphens."""
    letters: list[str] = []
    places: list[int] = []
    for place, cluster in _clusters(text):
        for letter in unicodedata.normalize("NFKC", cluster).casefold():
            if letter.isspace() or letter in "-\u00ad\u2010\u2011\ufffe\ufffd\x00":
                continue
            letters.append(letter)
            places.append(place)
    return Squeezed("".join(letters), tuple(places))


def bottom_up(text: str) -> Squeezed:
    """Return the squeezed text with its lines from last to first, as pdfium has turned pages."""
    letters: list[str] = []
    places: list[int] = []
    end = len(text)
    for line in reversed(text.splitlines(keepends=True)):
        end -= len(line)
        squeezed = squeeze(line)
        letters.append(squeezed.text)
        places += [end + place for place in squeezed.places]
    return Squeezed("".join(letters), tuple(places))


def find(passage: str, page: Squeezed) -> list[tuple[int, int]]:
    """Return where a passage is in a page's squeezed text.

    One range if it stands there as it is; else one per line, as the lines of a column may not
    follow each other in pdfium's order; else one that is alike. Nothing when less than half of the
    passage was found.
    """
    needle = squeeze(passage).text
    exact = page.text.find(needle) if needle else -1
    if exact >= 0:
        return [(exact, exact + len(needle))]
    lines = [squeeze(line).text for line in passage.splitlines()]
    wanted = [line for line in lines if len(line) >= SHORTEST_LINE]
    ranges = [found for line in wanted if (found := _alike(line, page.text)) is not None]
    covered = sum(end - start for start, end in ranges)
    if covered < NEARLY_ALL * len(needle):
        whole = _alike(needle, page.text)
        if whole is not None:
            return [whole]
    return ranges if needle and covered >= ENOUGH_FOUND * len(needle) else []


def _alike(needle: str, haystack: str) -> tuple[int, int] | None:
    exact = haystack.find(needle)
    if exact >= 0:
        return exact, exact + len(needle)
    if len(needle) < SHORTEST_LINE or len(needle) > len(haystack):
        return None
    found = fuzz.partial_ratio_alignment(needle, haystack, score_cutoff=ALIKE)
    return (found.dest_start, found.dest_end) if found is not None else None


def _clusters(text: str) -> Iterator[tuple[int, str]]:
    """Yield each character with the combining ones after it, decomposed Hangul included."""
    start = 0
    for place in range(1, len(text) + 1):
        if place < len(text) and _joins(text[place]):
            continue
        yield start, text[start:place]
        start = place


def _joins(letter: str) -> bool:
    return bool(unicodedata.combining(letter)) or "\u1160" <= letter <= "\u11ff"


def _characters(textpage: Any) -> str:  # noqa: ANN401 - pypdfium2 is untyped
    """Return a character for each of pdfium's, so that a place in the text is its index."""
    import pypdfium2.raw as pdfium  # noqa: PLC0415 - loads a native library

    codes = (pdfium.FPDFText_GetUnicode(textpage, i) for i in range(textpage.count_chars()))
    return "".join(map(chr, codes))


def _boxes(
    page: Any,  # noqa: ANN401 - pypdfium2 is untyped
    textpage: Any,  # noqa: ANN401 - pypdfium2 is untyped
    places: Sequence[int],
    size: tuple[int, int],
) -> Iterator[Box]:
    """Yield the boxes of characters in pixels, from the top left, rotation and crop applied."""
    for place in dict.fromkeys(places):
        left, bottom, right, top = textpage.get_charbox(place, loose=True)
        if right <= left or top <= bottom:
            continue
        x1, y1 = _to_pixels(page, left, bottom, size)
        x2, y2 = _to_pixels(page, right, top, size)
        yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def _to_pixels(
    page: Any,  # noqa: ANN401 - pypdfium2 is untyped
    x: float,
    y: float,
    size: tuple[int, int],
) -> tuple[int, int]:
    from ctypes import c_int  # noqa: PLC0415 - with the native library

    import pypdfium2.raw as pdfium  # noqa: PLC0415 - loads a native library

    device_x, device_y = c_int(), c_int()
    pdfium.FPDF_PageToDevice(page, 0, 0, *size, 0, x, y, device_x, device_y)
    return device_x.value, device_y.value


def _lines(boxes: Iterator[Box]) -> list[Box]:
    """Join the boxes of neighbouring characters on a line, so that words are not striped."""
    joined: list[Box] = []
    for box in boxes:
        if joined and _continues(joined[-1], box):
            last = joined[-1]
            joined[-1] = (
                min(last[0], box[0]), min(last[1], box[1]),
                max(last[2], box[2]), max(last[3], box[3]),
            )  # fmt: skip
        else:
            joined.append(box)
    return joined


def _continues(line: Box, box: Box) -> bool:
    height = min(line[3] - line[1], box[3] - box[1])
    overlap = min(line[3], box[3]) - max(line[1], box[1])
    gap = max(box[0] - line[2], line[0] - box[2])
    return overlap > height / 2 and gap < 2 * max(height, 1.0)


def _marked(picture: Image, boxes: Sequence[Box]) -> Image:
    """Lay yellow over the boxes so that the letters stay readable."""
    from PIL import Image, ImageChops, ImageDraw  # noqa: PLC0415 - only when a page is drawn

    overlay = Image.new("RGB", picture.size, "white")
    pen = ImageDraw.Draw(overlay)
    for left, top, right, bottom in boxes:
        pen.rectangle((left - 1, top - 1, right + 1, bottom + 1), fill=YELLOW)
    return ImageChops.multiply(picture, overlay)
