"""How sure a model is of a yes or no: the odds of the two words, read from its log probabilities.

A small model's word alone is a coin that fell on one side; its odds say how the coin was weighted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TOLD = 8
"""Candidates per token that a server is asked for."""
_UNSEEN = -12.0
"""Natural logarithm that stands for a word outside the candidates told."""


def odds_of(tokens: Iterable[Mapping[str, Any]]) -> float | None:
    """Return ln(p(true) / p(false)) where a reply says one of them first; None where it says none.

    Args:
        tokens: Ollama's ``logprobs``: each with ``token``, ``logprob`` and ``top_logprobs``.
    """
    for token in tokens:
        if _word(token) not in {"true", "false"}:
            continue
        found = {"true": _UNSEEN, "false": _UNSEEN}
        for candidate in (token, *(token.get("top_logprobs") or ())):
            word = _word(candidate)
            if word in found:
                found[word] = max(found[word], float(candidate["logprob"]))
        return found["true"] - found["false"]
    return None


def _word(token: Mapping[str, Any]) -> str:
    return str(token.get("token", "")).strip().casefold()
