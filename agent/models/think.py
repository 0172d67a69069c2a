"""Thoughts that a model writes in front of its reply, taken out as the text streams."""

from __future__ import annotations

OPEN, CLOSE = "<think>", "</think>"


def without_thoughts(text: str) -> str:
    """Return ``text`` without a leading thought, closed or not, and without a stray closing tag."""
    bare = text.lstrip()
    if bare.startswith(OPEN):
        _, closed, rest = bare.partition(CLOSE)
        return rest.lstrip() if closed else ""
    thought, closed, rest = text.partition(CLOSE)
    return rest.lstrip() if closed and OPEN not in thought else text


class ThoughtFilter:
    """Passes streamed text on, but for a leading ``<think>...</think>``.

    Only the start of a reply is looked at: further on the tag is somebody's text.
    """

    def __init__(self) -> None:
        """Start at the beginning of a reply."""
        self._held = ""
        self._passing = False

    def feed(self, piece: str) -> str:
        """Return what of the text so far may be shown now."""
        if self._passing:
            return piece
        self._held += piece
        start = self._held.lstrip()
        if start.startswith(OPEN):
            _, closed, rest = start.partition(CLOSE)
            if not (closed and rest.strip()):
                return ""
            self._passing, self._held = True, ""
            return rest.lstrip()
        if OPEN.startswith(start):  # may still become the tag; "" too
            return ""
        self._passing, held, self._held = True, self._held, ""
        return held

    def end(self) -> str:
        """Return what was held back and is no thought."""
        held, self._held = self._held, ""
        return "" if held.lstrip().startswith(OPEN) else held
