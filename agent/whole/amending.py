"""A request for changes: what a contract has otherwise than the standard one, asked to be so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from agent.prompts.whole import words
from agent.whole.comparing import Section, pairs_of, quoted, rows_unlike, values_unlike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.comparing import Row
    from agent.whole.reading import Reading

_OF_THE_DEAL = frozenset({"date", "krw", "usd", "eur", "gbp", ""})
"""Values that two parties agree on for themselves, and that no standard contract can set."""
_NOTHING = Section("", ())
_NEARLY = 75.0
_ADDRESS = re.compile(r"\S@\S")
_NO_TERM = re.compile(
    r"^(?:목적|정의|부칙|당사자|서명)|^(?:purpose|definitions?|parties|signatures?)\b",
    re.IGNORECASE,
)


def request_changes(own: str, standard: str, reading: Reading) -> None:
    """Write what is asked of the other side: each term with both texts, quoted.

    Args:
        own: Id of the person's contract.
        standard: Id of the contract that it is to be like.
        reading: What is written to.
    """
    language = reading.language
    reading.say(f"*{words('amend_note', language)}*\n\n{words('amend', language)}\n")
    asked = 0
    pairs = pairs_of((own, standard), reading)
    for done, (mine, theirs) in enumerate(pairs):
        reading.at(done, len(pairs))
        title = next((section.title for section in (mine, theirs) if section), "")
        wish = "" if not title or _NO_TERM.match(title) else _wish(mine, theirs, reading)
        if wish:
            asked += 1
            reading.say(f"\n{asked}. **{title}**: {wish}")
    reading.at(len(pairs), len(pairs))
    reading.say("\n\n" + words("amend_end" if asked else "amend_none", language))


def _wish(mine: Section | None, theirs: Section | None, reading: Reading) -> str:
    """Return what is asked of one matter: all that the two do not say alike."""
    language = reading.language
    have = _own_terms(rows_unlike(mine, theirs or _NOTHING), theirs or _NOTHING) if mine else []
    wanted = rows_unlike(theirs, mine or _NOTHING) if theirs else []
    wanted = [row for row in wanted if not (mine and _only_sums_otherwise(row, mine))]
    if have and wanted:
        return words("amend_change", language).format(_all(have, reading), _all(wanted, reading))
    if wanted:
        return words("amend_add", language).format(_all(wanted, reading))
    return words("amend_drop", language).format(_all(have, reading)) if have else ""


def _own_terms(rows: Sequence[Row], other: Section) -> list[Row]:
    return [row for row in rows if not _is_of_the_deal(row, other.text)]


def _only_sums_otherwise(row: Row, mine: Section) -> bool:
    """Tell whether the person's contract has a sentence, but for what only the two agree on."""
    nearest = max((fuzz.ratio(row[1].text, own.text) for _, own in mine.rows), default=0.0)
    return nearest >= _NEARLY and _is_of_the_deal(row, mine.text)


def _is_of_the_deal(row: Row, other: str) -> bool:
    """Tell whether a sentence only has dates, amounts, bare numbers or addresses otherwise."""
    text = row[1].text
    if _ADDRESS.search(text):
        return True
    others = values_unlike(text, other)
    return bool(others) and all(q.unit in _OF_THE_DEAL for q in others)


def _all(rows: Sequence[Row], reading: Reading) -> str:
    return " ".join(quoted(row, reading) for row in rows)
