"""What newer reports say of services: ended ones drop out, prices change, new ones appear.

The newer date wins. A service that a report says has ended is dropped, a changed price replaces
the old one, which is kept beside it, and a service that only the report knows is added.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.service_endings import ended_in
from agent.service_names import name_at, names_one, stretch_of
from agent.service_prices import Told, amounts_with_currency, period_told, repriced
from agent.services import Service

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from store.records import Passage

_SHOWN = 320
_TELLING = 8
_PAIR = re.compile(
    r"(?P<ko>[가-힣]{2,12}) ?\((?P<en>[A-Z][A-Za-z0-9]{2,30})\)"
    r"|(?P<en2>[A-Z][A-Za-z0-9]{2,30}) ?\((?P<ko2>[가-힣]{2,12})\)"
)
_SENTENCE = re.compile(
    r"(?<=[다요]\.)\s+|(?<=[a-z0-9)][.!?])\s+(?=[A-Z])|\n{2,}|\n(?=[-*·①-⑳]|\d+\.\d* )"
)
_LEAD = 24
_NEW = re.compile(
    r"새로 ?(?:나온|나왔|생긴|생겼)|새 ?(?:서비스|도구|앱)|새로운 (?:서비스|도구|앱)|신규|"
    r"출시|선보|\b(?:launch\w*|released?|debut\w*|new (?:\w+ )?(?:service|tool|app|platform))\b",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"만[들든드]|바[꾸꿔꾼]|옮기|옮겨|번역|편집|생성|요약|통역|녹음|변환|자동|"
    r"도와|[해어아] ?(?:준|주)|"
    r"\b(?:turn|make|write|edit|create|generate|translate|convert|record|transcribe|help)s?\b",
    re.IGNORECASE,
)
_OWN_SPELLING = re.compile(r"[A-Z][a-z0-9]+[A-Z]|[a-z]\d|\d[a-z]")
_NO_PRICE = re.compile(
    r"\d ?억|시장|투자|매출|벌금|과징금|배상|소송|"
    r"\b(?:million|billion|market|invest\w*|revenue|fines?|lawsuit|damages)\b",
    re.IGNORECASE,
)


def sentences_of(passages: Iterable[Passage]) -> list[tuple[str, Passage]]:
    """Return the sentences of a report with their passages, line ends inside them closed."""
    found = []
    for passage in passages:
        for sentence in _SENTENCE.split(passage.text):
            joined = " ".join(sentence.split())
            if joined:
                found.append((joined, passage))
    return found


def with_reports(
    services: Sequence[Service], passages: Sequence[Passage], today: date
) -> list[Service]:
    """Return the services as newer reports put them right, ended ones dropped, new ones added."""
    sentences = sentences_of(passages)
    known = [*services, *_new_ones(services, sentences)]
    every = [name for service in known for name in service.names]
    gone = _ended(known, sentences)
    kept = []
    for service in known:
        if service.ended or service.name in gone:
            continue
        others = [name for name in every if name not in service.names]
        current = service
        for sentence, passage in sentences:
            if not names_one(sentence, service.names) or _older(passage, service):
                continue
            start, end = stretch_of(sentence, service.names, others)
            before = "" if names_one(sentence[:start], others) else sentence[:start]
            told = Told(before, sentence[start:end], passage.dated, passage.id)
            current = repriced(current, told, today)
        kept.append(current)
    return kept


def _ended(services: Sequence[Service], sentences: Sequence[tuple[str, Passage]]) -> set[str]:
    """Return the names of the services that a report not older than their record says ended."""
    return {
        service.name
        for sentence, passage in sentences
        for service in ended_in(sentence, services)
        if not _older(passage, service)
    }


def _older(passage: Passage, service: Service) -> bool:
    return bool(passage.dated and service.dated and passage.dated < service.dated[:10])


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
            (sentence[start:end], passage)
            for sentence, passage in sentences
            for start, end in [stretch_of(sentence, pair, others)]
            if end
        ]
        leads = [_lead_of(sentence, pair) for sentence, _ in sentences]
        if not _is_service(pair[0], [segment for segment, _ in about], leads):
            continue
        telling = [s for s, _ in about if len(s) > len("".join(pair)) + _TELLING]
        text = " ".join(dict.fromkeys(s.strip(" ,") for s in telling))
        amounts = [a for segment, _ in about for a in amounts_with_currency(segment)[:1]]
        new.append(
            Service(
                name=pair[0],
                names=pair,
                text=text[:_SHOWN],
                price=amounts[0].group().strip() if amounts else "",
                per=next((per for segment, _ in about if (per := period_told(segment))), ""),
                dated=about[0][1].dated,
                sources=tuple(dict.fromkeys(p.id for _, p in about))[:3],
                all_text=text,
            )
        )
    return new


def _lead_of(sentence: str, names: Sequence[str]) -> str:
    """Return the few characters before the first of the names in a sentence."""
    start = min((at for name in names if (at := name_at(sentence, name)) >= 0), default=0)
    return sentence[max(0, start - _LEAD) : start]


def _is_service(name: str, segments: Sequence[str], leads: Sequence[str]) -> bool:
    """Say whether what a report tells of a name is what one tells of a service.

    A Korean word with its English gloss stands as ``이름 (Name)`` too. A price or a word for what
    is new tells a service; what it does, only where the name is spelled as words are not.
    """
    priced = any(amounts_with_currency(one) and not _NO_PRICE.search(one) for one in segments)
    if priced or any(_NEW.search(one) for one in (*segments, *leads)):
        return True
    return bool(_OWN_SPELLING.search(name)) and any(_DOES.search(one) for one in segments)
