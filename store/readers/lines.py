"""From the lines of a page, as a reader gives them, to text: wraps joined, running heads dropped.

Every engine ends a line where the page did, inside a Korean word too. A wrapped line is joined to
the next; a line that ends a paragraph, a table's row or a heading stays a line.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_EDGE_LINES = 2
_MIN_PAGES = 3
_REPEAT_SHARE = 0.6
_FEW_LETTERS = 16
_FULL_LINE = 0.72
_MIN_WIDTH = 24
_OPENS = re.compile(
    r"\s*(?:제\s?\d+\s?[조장절편관항]|부\s?칙|별\s?[표지첨]|[①-⑳㉠-㉻⑴-⒇❶-❿]|[-–—•·∙▪■□○●◦▶▷※*◆◇]\s|"
    r"\(?\d{1,3}(?:\.\d{1,3})*[.)]\s|\d{1,3}(?:\.\d{1,3})+\s|[가-하][.)]\s|[(][가-하0-9a-zivx]{1,3}[)]\s|"
    r"(?:Article|Section|Clause|Chapter|Part|Annex|Appendix|Schedule|Table|Figure|Step|NOTE|WARNING|"
    r"DANGER|CAUTION)\b|#{1,6}\s|\[|【|<)"
)
_ENDS = re.compile(r"(?:[.!?。:;…]|[.!?][\"'”’)\]])\s*$")
_CELLS = re.compile(r"\S(?: {2,}|\t)\S")
_HANGUL_END = re.compile(r"[가-힣]$")
_HANGUL_WORD = re.compile(r"(?<![^\s\"'“‘(（「『\[,.])([가-힣]{1,12})(?![^\s\"'”’)）」』\],.!?])")
_WHOLE_WORD = re.compile(
    r"(?:은|는|을|를|의|에|와|과|고|며|여|어|아|한|할|된|될|인|로|서|게|나|도|만|면|지|및|또는|등|이|가|중|각|그|이러한|기타|해당|다)$"
)


def drop_running(pages: Sequence[str]) -> tuple[list[str], str]:
    """Return the pages without the heads and feet that most repeat, page numbers aside, and those.

    A page never loses all of its text.
    """
    if len(pages) < _MIN_PAGES:
        return list(pages), ""
    split = [page.split("\n") for page in pages]
    seen: Counter[str] = Counter()
    for lines in split:
        seen.update({_shape(lines[i]) for i in _edges(lines)})
    filled = sum(bool(page.strip()) for page in pages)
    needed = max(_MIN_PAGES, filled * _REPEAT_SHARE)
    running = {shape for shape, count in seen.items() if shape and count >= needed}
    taken = dict.fromkeys(
        line.strip()
        for lines in split
        for i in _edges(lines)
        if _shape(line := lines[i]) in running
    )
    words = [line for line in list(taken)[:20] if re.search(r"[^\W\d_]{2}", line)]
    return [_without(lines, running) for lines in split], " ".join(words)[:200]


def _edges(lines: list[str]) -> list[int]:
    filled = [i for i, line in enumerate(lines) if line.strip()]
    depth = min(_EDGE_LINES, max(1, len(filled) // 4))
    return list(dict.fromkeys([*filled[:depth], *filled[-depth:]]))


def _shape(line: str) -> str:
    """Return what must repeat: the line itself, its numbers aside where little else is in it."""
    line = re.sub(r"\s+", " ", line.strip())[:120]
    letters = sum(c.isalpha() for c in line)
    return re.sub(r"\d+", "0", line) if letters <= _FEW_LETTERS else line


def _without(lines: list[str], running: set[str]) -> str:
    drop = {i for i in _edges(lines) if _shape(lines[i]) in running}
    kept = "\n".join(line for i, line in enumerate(lines) if i not in drop)
    return kept if kept.strip() else "\n".join(lines)


def vocabulary(pages: Sequence[str]) -> Counter[str]:
    """Return the Korean words that stand inside lines, never at their ends, with their counts."""
    words: Counter[str] = Counter()
    for page in pages:
        for line in page.split("\n"):
            inner = line.strip().split(" ")[1:-1]
            words.update(_HANGUL_WORD.findall(" ".join(inner)))
    return words


def join_wrapped(text: str, words: Counter[str]) -> str:
    """Return a page's text with its wrapped lines joined."""
    lines = [re.sub(r"[ \t]+$", "", line) for line in text.split("\n")]
    full = _full_width(lines)
    result: list[str] = []
    broken = False  # the last line goes on in the next
    for line in lines:
        if broken and line.strip() and not _OPENS.match(line):
            result[-1] = _joined(result[-1], line.lstrip(), words)
        else:
            result.append(line)
        broken = bool(line.strip()) and _goes_on(line, full)
    return "\n".join(result)


def _goes_on(line: str, full: float) -> bool:
    if _ENDS.search(line) or _CELLS.search(line) or _is_row(line):
        return False
    return full >= _MIN_WIDTH and _width(line) >= full * _FULL_LINE


def _is_row(line: str) -> bool:
    """Return whether the line looks like a table's: a third of its words hold digits."""
    words = line.split()
    numbers = sum(any(c.isdigit() for c in word) for word in words)
    return numbers > 1 and numbers * 3 >= len(words)


def _width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line.strip())


def _full_width(lines: list[str]) -> float:
    """Return how wide a full line of the page is: the width that a tenth of the lines reach."""
    widths = sorted((_width(line) for line in lines if line.strip()), reverse=True)
    return widths[len(widths) // 10] if widths else 0


def _joined(before: str, after: str, words: Counter[str]) -> str:
    if before.endswith("-") and after[:1].islower() and before[-2:-1].isalpha():
        return before[:-1] + after
    if not (_HANGUL_END.search(before) and "가" <= after[:1] <= "힣"):
        return f"{before} {after}"
    left = re.split(r"[^가-힣]", before)[-1]
    right = re.split(r"[^가-힣]", after)[0]
    if words[left + right] > 0:
        return before + after
    apart = words[left] > 0 or bool(_WHOLE_WORD.search(left) and len(left) > 1)
    return f"{before} {after}" if apart else before + after
