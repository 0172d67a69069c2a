"""Two documents side by side: sections paired by title and words, differences quoted."""

from __future__ import annotations

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

    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence
    from agent.whole.reading import Reading

_ALIKE = 0.45
_SAME_TITLE = 75.0
_ELSEWISE, _SHORT = 0.5, 2
_INSIDE = 4


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading of a document."""

    title: str
    rows: tuple[tuple[Evidence, Sentence], ...]

    @property
    def text(self) -> str:
        """Return all of it."""
        return "\n".join(sentence.text for _, sentence in self.rows)


def compare_documents(documents: Sequence[str], reading: Reading) -> None:
    """Write where two documents differ, section by section, each side quoted."""
    context, language = reading.context, reading.language
    names = [context.library.document(id_).name for id_ in documents]
    left = evidence_of(context, documents[0])
    right = evidence_of(context, documents[1], first=max((e.n for e in left), default=0) + 1)
    mine, theirs = sections_of(left), sections_of(right)
    reading.say(words("compare", language).format(*names))
    matched: set[int] = set()
    for done, section in enumerate(mine):
        reading.at(done, len(mine))
        partner = partner_of(section, theirs, matched)
        if partner is None:
            _one_side(section, names[0], reading)
            continue
        matched.add(partner)
        _difference(section, theirs[partner], names, reading)
    reading.at(len(mine), len(mine))
    for index, section in enumerate(theirs):
        if index not in matched:
            _one_side(section, names[1], reading)


def sections_of(passages: Sequence[Evidence]) -> list[Section]:
    """Return the passages grouped by their heading, without the headings' own lines."""
    grouped: dict[str, list[tuple[Evidence, Sentence]]] = {}
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


def _difference(one: Section, other: Section, names: Sequence[str], reading: Reading) -> None:
    """Quote both sides of a pair where their values differ, or where they speak differently."""
    rows = [row for row in one.rows if differs(row[1].text, other.text)]
    back = [row for row in other.rows if differs(row[1].text, one.text)]
    if not rows and not back:
        rows, back = _unlike(one, other), _unlike(other, one)
    if not rows and not back:
        return
    reading.say(f"\n\n**{one.title or other.title}**")
    _quote(names[0], rows or list(one.rows[:1]), reading)
    _quote(names[1], back or list(other.rows[:1]), reading)


def differs(sentence: str, text: str) -> bool:
    """Tell whether a sentence holds a value that the other side does not."""
    have = quantities(text)
    return any(not is_ordinal(sentence, q) and not holds(have, q) for q in quantities(sentence))


def _unlike(one: Section, other: Section) -> list[tuple[Evidence, Sentence]]:
    """Return what a section says in other words than the other one, nothing where it does not.

    That is all of a short one, and of a longer one the sentence that has least of the other's.
    """
    held = Words(other.text)
    shares = [(coverage(content_stems(row[1].text), held), n) for n, row in enumerate(one.rows)]
    least, at = min(shares, default=(1.0, 0))
    if least >= _ELSEWISE:
        return []
    return list(one.rows) if len(one.rows) <= _SHORT else [one.rows[at]]


def _one_side(section: Section, name: str, reading: Reading) -> None:
    if not section.title:
        return
    reading.say(f"\n\n**{section.title}**")
    reading.say("\n- " + words("only", reading.language).format(name))
    _quote(name, list(section.rows[:1]), reading)


def _quote(name: str, rows: Sequence[tuple[Evidence, Sentence]], reading: Reading) -> None:
    for one, sentence in rows:
        reading.say(f"\n- {name}: “{sentence.text}” [{one.n}]")
        reading.proofs.append(Proof(one, Support(1.0, sentence.start, sentence.end)))
