"""Sentences of documents in quotation marks, each with its number and its proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.citations.marking import Proof
from agent.citations.matching import Support

if TYPE_CHECKING:
    from agent.whole.reading import Reading
    from agent.whole.wording import Row


def quoted(row: Row, reading: Reading) -> str:
    """Return a sentence in quotation marks with its number, and keep its proof."""
    one, sentence = row
    reading.proofs.append(Proof(one, Support(1.0, sentence.start, sentence.end)))
    return f"“{sentence.text}” [{one.n}]"
