"""Asterisks that multiply, told from those that stress.

CommonMark takes the signs of ``12000*3*4`` for emphasis and leaves them out. In Korean, stress may
end between two letters, where a particle follows, so that a sign alone does not tell: it multiplies
where no stress is open that it could close.
"""

from __future__ import annotations

import re

STAND_IN = "\ufdd0"
"""Stands for an asterisk that is a sign of arithmetic; Unicode keeps it out of texts."""

_RUN = re.compile(r"(?<![\\*])\*+")
_BEFORE, _AFTER = re.compile(r"[\w)]"), re.compile(r"[\w(]")
_RAISED = re.compile(r"(?:\d|\)|(?<![^\W_])[A-Za-z])\*\*[\dA-Za-z(]")


def with_stand_ins(text: str) -> str:
    """Return the text, as long as before, with ``STAND_IN`` for every asterisk of arithmetic."""
    return "".join(_of_line(line) for line in text.splitlines(keepends=True))


def _of_line(line: str) -> str:
    out, at = [], 0
    stressed: set[int] = set()
    for run in _RUN.finditer(line):
        start, end = run.span()
        length = end - start
        before, after = line[start - 1 : start], line[end : end + 1]
        within = bool(_BEFORE.match(before) and _AFTER.match(after))
        if within and _multiplies(line, start, end, stressed):
            out += [line[at:start], STAND_IN * length]
            at = end
        elif length in stressed and before.strip():
            stressed.discard(length)
        elif after.strip():
            stressed.add(length)
    return "".join([*out, line[at:]])


def _multiplies(line: str, start: int, end: int, stressed: set[int]) -> bool:
    """Say whether a run of asterisks between two words or brackets is a sign of arithmetic."""
    length = end - start
    if length <= len("**") and line[start - 1].isdecimal() and line[end].isdecimal():
        return True
    if length in stressed:
        return False
    return length == 1 or _RAISED.match(line, start - 1, end + 1) is not None
