"""Two documents side by side: sections paired by title and words, differences quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.prompts.whole import words
from agent.whole.pairing import in_two_languages, pairs_of
from agent.whole.quoting import quoted, tell_left_out
from agent.whole.terms import list_terms
from agent.whole.wording import unlike

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.reading import Reading
    from agent.whole.sections import Section
    from agent.whole.wording import Row

_SHOWN = 20


def compare_documents(documents: Sequence[str], reading: Reading) -> None:
    """Write where two documents differ, section by section, each side quoted.

    Where they are in two languages no sentence of one is in the other: the terms of each are
    listed in place of differences.
    """
    names = [reading.context.library.document(id_).name for id_ in documents]
    pairs = pairs_of(documents, reading)
    if in_two_languages(pairs):
        reading.say(words("two_languages", reading.language).format(*names))
        for id_ in documents:
            reading.say("\n\n")
            list_terms(id_, reading)
        return
    reading.say(words("compare", reading.language).format(*names))
    for done, (mine, theirs) in enumerate(pairs):
        reading.at(done, len(pairs))
        if mine and theirs:
            _difference(mine, theirs, names, reading)
        elif section := mine or theirs:
            _one_side(section, names[0] if mine else names[1], reading)
    tell_left_out(documents, reading)
    reading.at(len(pairs), len(pairs))


def _difference(one: Section, other: Section, names: Sequence[str], reading: Reading) -> None:
    """Quote both sides of a pair where they differ."""
    sides = unlike(one.rows, other.rows)
    if not any(sides):
        return
    _head(one if one.title else other, reading)
    for name, rows in zip(names, sides, strict=True):
        _quote(name, rows, reading)
        if not rows:
            reading.say("\n- " + words("lacks", reading.language).format(name))


def _one_side(section: Section, name: str, reading: Reading) -> None:
    _head(section, reading)
    reading.say("\n- " + words("only", reading.language).format(name))
    _quote(name, section.rows[:_SHOWN], reading)
    if (more := len(section.rows) - _SHOWN) > 0:
        reading.say("\n- " + words("more_sentences", reading.language).format(name, more))


def _head(section: Section, reading: Reading) -> None:
    reading.say(f"\n\n**{section.called(reading.language)}**")


def _quote(name: str, rows: Sequence[Row], reading: Reading) -> None:
    for row in rows:
        reading.say(f"\n- {name}: {quoted(row, reading)}")
