"""Sentences of documents in quotation marks, each with its number and its proof.

What speaks to a model is never quoted: what is written here goes into later prompts. It is said
where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.citations.marking import Proof
from agent.citations.matching import Support
from agent.citations.orders import orders_in
from agent.prompts.whole import words
from agent.whole.reading import evidence_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.whole.reading import Reading
    from agent.whole.wording import Row


def quoted(row: Row, reading: Reading) -> str:
    """Return a sentence in quotation marks with its number, and keep its proof."""
    one, sentence = row
    reading.proofs.append(Proof(one, Support(1.0, sentence.start, sentence.end)))
    return f"“{sentence.text}” [{one.n}]"


def tell_left_out(documents: Sequence[str], reading: Reading) -> None:
    """Write on which pages of the documents something stands that is not quoted, if anywhere."""
    for id_ in documents:
        passages = evidence_of(reading.context, id_)
        held = [one for one in passages if any(sign.isalnum() for sign in orders_in(one.text))]
        if pages := dict.fromkeys(str(one.page) for one in held):
            name, said = passages[0].document, words("left_out", reading.language)
            reading.say(f"\n\n*{said.format(name, ', '.join(pages))}*")
