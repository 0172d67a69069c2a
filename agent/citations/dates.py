"""Dates as numbers, in the notations of both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from store.dates import MONTH, MONTHS

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATES = (
    re.compile(r"(?P<y>\d{4})\s?년(?:도)?\s?(?P<m>\d{1,2})\s?월(?:\s?(?P<d>\d{1,2})\s?일)?"),
    re.compile(r"(?P<y>\d{4})\s?[-./]\s?(?P<m>\d{1,2})\s?[-./]\s?(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(?P<m>\d{1,2})\s?월\s?(?P<d>\d{1,2})\s?일"),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<mon>{MONTH})\b\.?(?:,? (?P<y>\d{{4}}))?",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<mon>{MONTH})\b\.? (?P<d>\d{{1,2}})(?!\d)(?:st|nd|rd|th)?(?:,? (?P<y>\d{{4}}))?",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<mon>{MONTH})\b,? (?P<y>\d{{4}})", re.IGNORECASE),
)


def dates(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int, int]]]:
    """Yield each date's span and its year, month and day; a part that is not written is 0."""
    taken: list[tuple[int, int]] = []
    for form in _DATES:
        for match in form.finditer(text):
            if any(a < match.end() and match.start() < b for a, b in taken):
                continue
            parts = match.groupdict()
            month = MONTHS[parts["mon"].lower()] if parts.get("mon") else int(parts["m"])
            year, day = int(parts.get("y") or 0), int(parts.get("d") or 0)
            if 1 <= month <= 12 and day <= 31:  # noqa: PLR2004 - months and days
                taken.append(match.span())
                yield match.span(), (year, month, day)
