"""Which services a report's sentence says have ended: each ending is given to its own subject.

Names in a list end together, ``the discontinued X`` and ``종료된 X`` speak of the name behind
them, and what only a part of a service did (a plan, a trial, an office) is no end.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.service_names import listed_with, mentions_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.service_names import Mention
    from agent.services import Service

_NEAR = 160
_OBJECT = 28
_WHOLE = (
    r"(?:services?|doors|business|operations?|operating|platform|product|website|company|tool|app)"
)
_PAST = (
    r"(?:shut down|shut|closed down|closed|ended|retired|discontinued|terminated|sunset|shuttered"
    r"|wound down)"
)
_ENGLISH = re.compile(
    rf"\b(?:(?P<passive>(?:is|are|was|were|be|been|being|got) (?:\w+ly )?{_PAST}"
    r"(?! (?:to|for|on (?:\w+days?|holidays))\b)"
    r"|no longer (?:available(?! (?:on|as|with|through|for free)\b)"
    r"|offered|exists?|in business|operat\w+)|(?:went|gone|go(?:es|ing)?) out of business"
    rf"|ceas(?:e|es|ed|ing) (?:to exist|trading|(?:its |all )?{_WHOLE}))"
    r"|(?P<active>shut(?:s|ting)? down|clos(?:e|es|ed|ing) down|discontinu(?:e|es|ed|ing))"
    r"|(?P<of>clos(?:e|es|ed|ing)|end(?:s|ed|ing)?|retir(?:e|es|ed|ing)|defunct|shuttered))\b",
    re.IGNORECASE,
)
_ITS_WHOLE = re.compile(
    rf" (?:(?:its|their|the|all|our) )?(?:\w+ )??(?:{_WHOLE})\b(?! (?:plan|line|tier))",
    re.IGNORECASE,
)
_ITS_NAME = re.compile(
    r":? (?:the )?(?:(?:services?|tools?|apps?|products?|platforms?) )?"
    r"(?:(?:were|are|is|was|such as|like|including) )?",
    re.IGNORECASE,
)
_NO_OBJECT = re.compile(
    r"\s*(?:$|[.,;:)!?|–—-]|(?:in|on|at|by|after|before|when|from|since|last|this|next|and|but|or|"
    r"because|due|following|as|for|over|amid|while|despite|until|late|early|mid|today|entirely|"
    r"completely|altogether|\w+ly|\d+)\b)",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(
    r"\b(?:by|for|of|to|from|with|like|unlike|than|into|over|on|at|via|through|against|behind|"
    r"despite|without|includ\w+|replac\w+|acquir\w+|bought|join\w+)(?: the)? $",
    re.IGNORECASE,
)
_AUX = (
    r"(?:\s(?:has|have|had|will|would|is|are|was|were|be|been|to|also|then|now|soon|both|all|set|"
    r"due|going|about|expected|scheduled|plans?|planned|decided|announced|said|says|confirmed|"
    r"that|it|they|finally|suddenly|itself|\w+ly))*\s?"
)
_SAME_CLAUSE = re.compile(
    rf"(?:['’]s(?= {_WHOLE}))?(?: {_WHOLE})?"
    r"(?: (?:by|from|of|in|on|at|since|for)\s[^,;.]{1,40}?)?"
    rf"(?:,[^,;]{{1,80}},)?(?P<which>,? (?:which|that|who))?,?{_AUX}",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(
    r"[^;.]*?[,;]? ?\b(?:and|but|then|so|before|until|while)"
    rf"(?: (?:it|the {_WHOLE}))?{_AUX}|[^.]*; (?:it|the {_WHOLE}){_AUX}",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:not|never|neither|nor|no plans? to|den(?:y|ies|ied)|may|might|could|if|unless|whether)\b"
    r"[^.;]{0,24}$|n['’]t\b[^.;]{0,24}$",
    re.IGNORECASE,
)
_PART = re.compile(
    r"무료 ?(?:요금제|플랜|버전|체험)|(?:모바일|안드로이드|웹|데스크톱|맥|윈도우?) ?(?:앱|버전)|"
    r"기능|플러그인|베타|체험|시범|이벤트|행사|사무실|사무소|지사|지점|매장|버전|요금제|구형|일부|"
    r"경쟁|다른|타사|자동|예약|"
    r"\bfree (?:plan|tier|version|trial)|\b(?:android|ios|mobile|web|desktop|mac|windows) "
    r"(?:app|version)|\b(?:feature|plug-?in|add-?on|integration|beta|trial|pilot|office|round|"
    r"version|rival|competing|some|legacy)s?\b",
    re.IGNORECASE,
)

_WHOLE_KO = r"(?:서비스|운영|사업|영업|제공|판매|문|앱)"
_KOREAN = re.compile(
    r"(?:종료|중단|폐쇄|폐업)(?:(?P<of>된|한|될|할|되는|하는)(?= )|(?=[했하됐되된될됨돼함합할한]|"
    r" ?(?:서비스 ?:|도구 ?:|예정|(?:를 ?)?(?:발표|공지|결정|예고|선언|알[렸린])|$|[.,:;)|])))"
    r"|문을? ?닫(?:(?P<of2>은|는|을)(?= )|(?=[았는으기게고]))"
    r"|서비스를 (?:접(?=[었기고])|(?:끝|멈)(?=[내냈낼추췄출]))"
    r"|(?:없어|사라)(?=[졌지])|(?P<of3>서비스를 (?:접은|끝낸|멈춘)|(?:없어|사라)진)(?= )"
)
_NOUNS = ("종료", "중단", "폐쇄")
_NOT_SO_KO = re.compile(
    r"[가-힣]{0,2}지(?:는|도)? ?(?:않|못|안)|[가-힣]{0,2} ?(?:계획|예정|생각)[은는이가]? ?없|"
    r"(?:될|할|을|될지) ?(?:수|가능성|지도)|[가-힣]{0,2}면[ ,]|[가-힣]{0,3} ?때|[가-힣]{0,4} ?소문"
)
_AFTER_IT = re.compile(r" (?:뒤|후|다음|이후|것|예정|계획|방침|바|상태|사실|까닭|이유|날|데|지)")
_THE_ONE = re.compile(r" (?:AI )?(?:서비스|곳|도구|앱|제품)(?:들)?(?P<is>은|는|이|가|로는|:)? ")
_NAMED_SO = re.compile(r"(?:이|였|다|뿐|등| 등|[.,]|$)")
_OTHER_ROLE = re.compile(
    r"(?:으로|로|에서|에게|에|한테|보다|처럼|부터)(?![가-힣])| ?(?:대신|같은|덕분)"
)
_OBJECT_KO = re.compile(r"[을를](?= )")
_WHEN = re.compile(
    r".*(?:에|부터|까지|\d[년월일]|말|초|경|께)|.{0,3}(?:달|해|주)|결국|곧|이미|모두|다|완전히|전면|"
    r"최근|올해|작년|내년|사실상|갑자기|함께|모든|전체|전|국내|한국|공식|정식|일제히|영구|"
    rf"{_WHOLE_KO}(?:를|을|이|가|도|의)?"
)
_NOUN_BEFORE = re.compile(r"[가-힣\w]+[을를이가]")


def ended_in(sentence: str, services: Sequence[Service]) -> list[Service]:
    """Return the services that a sentence says have ended or will."""
    english = list(_ENGLISH.finditer(sentence))
    korean = list(_KOREAN.finditer(sentence))
    if not english and not korean:
        return []
    mentions = mentions_in(sentence, services)
    if not mentions:
        return []
    ended = [one for found in english for one in _ended_en(sentence, found, mentions)]
    ended += [one for found in korean for one in _ended_ko(sentence, found, mentions)]
    ended += _under_a_heading(sentence, mentions)
    return [one.service for one in ended]


def _under_a_heading(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the names behind the colon of ``Discontinued: A, B``."""
    colon = text.rfind(":")
    head = text[:colon]
    if colon < 0 or mentions[0].start < colon or _PART.search(head):
        return []
    told = _ENGLISH.search(head) or _KOREAN.search(text, 0, colon + 1)
    denied = told and (_NOT_SO.search(head, 0, told.start()) or _NOT_SO_KO.match(head, told.end()))
    return list(mentions) if told and not denied else []


def _ended_en(text: str, told: re.Match[str], mentions: Sequence[Mention]) -> list[Mention]:
    if _NOT_SO.search(text[max(0, told.start() - _OBJECT) : told.start()]):
        return []
    after = text[told.end() :]
    if not told["passive"]:
        skipped = told.end() + (m.end() if (m := _ITS_NAME.match(after)) else 1)
        behind = [n for n, one in enumerate(mentions) if one.start in {skipped, told.end() + 1}]
        if behind:
            return listed_with(text, mentions, behind[0], 1)
        whole = _ITS_WHOLE.match(after)
        if not whole and (told["of"] or not _NO_OBJECT.match(after)):
            return []
    if _PART.search(text[told.start() : told.end() + _OBJECT]):
        return []
    return _subject_en(text, told.start(), mentions)


def _subject_en(text: str, at: int, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the names that the verb at a place has for its subject, the nearest first."""
    before = [n for n, one in enumerate(mentions) if at - _NEAR <= one.start and one.end <= at]
    for n in reversed(before):
        between = text[mentions[n].end : at]
        same = _SAME_CLAUSE.fullmatch(between)
        if between == ", " or (same and same["which"]):
            return [mentions[n]]
        listed = listed_with(text, mentions, n, -1)
        if _OF_ANOTHER.search(text[: listed[-1].start]):
            continue
        if same or (_NEXT_CLAUSE.fullmatch(between) and not _PART.search(between)):
            return listed
    return []


def _ended_ko(text: str, told: re.Match[str], mentions: Sequence[Mention]) -> list[Mention]:
    if _NOT_SO_KO.match(text, told.end()):
        return []
    bare = not re.match(r"[가-힣]", text[told.end() :]) and told[0] in _NOUNS
    attributive = told["of"] or told["of2"] or told["of3"]
    if not attributive or _AFTER_IT.match(text, told.end()):
        return _subject_ko(text, told.start(), mentions, bare=bare)
    the_one = _THE_ONE.match(text, told.end())
    name_from = the_one.end() if the_one else told.end() + 1
    behind = next((n for n, one in enumerate(mentions) if one.start == name_from), None)
    if behind is None or not _of_the_whole(text[: told.start()]):
        return []
    listed = listed_with(text, mentions, behind, 1)
    if the_one and the_one["is"] and not _NAMED_SO.match(text, listed[-1].end):
        return []
    return listed


def _subject_ko(text: str, at: int, mentions: Sequence[Mention], *, bare: bool) -> list[Mention]:
    """Return the names that an ending has for its subject; with a bare noun, close by only."""
    before = [n for n, one in enumerate(mentions) if at - _NEAR <= one.start and one.end <= at]
    for n in reversed(before):
        end = mentions[n].end
        if _OTHER_ROLE.match(text, end):
            continue
        rest = text[end:at]
        if bare and not all(_WHEN.fullmatch(word) for word in rest.split()[1:]):
            return []
        if _OBJECT_KO.match(text, end):
            if all(_WHEN.fullmatch(word) for word in rest[1:].split()):
                return listed_with(text, mentions, n, -1)
            continue
        particle = re.match(r"[은는이가도의]?(?= |$|,)", rest)
        rest = rest[particle.end() :] if particle else rest
        return listed_with(text, mentions, n, -1) if _of_the_whole(rest) else []
    return []


def _of_the_whole(before: str) -> bool:
    """Say whether the words before a Korean ending name no part and no other subject of it."""
    for word in reversed(before.split()):
        if _PART.search(word):
            return False
        if _WHEN.fullmatch(word):
            continue
        return not _NOUN_BEFORE.fullmatch(word)
    return True
