"""The terms of a document: for each of its sections the sentence that says most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.citations.numbers import quantities
from agent.whole.comparing import quoted, sections_of
from agent.whole.reading import evidence_of

if TYPE_CHECKING:
    from agent.whole.comparing import Row, Section
    from agent.whole.reading import Reading

_MOST, _VALUES, _LONG = 24, 3, 12


def list_terms(document_id: str, reading: Reading) -> None:
    """Write the document's sections, each with the sentence that holds the most values, quoted.

    Of a document with many sections, those go first to be left out that hold no value.
    """
    context = reading.context
    sections = [s for s in sections_of(evidence_of(context, document_id)) if s.title]
    if len(sections) > _MOST:
        sections = [s for s in sections if quantities(s.text)][:_MOST] or sections[:_MOST]
    reading.say(f"**{context.library.document(document_id).name}**\n")
    for done, section in enumerate(sections):
        reading.at(done, len(sections))
        reading.say(f"\n- {section.title}: {quoted(_fullest(section), reading)}")
    reading.at(len(sections), len(sections))


def _fullest(section: Section) -> Row:
    """Return the first of the sentences that hold the most values."""
    return max(
        section.rows,
        key=lambda row: (min(len(quantities(row[1].text)), _VALUES), len(row[1].text) > _LONG),
    )
