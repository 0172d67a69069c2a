"""The terms of a document: for each of its sections the sentence that says most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.prompts.whole import words
from agent.whole.quoting import quoted, tell_left_out
from agent.whole.reading import evidence_of
from agent.whole.sections import Section, sections_of
from agent.whole.wording import values_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.reading import Reading
    from agent.whole.wording import Row

_MOST, _VALUES, _LONG = 30, 3, 12


def list_terms(document_id: str, reading: Reading) -> None:
    """Write the document's sections, each with the sentence that holds the most values, quoted.

    Of a document with many sections, those go first to be left out that hold no value; how many
    are left out is said.
    """
    context, language = reading.context, reading.language
    sections = _listed(sections_of(evidence_of(context, document_id)))
    kept = sorted(range(len(sections)), key=lambda at: not _values(sections[at].text))[:_MOST]
    reading.say(f"**{context.library.document(document_id).name}**\n")
    for done, at in enumerate(sorted(kept)):
        reading.at(done, len(kept))
        section = sections[at]
        reading.say(f"\n- {section.called(language)}: {quoted(_fullest(section), reading)}")
    if more := len(sections) - len(kept):
        reading.say("\n- " + words("more_sections", language).format(more))
    tell_left_out([document_id], reading)
    reading.at(len(kept), len(kept))


def _listed(sections: Sequence[Section]) -> list[Section]:
    """Return what is listed: each section, and of what has no heading each sentence with a value.

    Before the first heading stand the title, the parties, and often the main terms in short.
    """
    bare_document = not any(section.title for section in sections)
    listed: list[Section] = []
    for section in sections:
        told = [row for row in section.rows if _values(row[1].text)]
        listed += (
            [section] if section.title else [Section("", (r,), whole=bare_document) for r in told]
        )
    return listed


def _values(text: str) -> int:
    """Count the values of a text; a number without a unit may be that of an account."""
    return sum(bool(value.unit) for value in values_in(text))


def _fullest(section: Section) -> Row:
    """Return the first of the sentences that hold the most values."""
    return max(
        section.rows,
        key=lambda row: (min(_values(row[1].text), _VALUES), len(row[1].text) > _LONG),
    )
