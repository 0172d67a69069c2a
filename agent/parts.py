"""The parts of a question that asks for several things at once, each a question of its own.

Told by grammar alone: sentences, clauses that go on into another, and "A and B each". What is not
plainly several stays one, and so does a question whose second half leans on its first.
"""

from __future__ import annotations

import re

from agent.citations.terms import content_stems

_MOST = 3
_ASKS = re.compile(
    r"몇|얼마|며칠|언제|어디|누구|누가|무엇|무슨|뭐|어떤|어떻|어느|왜|"
    r"\b(?:what|how|when|where|who|whom|which|why)\b",
    re.IGNORECASE,
)
KOREAN_POINTERS = "그것|그건|그거|그게|그걸|이것|이건|이거|이걸|저것|저건"
_POINTS_BACK = re.compile(
    rf"\b(?:it|its|they|them|their|there|that|this)\b|{KOREAN_POINTERS}", re.IGNORECASE
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


def asks(text: str) -> bool:
    """Say whether a text asks for something: it has a word that asks, or ends as a question."""
    return bool(_ASKS.search(text)) or text.rstrip().endswith(("?", "？"))


def parts_of(question: str) -> list[str]:
    """Return the questions in a question, three at most; the question alone where it is one."""
    text = " ".join(question.split())
    each = _EACH_KO.match(text)
    if each:
        link = each["link"]
        found = [f"{each[name]}{link} {each['rest']}" for name in ("a", "b")]
    elif each := _EACH_EN.match(text):
        found = [f"{each['ask']} {each[name]}{each['rest']}" for name in ("a", "b")]
    else:
        found = [
            clause.strip()
            for sentence in _SENTENCES.split(text)
            for half in _CLAUSES_EN.split(sentence)
            for clause in _CLAUSES_KO.split(half)
        ]
    several = 1 < len(found) <= _MOST and all(_ASKS.search(p) and content_stems(p) for p in found)
    return found if several and not any(map(_POINTS_BACK.search, found[1:])) else [question]
