"""Whether what a record says of a service's limits rules it out for a step.

Three kinds of limits can be told by rule: one language only, how long a thing may be, and what it
does not do. All others are left to the reader of the guide, which names the limits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.citations.terms import Words, stem, words

if TYPE_CHECKING:
    from agent.language import Language

_LANGUAGES = {
    "ko": r"korean|한국어|한글",
    "en": r"english|영어|영문",
    "ja": r"japanese|일본어|일어",
    "zh": r"chinese|중국어",
    "es": r"spanish|스페인어",
    "fr": r"french|프랑스어|불어",
    "de": r"german|독일어",
}
_EN_NAMES = "|".join(p.split("|")[0] for p in _LANGUAGES.values())
_ONLY = re.compile(
    rf"\b(?P<en>{_EN_NAMES})[- ]only\b"
    r"|\bonly (?:(?:available|offered|works?|supports?|supported|speaks?|understands?|reads?)"
    rf" )?(?:in )?(?P<en2>{_EN_NAMES})\b"
    r"|(?P<ko>[가-힣]+어)(?:만 ?(?:된|되|지원|가능|쓸|쓴|다룬|있)| ?전용)",
    re.IGNORECASE,
)

_NO_LANGUAGE = re.compile(
    rf"\b(?:no|not|doesn't|does not)\b[^.;]{{0,20}}\b(?P<en>{_EN_NAMES})\b"
    rf"|\b(?P<en2>{_EN_NAMES})(?: (?:language|text|input|output))? (?:is|are)(?: not|n['’]t)"
    r"(?: yet)? (?:supported|available|offered)\b"
    r"|(?P<ko>[가-힣]+어)(?:[은는를을]|로는)? ?(?:미지원|지원하지|지원 ?안|쓸 수 없|안 ?[되된됨])",
    re.IGNORECASE,
)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10,
           "fifteen": 15, "twenty": 20, "thirty": 30, "sixty": 60, "a": 1, "an": 1,
           "한": 1, "두": 2, "세": 3, "네": 4}  # fmt: skip
_SECONDS = {"초": 1, "sec": 1, "분": 60, "min": 60, "시간": 3600, "hou": 3600}
_TIME = (
    rf"(?P<count>\d+(?:\.\d+)?|\b(?:{'|'.join(c for c in _COUNTS if c.isascii())})\b"
    r"|(?<![가-힣])[한두세네])[ -]?(?P<unit>초|분|시간|seconds?|secs?|minutes?|mins?|hours?)"
)
_TIMES = re.compile(_TIME, re.IGNORECASE)
_LONGEST = (
    rf"(?:at most|up to|no longer than|no more than) {_TIME}",
    rf"{_TIME} (?:at most|or less|maximum)",
    rf"\b(?:max(?:imum)?(?: of)?|limited to) {_TIME}",
    rf"(?:over|longer than|more than) {_TIME}[^.;]*\b(?:cannot|can't|not|no)\b",
    rf"최대 ?{_TIME}",
    rf"{_TIME} ?(?:이내|이하)(?![^.;]*(?:못|않|없|맞지))",
    rf"{_TIME} ?이상[^.;]*(?:못|않|없)",
    rf"(?:cannot|can't|not|no)\b[^.;]*\b(?:over|longer than|more than|above) {_TIME}",
    rf"{_TIME}(?:을|를)? ?(?:넘지|초과하지) ?(?:못|않)",
    rf"{_TIME}까지",
    rf"{_TIME}(?:을|를|이|가)? ?(?:넘는|초과하는)[^.;]*(?:못|않|없)",
)
_SHORTEST = (
    rf"\b(?:cannot|can't|not|no)\b[^.;]*\b(?:under|shorter than|less than|below) {_TIME}",
    rf"{_TIME} ?(?:이하|미만|보다 짧은)[^.;]*(?:못|않|없)",
)
_OF_A_QUOTA = re.compile(
    r"무료|하루|매일|매달|한 ?달|(?<![가-힣\d])월(?= )|처리|걸리|\bfree\b|"
    r"\b(?:a|per|each) (?:day|month)|"
    r"\bdaily|\bmonthly|\bprocess|\btakes\b",
    re.IGNORECASE,
)
"""Clauses whose times are how much may be used, or how long the work takes."""
_INCLUDED = re.compile(r"이하")

_DENIED_EN = re.compile(
    r"^(?:it )?(?:is )?(?:no(?:t|thing)?(?: (?:made |meant )?for)?|does not|do not|cannot|can't"
    r"|without|too much for)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_DENIED_KO = re.compile(
    r"^(?P<what>.+?)(?P<verb>\s\S+지(?:는|도|를)?)?\s(?:않\S*|못\S*|없\S*|아니\S*|안 \S+|과하다)"
    r"(?: [가-힣]+다)?$"
)
_OR_EN = re.compile(r",| or | and ", re.IGNORECASE)
_OR_KO = re.compile(r",|(?<=[가-힣])(?:이나|나|와|과) (?=[가-힣])| 및 ")
_EMPTY = frozenset(
    """the a an of for in on to with any its itself new yet by 기능 기능은 기능이 자체 자체는 위한
    새로 다루지 맞지 하지 되지 주지 쓰지 받지 지원하지 제공하지""".split()  # noqa: SIM905
)
_BARE_VERB = re.compile(r"지(?:는|도|를)?$")
_LEFT_OUT = re.compile(
    r"\b(?:without|no|not|instead of)\s+(?:any\s+|a\s+|the\s+)?[\w-]+|\S+ (?:없이|빼고|말고|대신)",
    re.IGNORECASE,
)
_WHOLE = 0.8


def ruled_out(limits: str, step: str, request: str, language: Language) -> bool:
    """Say whether a service's stated limits contradict a step.

    Args:
        limits: What the record says the service is not for, parts parted by semicolons.
        step: The step's title and goal.
        request: The whole request, for a length that the step does not name.
        language: Of the request, and so of what the step makes.
    """
    asked = _LEFT_OUT.sub(" ", step)
    parts = [part.strip(" .") for part in re.split(r"[;.]\s|;|\.$", limits)]
    return (
        _other_language(limits, f"{step} {request}", language)
        or _without_language(limits, f"{step} {request}", language)
        or _wrong_length(limits, step, request)
        or any(_denies(part, Words(asked)) for part in parts if part)
    )


def _without_language(limits: str, told: str, language: Language) -> bool:
    """Say whether a limit leaves out the language that is asked for, or else the request's."""
    said = (one["en"] or one["en2"] or one["ko"] for one in _NO_LANGUAGE.finditer(limits))
    lacks = {_code(name) for name in said} - {""}
    return bool(lacks & ({*_named(told)} or {language}))


def _named(text: str) -> list[str]:
    """Return the codes of the languages that a text names."""
    return [code for code, p in _LANGUAGES.items() if re.search(p, text, re.IGNORECASE)]


def _code(name: str) -> str:
    return next(iter(_named(name)), "")


def _other_language(limits: str, told: str, language: Language) -> bool:
    found = _ONLY.search(limits)
    if found is None:
        return False
    said = found["en"] or found["en2"] or found["ko"]
    only = _code(said)
    named = _named(told)
    return bool(only) and only not in named and bool(named or only != language)


def _length(match: re.Match[str]) -> float:
    count = match["count"].casefold()
    unit = match["unit"].casefold()
    size = next(seconds for mark, seconds in _SECONDS.items() if unit.startswith(mark))
    return float(_COUNTS.get(count, count)) * size


def _lengths(text: str, patterns: tuple[str, ...]) -> list[tuple[float, bool]]:
    clauses = [part for part in re.split(r"[;,.](?!\d)", text) if not _OF_A_QUOTA.search(part)]
    matches = [m for part in clauses for p in patterns for m in re.finditer(p, part, re.IGNORECASE)]
    return [(_length(m), bool(_INCLUDED.search(m.group()))) for m in matches]


def _wrong_length(limits: str, step: str, request: str) -> bool:
    told = {_length(m) for m in _TIMES.finditer(step)}
    told = told or {_length(m) for m in _TIMES.finditer(request)}
    if len(told) != 1:
        return False
    asked = told.pop()
    if any(asked > most for most, _ in _lengths(limits, _LONGEST)):
        return True
    short = _lengths(limits, _SHORTEST)
    return any(asked < least or (included and asked == least) for least, included in short)


def _denies(part: str, asked: Words) -> bool:
    """Say whether one limit denies something that all stands in what is asked."""
    if any(character.isdigit() for character in part):
        return False
    english, korean = _DENIED_EN.match(part), _DENIED_KO.match(part)
    if english:
        things = [_stems(thing) for thing in _OR_EN.split(english["what"])]
    elif korean:
        verb = _BARE_VERB.sub("", (korean["verb"] or "").strip()) if korean["verb"] else ""
        verbs = [verb] if verb and f"{verb}지" not in _EMPTY else []
        things = [_stems(thing) for thing in _OR_KO.split(korean["what"])]
        things = [[*thing, *verbs] for thing in things]
    else:
        return False
    return any(_stand(thing, asked) for thing in things)


def _stems(thing: str) -> list[str]:
    return [stem(word) for word in words(thing) if word not in _EMPTY]


def _stand(wanted: list[str], asked: Words) -> bool:
    """Say whether all of ``wanted`` stand there; a single or short word must be there as it is.

    A single Korean noun may be there as a verb: 편집 in 편집하기.
    """
    if len(wanted) == 1:
        verb = re.compile(rf"{re.escape(wanted[0])}(?:하\w*|해\w*|한|할)")
        return wanted[0] in asked.stems or any(verb.fullmatch(one) for one in asked.stems)
    return bool(wanted) and all(
        one in asked.stems or (len(one) > 1 and asked.share(one) >= _WHOLE) for one in wanted
    )
