"""What is code in a model's Markdown, where signs mean nothing.

A fence is told by the rules of Markdown: what is left alone as code is code to the page too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMMONMARK = MarkdownIt("commonmark")
_FENCE = re.compile(r"```|~~~")
_SPAN = re.compile(r"`[^`\n]+`")


Code = tuple[int, int, str]
"""Where a piece of code starts and ends, and its kind: fence or span."""


def codes(text: str) -> list[Code]:
    """Return what is code, in order.

    A fence is one by the rules of Markdown. A span only looks like one: its backticks may be
    escaped or pair with others.
    """
    found: list[Code] = []
    at = 0
    for start, end in _fences(text):
        found += ((hit.start(), hit.end(), "span") for hit in _SPAN.finditer(text, at, start))
        found.append((start, end, "fence"))
        at = end
    found += ((hit.start(), hit.end(), "span") for hit in _SPAN.finditer(text, at))
    return found


def _fences(text: str) -> list[tuple[int, int]]:
    """Return where the fenced code is, its fences with it."""
    if not _FENCE.search(text):
        return []
    lines = [0, *(hit.end() for hit in re.finditer(r"\r\n?|\n", text)), len(text)]
    maps = [token.map for token in _COMMONMARK.parse(text) if token.type == "fence" and token.map]
    return [(lines[first], lines[min(last, len(lines) - 1)]) for first, last in maps]


def covered(text: str, parts: Iterable[Code]) -> str:
    """Return the text with its code as so many characters of no meaning, whose stars are none."""
    out, at = [], 0
    for start, end, _ in parts:
        out += [text[at:start], re.sub(r"[^\n]", "`", text[start:end])]
        at = end
    return "".join([*out, text[at:]])
