"""What a message asks for, as far as its words tell: a fact, a fact of the house, or only talk."""

from __future__ import annotations

import re

from agent.citations.terms import content_stems
from agent.parts import asks

_OWN = re.compile(
    r"(?:우리|저희|본|당)\s?(?:회사|팀|부서|기관)|회사(?:에서|의|는|가|에)?\s|사내|사규|내규|취업\s?규칙|규정|"
    r"계약서|임직원|직원|사원|\b(?:our|the|my) (?:company|office|firm|employer|contract|policy)\b|"
    r"\bemployees?\b|\bhandbook\b|\bstaff\b",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"(?<!how )\b(?:can|may|must|do) (?:i|we)\b|\b(?:is there an?|are there any)\b|"
    r"\b(?:what|when|where|who|which)(?: is| are|'s) the (?:(?!of\b|between\b)\w+[ -]){0,2}\w+\W*$|"
    r"\bhow (?:long|much|many|often|early|late)(?: \w+)?(?: is| are| does| do) (?:the|we|i)\b|"
    r"\bdo you (?:offer|have|allow|accept)\b|\b(?:allowed|required|permitted|at work|the office)\b|"
    r"[가-힣]도\s?(?:돼|되|괜찮)|야\s?(?:해|하나|하는|되|돼|할)|있나요|있어요?\W*$|가능(?:해|한|하)|"
    r"언제|어디|며칠|몇\s?[시번회일주개]|까지|얼마|누구(?:에게|한테)|누가",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"^(?:안녕\S*|반가\S*|고마\S*|감사\S*|수고\S*|미안\S*|죄송\S*|좋은\s(?:아침|오후|저녁|하루)\S*|"
    r"(?:hi|hello|hey|thanks?(?: you)?|good (?:morning|afternoon|evening|night)|bye|sorry)\b)"
    r"(?: there| again| so much)?[\s,.!~]*",
    re.IGNORECASE,
)
_TO_ASSISTANT = re.compile(
    r"\bwho (?:are|made|created|built|trained) you\b|\bwhat (?:are|can|do) you\b|"
    r"\bhow (?:are|old are|do) you\b|\b(?:can|could|will) you help(?: me)?\W*$|"
    r"\bare you (?:an?|there|real|human|ok|okay|sure|happy)\b|"
    r"\byour (?:name|age|job|hobby|opinion|purpose|favou?rite|creator|model)\b|"
    r"^(?:너|넌|네가|니가|당신)(?:는|은|도|의|을|를|이|가)?(?=\s)|"
    r"(?:뭐|뭘|무엇을|무얼)\s?(?:하고\s?있|할\s?수\s?있)|잘\s?(?:지냈|지내|있었)|네\s?이름|"
    r"도와\s?줄\s?(?:수|래)",
    re.IGNORECASE,
)
_TO_WRITE = re.compile(
    r"^(?:please )?(?:(?:can|could|would) you (?:please )?)?(?:write|draft|compose|translate|"
    r"rewrite|rephrase|paraphrase|proofread|correct|recommend|suggest|"
    r"tell me an?|sing|make up)\b|"
    r"번역\s?(?:해|좀|부탁)|농담|추천\s?해|(?:써|지어|고쳐|다듬어|바꿔|옮겨)\s?(?:줘|주|줄|봐|달)",
    re.IGNORECASE,
)
_PIECE_KO = (
    r"(?:요청서|제안서|의견서|답변서|질의서|보고서|기획서|계획서|통지서|신청서|소명서|초안|입장문|공문|안내문|공지문?|"
    r"협상안|수정안|개정안|편지|서한|메일|회신|답장|대본|원고|발표\s?자료|소개서)"
)
_LOOKED_INTO_KO = (
    r"(?:비교|대조|검토|분석|조사|취합|정리|확인|점검)(?:해서|하여|하고|한\s(?:뒤|다음|후)|해)|"
    r"(?:읽|찾|살펴\s?보|뽑|추려?|골라)(?:고|어서|아서|서|은\s(?:뒤|다음)|ㄴ\s뒤)"
)
_MADE_KO = (
    r"(?:(?:만들어|작성해|써|준비해|뽑아|잡아)\s?(?:줘|주|줄|달|봐|보자)|"
    r"(?:만들|작성하|쓰|준비하)(?:고\s싶|려고)|(?:작성|준비)\s?부탁)"
)
_FIRST_THEN_DRAFT = re.compile(
    rf"(?:{_LOOKED_INTO_KO})[,\s].*{_PIECE_KO}.{{0,8}}{_MADE_KO}|"
    r"^(?:please )?(?:(?:can|could|would) you (?:please )?|"
    r"i(?: want| need you|'d like(?: you)?) to )?"
    r"(?:compare|review|check|analy[sz]e|go through|read|study|find|collect)\b.+?"
    r"(?:,|\band\b|\bthen\b).*?\b(?:draft|write|prepare|compose|create|make)\b.+?"
    r"\b(?:letter|e-?mail|position|proposal|reply|response|memo|draft|request|notice|report|"
    r"presentation|slides|offer|amendment|brief|script|counter-?\w+)\b",
    re.IGNORECASE | re.DOTALL,
)
_SAID = re.compile(
    r"\b(?:did|have|had) i (?:say|said|tell|told|mention|ask)|\bmy name\b|"
    r"\b(?:i|you|we) (?:said|told|mentioned|asked)\b|내\s?이름|아까|방금|말했|했지|했더라",
    re.IGNORECASE,
)
_ARITHMETIC = re.compile(r"\d\s?[-+*/×÷^]\s?\d")
_CLOCK = re.compile(
    r"(?:지금|오늘|내일|어제).{0,6}(?:몇\s?시|며칠|무슨\s?요일|날짜)|"
    r"\bwhat (?:time|day|date)\b|\btoday's date\b",
    re.IGNORECASE,
)
_TELL = re.compile(
    r"\b(?:tell me|explain|describe|define)\b|알려|설명해|말해|뭔지|란\s?무엇", re.IGNORECASE
)


def asks_about_own(question: str) -> bool:
    """Say whether a message asks for a fact of the person's own house, which no model knows."""
    return bool(_OWN.search(question)) and asks(question)


def asks_about_here(question: str) -> bool:
    """Say whether a message is put like a question about the place where one is.

    So ask "May I ...?", "Is there a ...?" or "When is the ...?" with nothing that says of what.
    """
    return bool(_HERE.search(question)) and asks(question)


def is_talk(question: str) -> bool:
    """Say whether a message has nothing that documents could hold.

    That is a greeting, a word to the assistant itself, something to be written or translated,
    arithmetic, the clock, or what was said before.
    """
    matter = _GREETING.sub("", question.strip())
    marks = (_TO_ASSISTANT, _TO_WRITE, _SAID, _ARITHMETIC, _CLOCK)
    return not content_stems(matter) or any(mark.search(matter) for mark in marks)


def asks_for_a_fact(question: str) -> bool:
    """Say whether a message wants to be told something that is so, whoever knows it."""
    return (asks(question) or bool(_TELL.search(question))) and not is_talk(question)


def is_study_and_draft(question: str) -> bool:
    """Say whether a message wants something looked into first and a piece of writing made of it.

    That takes steps, however much it speaks of documents.
    """
    return bool(_FIRST_THEN_DRAFT.search(question))
