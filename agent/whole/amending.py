"""A request for changes: what a contract has otherwise than the standard one, asked to be so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.citations.numbers import holds, is_ordinal, quantities
from agent.prompts.whole import words
from agent.whole.comparing import differs, pairs_of, quoted, unlike_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.comparing import Row, Section
    from agent.whole.reading import Reading

_OF_THE_DEAL = frozenset({"date", "krw", "usd", "eur", "gbp", ""})
"""Values that two parties agree on for themselves, and that no standard contract can set."""
_SHORT = 3
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
    names = [reading.context.library.document(id_).name for id_ in (own, standard)]
    reading.say(words("amend", language).format(*names) + "\n")
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
    language = reading.language
    if mine is None:
        rows = list(theirs.rows[:1]) if theirs else []
        return words("amend_add", language).format(_all(rows, reading)) if rows else ""
    if theirs is None:
        rows = [row for row in mine.rows if not _is_of_the_deal(row, "")]
        return words("amend_drop", language).format(_all(rows[:1], reading)) if rows else ""
    have, wanted = unlike_rows(mine, theirs)
    by_value = any(differs(row[1].text, mine.text) for row in wanted)
    kept = [row for row in have if not _is_of_the_deal(row, theirs.text)]
    if by_value and not kept:
        return words("amend_add", language).format(_all(wanted, reading))
    if not kept and (have or not wanted):
        return ""
    now, then = kept or mine.rows[:_SHORT], wanted if by_value else theirs.rows[:_SHORT]
    return words("amend_change", language).format(_all(now, reading), _all(then, reading))


def _is_of_the_deal(row: Row, other: str) -> bool:
    """Tell whether all that a sentence has otherwise are dates, amounts and bare numbers."""
    text, given = row[1].text, quantities(other)
    others = [q for q in quantities(text) if not is_ordinal(text, q) and not holds(given, q)]
    return bool(others) and all(q.unit in _OF_THE_DEAL for q in others)


def _all(rows: Sequence[Row], reading: Reading) -> str:
    return " ".join(quoted(row, reading) for row in rows)
