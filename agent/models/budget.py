"""Tokens: a quick, cautious count of a text, and what fits into the window.

No server but the built-in one can count tokens without working through them, so the count is an
estimate per kind of character, on the high side; ``Estimator`` learns from the counts that
servers report with each reply.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.messages import BaseMessage

T = TypeVar("T")

PER_MESSAGE = 6
PER_PROMPT = 12


def rough_count(text: str) -> float:
    """Return tokens by kind of character: Hangul, others outside ASCII, letters, digits, the rest.

    Fitted to the built-in model's tokenizer on policies, contracts, manuals, JSON and code in both
    languages: 1.0 to 1.5 times the true count. Newer vocabularies need fewer for Hangul.
    """
    hangul = other = latin = digits = rest = 0
    for character in text:
        if "가" <= character <= "힣" or "ㄱ" <= character <= "ㆎ":
            hangul += 1
        elif character.isascii():
            if character.isalpha() or character == " ":
                latin += 1
            elif character.isdigit():
                digits += 1
            else:
                rest += 1
        else:
            other += 1
    return hangul * 1.05 + other * 1.3 + latin / 3.9 + digits + rest * 0.85


class Estimator:
    """Counts tokens of one model, corrected by what its server counted."""

    def __init__(self, factor: float = 1.0) -> None:
        """Start with a correction of ``factor``."""
        self._lock = threading.Lock()
        self._factor = factor

    def count(self, text: str) -> int:
        """Return the estimated number of tokens of ``text``, rounded up."""
        return int(rough_count(text) * self._factor + 0.999)

    def count_messages(self, messages: Sequence[BaseMessage]) -> int:
        """Return the estimated number of tokens of a prompt, its template's marks included."""
        text = sum(self.count(str(message.text)) for message in messages)
        return text + PER_MESSAGE * len(messages) + PER_PROMPT

    def learn(self, estimated: int, counted: int) -> None:
        """Take in that a prompt estimated as ``estimated`` had ``counted`` tokens.

        Too low is corrected at once, too high slowly: the count must stay cautious.
        """
        if estimated < 64 or counted < 64:  # noqa: PLR2004 - short prompts say little
            return
        with self._lock:
            seen = self._factor * counted / estimated
            weight = 1.0 if seen > self._factor else 0.1
            self._factor = min(2.0, max(0.7, self._factor + weight * (seen - self._factor)))


def fit(
    items: Sequence[T], budget: int, count: Callable[[T], int], *, keep: int = 0
) -> tuple[list[T], list[T]]:
    """Split ``items``, best first, into those that fit ``budget`` and those left out.

    The first that does not fit ends it, so that the order of worth is kept; the first ``keep``
    items are taken whatever they cost.
    """
    taken: list[T] = []
    left = budget
    for position, item in enumerate(items):
        cost = count(item)
        if cost > left and position >= keep:
            return taken, list(items[position:])
        taken.append(item)
        left -= cost
    return taken, []


def fit_newest(
    items: Sequence[T], budget: int, count: Callable[[T], int], *, keep: int = 1
) -> tuple[list[T], list[T]]:
    """Split ``items``, oldest first, into the newest that fit and the older ones left out."""
    taken, dropped = fit(list(reversed(items)), budget, count, keep=keep)
    return taken[::-1], dropped[::-1]


def cut(text: str, budget: int, count: Callable[[str], int]) -> str:
    """Return the longest start of ``text`` within ``budget`` tokens, by halving."""
    if count(text) <= budget:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count(text[:middle]) <= budget:
            low = middle
        else:
            high = middle - 1
    return text[:low]
