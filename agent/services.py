"""Services as a catalogue describes them: name, text, limits, price, date.

Catalogues differ in their fields; names, prices and limits are known by the fields' names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from agent.money import has_currency, localised, period_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agent.language import Language
    from agent.money import Period
    from agent.state import JsonObject
    from store.records import Passage

_NAME_KEY = re.compile(
    r"^(name|title|이름|명칭|(?:서비스|제품|도구)(?: ?이름|명)?|(?:service|product|tool)(?:_name)?)"
    r"([_.]\w+)?$",
    re.IGNORECASE,
)
_PRICE_KEY = re.compile(
    r"(?<![a-z])(?:prices?|pricing|costs?|fees?)(?![a-z])|가격|요금|비용|구독료|이용료|사용료|월정액|금액",
    re.IGNORECASE,
)
_NOT_THE_PRICE = re.compile(
    r"(?<![a-z])(?:free|setup|note|old|before)(?![a-z])|무료|설치|초기|가입|이전", re.IGNORECASE
)
_PERIOD_KEY = re.compile(r"(?<![a-z])(?:billing|period|per)(?![a-z])|주기", re.IGNORECASE)
_CODES = re.compile(r"(?<![a-z])(?:usd|krw|eur|gbp|jpy)(?![a-z])|원(?=\)|$)|달러", re.IGNORECASE)
_CURRENCY_KEY = re.compile(r"currency|통화", re.IGNORECASE)
_LEFT_OUT_KEY = re.compile(
    r"^(id|list|updated.*|date.*|기준일|날짜|url|link|currency|통화|category|languages?|언어)$",
    re.IGNORECASE,
)
_FREE_KEY = re.compile(r"^free$|free[_\s]?(?:tier|plan|version|quota)|무료", re.IGNORECASE)
_NOT_FREE = re.compile(
    r"(?:false|no|none|not (?:available|offered)|unavailable|n/a|x|0|없음|없다|불가|안 ?함|아니\S*)"
    r"(?![\w가-힣])",
    re.IGNORECASE,
)
_YES = re.compile(r"(?:true|yes|1|예|네|있음|있다)\.?", re.IGNORECASE)
_FREE = {"ko": "있음", "en": "yes"}
_STATE_KEY = re.compile(
    r"^(?:(?:service|current|운영|서비스|판매)[ _]?)?(?:status|state|availability|상태|현황|여부)$",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"(?:(?:permanently |now |was |is )?(?:discontinued|ended|closed|retired|shut ?down|defunct|"
    r"sunset|terminated|end of life|no longer)"
    r"|(?:(?:서비스|운영|판매|제공|영업)(?:가|이|을|를)? ?)?(?:종료|중단|중지|폐쇄|폐업|단종))"
    r"(?! ?(?:전|안|아님))",
    re.IGNORECASE,
)
_ENDED_KEY = re.compile(r"^(?:is_)?(?:discontinued|ended|retired|closed|종료|단종)$", re.IGNORECASE)
_RUNS_KEY = re.compile(r"^(?:is_)?(?:active|available|운영 ?중)$", re.IGNORECASE)
_LIMIT_KEY = re.compile(r"limit|weak|caution|한계|주의|단점", re.IGNORECASE)
_SHOWN = 320


@dataclass(frozen=True, slots=True)
class Service:
    """One service.

    Attributes:
        name: As the catalogue or report calls it.
        names: Every name it goes by.
        text: What it does, in the person's language where the document has it.
        limits: What it is not for.
        price: As written, with its currency.
        free: What the record says of a free plan, empty where it has none or says nothing.
        old_price: The price that a newer document replaced.
        per: The period that the price is paid for, see ``money.period_of``.
        dated: ISO date of what is said.
        sources: Passages it rests on, plain.
        all_text: Every field, for matching in both languages.
        ended: The record itself says that it is no longer offered.
    """

    name: str
    names: tuple[str, ...]
    text: str = ""
    limits: str = ""
    price: str = ""
    old_price: str = ""
    dated: str = ""
    sources: tuple[str, ...] = ()
    free: str = ""
    per: Period = ""
    all_text: str = field(default="", repr=False)
    ended: bool = False


def _fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in text.splitlines():
        key, mark, value = line.partition(": ")
        if mark and value.strip() and value.strip() != "-":
            fields.setdefault(key.strip(), value.strip())
    return fields


def _in(language: Language, fields: dict[str, str]) -> dict[str, str]:
    """Return the fields of one language, and those that belong to none."""
    other = "_en" if language == "ko" else "_ko"
    kept = {}
    for key, value in fields.items():
        twin = key.removesuffix(other) + ("_ko" if language == "ko" else "_en")
        same = twin in fields or key.removesuffix(other) in fields or key.startswith("name")
        if not (key.endswith(other) and same):
            kept[key] = value
    return kept


def _price(fields: dict[str, str]) -> tuple[str, Period]:
    """Return the price as written, with its currency, and the period that it is paid for."""
    figured = {k for k, value in fields.items() if re.search(r"\d", value)}
    keys = [
        k
        for k in fields
        if _PRICE_KEY.search(k)
        and not _CURRENCY_KEY.search(k)
        and (k in figured or not _PERIOD_KEY.search(k))
    ]
    likely = [k for k in keys if not _NOT_THE_PRICE.search(k)] or keys
    key = next((k for k in likely if k in figured), next(iter(likely), ""))
    if not key:
        return "", ""
    value, beside = fields[key], " ".join(v for k, v in fields.items() if _PERIOD_KEY.search(k))
    per = period_of(key) or period_of(value) or period_of(beside)
    coded = _CODES.search(key)
    currency = next((v for k, v in fields.items() if _CURRENCY_KEY.search(k)), "")
    currency = currency or (coded[0].upper() if coded else "")
    if currency and key in figured and not has_currency(value):
        amount, slash, rest = value.partition("/")
        return f"{amount.strip()} {currency} {slash}{rest.strip()}".strip(), per
    return value, per


def _free(fields: dict[str, str], language: Language) -> str:
    values = [value for key, value in fields.items() if _FREE_KEY.search(key)]
    if not values or any(_NOT_FREE.match(value) for value in values):
        return ""
    return "; ".join(v for v in values if not _YES.fullmatch(v)) or _FREE[language]


def _ended(fields: dict[str, str]) -> bool:
    """Say whether a record's own field says that its service is no longer offered."""
    return any(
        (_STATE_KEY.match(key) and _ENDED.match(value))
        or (_ENDED_KEY.match(key) and (_YES.fullmatch(value) or re.search(r"\d{4}", value)))
        or (_RUNS_KEY.match(key) and _NOT_FREE.match(value))
        for key, value in fields.items()
    )


def of_catalogue(passages: Iterable[Passage], language: Language) -> list[Service]:
    """Return the services of a catalogue's passages, pieces of one record joined."""
    records: dict[tuple[str, str], list[Passage]] = {}
    for passage in passages:
        if passage.heading:
            records.setdefault((passage.document_id, passage.heading), []).append(passage)
    services: list[Service] = []
    for (_, heading), pieces in records.items():
        fields = _fields("\n".join(p.text for p in pieces))
        named = [v for k, v in fields.items() if _NAME_KEY.match(k)]
        spoken = _in(language, fields)
        shown = {k: v for k, v in spoken.items() if not _told_apart(k)}
        limits = [v for k, v in shown.items() if _LIMIT_KEY.search(k)]
        texts = [v for k, v in shown.items() if not _LIMIT_KEY.search(k)]
        price, per = _price(fields)
        services.append(
            Service(
                name=heading,
                names=tuple(dict.fromkeys([heading, *named])),
                text="; ".join(texts)[:_SHOWN],
                limits="; ".join(limits)[:_SHOWN],
                price=price,
                per=per,
                dated=pieces[0].dated,
                sources=tuple(p.id for p in pieces),
                free=_free(spoken, language),
                all_text=" ".join(fields.values()),
                ended=_ended(fields),
            )
        )
    return _newest(services)


def _newest(services: Iterable[Service]) -> list[Service]:
    """Return each service once, as the newest document has it; an older price is kept beside."""
    held: dict[str, Service] = {}
    for service in services:
        before = held.get(service.name)
        if before is None:
            held[service.name] = service
            continue
        older, newer = sorted((before, service), key=lambda one: one.dated)
        changed = older.price and older.price != newer.price
        held[service.name] = replace(newer, old_price=older.price) if changed else newer
    return list(held.values())


def _told_apart(key: str) -> bool:
    """Say whether a field is no part of what a service does."""
    parts = (_NAME_KEY.match, _LEFT_OUT_KEY.match, _PRICE_KEY.search, _FREE_KEY.search,
             _STATE_KEY.match)  # fmt: skip
    return any(part(key) for part in parts)


def plain(service: Service, language: Language) -> JsonObject:
    """Return what the state keeps of a recommended service, its prices in the person's words."""
    return {
        "service": service.name,
        "price": localised(service.price, language),
        "free": service.free,
        "old_price": localised(service.old_price, language),
        "per": service.per,
        "dated": service.dated,
    }
