"""Putting a small model's prose right where code can see what is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.language import Language

_IDEOGRAPHS = re.compile(r"\s?\(?[\u3040-\u30ff\u3400-\u9fff]+\)?")
_SHORTEST = 20
_GRAM = 6
_STUTTERS = 0.2


def readable(text: str, language: Language) -> str:
    """Return prose without foreign script in Korean text, fences around it, and repeated lines."""
    cleaned = re.sub(r"^```\w*\n|\n?```$", "", text.strip()).strip()
    if language == "ko":
        cleaned = _IDEOGRAPHS.sub("", cleaned)
    kept: list[str] = []
    for line in cleaned.splitlines():
        squeezed = re.sub(r"\W", "", line)
        if len(squeezed) >= _SHORTEST and any(squeezed == re.sub(r"\W", "", k) for k in kept):
            continue
        kept.append(line.rstrip())
    return "\n".join(kept).strip()


def stutters(text: str) -> bool:
    """Say whether a text says the same again and again, as a small model does when it is lost."""
    words = text.split()
    runs = [tuple(words[at : at + _GRAM]) for at in range(len(words) - _GRAM + 1)]
    return len(runs) > _GRAM and 1 - len(set(runs)) / len(runs) > _STUTTERS
