"""The heading that a line opens: Korean and English articles, chapters, annexes, clauses.

A heading opens a line; the same words inside a sentence, also where a wrapped line happens to
begin with them, are a reference and no heading. Levels: 1 part and chapter, 2 section, 3 article,
4 and deeper numbered clauses inside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

HeadingKind = Literal["chapter", "article", "annex", "clause", "title"]
ARTICLE_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Heading:
    """One heading.

    ``offset`` is where it begins on the page, ``end`` where what it heads begins: in its own line
    or after it. Both in code points.
    """

    page: int
    offset: int
    end: int
    level: int
    kind: HeadingKind
    number: str
    title: str
    label: str


_ARTICLE_KO = re.compile(
    r"제\s?(?P<n>\d{1,4})\s?조(?:\s?의\s?(?P<sub>\d{1,3}))?"
    r"[ \t]*(?:[(（\[【〔<](?P<title>[^)）\]】〕>\n]{1,60})[)）\]】〕>])?(?P<rest>[^\n]*)"
)
_CHAPTER_KO = re.compile(
    r"제\s?(?P<n>\d{1,3})\s?(?P<unit>편|장|절|관)(?:\s+|\s*[.:]\s*|$)(?P<title>[^\n]{0,40})$"
)
_ANNEX_KO = re.compile(
    r"[\[<〈【(]?\s*(?P<word>부\s?칙|별\s?표|별\s?지|서\s?식)\s*(?:제?\s?(?P<n>\d+)\s?호?)?(?:의\s?\d+)?"
    r"\s*[\]>〉】)]?(?P<title>[^\n]{0,60})$"
)
_NAMED_EN = re.compile(
    r"(?P<word>ARTICLE|Article|SECTION|Section|CLAUSE|Clause|CHAPTER|Chapter|PART|Part|ANNEX|Annex|"
    r"APPENDIX|Appendix|SCHEDULE|Schedule)\s+(?P<n>\d+(?:\.\d+)*|[IVXLC]{1,6}\b|[A-Z]\b)"
    r"(?P<mark>\s*[.:\-–—)]?)(?P<rest>[^\n]*)"
)
_BRACKETED_EN = re.compile(r"\s*\((?P<title>[A-Z][^()]{2,60})\)\s*")
_NUMBERED = re.compile(r"(?P<n>\d{1,3}(?:\.\d{1,3}){0,3})(?P<dot>[.)]?)[ \t]+(?P<rest>\S[^\n]*)")
_MARKDOWN = re.compile(r"(?P<marks>#{1,6})[ \t]+(?P<title>[^\n]+)")

# what follows a reference: a particle fused to it, or words that go on with the sentence
_FUSED_KO = re.compile(
    r"(?:에서|에|의|을|를|은|는|이(?!\s?(?:규정|계약|약관|지침|법|기준|규칙|정관|협약))|가|와|과|로|도|나|까지|부터)"
)
_GOES_ON_KO = re.compile(
    r"\s*(?:제\s?\d+\s?[항호조목]|및\s|또는\s|내지\s|부터|까지|각\s?호|중\s|준용|[,·ㆍ~])"
)
_REFERENCE_EN = re.compile(
    r"\s*(?:of|and|or|to|through|above|below|hereof|herein|shall|may|will|is|are|applies|apply|"
    r"does|in|for|by|under|as|the|[,;)])\b|\s*[,;)]"
)
_SENTENCE_END = re.compile(r"[.!?。:;」』)\]]\s*$|[다요함음임]\.?\s*$")
_CONTENTS = re.compile(r"(?:[.·…]\s?){4,}\s*\d{0,4}$")  # a line of a table of contents
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_SHORT_TITLE = 80
_KO_LEVEL = {"편": 1, "장": 1, "절": 2, "관": 2}


def heading_of(line: str, page: int, offset: int, previous: str) -> Heading | None:
    """Return the heading that the line opens, if it does; ``previous`` is the line before."""
    indent = len(line) - len(line.lstrip())
    body = line[indent:].rstrip()
    if not body or _CONTENTS.search(body):
        return None
    at = offset + indent
    return (
        _korean_article(body, page, at)
        or _korean_chapter(body, page, at)
        or _named_english(body, page, at, previous)
        or _numbered(body, page, at, previous)
        or _markdown(body, page, at)
    )


def _korean_article(body: str, page: int, at: int) -> Heading | None:
    match = _ARTICLE_KO.match(body)
    if not match:
        return None
    rest, title = match["rest"], match["title"]
    if _FUSED_KO.match(rest) or _GOES_ON_KO.match(rest):
        return None
    if title is None:
        # without a bracketed title only a short line by itself is a heading
        title = rest.strip(" .:-–")
        if len(title) > 30 or re.search(r"[다요]\.?$|한다|하여", title):  # noqa: PLR2004
            return None
    number = match["n"] + (f"-{match['sub']}" if match["sub"] else "")
    label = f"제{match['n']}조" + (f"의{match['sub']}" if match["sub"] else "")
    title = title.strip()
    end = at + (match.start("rest") if match["title"] else len(body))
    full = f"{label}({title})" if title else label
    return Heading(page, at, end, ARTICLE_LEVEL, "article", number, title, full)


def _korean_chapter(body: str, page: int, at: int) -> Heading | None:
    match = _CHAPTER_KO.match(body)
    if match and not re.search(r"[다요]\.$", body):
        level, title = _KO_LEVEL[match["unit"]], match["title"].strip()
        return Heading(page, at, at + len(body), level, "chapter", match["n"], title, body)
    match = _ANNEX_KO.match(body)
    if not match:
        return None
    word = match["word"].replace(" ", "")
    title = match["title"].strip(" :.-")
    opens_with_mark = body[0] in "[<〈【("
    fused = match["title"][:1]
    if not opens_with_mark and (_GOES_ON_KO.match(title) or (fused and fused not in " :(<[【.")):
        return None
    number = f"{word} {match['n']}" if match["n"] else word
    return Heading(page, at, at + len(body), 1, "annex", number, title, body)


def _named_english(body: str, page: int, at: int, previous: str) -> Heading | None:  # noqa: PLR0911 - each is another reason
    match = _NAMED_EN.match(body)
    if not match:
        return None
    rest = match["rest"]
    mark = match["mark"].strip()
    bracketed = _BRACKETED_EN.fullmatch(rest)
    if not mark and not bracketed and (_REFERENCE_EN.match(rest) or rest[:1] in ("(", ",", ".")):
        return None
    title = bracketed["title"] if bracketed else rest.strip(" .:-–—")
    if title and not (title[0].isupper() or title[0].isdigit() or title[0] in "\"'“(["):
        return None
    broken = (
        previous.strip()
        and not _SENTENCE_END.search(previous.strip())
        and previous.strip()[-1].islower()
    )
    if not mark and broken and len(previous.strip()) > 40:  # noqa: PLR2004 - a wrapped line
        return None
    run_in = re.match(r"([^.]{2,60}?)\.\s+[A-Z\"“]", title)
    short = run_in.group(1) if run_in else title if len(title) <= _SHORT_TITLE else ""
    end = at + (body.find(short) + len(short) if short else match.start("rest"))
    end = at + len(body) if bracketed else end
    word, number = match["word"].lower(), _arabic(match["n"])
    if word in ("chapter", "part"):
        return Heading(page, at, end, 1, "chapter", number, short, body[:_SHORT_TITLE])
    if word in ("annex", "appendix", "schedule"):
        number = f"{word.title()} {match['n']}"
        return Heading(page, at, end, 1, "annex", number, short, body[:_SHORT_TITLE])
    label = f"{match['word']} {match['n']}" + (f". {short}" if short else "")
    level = ARTICLE_LEVEL + number.count(".")
    return Heading(page, at, end, level, "article", number, short, label)


def _numbered(body: str, page: int, at: int, previous: str) -> Heading | None:
    match = _NUMBERED.match(body)
    if not match:
        return None
    number, rest = match["n"], match["rest"]
    deep = number.count(".")
    first = rest[0]
    if not first.isalpha() or first.islower():
        return None
    if not deep and not match["dot"]:
        return None
    run_in = re.match(r"([A-Z][^.]{1,50}?)\.\s+[A-Z\"“]", rest)
    is_title = len(rest) <= _SHORT_TITLE and not re.search(r"[.,;:!]$|[다요]\.?$", rest)
    if is_title:
        title = rest.strip()
    elif run_in and previous.strip() and _SENTENCE_END.search(previous):
        title = run_in.group(1)
    elif deep:
        title = ""
    else:
        return None
    label = f"{number}. {title}" if title else number
    end = at + (match.start("rest") + len(title))
    return Heading(page, at, end, ARTICLE_LEVEL + deep, "clause", number, title, label)


def _markdown(body: str, page: int, at: int) -> Heading | None:
    match = _MARKDOWN.match(body)
    if not match:
        return None
    title = match["title"].strip(" #")
    return Heading(page, at, at + len(body), len(match["marks"]), "title", "", title, title)


def _arabic(number: str) -> str:
    if not re.fullmatch(r"[IVXLC]+", number):
        return number
    total = 0
    values = [_ROMAN[c] for c in number]
    for value, following in zip(values, [*values[1:], 0], strict=True):
        total += -value if value < following else value
    return str(total)
