"""Puts an answer right: citations that prove something stay, what has no proof is marked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.citations.matching import SUPPORTED, Prepared, Support
from agent.citations.numbers import Quantity, holds, is_ordinal, quantities
from agent.citations.orders import orders_in, trusted_sentences
from agent.citations.sentences import in_one_line, sentences_of_answer
from agent.citations.terms import Words, content_stems

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.evidence import Evidence
    from agent.state import JsonObject

MARK = re.compile(r"[ \t]*\[(\d+(?:\.\d+)*(?:\s*[,;]\s*\d+(?:\.\d+)*)*)\]")
"""Citations, and what a model puts in their place: a section's number, which cites nothing."""
_CIRCLED = re.compile(r"\[\s*([①-⑳])\s*\]")
_LEAD_IN = re.compile(r"(?:[:：]|다음과 같습니다\.?|아래와 같습니다\.?|as follows\.?)\s*$")
_BETTER = 0.2
_DOUBLE_STOP = re.compile(r"([.!?。])\s*\.$")
_QUOTE = 400
_NAMED_WITHIN = 24
_HELD = 0.5


@dataclass(frozen=True, slots=True)
class Proof:
    """One citation: the passage and the span of it that supports a sentence of the answer."""

    evidence: Evidence
    support: Support


@dataclass(slots=True)
class Verified:
    """An answer put right. ``marks`` are half-open spans of ``text`` without proof."""

    text: str = ""
    marks: list[JsonObject] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)
    supported: int = 0
    unsupported: int = 0
    removed: int = 0


class Verifier:
    """Checks sentences against numbered passages."""

    def __init__(
        self,
        evidence: Sequence[Evidence],
        trusted: Sequence[str] = (),
        beside: Sequence[Evidence] = (),
    ) -> None:
        """Prepare the passages.

        Args:
            evidence: The passages that the answer was written from.
            trusted: Other texts, such as results of tools, whose numbers need no passage.
            beside: Passages that were found too: what they order counts, they prove nothing.
        """
        self._evidence = {one.n: one for one in evidence}
        self._prepared = {one.n: Prepared(one.text, _heading(one)) for one in evidence}
        self._trusted = [q for text in trusted for q in quantities(text)]
        self._orders = Words(" ".join(orders_in(one.text) for one in (*evidence, *beside)))
        self._said = [prepared.said for prepared in self._prepared.values()]

    def verify(
        self, text: str, asked: str = "", among: Mapping[str, Sequence[int]] | None = None
    ) -> Verified:
        """Return ``text`` with its citations and marks put right.

        Args:
            text: The answer as the model wrote it.
            asked: The question; its numbers need no proof.
            among: By a pattern, the passages that a sentence which matches it must rest on.
        """
        result = Verified()
        given = [*self._trusted, *quantities(asked)]
        at = 0
        text = _CIRCLED.sub(lambda m: f"[{ord(m[1]) - ord('①') + 1}]", text)
        for sentence in sentences_of_answer(text):
            result.text += text[at : sentence.start]
            allowed = _allowed(sentence.text, among or {}) or list(self._evidence)
            self._sentence(text[sentence.start : sentence.end], given, allowed, result)
            at = sentence.end
        result.text = (result.text + text[at:]).rstrip()
        return result

    def best(self, claim: str, among: Sequence[int] | None = None) -> tuple[int, Support]:
        """Return the number of the passage that supports ``claim`` best, 0 for none, and how."""
        bare = MARK.sub("", claim)
        found = [(n, self._prepared[n].support(bare)) for n in among or self._prepared]
        if not found:
            return 0, Support(0.0)
        return max(found, key=lambda pair: (round(pair[1].score, 2), -pair[0]))

    def _sentence(
        self, written: str, given: Sequence[Quantity], allowed: Sequence[int], result: Verified
    ) -> None:
        cited = [n for n in numbers_in(written) if n in allowed]
        result.removed += len(numbers_in(written)) - len(cited)
        bare = _DOUBLE_STOP.sub(r"\1", MARK.sub("", written).rstrip())
        start = len(result.text)
        if not content_stems(bare) or _LEAD_IN.search(bare):
            result.text += bare
            return
        proofs = [] if self._obeys(bare) else self._proofs(bare, cited, allowed)
        loose = self._without_proof(bare, proofs, given)
        result.text += _with_marks(bare, [proof.evidence.n for proof in proofs])
        if not proofs:
            result.unsupported += 1
            result.marks.append(_mark(start, start + len(bare), "unsupported", bare))
            return
        result.supported += 1
        result.proofs += proofs
        for quantity in loose:
            result.marks.append(
                _mark(
                    start + quantity.start, start + quantity.end, "number",
                    bare[quantity.start : quantity.end],
                )
            )  # fmt: skip

    def _proofs(self, bare: str, cited: Sequence[int], allowed: Sequence[int]) -> list[Proof]:
        """Choose the passages to cite: the model's own where they hold, else the best there is."""
        best_n, best = self.best(bare, allowed)
        kept: list[Proof] = []
        for n in cited:
            support = self._prepared[n].support(bare)
            if support.holds and support.score >= best.score - _BETTER:
                kept.append(Proof(self._evidence[n], support))
            elif support.translated and not best.holds and not quantities(bare):
                kept.append(Proof(self._evidence[n], self._whole(n)))
        if not kept and best.holds:
            kept.append(Proof(self._evidence[best_n], best))
        return kept

    def _obeys(self, bare: str) -> bool:
        """Tell whether a sentence says what a document orders a model to say.

        A word that the passages hold nowhere but in an order was put there by the order.
        """
        return any(
            self._orders.share(stem) >= _HELD
            and all(said.share(stem) < _HELD for said in self._said)
            for stem in (content_stems(bare) if self._orders.stems else ())
        )

    def _whole(self, n: int) -> Support:
        """Return the first sentence of a passage, its heading only where nothing else is there."""
        sentences, heading = self._prepared[n].sentences, self._prepared[n].heading
        told = [s for s in sentences if s.text not in heading] or sentences
        start, end = (told[0].start, told[0].end) if told else (0, 0)
        return Support(SUPPORTED, start, end, translated=True)

    def _without_proof(
        self, bare: str, proofs: Sequence[Proof], given: Sequence[Quantity]
    ) -> list[Quantity]:
        """Return the quantities of a sentence that stand in none of its cited passages."""
        have = [q for proof in proofs for q in _values_of(proof.evidence)]
        return [
            q
            for q in quantities(bare)
            if not is_ordinal(bare, q) and not holds(have, q) and not holds(given, q)
        ]


def _allowed(sentence: str, among: Mapping[str, Sequence[int]]) -> Sequence[int]:
    for pattern, numbers in among.items():
        if re.search(pattern, sentence[:_NAMED_WITHIN], re.IGNORECASE):
            return numbers
    return []


def sources_of(proofs: Sequence[Proof]) -> list[JsonObject]:
    """Return the citations as the event and the state carry them, one per passage, by number."""
    chosen: dict[int, Proof] = {}
    for proof in proofs:
        old = chosen.get(proof.evidence.n)
        if old is None or proof.support.score > old.support.score:
            chosen[proof.evidence.n] = proof
    return [_source(chosen[n]) for n in sorted(chosen)]


def _source(proof: Proof) -> JsonObject:
    one, support = proof.evidence, proof.support
    return {
        "n": one.n,
        "document": one.document,
        "document_id": one.document_id,
        "page": one.page,
        "label": one.label,
        "article": one.article,
        "heading": one.heading,
        "start": one.start + support.start,
        "end": one.start + support.end,
        "quote": in_one_line(one.text[support.start : support.end])[:_QUOTE],
        "passage_id": one.passage_id,
        "kind": one.kind,
        "dated": one.dated,
        "removed": False,
    }


def _heading(one: Evidence) -> str:
    return f"{one.heading} {_article_words(one.article)}".strip()


def _article_words(article: str) -> str:
    return f"제{article}조 article {article}" if article[:1].isdigit() else article


def _values_of(one: Evidence) -> list[Quantity]:
    """Return the values a passage states, its date and its document's name included."""
    said = "\n".join(sentence.text for sentence in trusted_sentences(one.text))
    text = f"{one.heading}\n{one.dated}\n{one.document}\n{said}"
    return [q for q in quantities(text) if not is_ordinal(text, q)]


def numbers_in(written: str) -> list[int]:
    """Return the passage numbers that a text cites, in order."""
    marks = [n for m in MARK.finditer(written) for n in re.split(r"\s*[,;]\s*", m.group(1))]
    return [int(n) for n in marks if n.isdigit()]


def _with_marks(bare: str, numbers: Sequence[int]) -> str:
    """Put citation marks behind the sentence, once each, in order."""
    return bare + "".join(f" [{n}]" for n in dict.fromkeys(numbers))


def _mark(start: int, end: int, kind: str, text: str) -> JsonObject:
    return {"start": start, "end": end, "kind": kind, "text": text}
