"""Which sentence of the passages comes nearest to a question, and where what it says ends.

A stem weighs more the fewer sentences hold it: in a table the row's own name tells, the words of
its caption do not.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from agent.citations.asking import ASKED_FOR, offers, units_asked
from agent.citations.conditions import is_of_something_else
from agent.citations.matching import Support
from agent.citations.numbers import quantities
from agent.citations.orders import trusted_sentences
from agent.citations.terms import Words, coverage, weight
from agent.language import language_of
from agent.relevance import HELD, across, implied_words, telling_stems, without_expression
from store.glossary import concepts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence

    _Row = tuple[int, Evidence, Sentence, Words]

_SHOWN = 3
_HEADING_BONUS = 0.1
_SENTENCE_NUMBER, _SENTENCE_DATE = 0.5, 0.35
"""What a number of the kind asked for adds; when something happens is often said without one."""
_TITLE_SHARE = 0.7
"""What a heading alone says, each of its sentences speaks of."""
_VALUE_NAMED = 0.15
"""The name of the value asked for says less than whose value it is."""
_BEHIND = 0.12
_CAPTION = re.compile(r"(?:table|figure|annex|별표|표|그림)\s?\d", re.IGNORECASE)
_POINTER = re.compile(
    r"(?:다음|아래|별표|별지)\s?(?:의\s)?(?:표|각\s?호|와 같)|"
    r"(?:following|below|shown in|see) table|table below",
    re.IGNORECASE,
)
_CAPTION_LOSS = 0.3
"""Of a caption, and where a value is asked for of a sentence that only points to the table."""
_ELSEWHERE_LOSS = 0.3
"""Of a sentence that gives the value of another thing, or at another time."""
_FRAGMENT = 160
"""Characters up to which a row of a table is read on, where it ends in no full stop."""
_ENDED = re.compile(r"[.!?。:;][\"'”’)」』]*$|[다요음함임됨]\.?$")


class Nearest(NamedTuple):
    """The sentence that meets a question best: how near, in which passage, where it stands.

    ``score`` is about 0 to 1, more where a number is asked for and told.
    """

    score: float
    evidence: Evidence
    support: Support


def nearest(
    question: str,
    evidence: Sequence[Evidence],
    known: Mapping[str, str] | None = None,
    units: frozenset[str] | None = None,
) -> Nearest | None:
    """Return the sentence of the first few passages that meets the question best.

    ``units`` are those that would answer, where a translation of the question lost its word for it.
    """
    rows = scored_sentences(question, evidence, known, units)
    if not rows:
        return None
    score, one, sentence = max(rows, key=lambda row: row[0])
    return Nearest(score, one, Support(1.0, sentence.start, _read_on(one, sentence)))


def best_sentence(
    question: str, evidence: Sequence[Evidence], known: Mapping[str, str] | None = None
) -> tuple[Evidence, Support] | None:
    """Return the nearest sentence alone."""
    found = nearest(question, evidence, known)
    return (found.evidence, found.support) if found else None


def scored_sentences(
    question: str,
    evidence: Sequence[Evidence],
    known: Mapping[str, str] | None = None,
    units: frozenset[str] | None = None,
) -> list[tuple[float, Evidence, Sentence]]:
    """Return the sentences of the first few passages, headings left out, and how near each is."""
    asked = without_expression(question)
    rows = [
        (position, one, sentence, Words(_with_names(sentence, one)))
        for position, one in enumerate(evidence[:_SHOWN])
        for sentence in trusted_sentences(one.text)
        if not _is_heading(sentence, one)
    ]
    stems = {
        s: None
        for one in evidence[:_SHOWN]
        for s in telling_stems(asked, one, (known or {}).get(one.document_id, ""))
    }
    own, said = units_asked(asked), quantities(asked)
    units = units if own is None else own
    bonus = _SENTENCE_DATE if units and "oclock" in units else _SENTENCE_NUMBER
    titles = {one.n: Words(one.title) for one in evidence[:_SHOWN]}
    spoken = {(row[1].n, s) for row in rows for s in stems if row[3].share(s) == 1.0}
    weights = _weights(stems, rows, titles, valued=units is not None)
    language = language_of(asked)
    wanted = {
        one.n: _concepts(asked, one, known, valued=units is not None)
        for one in evidence[:_SHOWN]
        if language_of(one.text) != language
    }
    total = sum(weights.values()) or 1.0

    def score(row: _Row) -> float:
        position, one, sentence, words = row
        heading = titles[one.n]
        share = sum(
            w * max(words.share(s), _TITLE_SHARE * heading.share(s) * ((one.n, s) not in spoken))
            for s, w in weights.items()
        )
        share /= total
        if one.n in wanted:
            share = max(share, across(list(stems), wanted[one.n], _with_names(sentence, one)))
        title = coverage(list(weights), heading)
        number = bonus * (units is not None and offers(sentence.text, units, said))
        pointer = units is not None and _POINTER.search(sentence.text)
        idle = bool(pointer or _CAPTION.match(sentence.text))
        loss = _BEHIND * position + _CAPTION_LOSS * idle
        loss += _ELSEWHERE_LOSS * is_of_something_else(asked, sentence.text)
        return share + number + _HEADING_BONUS * title - loss

    return [(score(row), row[1], row[2]) for row in rows]


def _concepts(
    asked: str, one: Evidence, known: Mapping[str, str] | None, *, valued: bool
) -> list[str]:
    """Return the concepts that a question names, without those that tell no sentence from others.

    That are those that the whole document implies, and the kind of value asked for.
    """
    found = list(dict.fromkeys(concepts(asked)))
    idle = set(concepts(implied_words(one, (known or {}).get(one.document_id, ""))))
    if valued:
        idle |= value_concepts()
    return [concept for concept in found if concept not in idle] or found


@lru_cache(maxsize=1)
def value_concepts() -> frozenset[str]:
    """Return the concepts of the kinds of value, word by word: a set has no order for phrases."""
    return frozenset(concept for word in ASKED_FOR for concept in concepts(word))


def _weights(
    stems: Iterable[str], rows: Sequence[_Row], titles: Mapping[int, Words], *, valued: bool
) -> dict[str, float]:
    """Return what each of the question's stems weighs that a sentence or a heading holds."""
    weights = {}
    for stem in stems:
        held = sum(words.share(stem) >= HELD for *_, words in rows)
        if held or any(title.share(stem) >= HELD for title in titles.values()):
            rarity = math.log(1 + len(rows) / max(1, held))
            named = _VALUE_NAMED if valued and stem in ASKED_FOR else 1.0
            weights[stem] = weight(stem) * rarity * named
    return weights


def _read_on(one: Evidence, sentence: Sentence) -> int:
    """Return where what a sentence says ends: a row of a table may go on in the next lines."""
    end = sentence.end
    for following in trusted_sentences(one.text):
        if following.start < end:
            continue
        done = ends_sentence(one.text[sentence.start : end])
        if done or following.end - sentence.start > _FRAGMENT:
            break
        end = following.end
    return end


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends as a sentence does, and not as a row of a table."""
    return _ENDED.search(text.rstrip()) is not None


def _with_names(sentence: Sentence, one: Evidence) -> str:
    """Return a sentence, under the names of the record that it stands in."""
    return f"{one.subject} {sentence.text}" if one.kind == "catalogue" else sentence.text


def _is_heading(sentence: Sentence, one: Evidence) -> bool:
    """Tell whether a line is the heading itself, or a record's line that names it."""
    text = sentence.text
    if one.kind == "catalogue":
        text = text.partition(": ")[2] or text
    bare = re.sub(r"[\W_]+", "", text)
    return len(text) < 60 and bare in re.sub(r"[\W_]+", "", one.subject)  # noqa: PLR2004
