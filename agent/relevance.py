"""How near a passage is to a question, worked out from their words.

The search's own scores say which passages are alike; these say whether what is asked is there:
the question's words in one sentence or under one heading, and a number where one is asked for.
Words that the document's title says already tell its passages not apart and are set aside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.citations.asking import ASKED_FOR, offers, units_asked
from agent.citations.conditions import is_of_something_else
from agent.citations.numbers import quantities
from agent.citations.orders import trusted_sentences
from agent.citations.terms import Words, content_stems, coverage, spelled, weight
from agent.language import language_of
from agent.tools.expressions import expression_in
from store.glossary import concepts

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping, Sequence

    from agent.evidence import Evidence

HELD = 0.5
"""A stem counts as held from this share on."""
_NUMBER_BONUS = 0.12
_HEADING_BONUS = 0.1
_SCORE_SHARE = 0.3
_OTHER_SIDE = 0.5
_ACROSS = 0.75
"""Concepts say less than words: one stands for many."""
_MINE = re.compile(
    r"(?:내|우리|나의|제가?)\s?(?:\S+\s)?계약|\bmy (?:\w+ )?(?:contract|agreement)", re.IGNORECASE
)
_CONTRACTS = re.compile(r"계약서?|\b(?:contracts?|agreements?)\b", re.IGNORECASE)
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
    question: str,
    evidence: Sequence[Evidence],
    known: Mapping[str, str] | None = None,
    whole: str = "",
) -> list[Relevance]:
    """Return the passages with their relevance, best first.

    Args:
        question: It stands alone.
        evidence: What was found.
        known: By document id, words that every passage of the document implies: its title. A
            question that says whose rules it means finds them there.
        whole: What the person asked, where ``question`` is a part or a translation of it.
    """
    asked = without_expression(question)
    away = other_side(f"{whole} {question}", {one.kind for one in evidence})
    rows = [_row(asked, one, (known or {}).get(one.document_id, ""), away) for one in evidence]
    return sorted(rows, key=lambda row: (-row.rank, row.evidence.n))


def without_expression(question: str) -> str:
    """Return the question without a sum that stands in it; no document holds that."""
    expression = expression_in(question)
    return question.replace(expression, " ") if expression else question


def speaks_of_contracts(text: str) -> bool:
    """Say whether a text names contracts or agreements."""
    return bool(_CONTRACTS.search(text))


def other_side(question: str, found: Container[str]) -> str:
    """Return the kind of document that a question about one contract does not mean.

    Where it says neither, it means the contract that was signed, if there is one.

    Args:
        question: What was asked.
        found: The kinds of the documents that something was found in.
    """
    mine, standard = bool(_MINE.search(question)), bool(_STANDARD.search(question))
    if standard:
        return "" if mine else "contract"
    return "standard" if mine or "contract" in found else ""


def telling_stems(question: str, one: Evidence, known: str = "") -> list[str]:
    """Return the question's stems without those that the whole document implies."""
    implied = Words(implied_words(one, known))
    stems = content_stems(question)
    return [stem for stem in stems if implied.share(stem) < HELD] or stems


def implied_words(one: Evidence, known: str) -> str:
    """Return the words that a whole document implies: its name, title and kind."""
    return f"{one.name_words} {known} {_KIND_WORDS.get(one.kind, '')}"


def _row(question: str, one: Evidence, known: str, away: str) -> Relevance:
    stems, units = telling_stems(question, one, known), units_asked(question)
    matter = stems if units is None else [s for s in stems if s not in ASKED_FOR] or stems
    measure = _measure(question, one)
    subject = one.subject
    whole = f"{subject} {one.text}"
    said = quantities(question)
    texts = [
        (f"{subject} {s.text}", offers(s.text, units, said))
        for s in trusted_sentences(one.text)
        if not is_of_something_else(question, s.text)
    ]
    near, with_number = _best([(measure(stems, text), offered) for text, offered in texts])
    best, number = _best([(measure(matter, text), offered) for text, offered in texts])
    title = measure(matter, one.title)
    rank = (measure(matter, whole) + best) / 2 + _NUMBER_BONUS * number
    rank += _HEADING_BONUS * title + _SCORE_SHARE * one.score - _OTHER_SIDE * (one.kind == away)
    held = Words(whole)
    absent = [s for s in stems if held.share(s) < HELD and weight(s) >= HELD]
    missing = tuple(spelled(s, question) for s in absent)
    return Relevance(one, measure(stems, whole), near, with_number, missing, rank)


def _measure(question: str, one: Evidence) -> Callable[[list[str], str], float]:
    """Return how the question's stems are counted in a text of the passage's language."""
    if language_of(question) == language_of(one.text):
        return lambda stems, text: coverage(stems, Words(text))
    wanted = list(dict.fromkeys(concepts(question)))
    # a record may hold names in both languages
    return lambda stems, text: max(across(stems, wanted, text), coverage(stems, Words(text)))


def across(stems: list[str], wanted: list[str], text: str) -> float:
    """Return the share of a question that a text in another language holds.

    Concepts of both languages count, and what keeps its letters: numbers and Latin names.
    """
    korean = any("가" <= s[0] <= "힣" for s in stems)
    names = [s for s in stems if s[0].isdigit() or (korean and s[0].isascii())]
    held, words = set(concepts(text)), Words(text)
    hits = sum(concept in held for concept in wanted)
    hits += sum(words.share(name) >= HELD for name in names)
    return _ACROSS * hits / max(len(stems), len(wanted) + len(names), 1)


def _best(shares: Sequence[tuple[float, bool]]) -> tuple[float, bool]:
    """Return the best sentence's share, and whether it offers what is asked."""
    return max(shares, key=lambda row: row[0] + _NUMBER_BONUS * row[1], default=(0.0, False))
