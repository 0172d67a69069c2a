"""What becomes of the model's prose: proof, quotation, what is missing, and the ending.

Everything here is code: it works the same with any model, and a model that obeys a document
instead of the person changes nothing but prose that has no proof.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.citations.asking import MONEY, asks_who, offers, units_asked
from agent.citations.marking import MARK, Verified, Verifier, sources_of
from agent.citations.numbers import holds, is_ordinal, quantities
from agent.citations.sentences import sentences_of_answer
from agent.citations.terms import Words, content_stems, coverage, squeezed
from agent.language import language_of
from agent.links import without_links
from agent.prompts import endings
from agent.proofs import best_proof, nearer_row, text_of
from agent.quotations import add_older, add_parts, of_both_sides, quotation, touch, verbatim
from agent.sides import telling_concepts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.citations.marking import Proof
    from agent.events import Ending
    from agent.evidence import Evidence
    from agent.language import Language
    from agent.state import JsonObject


_TIME = frozenset({"second", "minute", "hour", "day", "workday", "week", "month", "year"})


@dataclass(slots=True)
class Finished:
    """An answer as it is kept: text, marks beside it, sources and how it ended.

    ``proven`` is False where the prose had no proof of what is asked, only the document's words.
    """

    text: str
    ending: Ending
    marks: list[JsonObject] = field(default_factory=list)
    sources: list[JsonObject] = field(default_factory=list)
    proven: bool = True


def finish(  # noqa: PLR0913 - each is a part of the turn
    prose: str,
    question: str,
    evidence: Sequence[Evidence],
    language: Language,
    *,
    shown: Sequence[Evidence] | None = None,
    trusted: Sequence[str] = (),
    missing: Sequence[str] = (),
    topic: str = "",
    other: str = "",
    known: Mapping[str, str] | None = None,
    judged: Proof | None = None,
) -> Finished:
    """Return the model's prose put right.

    Args:
        prose: What the model wrote.
        question: The question, standing alone.
        evidence: The passages, the most fitting first.
        language: Of the answer.
        shown: Those that the prose was written from, which alone can prove it; all if not given.
        trusted: Results of tools; their numbers need no passage.
        missing: Parts of the question that nothing was found for.
        topic: What two contracts are compared on; sentences are held to the side that they name.
        other: The question in the other language, where it was asked in both.
        known: By document id, words that every passage of the document implies.
        judged: The sentence that was found to answer; prose that says something else gives way.
    """
    asked = _in_language_of(evidence, topic or question, other)
    prose = without_links(prose, "\n".join(one.text for one in evidence))
    shown = evidence if shown is None else shown
    verified = Verifier(shown, trusted, beside=evidence).verify(
        _once(prose), question, among=_sides(shown) if topic else None
    )
    proven = verified.supported > 0 and _has_a_proven_value(verified, question)
    if topic:
        told = topic if telling_concepts(topic) else asked
        verified = of_both_sides(verified, told, evidence, language, known)
    else:
        if judged and not _tells(verified, judged, asked):
            verified = verbatim(judged, language)
        else:
            verified.proofs = [_own_words(proof, judged) for proof in verified.proofs]
            verified = _with_quotation(verified, asked, evidence, language, known)
        add_parts(verified, question, shown, known)
        add_older(verified, asked, evidence, language)
    if missing:
        verified.text += f"\n\n{endings.still_missing(missing, language)}"
    whole = verified.supported and not verified.unsupported and not missing
    return Finished(
        text=verified.text,
        ending="answered" if whole else "partly",
        marks=verified.marks,
        sources=sources_of(verified.proofs),
        proven=proven,
    )


def _has_a_proven_value(verified: Verified, question: str) -> bool:
    """Tell whether a value of the kind asked for has proof; True where none was given at all."""
    units = units_asked(question)
    if units is None:
        return True
    wrong = {int(mark["start"]) for mark in verified.marks if mark["kind"] == "number"}
    given = [
        q
        for q in quantities(verified.text)
        if (not units or q.unit in units) and not is_ordinal(verified.text, q)
    ]
    return not given or any(q.start not in wrong for q in given)


def _misses_the_value(prose: str, asked: str, nearest: str) -> bool:
    """Tell whether prose tells money where a time is asked for, or the other way round.

    Only where the nearest sentence has what is asked for.
    """
    units = units_asked(asked) or frozenset()
    kinds = (_TIME, MONEY - {""})
    kind = next((k for k in kinds if units and units <= k | {"", "date"}), None)
    told = {q.unit for q in quantities(prose)}
    others = [k for k in kinds if k != kind]
    return (
        kind is not None
        and offers(nearest, kind)
        and any(told & k for k in others)
        and not told & kind
    )


def nearest_sentence(
    question: str,
    evidence: Sequence[Evidence],
    language: Language,
    *,
    other: str = "",
    known: Mapping[str, str] | None = None,
) -> Finished | None:
    """Return the sentence that comes nearest to a question that was not found, for a refusal.

    Its text is the quotation with its lead; None where the passages hold no sentence.
    """
    proof = best_proof(_in_language_of(evidence, question, other), evidence, known)
    if proof is None:
        return None
    text = f"{endings.may_say(language)}\n\n{endings.quoted(text_of(proof), proof.evidence.n)}"
    return Finished(text, "not_found", sources=sources_of([proof]))


def speaks(finished: Finished, question: str) -> bool:
    """Tell whether the document's words that are quoted can be what is asked for."""
    quotes = " ".join(str(source["quote"]) for source in finished.sources)
    units = units_asked(question)
    fitting = units | {""} if units else units
    return not asks_who(question) and offers(quotes, fitting)


def _in_language_of(evidence: Sequence[Evidence], question: str, other: str) -> str:
    """Return the form of the question that is in the language of the best passage."""
    if not other or not evidence:
        return question
    return question if language_of(question) == language_of(evidence[0].text) else other


def _once(prose: str) -> str:
    """Return the prose without sentences said before; small models repeat themselves."""
    seen: set[str] = set()
    kept = []
    for sentence in sentences_of_answer(prose):
        key = squeezed(MARK.sub("", sentence.text))
        if key not in seen:
            seen.add(key)
            kept.append(sentence)
    if len(kept) == len(sentences_of_answer(prose)):
        return prose.strip()
    return "\n".join(prose[s.start : s.end] for s in kept)


def _sides(evidence: Sequence[Evidence]) -> dict[str, list[int]]:
    """Return, by the pattern that names a side, the numbers of its passages."""
    by_side: dict[str, list[int]] = {}
    for one in evidence:
        by_side.setdefault(one.side, []).append(one.n)
    return {
        r"표준\s?(?:용역\s?)?계약|standard": by_side.get("standard", []),
        r"내\s?계약|귀하의\s?계약|(?:my|your) contract": by_side.get("mine", []),
    }


def _tells(verified: Verified, judged: Proof, asked: str) -> bool:
    """Tell whether prose says what the judged sentence does: by its proof, or by its value."""
    if any(touch(judged, proof) for proof in verified.proofs):
        return True
    units = units_asked(asked)
    if units is None:
        return any(p.evidence.passage_id == judged.evidence.passage_id for p in verified.proofs)
    values = [q for q in quantities(text_of(judged)) if not units or q.unit in units]
    told = quantities(verified.text)
    return bool(verified.supported) and any(holds(told, q) for q in values)


def _own_words(proof: Proof, judged: Proof | None) -> Proof:
    """Return a proof; of a translated claim that rests on no sentence, the judged one instead."""
    same = judged is not None and proof.evidence.passage_id == judged.evidence.passage_id
    return judged if judged and same and proof.support.translated else proof


def _main_proof(verified: Verified, question: str) -> Proof | None:
    """Return the proof that holds most of the question's words; None where the prose has none."""
    if not verified.supported:
        return None
    stems = content_stems(question)
    return max(
        verified.proofs,
        key=lambda p: (
            coverage(stems, Words(f"{p.evidence.heading} {text_of(p)}")),
            p.support.score,
        ),
    )


def _with_quotation(
    verified: Verified,
    asked: str,
    evidence: Sequence[Evidence],
    language: Language,
    known: Mapping[str, str] | None,
) -> Verified:
    """Return the answer with its main proof quoted; the quotation alone where it has none."""
    main, best = _main_proof(verified, asked), best_proof(asked, evidence, known)
    if main and best and _misses_the_value(verified.text, asked, text_of(best)):
        return verbatim(best, language)
    row = nearer_row(asked, verified.text, main, known) if main else None
    if main is None or row:
        return verbatim(row or best, language)
    if quote := quotation(verified, main):
        verified.text += f"\n\n{quote}"
    return verified
