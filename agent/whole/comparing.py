"""Two documents side by side: sections paired by title and words, differences quoted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from agent.citations.marking import Proof
from agent.citations.matching import Support
from agent.citations.numbers import holds, is_ordinal, quantities
from agent.citations.orders import trusted_sentences
from agent.citations.terms import Words, content_stems, coverage
from agent.prompts.whole import words
from agent.titles import without_number
from agent.whole.reading import evidence_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.citations.numbers import Quantity
    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence
    from agent.whole.reading import Reading

    Row = tuple[Evidence, Sentence]

_ALIKE = 0.45
_SAME_TITLE = 75.0
_CLAUSE_NUMBER = re.compile(
    r"^\s*(?:\d{1,2}[.)]|\(\d{1,2}\)|[①-⑳])\s*|제\s?\d+\s?[조항호](?:의\s?\d+)?|"
    r"\b(?:articles?|sections?|clauses?|paragraphs?)\s+\d+(?:\.\d+)*",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"[\W_]+")
_INSIDE = 4
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading of a document."""

    title: str
    rows: tuple[Row, ...]

    @property
    def text(self) -> str:
        """Return all of it."""
        return "\n".join(sentence.text for _, sentence in self.rows)


def compare_documents(documents: Sequence[str], reading: Reading) -> None:
    """Write where two documents differ, section by section, each side quoted."""
    names = [reading.context.library.document(id_).name for id_ in documents]
    reading.say(words("compare", reading.language).format(*names))
    pairs = pairs_of(documents, reading)
    for done, (mine, theirs) in enumerate(pairs):
        reading.at(done, len(pairs))
        if mine and theirs:
            _difference(mine, theirs, names, reading)
        elif section := mine or theirs:
            _one_side(section, names[0] if mine else names[1], reading)
    reading.at(len(pairs), len(pairs))


def pairs_of(
    documents: Sequence[str], reading: Reading
) -> list[tuple[Section | None, Section | None]]:
    """Return the sections of two documents that treat the same matter, in pairs.

    Those of the first come in its order; those that the second alone has stand at the end.
    """
    left = evidence_of(reading.context, documents[0])
    right = evidence_of(reading.context, documents[1], max((e.n for e in left), default=0) + 1)
    mine, theirs = sections_of(left), sections_of(right)
    pairs: list[tuple[Section | None, Section | None]] = []
    matched: set[int] = set()
    for section in mine:
        partner = partner_of(section, theirs, matched)
        if partner is not None:
            matched.add(partner)
        pairs.append((section, None if partner is None else theirs[partner]))
    return [*pairs, *((None, s) for at, s in enumerate(theirs) if at not in matched)]


def sections_of(passages: Sequence[Evidence]) -> list[Section]:
    """Return the passages grouped by their heading, without the headings' own lines."""
    grouped: dict[str, list[Row]] = {}
    for one in passages:
        heading = one.title.strip()
        rows = grouped.setdefault(heading, [])
        rows += [(one, s) for s in trusted_sentences(one.text) if s.text not in one.heading]
    return [Section(title_of(heading), tuple(rows)) for heading, rows in grouped.items() if rows]


def title_of(heading: str) -> str:
    """Return a heading without its number and brackets."""
    return without_number(heading).strip("()[] .")


def partner_of(section: Section, others: Sequence[Section], taken: set[int]) -> int | None:
    """Return the index of the section that treats the same matter, None if there is none."""
    stems = content_stems(section.text)
    best: tuple[float, int] | None = None
    for index, other in enumerate(others):
        if index in taken:
            continue
        same_title = is_same_title(section.title, other.title)
        score = coverage(stems, Words(other.text)) + same_title
        if score >= _ALIKE and (best is None or score > best[0]):
            best = (score, index)
    return best[1] if best else None


def is_same_title(one: str, other: str) -> bool:
    """Tell whether two sections go by the same title, or one by a part of the other's."""
    if not one or not other:
        return False
    shorter, longer = sorted((one, other), key=len)
    inside = len(shorter) >= _INSIDE and longer.startswith(shorter)
    return inside or fuzz.ratio(one, other) >= _SAME_TITLE


def rows_unlike(one: Section, other: Section) -> list[Row]:
    """Return the sentences of a section that the other one does not have word for word.

    One word may turn a term into its contrary (할 수 있다, 할 수 없다; may, may not), so that no
    nearness counts: only signs, spaces, capitals and the numbers of clauses may differ.
    """
    there = {_bare(sentence.text) for _, sentence in other.rows}
    return [row for row in one.rows if _bare(row[1].text) not in there]


def _bare(sentence: str) -> str:
    return _SIGNS.sub("", _CLAUSE_NUMBER.sub("", sentence)).casefold()


def _difference(one: Section, other: Section, names: Sequence[str], reading: Reading) -> None:
    """Quote both sides of a pair where they differ."""
    rows, back = rows_unlike(one, other), rows_unlike(other, one)
    if not rows and not back:
        return
    title = one.title or other.title or words("opening", reading.language)
    reading.say(f"\n\n**{title}**")
    _quote(names[0], rows or list(one.rows[:1]), reading)
    _quote(names[1], back or list(other.rows[:1]), reading)


def values_unlike(sentence: str, text: str) -> list[Quantity]:
    """Return the values of a sentence that the other side does not hold."""
    have = quantities(text)
    return [q for q in quantities(sentence) if not is_ordinal(sentence, q) and not holds(have, q)]


def _one_side(section: Section, name: str, reading: Reading) -> None:
    if not section.title:
        return
    reading.say(f"\n\n**{section.title}**")
    reading.say("\n- " + words("only", reading.language).format(name))
    _quote(name, section.rows[:_SHOWN], reading)


def _quote(name: str, rows: Sequence[Row], reading: Reading) -> None:
    for row in rows:
        reading.say(f"\n- {name}: {quoted(row, reading)}")


def quoted(row: Row, reading: Reading) -> str:
    """Return a sentence in quotation marks with its number, and keep its proof."""
    one, sentence = row
    reading.proofs.append(Proof(one, Support(1.0, sentence.start, sentence.end)))
    return f"“{sentence.text}” [{one.n}]"
