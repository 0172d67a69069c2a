"""What newer reports say of services: ended ones drop out, prices change, new ones appear.

The newer date wins. A service that a report says has ended is dropped, a changed price replaces
the old one, which is kept beside it, and a service that only the report knows is added.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from agent.money import period_beside
from agent.services import Service

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.money import Period
    from store.records import Passage

_SHOWN = 320
_TELLING = 8
_AMOUNT = re.compile(
    r"(?:US)?\$\s?\d[\d,.]*\d|(?:US)?\$\s?\d|\d[\d,.]*\s?(?:달러|원|유로|dollars?|USD|KRW|EUR|won)\b"
    r"|\d[\d,.]*\s?(?:달러|원|유로)"
)
_ENDED = re.compile(
    r"서비스를 (?:끝|멈추|중단|종료)|문을 닫|종료(?:했|하|된|됐|되었|한다)|폐쇄"
    r"|중단(?:했|하|됐|되었|한다)"
    r"|shut(?:s|ting)? down|discontinu|closed? (?:its|down)|ceased|no longer (?:available|offered)"
    r"|(?:was|is|will be) (?:closed|ended|retired)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"(?:종료|중단|폐쇄)하지 않|문을 닫지 않|\b(?:not|n't|never|no plans? to|denied)\b[^.]{0,24}"
    r"(?:shut|discontinu|clos|ceas|end|retir)",
    re.IGNORECASE,
)
_OF_A_PART = re.compile(
    r"무료 ?(?:요금제|플랜|버전|체험)|(?:모바일|안드로이드|웹|데스크톱|맥|윈도우?) ?(?:앱|버전)|"
    r"기능|플러그인|"
    r"\bfree (?:plan|tier|version|trial)|\b(?:android|ios|mobile|web|desktop|mac|windows) "
    r"(?:app|version)|\b(?:feature|plug-?in|add-?on|integration)s?\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"올[랐린렸]|내[렸린]|인상|인하|바[뀌꾸뀐]|이전|기존|옛|"
    r"\b(?:up|down) from\b|\b(?:was|were|rais\w+|"
    r"lower\w+|increas\w+|reduc\w+|drop\w+|cut|rose|fell|instead of|previously|formerly)\b",
    re.IGNORECASE,
)
_CHANGED_BETWEEN = re.compile(r"에서|→|->|\bto\b|^\s*$")
_PAIR = re.compile(
    r"(?P<ko>[가-힣]{2,12}) ?\((?P<en>[A-Z][A-Za-z0-9]{2,30})\)"
    r"|(?P<en2>[A-Z][A-Za-z0-9]{2,30}) ?\((?P<ko2>[가-힣]{2,12})\)"
)
_SENTENCE = re.compile(
    r"(?<=[다요]\.)\s+|(?<=[a-z0-9)][.!?])\s+(?=[A-Z])|\n{2,}|\n(?=[-*·①-⑳]|\d+\.\d* )"
)
_DAY_KO = re.compile(r"(\d{4})년 ?(\d{1,2})월 ?(\d{1,2})일")
_DAY = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_SEGMENT = 160
_BESIDE = 12
_OBJECT = 28


def sentences_of(passages: Iterable[Passage]) -> list[tuple[str, Passage]]:
    """Return the sentences of a report with their passages, line ends inside them closed."""
    found = []
    for passage in passages:
        for sentence in _SENTENCE.split(passage.text):
            joined = " ".join(sentence.split())
            if joined:
                found.append((joined, passage))
    return found


def _at(text: str, name: str, start: int = 0) -> int:
    """Return where a name stands in a text from ``start`` on, -1 where it does not.

    A Latin name is no part of a longer word: Clip does not stand in Clipper.
    """
    at = text.find(name, start)
    while at >= 0 and name.isascii() and _inside_a_word(text, at, at + len(name)):
        at = text.find(name, at + 1)
    return at


def _inside_a_word(text: str, start: int, end: int) -> bool:
    beside = text[max(0, start - 1) : start] + text[end : end + 1]
    return any(letter.isascii() and letter.isalnum() for letter in beside)


def _segment(text: str, names: Sequence[str], others: Sequence[str]) -> str:
    """Return the stretch of ``text`` that speaks of a service: from its name to the next one's."""
    start = min((at for n in names if (at := _at(text, n)) >= 0), default=-1)
    if start < 0:
        return ""
    after = start + max(len(n) for n in names if text.startswith(n, start))
    ends = [at for n in others if (at := _at(text, n, after)) > 0]
    return text[start : min([*ends, start + _SEGMENT])]


def _day_in(text: str) -> date | None:
    found = _DAY_KO.search(text) or _DAY.search(text)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def _mentions(sentence: str, names: Sequence[str]) -> bool:
    return any(_at(sentence, name) >= 0 for name in names)


def _repriced(service: Service, segment: str, passage: Passage, today: date) -> Service | None:
    """Return the service with the price that a report's line gives beside the old one."""
    amounts = list(_AMOUNT.finditer(segment))
    if len(amounts) < 2 or not _tells_a_change(segment, *amounts[:2]):  # noqa: PLR2004 - old and new
        return None
    old, new = (found[0].strip() for found in amounts[:2])
    if not _same_amount(old, service.price) and _same_amount(new, service.price):
        old, new = new, old
    day = _day_in(segment)
    if old == new or not _same_amount(old, service.price):
        return None
    if day is not None and day > today:
        new = f"{old} → {new} ({day.isoformat()})"
    return replace(
        service,
        price=new,
        old_price=old,
        dated=passage.dated or service.dated,
        sources=(*service.sources, passage.id),
    )


def _tells_a_change(segment: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Say whether of two prices one took the other's place: by a word, or side by side in a table.

    Two plans, or a month and a year, have two prices too.
    """
    between = segment[first.end() : second.start()]
    around = segment[max(0, first.start() - _BESIDE) : second.end() + _BESIDE]
    return bool(_CHANGED_BETWEEN.search(between) or _CHANGED.search(around))


def _period(segment: str) -> Period:
    """Return the period that a report's price is paid for, as the words beside it say."""
    found = _AMOUNT.search(segment)
    if found is None:
        return ""
    return period_beside(segment, found.start(), found.end(), _BESIDE)


def _same_amount(written: str, price: str) -> bool:
    def digits(text: str) -> str:
        found = re.search(r"\d[\d,]*(?:\.\d+)?", text)
        return found.group().replace(",", "").removesuffix(".0") if found else ""

    return not price or digits(written) == digits(price)


def with_reports(
    services: Sequence[Service], passages: Sequence[Passage], today: date
) -> list[Service]:
    """Return the services as newer reports put them right, ended ones dropped, new ones added."""
    sentences = sentences_of(passages)
    known = [*services, *_new_ones(services, sentences)]
    every = [name for service in known for name in service.names]
    kept = []
    for service in known:
        others = [name for name in every if name not in service.names]
        current, ended = service, False
        for sentence, passage in sentences:
            if not _mentions(sentence, service.names) or _older(passage, service):
                continue
            segment = _segment(sentence, service.names, others)
            ended = ended or _says_ended(sentence, segment)
            current = _repriced(current, segment, passage, today) or current
        if not ended:
            kept.append(current)
    return kept


def _older(passage: Passage, service: Service) -> bool:
    return bool(passage.dated and service.dated and passage.dated < service.dated[:10])


def _says_ended(sentence: str, segment: str) -> bool:
    """Say whether a sentence says that a service ended: near its name, or for a list of names."""
    ended = _ENDED.search(segment)
    if ended is not None:
        with_object = segment[: ended.end() + _OBJECT]
        return not (_GOES_ON.search(segment) or _OF_A_PART.search(with_object))
    listed = re.search(r":\s*[^:]{3,120}$", sentence)
    return bool(listed and segment and segment in listed.group() and _ENDED.search(sentence))


def _without_neighbour(name: str, sentences: Sequence[tuple[str, Passage]]) -> str:
    """Return a Korean name without the end of a table's cell that a page's text glued to it."""
    text = " ".join(sentence for sentence, _ in sentences)
    for start in range(len(name) - 1):
        if len(re.findall(rf"(?<![가-힣]){name[start:]}", text)) > (start == 0):
            return name[start:]
    return name


def _new_ones(
    services: Sequence[Service], sentences: Sequence[tuple[str, Passage]]
) -> list[Service]:
    """Return the services that only a report names, as ``이름 (Name)``."""
    known = {name for service in services for name in service.names}
    pairs: dict[tuple[str, str], None] = {}
    for sentence, _ in sentences:
        for found in _PAIR.finditer(sentence):
            en = found["en"] or found["en2"]
            ko = found["ko"] or found["ko2"]
            ko = _without_neighbour(ko, sentences)
            if en not in known and ko not in known:
                pairs[en, ko] = None
    every = [*known, *(name for pair in pairs for name in pair)]
    new = []
    for pair in pairs:
        others = [name for name in every if name not in pair]
        about = [
            (segment, passage)
            for sentence, passage in sentences
            if (segment := _segment(sentence, pair, others))
        ]
        telling = [s for s, _ in about if len(s) > len("".join(pair)) + _TELLING]
        text = " ".join(dict.fromkeys(s.strip(" ,") for s in telling))
        amounts = [a for segment, _ in about if (a := _AMOUNT.search(segment))]
        new.append(
            Service(
                name=pair[0],
                names=pair,
                text=text[:_SHOWN],
                price=amounts[0].group().strip() if amounts else "",
                per=next((per for segment, _ in about if (per := _period(segment))), ""),
                dated=about[0][1].dated,
                sources=tuple(dict.fromkeys(p.id for _, p in about))[:3],
                all_text=text,
            )
        )
    return new
