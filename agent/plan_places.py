"""Which step of a plan a wish means by the words of its title."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

GO = r"(?:빼|삭제|제거|없애|지워|지우|필요 ?없)"
TAKE_OUT = r"(?:remove|drop|delete|leave out|skip|take out)"
NUMBERS = {"첫": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7,
            "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
            "seventh": 7, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}  # fmt: skip
_TAKES_OUT = re.compile(rf"^\W*(?:please )?{TAKE_OUT}\b", re.IGNORECASE)
_CALLED = re.compile(r"\bthe (?P<words>[\w'-]+(?: [\w'-]+){0,3}) step\b(?!['’])", re.IGNORECASE)
_CALLED_KO = re.compile(
    r"(?<!\S)(?P<words>[가-힣A-Za-z]{2,12}) ?단계(?=(?:들)?[와과하이랑은는을를도, ])"
)


def with_numbers(feedback: str, titles: Sequence[str]) -> str:
    """Return a wish to take steps out with their numbers, where it calls them by a word of theirs.

    ``Remove the packaging step and the last step`` becomes ``Remove step 3 and step 6``. What fits
    no title, or several, stays as it is.
    """

    def numbered(found: re.Match[str]) -> str:
        place = _place_of(found["words"], titles)
        korean = found.re is _CALLED_KO
        return found.group() if not place else f"{place}번" if korean else f"step {place}"

    if _TAKES_OUT.search(feedback):
        return _CALLED.sub(numbered, feedback)
    return _CALLED_KO.sub(numbered, feedback) if re.search(GO, feedback) else feedback


def _place_of(words: str, titles: Sequence[str]) -> int:
    """Return the number of the one step that is called so, 0 where there is none or several."""
    said = words.casefold()
    if said in {"last", "마지막"}:
        return len(titles)
    if said in NUMBERS:
        return NUMBERS[said] if NUMBERS[said] <= len(titles) else 0
    fitting = [
        place
        for place, title in enumerate(titles, 1)
        if all(
            re.search(rf"(?<![^\W_]){re.escape(word)}", title, re.IGNORECASE)
            for word in said.split()
        )
    ]
    return fitting[0] if len(fitting) == 1 else 0
