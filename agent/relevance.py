"""How near a passage is to a question, worked out from their words.

The search's own scores say which passages are alike; these say whether what is asked is there:
the question's words in one sentence or under one heading, and a number where one is asked for.
Words that the document's title says already tell its passages not apart and are set aside.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.citations.asking import ASKED_FOR, offers, units_asked
from agent.citations.matching import Support
from agent.citations.numbers import quantities
from agent.citations.orders import trusted_sentences
from agent.citations.terms import Words, content_stems, coverage, spelled, weight
from agent.language import language_of
from agent.tools.choosing import expression_in
from store.glossary import concepts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agent.citations.sentences import Sentence
    from agent.evidence import Evidence

_WHOLE = 0.5
"""A stem counts as held from this share on."""
_NUMBER_BONUS = 0.12
_HEADING_BONUS = 0.1
_SCORE_SHARE = 0.3
_OTHER_SIDE = 0.5
_SENTENCE_NUMBER = 0.35
_BEHIND = 0.12
_ACROSS = 0.75
"""Concepts say less than words: one stands for many."""
_CAPTION = re.compile(r"(?:table|figure|annex|별표|표|그림)\s?\d", re.IGNORECASE)
_CAPTION_LOSS = 0.3
_FRAGMENT = 160
"""Characters up to which a row of a table is read on, where it ends in no full stop."""
_ENDED = re.compile(r"[.!?。:;][\"'”’)」』]*$|[다요음함임됨]\.?$")
_MINE = re.compile(
    r"(?:내|우리|나의|제가?)\s?(?:\S+\s)?계약|\bmy (?:\w+ )?(?:contract|agreement)", re.IGNORECASE
)
_STANDARD = re.compile(
    r"표준\s?\S*\s?(?:계약|약관|양식)|\bstandard (?:\w+ )?(?:contract|agreement|terms)",
    re.IGNORECASE,
)
_KIND_WORDS = {
    "contract": "내 계약 계약서 my contract agreement",
    "standard": "표준 계약서 계약 standard contract agreement",
    "policy": "규정 규칙 policy rules handbook",
    "catalogue": "목록 catalogue list",
    "report": "보고서 report",
}


@dataclass(frozen=True, slots=True)
class Relevance:
    """How a passage meets a question.

    Attributes:
        evidence: The passage.
        cover: Weighted share of the question's stems in heading and text, 0 to 1.
        near: The same for the best single sentence with its heading.
        offers: A quantity of the kind asked for stands there; True if none is asked.
        missing: The question's words that stand nowhere in it.
        rank: What passages are ordered by.
    """

    evidence: Evidence
    cover: float
    near: float
    offers: bool
    missing: tuple[str, ...]
    rank: float


def relevance(
    question: str, evidence: Sequence[Evidence], known: Mapping[str, str] | None = None
) -> list[Relevance]:
    """Return the passages with their relevance, best first.

    Args:
        question: It stands alone.
        evidence: What was found.
        known: By document id, words that every passage of the document implies: its title. A
            question that says whose rules it means finds them there.
    """
    asked = without_expression(question)
    away = other_side(question)
    rows = [_row(asked, one, (known or {}).get(one.document_id, ""), away) for one in evidence]
    return sorted(rows, key=lambda row: (-row.rank, row.evidence.n))


def without_expression(question: str) -> str:
    """Return the question without a sum that stands in it; no document holds that."""
    expression = expression_in(question)
    return question.replace(expression, " ") if expression else question


def other_side(question: str) -> str:
    """Return the kind of document that a question about one contract does not mean."""
    mine, standard = bool(_MINE.search(question)), bool(_STANDARD.search(question))
    if mine == standard:
        return ""
    return "standard" if mine else "contract"


def telling_stems(question: str, one: Evidence, known: str = "") -> list[str]:
    """Return the question's stems without those that the whole document implies."""
    implied = Words(f"{one.name_words} {known} {_KIND_WORDS.get(one.kind, '')}")
    stems = content_stems(question)
    return [stem for stem in stems if implied.share(stem) < _WHOLE] or stems


def _row(question: str, one: Evidence, known: str, away: str) -> Relevance:
    stems, units = telling_stems(question, one, known), units_asked(question)
    matter = stems if units is None else [s for s in stems if s not in ASKED_FOR] or stems
    measure = _measure(question, one)
    subject = one.subject
    whole = f"{subject} {one.text}"
    said = quantities(question)
    texts = [
        (f"{subject} {s.text}", offers(s.text, units, said)) for s in trusted_sentences(one.text)
    ]
    near, with_number = _best([(measure(stems, text), offered) for text, offered in texts])
    best, number = _best([(measure(matter, text), offered) for text, offered in texts])
    title = measure(matter, one.title)
    rank = (measure(matter, whole) + best) / 2 + _NUMBER_BONUS * number
    rank += _HEADING_BONUS * title + _SCORE_SHARE * one.score - _OTHER_SIDE * (one.kind == away)
    held = Words(whole)
    absent = [s for s in stems if held.share(s) < _WHOLE and weight(s) >= _WHOLE]
    missing = tuple(spelled(s, question) for s in absent)
    return Relevance(one, measure(stems, whole), near, with_number, missing, rank)


def _measure(question: str, one: Evidence) -> Callable[[list[str], str], float]:
    """Return how the question's stems are counted in a text of the passage's language."""
    if language_of(question) == language_of(one.text):
        return lambda stems, text: coverage(stems, Words(text))
    wanted = list(dict.fromkeys(concepts(question)))
    # a record may hold names in both languages
    return lambda stems, text: max(_across(stems, wanted, text), coverage(stems, Words(text)))


def _across(stems: list[str], wanted: list[str], text: str) -> float:
    """Return the share of a question that a text in another language holds.

    Concepts of both languages count, and what keeps its letters: numbers and Latin names.
    """
    korean = any("가" <= s[0] <= "힣" for s in stems)
    names = [s for s in stems if s[0].isdigit() or (korean and s[0].isascii())]
    held, words = set(concepts(text)), Words(text)
    hits = sum(concept in held for concept in wanted)
    hits += sum(words.share(name) >= _WHOLE for name in names)
    return _ACROSS * hits / max(len(stems), len(wanted) + len(names), 1)


def _best(shares: Sequence[tuple[float, bool]]) -> tuple[float, bool]:
    """Return the best sentence's share, and whether it offers what is asked."""
    return max(shares, key=lambda row: row[0] + _NUMBER_BONUS * row[1], default=(0.0, False))


def best_sentence(
    question: str, evidence: Sequence[Evidence], known: Mapping[str, str] | None = None
) -> tuple[Evidence, Support] | None:
    """Return the sentence of the first few passages that meets the question best.

    A stem weighs more the fewer sentences hold it: in a table the row's own name tells, the words
    of its caption do not.
    """
    rows = scored_sentences(question, evidence, known)
    if not rows:
        return None
    _, one, sentence = max(rows, key=lambda row: row[0])
    return one, Support(1.0, sentence.start, _read_on(one, sentence))


def scored_sentences(
    question: str, evidence: Sequence[Evidence], known: Mapping[str, str] | None = None
) -> list[tuple[float, Evidence, Sentence]]:
    """Return the sentences of the first few passages, headings left out, and how near each is."""
    asked = without_expression(question)
    rows = [
        (position, one, sentence, Words(_with_names(sentence, one)))
        for position, one in enumerate(evidence[:3])
        for sentence in trusted_sentences(one.text)
        if not _is_heading(sentence, one)
    ]
    stems = {
        s: None
        for one in evidence[:3]
        for s in telling_stems(asked, one, (known or {}).get(one.document_id, ""))
    }
    held = {s: sum(words.share(s) >= _WHOLE for *_, words in rows) for s in stems}
    weights = {s: weight(s) * math.log(1 + len(rows) / max(1, held[s])) for s in stems if held[s]}
    units, said = units_asked(asked), quantities(asked)
    wanted = list(dict.fromkeys(concepts(asked)))

    def score(row: tuple[int, Evidence, Sentence, Words]) -> float:
        position, one, sentence, words = row
        total = sum(weights.values()) or 1.0
        share = sum(w * words.share(s) for s, w in weights.items()) / total
        if language_of(asked) != language_of(one.text):
            share = max(share, _across(list(stems), wanted, _with_names(sentence, one)))
        title = coverage(list(weights), Words(one.title))
        number = _SENTENCE_NUMBER * (units is not None and offers(sentence.text, units, said))
        loss = _BEHIND * position + _CAPTION_LOSS * bool(_CAPTION.match(sentence.text))
        return share + number + _HEADING_BONUS * title - loss

    return [(score(row), row[1], row[2]) for row in rows]


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
