"""Dates of documents: what a text says of itself, as ISO."""

from __future__ import annotations

import re
from datetime import date

_KEYWORD = re.compile(
    r"시행일?|개정일?|제정|작성일?|발행일?|기준일?|공포|적용일|배포일|계약\s?체결일|업데이트|"
    r"effective|revised|revision|updated|issued|published|version|dated?|as of|last",
    re.IGNORECASE,
)
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sep sept", "october oct", "november nov", "december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
"""A pattern of every English name of a month; ``MONTHS`` has its number."""
_PATTERNS = (
    re.compile(r"(?P<y>(?:19|20)\d{2})\s?[-./]\s?(?P<m>\d{1,2})\s?[-./]\s?(?P<d>\d{1,2})(?!\d)"),
    re.compile(r"(?P<y>(?:19|20)\d{2})\s?년\s?(?P<m>\d{1,2})\s?월(?:\s?(?P<d>\d{1,2})\s?일)?"),
    re.compile(
        rf"(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<mon>{MONTH})\.?,?\s+(?P<y>(?:19|20)\d{{2}})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?P<mon>{MONTH})\.?\s+(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?"
        r"(?P<y>(?:19|20)\d{2})",
        re.IGNORECASE,
    ),
    re.compile(r"(?P<y>(?:19|20)\d{2})-(?P<m>\d{2})(?![-\d])"),
)  # fmt: skip
_HEAD = 3000
_NEAR = 25


def find_dates(text: str) -> list[tuple[int, str]]:
    """Return offset and ISO form of every date, in order; a month alone is ``YYYY-MM``."""
    found: dict[int, str] = {}
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            iso = _iso(match)
            if iso and not any(at <= match.start() < at + 10 for at in found):
                found[match.start()] = iso
    return sorted(found.items())


def document_date(text: str) -> str:
    """Return the date that a text gives itself near its beginning, else an empty string.

    A date beside a word such as "effective" or "시행" wins; among those the newest does.
    """
    head = text[:_HEAD]
    dates = find_dates(head)
    marked = [iso for at, iso in dates if _KEYWORD.search(head[max(0, at - _NEAR) : at + _NEAR])]
    if marked:
        return max(marked)
    return dates[0][1] if dates and dates[0][0] < _HEAD // 4 else ""


def _iso(match: re.Match[str]) -> str:
    parts = match.groupdict()
    year = int(parts["y"])
    month = MONTHS[parts["mon"].lower()] if parts.get("mon") else int(parts["m"])
    day = int(parts["d"]) if parts.get("d") else None
    try:
        full = date(year, month, day or 1)
    except ValueError:
        return ""
    return full.isoformat() if day else full.isoformat()[:7]
