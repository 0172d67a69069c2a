"""Concepts that Korean and English texts share, as terms of the text index.

``glossary.txt`` holds one concept a line: Korean forms, a bar, English forms. A text that uses a
form gets the concept's term, so that a question in one language meets words of the other, and a
synonym meets its synonym. Forms are matched from the left, the longest first, without overlap:
``출장비`` holds 출장 and not 장비.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

_HANGUL = re.compile(r"[가-힣]+")
_LATIN = re.compile(r"[a-z0-9']+")
_SUFFIXES = ("ations", "ation", "ments", "ment", "ings", "ing", "ies", "ied", "ed", "es", "s", "ly")
_SHORTEST_STEM = 3


def stem(word: str) -> str:
    """Return a rough stem of an English word: enough to meet its plural and its tenses."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST_STEM:
            return word[: -len(suffix)] + ("y" if suffix in ("ies", "ied") else "")
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM + 1 else word


def _lines() -> list[tuple[str, str]]:
    """Return the Korean and the English forms of each concept."""
    text = (files("store") / "glossary.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(left, right) for left, _, right in (line.partition("|") for line in lines)]


@lru_cache(maxsize=1)
def _forms() -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]], int, int]:
    """Return Korean forms, English forms (stemmed, blank between words), and their longest."""
    korean: dict[str, tuple[str, ...]] = {}
    english: dict[str, tuple[str, ...]] = {}
    for number, (left, right) in enumerate(_lines()):
        concept = f"qz{number}"
        for form in filter(None, left.strip().split(",")):
            korean[form] = (*korean.get(form, ()), concept)
        for form in filter(None, right.strip().split(",")):
            key = " ".join(stem(word) for word in _LATIN.findall(form.lower()))
            if concept not in english.get(key, ()):
                english[key] = (*english.get(key, ()), concept)
    return korean, english, max(map(len, korean)), max(key.count(" ") + 1 for key in english)


def concepts(text: str) -> list[str]:
    """Return the terms of the concepts that a text names, in order, duplicates kept."""
    return [concept for senses in named(text) for concept in senses]


def named(text: str) -> list[tuple[str, ...]]:
    """Return, for each form that a text holds, the concepts that it may stand for, in order."""
    korean, english, longest_run, longest_phrase = _forms()
    found: list[tuple[str, ...]] = []
    for match in _HANGUL.finditer(text):
        found.extend(_scan(list(match.group()), korean, longest_run, ""))
    words = [stem(word) for word in _LATIN.findall(text.lower())]
    found.extend(_scan(words, english, longest_phrase, " "))
    return found


def _scan(
    parts: list[str], forms: dict[str, tuple[str, ...]], longest: int, between: str
) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    at = 0
    while at < len(parts):
        for size in range(min(longest, len(parts) - at), 0, -1):
            hit = forms.get(between.join(parts[at : at + size]))
            if hit:
                found.append(hit)
                at += size
                break
        else:
            at += 1
    return found


@lru_cache(maxsize=1)
def _words() -> dict[str, dict[str, list[str]]]:
    """Return the forms of each concept, by language."""

    def forms(side: str) -> list[str]:
        return [form.strip() for form in side.split(",") if form.strip()]

    return {
        "ko": {f"qz{n}": forms(left) for n, (left, _) in enumerate(_lines())},
        "en": {f"qz{n}": forms(right) for n, (_, right) in enumerate(_lines())},
    }


def words_for(concept: str, language: str) -> list[str]:
    """Return the words of a language for a concept, the usual one first."""
    return _words()[language].get(concept, [])
