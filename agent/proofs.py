"""The sentence of a document that answers best, and where two documents give other values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.citations.asking import offers, units_asked
from agent.citations.marking import Proof
from agent.citations.numbers import holds, quantities
from agent.citations.sentences import in_one_line
from agent.citations.terms import Words
from agent.nearest import best_sentence, ends_sentence
from agent.relevance import HELD, relevance, telling_stems

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.evidence import Evidence

_QUOTE = 300
_RELATED = 0.6


def best_proof(
    question: str, evidence: Sequence[Evidence], known: Mapping[str, str] | None = None
) -> Proof | None:
    """Return the sentence that meets the question best, as the proof it would be."""
    found = best_sentence(question, evidence, known)
    return Proof(*found) if found else None


def text_of(proof: Proof) -> str:
    """Return what a proof quotes, on one line."""
    piece = proof.evidence.text[proof.support.start : proof.support.end]
    return in_one_line(piece)[:_QUOTE]


def nearer_row(
    question: str, prose: str, main: Proof, known: Mapping[str, str] | None = None
) -> Proof | None:
    """Return the row of the same table that a question means, where an answer took another one.

    It holds all of the question's words that the row taken holds, and one that neither this row
    nor the answer says.
    """
    units, taken = units_asked(question), text_of(main)
    if units is None or ends_sentence(taken):
        return None
    best = best_proof(question, [main.evidence], known)
    if best is None or not offers(text_of(best), units):
        return None
    if best.support.start <= main.support.start < best.support.start + len(taken):
        return None
    title = (known or {}).get(main.evidence.document_id, "")
    row, said = Words(taken), Words(f"{taken} {main.evidence.heading} {prose}")
    held = Words(text_of(best))
    stems = telling_stems(question, main.evidence, title)
    left_out = [s for s in stems if held.share(s) >= HELD and said.share(s) < HELD]
    lost = [s for s in stems if row.share(s) >= HELD and held.share(s) < HELD]
    return best if left_out and not lost else None


def disagreement(question: str, evidence: Sequence[Evidence]) -> tuple[Proof, Proof] | None:
    """Return the newer and the older proof where two dated documents give other numbers."""
    units = units_asked(question)
    if units is None:
        return None
    found: dict[str, Proof] = {}
    for row in relevance(question, evidence):
        one = row.evidence
        if not one.dated or one.document_id in found or row.near < _RELATED:
            continue
        proof = best_proof(question, [one])
        if proof and offers(text_of(proof), units):
            found[one.document_id] = proof
    pair = sorted(found.values(), key=lambda p: p.evidence.dated, reverse=True)[:2]
    if len(pair) < 2 or pair[0].evidence.dated == pair[1].evidence.dated:  # noqa: PLR2004
        return None
    newer, older = pair
    new, old = quantities(text_of(newer)), quantities(text_of(older))
    differs = any(not holds(old, q) for q in new if not q.date and (not units or q.unit in units))
    return (newer, older) if differs else None
