"""What two contracts say of a topic that was named in another language than theirs.

Words cannot tell there, and a small list of concepts holds the kind of value, a period, as well as
the matter: what few passages speak of tells more than what many do.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agent.citations.asking import units_asked
from agent.language import language_of
from agent.nearest import value_concepts
from store.glossary import concepts, named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.evidence import Evidence

_IN_TEXT = 0.7
_AS_GOOD = 0.85


def of_topic(topic: str, evidence: Sequence[Evidence]) -> list[Evidence]:
    """Return the passages without those of a side that speak less of the topic than others of it.

    Those in the topic's own language stay as they are, and so does a side that no concept of the
    topic is found on.
    """
    kept: list[Evidence] = []
    for side in dict.fromkeys(one.side for one in evidence):
        rows = [one for one in evidence if one.side == side]
        told = all(language_of(one.text) == language_of(topic) for one in rows)
        kept += rows if told else _nearest(topic, rows)
    return kept


def telling_concepts(topic: str) -> list[tuple[str, ...]]:
    """Return what a topic names, each with its senses, without the kind of value asked for."""
    idle = value_concepts() if units_asked(topic) is not None else frozenset()
    return [senses for senses in dict.fromkeys(named(topic)) if not idle.intersection(senses)]


def _nearest(topic: str, rows: Sequence[Evidence]) -> Sequence[Evidence]:
    held = [(set(concepts(one.heading)), set(concepts(one.text))) for one in rows]
    scores = [0.0] * len(rows)
    for senses in telling_concepts(topic):
        shares = [
            1.0 if heading.intersection(senses) else _IN_TEXT * bool(text.intersection(senses))
            for heading, text in held
        ]
        rarity = math.log(1 + len(rows) / max(1, sum(map(bool, shares))))
        scores = [score + rarity * share for score, share in zip(scores, shares, strict=True)]
    best = max(scores, default=0.0)
    ranked = sorted(zip(scores, rows, strict=True), key=lambda pair: -pair[0])
    return [one for score, one in ranked if score >= _AS_GOOD * best] if best else rows
