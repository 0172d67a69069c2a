"""What stands beside the model's prose in the document's own words.

Quotations of the main proof, of a part that the prose left open, of each side of a comparison and
of an older source that says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from agent.citations.asking import offers, units_asked
from agent.citations.marking import Verified
from agent.citations.numbers import quantities
from agent.citations.terms import Words, coverage, squeezed
from agent.parts import parts_of
from agent.prompts import endings
from agent.proofs import best_proof, disagreement, text_of
from agent.relevance import relevance, telling_stems

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.citations.marking import Proof
    from agent.evidence import Evidence
    from agent.language import Language

_SAME = 90.0
_SPEAKS_TO = 0.5
"""From this share of a part's words on, a sentence is worth quoting for it."""


def verbatim(proof: Proof | None, language: Language) -> Verified:
    """Let the document speak in the place of the prose."""
    if proof is None:
        return Verified(text=endings.no_documents(language))
    text = f"{endings.verbatim(language)}\n\n{endings.quoted(text_of(proof), proof.evidence.n)}"
    return Verified(text=text, proofs=[proof], supported=1)


def quotation(verified: Verified, main: Proof) -> str:
    """Return the quotation of the main proof, unless the prose says the same word for word."""
    text = text_of(main)
    doubtful = any(mark["kind"] == "number" for mark in verified.marks)
    if not doubtful and fuzz.partial_ratio(squeezed(text), squeezed(verified.text)) >= _SAME:
        return ""
    return endings.quoted(text, main.evidence.n)


def add_parts(
    verified: Verified, question: str, shown: Sequence[Evidence], known: Mapping[str, str] | None
) -> None:
    """Quote what answers a part of the question that no proof speaks to."""
    parts = parts_of(question)
    if len(parts) == 1:
        return
    for part in parts:
        proof = best_proof(part, [row.evidence for row in relevance(part, shown, known)], known)
        units = units_asked(part)
        if proof is None or not offers(text_of(proof), units, quantities(part)):
            continue
        stems = telling_stems(
            part, proof.evidence, (known or {}).get(proof.evidence.document_id, "")
        )
        best = coverage(stems, Words(_under_heading(proof)))
        said = [
            p
            for p in verified.proofs
            if coverage(stems, Words(_under_heading(p))) >= best and offers(text_of(p), units)
        ]
        if best >= _SPEAKS_TO and not said:
            verified.text += f"\n\n{endings.quoted(text_of(proof), proof.evidence.n)}"
            verified.proofs.append(proof)


def _under_heading(proof: Proof) -> str:
    return f"{proof.evidence.heading} {text_of(proof)}"


def _of_another_matter(verified: Verified, best: Mapping[str, Proof | None]) -> bool:
    """Tell whether the prose took for a side something else than what speaks to the matter."""
    for side, proof in best.items():
        taken = [held for held in verified.proofs if held.evidence.side == side]
        if proof and taken and not any(touch(proof, held) for held in taken):
            return True
    return False


def touch(one: Proof, other: Proof) -> bool:
    """Tell whether two proofs rest on the same words."""
    same = one.evidence.passage_id == other.evidence.passage_id
    apart = one.support.end <= other.support.start or other.support.end <= one.support.start
    return same and not apart


def of_both_sides(
    verified: Verified,
    topic: str,
    evidence: Sequence[Evidence],
    language: Language,
    known: Mapping[str, str] | None,
) -> Verified:
    """Return a comparison with proof for each side.

    A wrong value on a side is worse than a dry quotation: where the prose has one, something that
    no passage says, or what another clause says, the contracts speak for themselves.
    """
    best = {
        side: best_proof(topic, [one for one in evidence if one.side == side], known)
        for side in ("mine", "standard")
    }
    wrong = verified.unsupported or any(mark["kind"] == "number" for mark in verified.marks)
    if wrong or not verified.supported or _of_another_matter(verified, best):
        verified = Verified(text=endings.verbatim(language), supported=1)
    for side, proof in best.items():
        if any(held.evidence.side == side for held in verified.proofs):
            continue
        if proof is None:
            verified.text += f"\n\n{endings.side_missing(side, language)}"
            verified.unsupported += 1
            continue
        name = endings.side_name(side, language)
        verified.text += f"\n\n{name}: “{text_of(proof)}” [{proof.evidence.n}]"
        verified.proofs.append(proof)
    return verified


def add_older(
    verified: Verified, question: str, evidence: Sequence[Evidence], language: Language
) -> None:
    """Show the older source beside the newer one where their numbers differ."""
    pair = disagreement(question, evidence)
    if pair is None:
        return
    newer, older = pair
    if not any(p.evidence.document_id == newer.evidence.document_id for p in verified.proofs):
        verified.proofs.append(newer)
    one = older.evidence
    verified.text += "\n\n" + endings.older_source(
        (newer.evidence.document, newer.evidence.dated),
        (one.document, one.dated, text_of(older), one.n),
        language,
    )
    verified.proofs.append(older)
