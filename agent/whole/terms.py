"""The terms of a document: for each of its sections the sentence that says most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.prompts.whole import words
from agent.whole.quoting import quoted, tell_left_out
from agent.whole.reading import evidence_of
from agent.whole.sections import Section, sections_of, whole_of
from agent.whole.wording import values_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.reading import Reading
    from agent.whole.wording import Row

_MOST, _VALUES, _LONG = 24, 3, 12


def list_terms(document_id: str, reading: Reading) -> None:
    """Write the document's sections, each with the sentence that holds the most values, quoted.

    Of a document with many sections, those go first to be left out that hold no value.
    """
    context, language = reading.context, reading.language
    sections = _sections(sections_of(evidence_of(context, document_id)))
    shown = sections
    if len(sections) > _MOST:
        shown = [s for s in sections if values_in(s.text)][:_MOST] or sections[:_MOST]
    reading.say(f"**{context.library.document(document_id).name}**\n")
    for done, section in enumerate(shown):
        reading.at(done, len(shown))
        reading.say(f"\n- {section.called(language)}: {quoted(_fullest(section), reading)}")
    if more := len(sections) - len(shown):
        reading.say("\n- " + words("more_sections", language).format(more))
    tell_left_out([document_id], reading)
    reading.at(len(shown), len(shown))


def _sections(sections: Sequence[Section]) -> list[Section]:
    """Return the sections that are listed.

    What stands before the first heading is a term only where it holds a value; in a document
    without a heading, each sentence with a value is one.
    """
    if any(section.title for section in sections):
        return [s for s in sections if s.title or values_in(s.text)]
    return [
        Section("", (row,), whole=True) for row in whole_of(sections).rows if values_in(row[1].text)
    ]


def _fullest(section: Section) -> Row:
    """Return the first of the sentences that hold the most values."""
    return max(
        section.rows,
        key=lambda row: (min(len(values_in(row[1].text)), _VALUES), len(row[1].text) > _LONG),
    )
