"""A request for changes: what a contract has otherwise than the standard one, asked to be so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.prompts.whole import words
from agent.whole.pairing import in_two_languages, pairs_of
from agent.whole.quoting import quoted, tell_left_out
from agent.whole.terms import list_terms
from agent.whole.wording import is_of_the_deal, unlike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.reading import Reading
    from agent.whole.sections import Section
    from agent.whole.wording import Row

_NO_TERM = re.compile(
    r"^(?:목적|정의|부칙|당사자|서명)|^(?:purpose|definitions?|parties|signatures?)\b",
    re.IGNORECASE,
)
_SAYS_A_TERM = re.compile(r"[.。]$|[다함음]$|^\s*(?:\d{1,2}[.)]|[①-⑳])\s*\S")
_INTRODUCES = re.compile(
    r"(?:다음|아래)[과와]\s?같이|이하\s?[\"'“‘「\w]|계약을\s?(?:체결|맺)|"
    r"\b(?:hereinafter|entered into|by and between|is made|made and entered)\b",
    re.IGNORECASE,
)


def request_changes(own: str, standard: str, reading: Reading) -> None:
    """Write what is asked of the other side: each term with both texts, quoted.

    Nothing is asked where the two are in different languages: no sentence of one is in the other.

    Args:
        own: Id of the person's contract.
        standard: Id of the contract that it is to be like.
        reading: What is written to.
    """
    language = reading.language
    pairs = pairs_of((own, standard), reading)
    if in_two_languages(pairs):
        reading.say(words("amend_two_languages", language) + "\n\n")
        list_terms(standard, reading)
        return
    reading.say(f"*{words('amend_note', language)}*")
    tell_left_out((own, standard), reading)
    reading.say(f"\n\n{words('amend', language)}\n")
    asked = 0
    for done, (mine, theirs) in enumerate(pairs):
        reading.at(done, len(pairs))
        title = next(s.called(language) for s in (mine, theirs) if s)
        wish = "" if _NO_TERM.match(title) else _wish(_terms(mine), _terms(theirs), reading)
        if wish:
            asked += 1
            reading.say(f"\n{asked}. **{title}**: {wish}")
    reading.at(len(pairs), len(pairs))
    reading.say("\n\n" + words("amend_end" if asked else "amend_none", language))


def _terms(section: Section | None) -> Sequence[Row]:
    """Return the sentences of a section that are terms.

    Without a heading there stand the title of the contract and its parties as well.
    """
    if section is None:
        return ()
    if section.title:
        return section.rows
    return [row for row in section.rows if _is_term(row[1].text)]


def _is_term(sentence: str) -> bool:
    return bool(_SAYS_A_TERM.search(sentence)) and not _INTRODUCES.search(sentence)


def _wish(mine: Sequence[Row], theirs: Sequence[Row], reading: Reading) -> str:
    """Return what is asked of one matter: all that the two do not say alike."""
    language = reading.language
    own, standard = unlike(mine, theirs)
    have, wanted = _to_ask(own, theirs), _to_ask(standard, mine)
    if have and wanted:
        return words("amend_change", language).format(_all(have, reading), _all(wanted, reading))
    if wanted:
        return words("amend_add", language).format(_all(wanted, reading))
    return words("amend_drop", language).format(_all(have, reading)) if have else ""


def _to_ask(rows: Sequence[Row], others: Sequence[Row]) -> list[Row]:
    """Return the sentences that differ in more than what only the two agree on."""
    return [row for row in rows if not is_of_the_deal(row[1].text, others)]


def _all(rows: Sequence[Row], reading: Reading) -> str:
    return " ".join(quoted(row, reading) for row in rows)
