"""Which language a text is in, as far as the app tells languages apart."""

from __future__ import annotations

from typing import Literal

Language = Literal["ko", "en"]


def language_of(text: str) -> Language:
    """Return ``ko`` if a fifth or more of the letters are Hangul, else ``en``.

    A Korean sentence full of English names is still Korean, hence the low bar.
    """
    hangul = sum("가" <= c <= "힣" or "ㄱ" <= c <= "ㆎ" for c in text)
    letters = sum(c.isalpha() for c in text)
    return "ko" if hangul and hangul * 5 >= letters else "en"
