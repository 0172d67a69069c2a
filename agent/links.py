"""Links in an answer: a picture that a model puts in would be fetched by the page by itself.

Answers cite by number and need no links. Pictures go, links keep their words, and what streams is
broken up so that no page takes it for a link before the text is put right.
"""

from __future__ import annotations

import re

_PICTURE = re.compile(r"!\[([^\]]*)\]\s*\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\s*\((?:[a-z][a-z0-9+.-]*:|//|www\.)[^)]*\)", re.IGNORECASE)
_BARE = re.compile(r"<?\b(?:https?|ftp)://[^\s<>)\]]+>?", re.IGNORECASE)
_TAG = re.compile(
    r"<\s*/?\s*(?:img|a|iframe|script|object|embed|link|form|svg)\b[^>]*>", re.IGNORECASE
)


def without_links(text: str, known: str = "") -> str:
    """Return ``text`` without pictures and links; addresses in ``known`` stay as words."""
    text = _TAG.sub("", _LINK.sub(r"\1", _PICTURE.sub(r"\1", text)))
    return _BARE.sub(lambda m: m.group() if m.group().strip("<>.,") in known else "", text)


class LinkBreaker:
    """Passes streamed text on with blanks where a link, a picture or a tag would begin."""

    def __init__(self) -> None:
        """Start at the beginning of a reply."""
        self._last = ""

    def feed(self, piece: str) -> str:
        """Return what may be shown of ``piece``."""
        shown = []
        for character in piece:
            opens = self._last == "]" and character == "("
            tag = self._last == "<" and (character.isalpha() or character in "/!")
            shown.append(f" {character}" if opens or tag else character)
            self._last = character
        return "".join(shown)
