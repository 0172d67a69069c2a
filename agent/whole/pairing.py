"""Which sections of two documents treat the same matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from agent.citations.terms import Words, content_stems, coverage
from agent.language import language_of
from agent.whole.reading import evidence_of
from agent.whole.sections import sections_of, whole_of
from agent.whole.wording import bare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.reading import Reading
    from agent.whole.sections import Section

    Pair = tuple[Section | None, Section | None]

_ALIKE = 0.45
_SAME_TITLE = 75.0
_INSIDE = 4


def pairs_of(documents: Sequence[str], reading: Reading) -> list[Pair]:
    """Return the sections of two documents that treat the same matter, in pairs.

    Those of the first come in its order, then those that the second alone has, and last what
    stands under no heading: title and parties. A document without any heading is set beside all
    of the other one.
    """
    left = evidence_of(reading.context, documents[0])
    right = evidence_of(reading.context, documents[1], max((e.n for e in left), default=0) + 1)
    mine, theirs = sections_of(left), sections_of(right)
    if not all(any(section.title for section in side) for side in (mine, theirs)):
        return [(whole_of(mine), whole_of(theirs))]
    partners = _partners(mine, theirs)
    pairs: list[Pair] = [
        (section, theirs[partners[at]] if at in partners else None)
        for at, section in enumerate(mine)
    ]
    taken = set(partners.values())
    pairs += [(None, s) for at, s in enumerate(theirs) if at not in taken]
    return sorted(pairs, key=lambda pair: not any(s.title for s in pair if s))


def in_two_languages(pairs: Sequence[Pair]) -> bool:
    """Tell whether the two documents are written in different languages."""
    mine, theirs = ("\n".join(s.text for s in side if s) for side in zip(*pairs, strict=True))
    return bool(mine and theirs) and language_of(mine) != language_of(theirs)


def _partners(mine: Sequence[Section], theirs: Sequence[Section]) -> dict[int, int]:
    """Return for the sections of one document their partners in the other, by index.

    Sections of one title go together before any other pair, and then the pair that is most
    alike, so that a section never takes the partner of a later one.
    """
    found: dict[int, int] = {}
    for score, at, other in sorted(_scores(mine, theirs), key=lambda row: -row[0]):
        if score >= _ALIKE and at not in found and other not in found.values():
            found[at] = other
    return found


def _scores(mine: Sequence[Section], theirs: Sequence[Section]) -> list[tuple[float, int, int]]:
    said = [Words(section.text) for section in theirs]
    scores = []
    for at, section in enumerate(mine):
        stems = content_stems(section.text)
        for other, partner in enumerate(theirs):
            by_title = _title_score(section.title, partner.title)
            scores.append((coverage(stems, said[other]) + by_title, at, other))
    return scores


def _title_score(one: str, other: str) -> float:
    """Return 2 for one and the same title, or none on both sides, and 1 for one like it."""
    return 2.0 if bare(one) == bare(other) else float(is_same_title(one, other))


def is_same_title(one: str, other: str) -> bool:
    """Tell whether two sections go by the same title, or one by a part of the other's."""
    if not one or not other:
        return False
    shorter, longer = sorted((one.casefold(), other.casefold()), key=len)
    inside = len(shorter) >= _INSIDE and longer.startswith(shorter)
    return (inside and _ends_a_word(shorter, longer)) or (
        fuzz.ratio(shorter, longer) >= _SAME_TITLE
    )


def _ends_a_word(shorter: str, longer: str) -> bool:
    """Tell whether a title ends in a longer one where a word does; Korean adds to words."""
    following = longer[len(shorter) : len(shorter) + 1]
    return not (shorter[-1:].isascii() and following.isascii() and following.isalnum())
