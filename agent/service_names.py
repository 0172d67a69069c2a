"""Where services are named in a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.services import Service

_SEGMENT = 160
_GLOSS = re.compile(r" ?\([^()]{1,40}\)")
_LINK = re.compile(
    r"\s*(?:,|·|/|&|,? ?and|,? ?or|,? as well as|도|와|과|하고|이랑|랑|및|그리고)?\s*"
)
_BOTH = re.compile(r"and|or|&|as well as|[가-힣]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A service's name in a text; ``end`` is behind a second name in brackets."""

    service: Service
    start: int
    end: int


def name_at(text: str, name: str, start: int = 0) -> int:
    """Return where a name stands in a text from ``start`` on, -1 where it does not.

    A Latin name is no part of a longer word: Clip does not stand in Clipper.
    """
    at = text.find(name, start)
    while at >= 0 and name.isascii() and _inside_a_word(text, at, at + len(name)):
        at = text.find(name, at + 1)
    return at


def _inside_a_word(text: str, start: int, end: int) -> bool:
    beside = text[max(0, start - 1) : start] + text[end : end + 1]
    return any(letter.isascii() and letter.isalnum() for letter in beside)


def names_one(text: str, names: Sequence[str]) -> bool:
    """Say whether one of the names stands in a text."""
    return any(name_at(text, name) >= 0 for name in names)


def stretch_of(text: str, names: Sequence[str], others: Sequence[str]) -> tuple[int, int]:
    """Return the stretch of a text that speaks of a service: from its name to the next one's.

    Both ends are 0 where it is not named.
    """
    start = min((at for n in names if (at := name_at(text, n)) >= 0), default=-1)
    if start < 0:
        return 0, 0
    after = start + max(len(n) for n in names if text.startswith(n, start))
    ends = [at for n in others if (at := name_at(text, n, after)) > 0]
    return start, min([*ends, start + _SEGMENT, len(text)])


def mentions_in(text: str, services: Sequence[Service]) -> list[Mention]:
    """Return every place in which a service is named, in order, the longest name at each."""
    found: list[Mention] = []
    for service in services:
        for name in service.names:
            at = name_at(text, name)
            while at >= 0:
                gloss = _GLOSS.match(text, at + len(name))
                found.append(Mention(service, at, gloss.end() if gloss else at + len(name)))
                at = name_at(text, name, at + len(name))
    found.sort(key=lambda one: (one.start, -one.end))
    kept: list[Mention] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def listed_with(text: str, mentions: Sequence[Mention], at: int, step: int) -> list[Mention]:
    """Return the mention at a place and those listed with it before (-1) or behind (1) it.

    Of English names, commas alone do not make a list.
    """
    listed, links = [mentions[at]], ""
    while 0 <= at + step < len(mentions):
        first, second = sorted((mentions[at], mentions[at + step]), key=lambda one: one.start)
        between = text[first.end : second.start]
        if not between.strip() or not _LINK.fullmatch(between):
            break
        links += between
        at += step
        listed.append(mentions[at])
    latin = text[listed[0].start].isascii()
    return listed if not latin or _BOTH.search(links) else listed[:1]
