"""A document's sections: what stands under one heading, in the order of the document."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.citations.orders import trusted_sentences
from agent.prompts.whole import words
from agent.titles import without_number
from agent.whole.wording import bare

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence
    from agent.language import Language
    from agent.whole.wording import Row

_PATH = " > "
_COLON = re.compile(r"\s*[:：]\s+(?=\S)")
_ROMAN = re.compile(r"^(?:article|section|clause)\s+[IVXLC]+\b[ .:–—-]*", re.IGNORECASE)
_ENTRY = re.compile(r"\d{1,2}[.)]\s+(?P<title>[^\W\d][^.:：]{0,40}?)\s*[:：]\s*\S")
_NUMBERED = re.compile(r"\d{1,2}[.)]\s")
_SET_APART = re.compile(
    r"[\[【<〈](?P<title>[^\]】>〉]*(?:특약|별첨|별지|첨부|부록|붙임|사항|조건|내역|"
    r"(?i:terms|conditions|annex|appendix|exhibit|schedule))[^\]】>〉]*)[\]】>〉]"
    r"(?P<more>[^.]{0,40})$"
)
_CAPITALS = re.compile(r"[A-Z][A-Z ,&'/()-]{3,58}")
_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading of a document; without a heading the title is empty.

    ``whole`` says that it is all of a document that has no headings.
    """

    title: str
    rows: tuple[Row, ...]
    whole: bool = False

    @property
    def text(self) -> str:
        """Return all of it."""
        return "\n".join(sentence.text for _, sentence in self.rows)

    def called(self, language: Language) -> str:
        """Return its title, or what one without a title is called."""
        return self.title or words("text" if self.whole else "opening", language)


def sections_of(passages: Sequence[Evidence]) -> list[Section]:
    """Return the passages by their headings, without the headings' own lines.

    A heading that is only a number (2.1) belongs to the one that it stands under. Lines that head
    what follows them, though the passages know of no heading there, open a section as well.
    """
    grouped: dict[tuple[str, str], list[Row]] = {}
    capitals = _lines_in_capitals(passages)
    path, place = None, ("", "")
    for one in passages:
        if one.heading != path:
            path, place = one.heading, _place_of(one.heading)
        for sentence in trusted_sentences(one.text):
            if _is_heading(sentence.text, one.heading):
                place = _place_of(one.heading)
                continue
            title = sentence.text if (one.n, sentence.start) in capitals else ""
            if title := title or _title_set_apart(sentence.text, one.heading):
                place = (one.heading, title)
            if not title or _COLON.search(sentence.text):
                grouped.setdefault(place, []).append((one, sentence))
    return [Section(title, tuple(rows)) for (_, title), rows in grouped.items()]


def title_of(heading: str) -> str:
    """Return a heading without its number, its brackets, and what it says after a colon."""
    title = _ROMAN.sub("", without_number(heading))
    if _NUMBERED.match(heading):
        title = _COLON.split(title)[0]
    return title.strip("()[] .")


def whole_of(sections: Sequence[Section]) -> Section:
    """Return all of a document as one section without a title."""
    return Section("", tuple(row for section in sections for row in section.rows), whole=True)


def _place_of(heading: str) -> tuple[str, str]:
    """Return the path to the innermost heading that has a title, and that title."""
    labels = heading.split(_PATH)
    while labels and not title_of(labels[-1]):
        labels.pop()
    return _PATH.join(labels), title_of(labels[-1]) if labels else ""


def _is_heading(sentence: str, heading: str) -> bool:
    """Tell whether a sentence is a line of the passage's own headings and says no more."""
    if not heading or _ENTRY.match(sentence):
        return False
    labels = heading.split(_PATH)
    own = {bare(label) for label in labels} | {bare(title_of(label)) for label in labels}
    return sentence in heading or bare(sentence) in own


def _title_set_apart(sentence: str, heading: str) -> str:
    """Return the title of a line that heads what follows, empty for another one.

    An entry such as "3. Place : Seoul" does so where the document's own headings are numbered
    so; inside an article it is an item.
    """
    if apart := _SET_APART.match(sentence):
        return f"{apart['title']}{apart['more']}".strip()
    entry = _ENTRY.match(sentence)
    innermost = heading.rsplit(_PATH, 1)[-1]
    return entry["title"] if entry and _NUMBERED.match(innermost) else ""


def _lines_in_capitals(passages: Sequence[Evidence]) -> set[tuple[int, int]]:
    """Return where the headings of a document stand that has no other than lines in capitals.

    Its first line is its title, and of lines in capitals that follow one another none is a
    heading: so the parties are written on a first page.
    """
    if any(one.heading for one in passages):
        return set()
    lines = list(_sentences(passages))
    found = {
        (one.n, sentence.start)
        for (one, sentence), (_, after) in itertools.pairwise(lines[1:])
        if _CAPITALS.fullmatch(sentence.text) and not _CAPITALS.fullmatch(after.text)
    }
    return found if len(found) >= _ENOUGH else set()


def _sentences(passages: Sequence[Evidence]) -> Iterator[tuple[Evidence, Sentence]]:
    return ((one, sentence) for one in passages for sentence in trusted_sentences(one.text))
