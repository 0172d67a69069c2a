"""The model's word on the sentence that comes nearest to a question, and its odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.citations.asking import units_asked
from agent.citations.orders import harmless, trusted_sentences
from agent.citations.sentences import in_one_line
from agent.citations.terms import Words
from agent.language import language_of
from agent.nearest import ends_sentence, nearest
from agent.prompts.check import Verdict, render_check
from agent.relevance import HELD, telling_stems
from agent.titles import without_owner

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.citations.matching import Support
    from agent.evidence import Evidence
    from agent.models.door import Door
    from agent.models.stop import StopSignal
    from agent.nearest import Nearest

_MAX_TOKENS = 12
_ROWS, _LONGEST_ROW = 2, 80
_TITLE = 60


@dataclass(frozen=True, slots=True)
class Checked:
    """What the model said.

    Attributes:
        found: The sentence answers the question.
        odds: ln(p(true) / p(false)); None where the server tells none.
        near: How near the sentence comes, see ``agent.nearest``.
        calls: Calls made.
        where: The sentence: its passage's number, start and end; empty for a whole passage.
    """

    found: bool
    odds: float | None
    near: float
    calls: int
    where: tuple[int, ...] = ()


def check(
    asked: Sequence[str],
    shown: Sequence[Evidence],
    known: Mapping[str, str],
    door: Door,
    stop: StopSignal,
) -> Checked:
    """Ask the model about the sentence of ``shown`` that comes nearest.

    Args:
        asked: The question, and where it was put into another language, that too.
        shown: Passages, the best first; one at least.
        known: By document id, what every passage of the document implies.
        door: Where the model is asked.
        stop: The run's stop signal.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    question, best = _nearest(asked, shown, known)
    one = best.evidence if best else shown[0]
    sentence = row_with_names(question, one, best.support, known) if best else one.text
    question = without_owner(question, known.get(one.document_id, ""))
    parsed = door.parse(
        "writer",
        render_check(question, harmless(sentence), _heading(one, known), language_of(question)),
        Verdict,
        default=Verdict(found=True),
        stop=stop,
        max_tokens=_MAX_TOKENS,
        weighed=True,
    )
    return Checked(
        parsed.value.found,
        parsed.odds,
        best.score if best else 0.0,
        parsed.calls,
        (one.n, best.support.start, best.support.end) if best else (),
    )


def _nearest(
    asked: Sequence[str], shown: Sequence[Evidence], known: Mapping[str, str]
) -> tuple[str, Nearest | None]:
    """Return the question, in the best passage's language if it was put so, and what is nearest.

    Where the best passage is in another language, the question put into that one finds it better.
    """
    language = language_of(shown[0].text)
    question = next((q for q in asked if language_of(q) == language), asked[0])
    return question, nearest(question, shown, known, units_asked(asked[0]))


def _heading(one: Evidence, known: Mapping[str, str]) -> str:
    """Return what a sentence stands under: the document's title, which says whose it is, first."""
    if one.kind == "catalogue":
        return one.subject
    title = in_one_line(known.get(one.document_id, ""))[:_TITLE]
    return title if one.title in title else " > ".join(filter(None, [title, one.title]))


def row_with_names(question: str, one: Evidence, support: Support, known: Mapping[str, str]) -> str:
    """Return a sentence; of a table or a record, the row with the rows that say whose it is.

    ``price: 8800`` answers nothing by itself, and neither does a row without its columns' names.
    """
    sentence = one.text[support.start : support.end]
    if ends_sentence(sentence):
        return sentence
    held = Words(f"{one.subject} {sentence}")
    open_stems = [
        stem
        for stem in telling_stems(question, one, known.get(one.document_id, ""))
        if held.share(stem) < HELD
    ]
    others = [
        (other, Words(other.text))
        for other in trusted_sentences(one.text)
        if (other.end <= support.start or other.start >= support.end)
        and len(other.text) <= _LONGEST_ROW
    ]
    rows: dict[int, str] = {}
    for stem in open_stems:
        found = next((other for other, words in others if words.share(stem) >= HELD), None)
        if found:
            rows[found.start] = found.text
    named = [rows[at] for at in sorted(rows)][:_ROWS]
    return " / ".join([*named, sentence])
