"""What a report's sentence says of a service's price: the new one, and from when on it holds."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agent.money import AMOUNT, money_of, period_beside, period_of, price_now
from store.dates import find_dates

if TYPE_CHECKING:
    from datetime import date

    from agent.money import Period
    from agent.services import Service

_AMOUNT = re.compile(AMOUNT, re.IGNORECASE)
_BESIDE = 12
_BEFORE = 60
_CHANGED = re.compile(
    r"올[랐린렸]|내[렸린]|인상|인하|바[뀌꾸뀐]|이전|기존|옛|"
    r"\b(?:up|down) from\b|\b(?:was|were|rais\w+|"
    r"lower\w+|increas\w+|reduc\w+|drop\w+|cut|rose|fell|instead of|previously|formerly)\b",
    re.IGNORECASE,
)
_CHANGED_BETWEEN = re.compile(r"에서|→|->|\bto\b|^[\s|]*$")
_TO_IT = re.compile(
    r"(?:\b(?:rais\w+|lower\w+|increas\w+|cut|cuts|dropp?\w*|reduc\w+|ris\w+|rose|falls?|fell|go(?:es)?|"
    r"went|chang\w+|mov\w+)\b(?P<what>[^.;,]{0,40}) to|\bnow costs?|"
    r"\b(?:price|it) is now) (?:about )?$",
    re.IGNORECASE,
)
_TO_IT_KO = re.compile(
    r"(?:으로|로) ?(?:[가-힣]+ ){0,2}?(?:올[랐린렸라리릴]|오[르른를]|내[렸린리릴려]|인상|인하|조정|"
    r"변경|바[뀌꿨꾼꾸뀐])"
)
_PRICE = re.compile(
    r"\b(?:prices?|fees?|costs?|subscriptions?|rates?|from|up|down|it)\b|요금|가격|값|구독료|이용료|비용|월정액",
    re.IGNORECASE,
)
_OBJECT_KO = re.compile(r"[가-힣]+[을를](?= )")
_OF_ANOTHER = re.compile(
    r"\b(?:team|pro|business|enterprise|student|annual|yearly|setup|joining|one-time|storage) "
    r"(?:plan|tier|edition|version|package|price|fee|licen[cs]e)s?\b|"
    r"(?:팀|프로|기업|단체|학생|연간|비즈니스) ?(?:요금|플랜|이용권|구독)|\d년권|설치비|가입비",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:will|plans? to|is to|are to|going to)\b|예정|오를|올릴|내릴|바뀔|인상할|"
    r"인하할"
)
_NEXT_YEAR = re.compile(r"내년 ?(\d{1,2})월(?: ?(\d{1,2})일)?")
_NEXT_MONTH = re.compile(r"다음 ?달|\bnext month\b", re.IGNORECASE)
_MONTHS = 12
_A_YEAR = (8, 12)
"""Times a monthly price: two prices side by side that are so far apart are a month's and a
year's."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence says of one service.

    Attributes:
        before: The sentence up to its name.
        text: From its name to the next one's.
        dated: ISO date of the report.
        source: The passage.
    """

    before: str
    text: str
    dated: str
    source: str


def amounts_with_currency(text: str) -> list[re.Match[str]]:
    """Return the amounts of a text that stand with their currency.

    Of ``$9 $7`` the second sign is the second amount's.
    """
    found = []
    at = 0
    while (match := _AMOUNT.search(text, at)) is not None:
        at = match.end("n") if match["sign"] else match.end()
        if match["sign"] or match["name"]:
            found.append(_AMOUNT.match(text, match.start(), at) or match)
    return found


def period_told(text: str) -> Period:
    """Return the period that a report's price is paid for, as the words beside it say."""
    found = next(iter(amounts_with_currency(text)), None)
    return period_beside(text, found.start(), found.end(), _BESIDE) if found else ""


def repriced(service: Service, told: Told, today: date) -> Service:
    """Return the service with the price that a sentence gives it, the old one kept beside it.

    A price that will change keeps both, with the day where one is told.
    """
    changed = _of_two(service, told.text) or _of_one(service, told.text)
    if changed is None:
        return service
    old, new = changed
    day = _day_of(told, today)
    if day > today.isoformat()[: len(day)]:
        new = f"{old} → {new} ({day})"
    elif not day and _LATER.search(told.text):
        new = f"{old} → {new}"
    if new == service.price:
        return service
    return replace(
        service,
        price=new,
        old_price=old,
        dated=told.dated or service.dated,
        sources=tuple(dict.fromkeys((*service.sources, told.source))),
    )


def _of_two(service: Service, text: str) -> tuple[str, str] | None:
    """Return the old price and the new one where a text names both."""
    amounts = amounts_with_currency(text)[:2]
    if len(amounts) < 2 or not _tells_a_change(text, *amounts):  # noqa: PLR2004 - old and new
        return None
    old, new = amounts
    if not _is_price(old, service) and _is_price(new, service):
        old, new = new, old
    if not _is_price(old, service) or money_of(old).amount == money_of(new).amount:
        return None
    return old[0].strip(), new[0].strip()


def _tells_a_change(text: str, first: re.Match[str], second: re.Match[str]) -> bool:
    """Say whether of two prices one took the other's place: by a word, or side by side in a table.

    Two plans, or a month and a year, have two prices too.
    """
    between = text[first.end() : second.start()]
    if _OF_ANOTHER.search(text[first.end() : second.end() + 2 * _BESIDE]):
        return False
    if not between.strip(" |"):
        low, high = sorted((money_of(first).amount, money_of(second).amount))
        return not (low and _A_YEAR[0] <= high / low <= _A_YEAR[1])
    around = text[max(0, first.start() - _BESIDE) : second.end() + _BESIDE]
    return bool(_CHANGED_BETWEEN.search(between) or _CHANGED.search(around))


def _of_one(service: Service, text: str) -> tuple[str, str] | None:
    """Return the known price and the new one where a text says to what it was raised or cut."""
    known = price_now(service.price)
    if known is None or not known.amount:
        return None
    for found in amounts_with_currency(text):
        before = text[max(0, found.start() - _BEFORE) : found.start()]
        after = text[found.end() :]
        if not _to_it(before, after):
            continue
        beside = before[-_BESIDE:] + after[:_BESIDE]
        per = period_of(beside) if service.per else ""
        if _OF_ANOTHER.search(f"{before} {after[: 2 * _BESIDE]}") or per not in {"", service.per}:
            continue
        new = money_of(found)
        same_currency = known.currency in {"", new.currency}
        if same_currency and new.amount != known.amount and found[0] not in service.price:
            return service.price, found[0].strip()
    return None


def _to_it(before: str, after: str) -> bool:
    """Say whether the words around an amount say that a price became it, and not something else."""
    if english := _TO_IT.search(before):
        what = (english["what"] or "").strip()
        return not what or bool(_PRICE.search(what))
    objects = _OBJECT_KO.findall(before)
    return bool(_TO_IT_KO.match(after)) and (not objects or bool(_PRICE.search(objects[-1])))


def _is_price(found: re.Match[str], service: Service) -> bool:
    """Say whether an amount is the service's price; any is where none is known."""
    known = price_now(service.price)
    if known is None:
        return not service.price
    told = money_of(found)
    one_currency = "" in {told.currency, known.currency} or told.currency == known.currency
    return told.amount == known.amount and one_currency


def _day_of(told: Told, today: date) -> str:
    """Return the ISO day or month from which a price holds, empty where none is told."""
    year, month = (int(part) for part in (told.dated or today.isoformat())[:7].split("-"))
    for text in (told.text, told.before[-_BEFORE:]):
        if found := _NEXT_YEAR.search(text):
            day = f"-{int(found[2]):02d}" if found[2] else ""
            return f"{year + 1}-{int(found[1]):02d}{day}"
        if _NEXT_MONTH.search(text):
            return f"{year + month // _MONTHS}-{month % _MONTHS + 1:02d}"
        if days := find_dates(text):
            return days[0][1]
    return ""
