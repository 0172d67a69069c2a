"""Putting a small model's prose right where code can see what is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.citations.terms import Words, content_stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.language import Language

_FOREIGN = re.compile(r"\s?\(?[\u0400-\u04ff\u3040-\u30ff\u3400-\u9fff]+\)?")
"""Cyrillic, kana and ideographs, into which a small model slips in Korean."""
_SCRIPT_ASKED = re.compile(r"번역|통역|일본어|일어|중국어|한자|한문|러시아어|외국어|다국어")
_EMPTY_BOLD = re.compile(r"\*\*\s*\*\*:?[ \t]*")
_SHORTEST, _SHORTEST_KO, _ECHO = 20, 12, 40
_HANGUL = re.compile(r"[가-힣]")
_WORDED = re.compile(r"[^\W\d_]")
_ENOUGH, _KEPT = 300, 0.2
_MARKED = re.compile(r"^\s*(?:#{1,6}|[-*+>])\s+")
_ITEM = re.compile(r"(\d{1,2})[.)]\s")
_LISTED_AS = re.compile(r"^\W*\d{1,2}[.)]\s")
_GRAM = 6
_HELD = re.compile(r"[\"“‘「].+?[\"”’」]|:\s.+", re.DOTALL)
_LETTERS, _COPIED, _SAME, _TELLING = 12, 0.4, 0.8, 50
_OWN = 0.4
_STUTTERS = 0.2


def _squeezed(line: str) -> str:
    """Return a line's letters and digits alone."""
    return re.sub(r"\W", "", line)


def readable(text: str, language: Language, asked: str = "") -> str:
    """Return prose without foreign script in Korean text, fences around it, and repeated lines.

    Lines that differ in their number alone are the same.

    Args:
        text: What a small model wrote.
        language: Of the text.
        asked: The request and the step; foreign script stays where it is asked for.
    """
    cleaned = re.sub(r"^```\w*\n|\n?```$", "", text.strip()).strip()
    if language == "ko" and not _SCRIPT_ASKED.search(asked):
        cleaned = _EMPTY_BOLD.sub("", _FOREIGN.sub("", cleaned))
    kept: list[str] = []
    for line in cleaned.splitlines():
        bare = _bare(line)
        shortest = _SHORTEST_KO if _HANGUL.search(bare) else _SHORTEST
        if len(bare) >= shortest and any(bare == _bare(k) for k in kept):
            continue
        kept.append(line.rstrip())
    return _renumbered("\n".join(kept).strip(), cleaned)


def without_repeats(text: str, before: Sequence[str]) -> str:
    """Return a text without the lines that stand in one of those before it, however numbered."""
    said = {_bare(line) for earlier in before for line in earlier.splitlines()}
    rows = ((line, _bare(line)) for line in text.splitlines())
    kept = (line for line, bare in rows if len(bare) < _SHORTEST or bare not in said)
    return _renumbered(_worded(kept), text)


def _renumbered(kept: str, text: str) -> str:
    """Return what was kept of a text, its lists numbered without gaps where lines were left out."""
    lines = kept.splitlines()
    if len(lines) == len(text.strip().splitlines()):
        return kept
    before = now = 0
    for at, line in enumerate(lines):
        if (item := _ITEM.match(line)) is not None:
            number = int(item[1])
            before, now = number, now + 1 if number > before else 1
            lines[at] = f"{now}{line[item.end(1) :]}"
    return "\n".join(lines)


def _worded(lines: Iterable[str]) -> str:
    """Return lines as one text, empty where no word is among them."""
    text = "\n".join(lines).strip()
    return text if re.search(r"\w", text) else ""


def _bare(line: str) -> str:
    return _squeezed(_LISTED_AS.sub("", line))


def without_echo(text: str, given: Sequence[str], labels: Sequence[str]) -> str:
    """Return a result without the lines in which a small model only repeats its prompt.

    Args:
        text: What it wrote.
        given: What it was told of earlier steps.
        labels: What the parts of the prompt are headed by.

    Returns:
        The text as it is where nothing else is left.
    """
    told = _squeezed(" ".join(given))
    kept = []
    for line in text.splitlines():
        squeezed = _squeezed(line)
        repeats = len(squeezed) >= _SHORTEST and squeezed[:_ECHO] in told
        headed = line.strip(" -*#").startswith(tuple(f"{label}:" for label in labels))
        if not repeats and not headed:
            kept.append(line)
    return _renumbered("\n".join(kept).strip(), text) or text


def without_markdown(text: str) -> str:
    """Return a text on one line, without the signs of headings, lists and stress."""
    lines = (_MARKED.sub("", line) for line in text.splitlines())
    return " ".join(" ".join(lines).replace("*", "").replace("`", "").split())


def copies(text: str, given: Sequence[str]) -> bool:
    """Say whether much of a text stands in what its writer was shown, runs of letters compared.

    A short one may say the same by chance.
    """
    return len(_runs(text)) >= _TELLING and _share(text, given) > _COPIED


def repeats(text: str, asked: Sequence[str]) -> bool:
    """Say whether a text says hardly more than its writer was asked, word for word.

    A number of its own is more, that of a list is none. What is quoted in a request or stands
    after its colon is what to work on: the text may be made of that.
    """
    told = Words(" ".join(_HELD.sub(" ", part) for part in asked))
    said = content_stems("\n".join(_LISTED_AS.sub("", line) for line in text.splitlines()))
    own = [word for word in said if not told.share(word)]
    return len(own) <= _OWN * len(said) and not any(word[0].isdigit() for word in own)


def says_again(text: str, request: str) -> bool:
    """Say whether a text is the request itself and hardly more."""
    return min(_share(text, [request]), _share(request, [text])) > _SAME


def _share(text: str, given: Sequence[str]) -> float:
    own, told = _runs(text), set[str]().union(*map(_runs, given))
    return len(own & told) / len(own) if own else 0.0


def _runs(text: str) -> set[str]:
    letters = _squeezed(text).casefold()
    return {letters[at : at + _LETTERS] for at in range(len(letters) - _LETTERS + 1)}


def without_names(text: str, asked: Sequence[str], labels: Sequence[str]) -> str:
    """Return a result without the lines that only name what it was to be, empty where all do.

    Args:
        text: What a small model wrote.
        asked: Title and goal of what it was to write.
        labels: What the parts of the prompt are headed by.
    """
    told = "|".join(re.escape(_squeezed(name)) for name in (*asked, *labels) if _squeezed(name))
    names = re.compile(rf"(?:{told})+", re.IGNORECASE)
    return _worded(line for line in text.splitlines() if not names.fullmatch(_squeezed(line)))


def is_thin(text: str, given: Sequence[str], language: Language) -> bool:
    """Say whether a text keeps too little of what it was to be made of: it only names it.

    Args:
        text: What a small model wrote.
        given: What it had.
        language: Korean says the same in half the letters.
    """
    enough = _ENOUGH // 2 if language == "ko" else _ENOUGH
    return len(text) < min(enough, _KEPT * sum(map(len, set(given))))


def stutters(text: str) -> bool:
    """Say whether a text says the same again and again, as a small model does when it is lost.

    The numbers of a list are no words: without them a list that goes round is seen to.
    """
    words = [word for word in text.split() if _WORDED.search(word)]
    runs = [tuple(words[at : at + _GRAM]) for at in range(len(words) - _GRAM + 1)]
    return len(runs) > _GRAM and 1 - len(set(runs)) / len(runs) > _STUTTERS
