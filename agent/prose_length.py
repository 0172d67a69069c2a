"""Texts that have to fit: cut where a sentence ends, never left open in their middle."""

from __future__ import annotations

import re

_DANGLING = frozenset(
    {"a", "an", "the", "on", "in", "at", "to", "of", "for", "with", "and", "or", "by", "from",
     "your", "my", "our", "its"}
)  # fmt: skip
_DANGLING_KO = re.compile(r"[가-힣]를$|(?<=[가-힣])(?<![가마노])을$|\s(?:및|또는|그리고|위해)$")
"""After an object or a link a Korean sentence goes on; 가을, 마을 and 노을 are no objects."""
_LISTED = re.compile(r"\b\d\. \w+$")
_LAST_END = re.compile(r".*[^\W\d][.!?…”\")]+(?=\s|$)")
_LABEL = re.compile(r"\s*(?:#|[-*\d.\s]*\*{0,2}[^.!?]{0,40}:\*{0,2}\s*$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_ROOM = 1600


def finished(text: str) -> str:
    """Return a text that was cut by its limit up to its last whole sentence or line."""
    lines = text.rstrip().splitlines()
    if not lines:
        return text
    end = _LAST_END.match(lines[-1])
    kept = [*lines[:-1], *([end.group()] if end else [])]
    while kept and (not kept[-1].strip() or _LABEL.match(kept[-1])):
        kept.pop()
    return "\n".join(kept) or f"{text.rstrip()}…"


def shortened(text: str, limit: int) -> str:
    """Return a line of at most ``limit`` characters, cut between two words."""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def fences_closed(text: str) -> str:
    """Return Markdown in which no code block is left open, so that what follows is no code."""
    opened = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found is None:
            continue
        mark, info = found.groups()
        if not opened:
            opened = mark
        elif mark[0] == opened[0] and len(mark) >= len(opened) and not info.strip():
            opened = ""
    return f"{text.rstrip()}\n{opened}" if opened else text


def is_long(text: str) -> bool:
    """Say whether a prompt has no room for the whole of a text that a person typed."""
    return len(text.strip()) > _ROOM


def without_middle(text: str) -> str:
    """Return a text as a prompt has room for it: a long one's beginning and end.

    Of 1,600 characters, which take about as many tokens in Korean, a fourth are the end.
    """
    if not is_long(text):
        return text
    return f"{text[: _ROOM - _ROOM // 4]} … {text[-_ROOM // 4 :]}"


def beginning(text: str, limit: int) -> str:
    """Return the whole sentences with which a text begins, within ``limit`` characters.

    A small model that is shown a text broken off breaks off its own.
    """
    return text if len(text) <= limit else finished(text[:limit])


def is_broken_off(line: str, limit: int) -> bool:
    """Say whether a line was cut by its limit, or ends in the middle of what it says."""
    bare = line.rstrip()
    if bare.endswith((".", "!", "?", ")", "”", '"', "…")):
        return False
    words = bare.split()
    if not words:
        return False
    alone = len(words) == 1 and bare.isascii()
    ends_early = words[-1].casefold() in _DANGLING or _LISTED.search(bare) is not None
    return len(bare) >= limit - 2 or alone or ends_early or _DANGLING_KO.search(bare) is not None
