"""The parts of a question that asks for several things at once, each a question of its own.

Told by grammar alone: sentences, clauses that go on into another, and "A and B each". What is not
plainly several stays one, and so does a question whose second half leans on its first.
"""

from __future__ import annotations

import re

from agent.citations.terms import content_stems

_MOST = 3
ASKING_WORD = re.compile(
    r"몇|얼마|며칠|언제|어디|누구|누가|무엇|무슨|뭐|어떤|어떻|어느|왜|"
    r"\b(?:what|how|when|where|who|whom|which|why)\b",
    re.IGNORECASE,
)
KOREAN_POINTERS = "그것|그건|그거|그게|그걸|이것|이건|이거|이걸|저것|저건"
_POINTS_BACK = re.compile(
    rf"\b(?:it|its|they|them|their|there|that|this)\b|{KOREAN_POINTERS}|^[그이저]\s", re.IGNORECASE
)
_SENTENCES = re.compile(r"(?<=[?？])\s+")
_CLAUSES_EN = re.compile(
    r"[,;]?\s+and\s+(?=(?:what|how|when|where|who|whom|which|why|by when|for how long|is|are|was|"
    r"do|does|did|can|may|must|should|will)\b)",
    re.IGNORECASE,
)
_CLAUSES_KO = re.compile(r"(?:(?<=[고며])(?:,|(?<=이고)|(?<=되고)|(?<=하고))|;)\s+")
_EACH_KO = re.compile(
    r"^(?P<a>.+?[가-힣\w])(?:와|과|하고|랑|이랑)\s+(?P<b>.+?)(?P<link>은|는|의|이|가)\s+각각\s+(?P<rest>.+)$"
)
_EACH_EN = re.compile(
    r"^(?P<ask>.+?\b(?:of|for|on|in|at|between|with)) (?P<a>[^,]+?) and (?P<b>[^,]+?),? "
    r"(?:each|respectively)(?P<rest>\W*)$",
    re.IGNORECASE,
)
VALUE_KO = (
    r"(?:기간|기한|금액|요금|비용|가격|한도|비율|요율|이율|이자|주기|날짜|일자|일수|횟수|인원|정원|"
    r"개수|거리|상한|하한|시간|시각|수당|조건|주소|번호|온도|무게|용량|크기|길이|높이|수수료|보증금|"
    r"지원금|벌금|위약금|지체상금)"
)
_BOTH_KO = re.compile(
    rf"^(?P<a>.+?{VALUE_KO})(?:와|과|하고|이랑|랑)\s+(?P<b>.+?{VALUE_KO})(?P<link>은|는|을|를|이|가)"
    r"\s*(?P<rest>(?:알려|말해|얼마|며칠|몇|언제|무엇|뭐|어떻게|어떤|어디).*|[?？]*)$"
)
_VALUE_EN = (
    r"(?:period|limit|amount|fee|rate|price|cost|duration|time|date|deadline|number|length|"
    r"capacity|weight|temperature|allowance|penalty|deposit|size|height|distance|interest|term|"
    r"threshold|percentage|pressure|power|speed|budget|salary|address|fine)s?"
)
_BOTH_EN = re.compile(
    r"^(?!.*\b(?:between|difference|ratio)\b)(?P<ask>what (?:is|are|was|were)) "
    rf"(?P<a>the .+?\b{_VALUE_EN}) and (?P<b>(?:the )?.+?\b{_VALUE_EN})"
    r"(?P<rest>(?: (?:of|for|in|on|under|at) .+?)?)[?.]*$",
    re.IGNORECASE,
)
_FOR_BOTH_EN = re.compile(
    r"^(?P<ask>(?:what|how)\b.+? (?P<word>for|of|in|on|under)) (?P<a>[^,?]+?),? and (?P=word) "
    r"(?P<b>[^,?]+?)[?.]*$",
    re.IGNORECASE,
)
_SHARED = 2


def asks(text: str) -> bool:
    """Say whether a text asks for something: it has a word that asks, or ends as a question."""
    return bool(ASKING_WORD.search(text)) or text.rstrip().endswith(("?", "？"))


def parts_of(question: str) -> list[str]:
    """Return the questions in a question, three at most; the question alone where it is one."""
    text = " ".join(question.split())
    each = _EACH_KO.match(text)
    if each:
        link = each["link"]
        found = [f"{each[name]}{link} {each['rest']}" for name in ("a", "b")]
    elif each := _EACH_EN.match(text):
        found = [f"{each['ask']} {each[name]}{each['rest']}" for name in ("a", "b")]
    elif values := _values_of(text):
        return values
    else:
        found = [
            clause.strip()
            for sentence in _SENTENCES.split(text)
            for half in _CLAUSES_EN.split(sentence)
            for clause in _CLAUSES_KO.split(half)
        ]
    several = 1 < len(found) <= _MOST and all(
        ASKING_WORD.search(part) and content_stems(part) for part in found
    )
    return found if several and not any(map(_POINTS_BACK.search, found[1:])) else [question]


def _values_of(text: str) -> list[str]:
    """Return the questions of one that asks for two values at once, empty where it does not."""
    if both := _BOTH_KO.match(text):
        first, second = both["a"], both["b"]
        owner = first[: first.rfind("의 ") + 1]
        if owner and "의 " not in second and len(second.split()) <= _SHARED:
            second = f"{owner} {second}"
        end = both["rest"].strip() or "?"
        return [
            f"{one}{fitting_particle(one, both['link'])}{end if end[0] in '?？' else f' {end}'}"
            for one in (first, second)
        ]
    if both := _BOTH_EN.match(text):
        ask = both["ask"].replace(" are", " is").replace(" were", " was")
        return [f"{ask} {both[name]}{both['rest']}?" for name in ("a", "b")]
    if both := _FOR_BOTH_EN.match(text):
        return [f"{both['ask']} {both[name]}?" for name in ("a", "b")]
    return []


def fitting_particle(word: str, link: str) -> str:
    """Return the particle in the form that the word before it takes."""
    closed = (ord(word[-1]) - ord("가")) % 28 > 0
    for pair in ("은는", "을를", "이가"):
        if link in pair:
            return pair[0] if closed else pair[1]
    return link
