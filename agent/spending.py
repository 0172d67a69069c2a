"""What a request may cost, and what the services recommended so far add up to.

Prices are added up per currency. They are held against a budget only in its own currency, or by
an exchange rate that the request states: none is known otherwise, and none is made up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agent.language import language_of
from agent.money import AMOUNT, Money, Rate, money_of, period_beside, price_now, rate_in, written
from agent.tools.calculator import plain_number
from agent.tools.running import new_call, run_one

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.language import Language
    from agent.money import Period
    from agent.state import JsonObject
    from agent.tools.catalogue import Tool, ToolSurroundings

_NAMED = re.compile(rf"(?:예산|budget)[^\d$₩￦€£¥\n]{{0,16}}{AMOUNT}", re.IGNORECASE)
_MONEY = re.compile(AMOUNT, re.IGNORECASE)
_UP_TO = re.compile(rf"\s?(?:~|〜|–|-|에서|부터|to)\s?{AMOUNT}", re.IGNORECASE)
_BEYOND = 30
_NOT_TO_SPEND = re.compile(r"\s?(?:짜리|[을를]? ?(?:벌|버는|번다|넘게 벌))")
_FOR_A_COST = re.compile(
    r"(?:월세|임대료|관리비|구독료|이용료|급여|월급|rents?|fees?|subscription|salary|wages?|costs?)"
    r"[^.,\n]{0,12}$",
    re.IGNORECASE,
)
_LIMITED = re.compile(
    rf"(?:(?P<before>월|매달|매월|한 ?달에|under|within|at most|up to|no more than|monthly)\s*)?"
    rf"{AMOUNT}"
    r"(?P<after>\s?(?:이하|이내|안에서|안으로|한도|[을를의]?\s?예산|(?:a|per|each|/)\s?month"
    r"|monthly|or less|or under|at most|budget))?",
    re.IGNORECASE,
)
_SAYS_HOW_MUCH = re.compile(
    r"(?:예산|budget)\s?(?:[은는이을:=]|of|is|at|to|under)?\s?(?=\d)", re.IGNORECASE
)
_MONTHS = 12
_COUNTED = re.compile(r"\s?(?!으?로|이|까지|안|정도|내)[가-힣]")
"""What follows a bare Korean number where it counts things: ``10명``."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a request limits itself to."""

    limit: float
    currency: str
    per: Period = ""


def budget_in(text: str) -> Budget | None:
    """Return the amount that a request limits itself to, None where it names none.

    A bare number counts only beside the word budget, in the currency of the text's language.
    """
    place = _budget_place(text)
    if place is None:
        return None
    found, upper = place
    money = money_of(upper)
    currency = money.currency or ("KRW" if language_of(text) == "ko" else "USD")
    per = period_beside(text, found.start("n"), upper.end())
    return Budget(money.amount, currency, per) if money.amount else None


def budget_span(text: str) -> tuple[int, int] | None:
    """Return from where to where a request names its budget, both ends of a range included."""
    place = _budget_place(text)
    return (place[0].start(), place[1].end()) if place else None


def _budget_place(text: str) -> tuple[re.Match[str], re.Match[str]] | None:
    """Return where a request names its budget, matches with the groups of ``AMOUNT``.

    Of a range they are both ends, else the same.
    """
    found = _NAMED.search(text)
    if found and not (found["sign"] or found["name"]) and not _UP_TO.match(text, found.end()):
        found = _with_currency(text, found)
    if found is None:
        limits = (m for m in _LIMITED.finditer(text) if m["before"] or m["after"])
        found = next((m for m in limits if (m["sign"] or m["name"]) and _limits(m, text)), None)
    return (found, _UP_TO.match(text, found.end()) or found) if found else None


def _with_currency(text: str, found: re.Match[str]) -> re.Match[str] | None:
    """Return the amount of money that the word budget is about: no count of things, no year."""
    if _SAYS_HOW_MUCH.match(found[0]) and not _COUNTED.match(text, found.end()):
        return found
    after = _MONEY.finditer(text, found.end(), found.end() + _BEYOND)
    return next((m for m in after if m["sign"] or m["name"]), None)


def _limits(found: re.Match[str], text: str) -> bool:
    """Tell whether an amount beside a word of limits is no income and no cost by itself."""
    costs = _FOR_A_COST.search(text[: found.start()])
    return not costs and _NOT_TO_SPEND.match(text, found.end()) is None


def with_budget(request: str, wish: str) -> str:
    """Return a request with the budget that a later wish names in the place of its own.

    Only an amount beside the word budget counts: other sums in a wish may be about one step.
    """
    found = _NAMED.search(wish)
    if found is None or budget_in(wish) is None:
        return request
    before = budget_span(request)
    bare = not (found["sign"] or found["name"])
    if bare and (before is not None or not _SAYS_HOW_MUCH.match(found[0])):
        return request
    if before is None:
        return f"{request}\n{found[0].strip()}"
    start, end = before
    return f"{request[:start]}{found[0].strip()}{request[end:]}"


class Adder:
    """Adds amounts up with the calculator."""

    def __init__(self, calculator: Tool, around: ToolSurroundings) -> None:
        """Take the tool and what it may reach."""
        self._calculator = calculator
        self._around = around

    def value(self, expression: str) -> tuple[str, float]:
        """Return the sum as it is shown and its value; an empty text where it cannot be told."""
        call = new_call(self._calculator.name, {"expression": expression})
        result = run_one(call, self._calculator, self._around)
        return (result.text, float(result.data.get("value", 0.0))) if result.ok else ("", 0.0)


def prices_of(entries: Sequence[JsonObject]) -> dict[str, Money]:
    """Return what each recommended service costs, once each; free and unknown ones left out."""
    prices = {str(e["service"]): price_of(e) for e in entries if e.get("service")}
    return {name: price for name, price in prices.items() if price and price.amount}


def price_of(entry: JsonObject) -> Money | None:
    """Return what a recommended service costs, and for how long; None where no price is known."""
    price = price_now(str(entry.get("price") or ""))
    return replace(price, per=entry.get("per") or price.per) if price else None


def expressions(amounts: Sequence[Money]) -> dict[tuple[str, Period], str]:
    """Return one sum to work out per currency and period: a month's price is no single one's."""
    sums: dict[tuple[str, Period], list[str]] = {}
    for money in amounts:
        sums.setdefault((money.currency, money.per), []).append(plain_number(money.amount))
    return {each: " + ".join(numbers) for each, numbers in sums.items()}


def in_currency(money: Money, currency: str, rate: Rate | None) -> str:
    """Return an amount as arithmetic in another currency, empty where no rate is known."""
    if money.currency == currency:
        return plain_number(money.amount)
    if rate and (rate.of, rate.to) == (money.currency, currency):
        return f"{plain_number(money.amount)} * {plain_number(rate.value)}"
    if rate and (rate.to, rate.of) == (money.currency, currency):
        return f"{plain_number(money.amount)} / {plain_number(rate.value)}"
    return ""


def against_budget(
    amounts: Mapping[str, Money], request: str, adder: Adder, language: Language
) -> JsonObject:
    """Return named amounts held against the budget of the request; empty where it names none.

    ``uncounted`` names what could not be compared, for want of a rate.
    """
    budget = budget_in(request)
    if budget is None or not amounts:
        return {}
    stated = rate_in(request)
    rate = stated[0] if stated else None
    plain = {name: in_currency(m, budget.currency, rate) for name, m in amounts.items()}
    terms = {name: _per(term, amounts[name].per, budget.per) for name, term in plain.items()}
    counted = [term for term in terms.values() if term]
    text, total = adder.value(" + ".join(counted)) if counted else ("", 0.0)
    used = rate is not None and any("*" in term or "/" in term for term in plain.values())
    return {
        "sum": text,
        "total": round(total, 2),
        "limit": budget.limit,
        "currency": budget.currency,
        "rate": _told(rate, language) if rate and used else "",
        "fits": total <= budget.limit,
        "uncounted": [
            f"{name} {written(amounts[name].amount, amounts[name].currency, language)}"
            for name, term in terms.items()
            if not term
        ],
    }


def _per(term: str, paid: Period, wanted: Period) -> str:
    """Return an amount of a month or a year as what it is in the budget's period."""
    if term and (paid, wanted) == ("year", "month"):
        return f"{term} / {_MONTHS}"
    if term and (paid, wanted) == ("month", "year"):
        return f"{term} * {_MONTHS}"
    return term


def _told(rate: Rate, language: Language) -> str:
    return f"{written(1, rate.of, language)} = {written(rate.value, rate.to, language)}"


def with_costs(
    entry: JsonObject,
    before: Sequence[JsonObject],
    request: str,
    calculator: Tool | None,
    around: ToolSurroundings,
) -> JsonObject:
    """Return the entry with what all services so far cost, and that against a budget, if any.

    ``costs`` has a total per currency and period; ``budget`` is there where the request names one.
    """
    if calculator is None or not entry.get("service"):
        return entry
    prices = prices_of([*before, entry])
    if not prices:
        return entry
    adder = Adder(calculator, around)
    costs = []
    for (currency, per), expression in expressions(list(prices.values())).items():
        text, total = adder.value(expression)
        row = {"currency": currency, "per": per, "sum": text, "total": total}
        costs += [row] if text else []
    budget = against_budget(prices, request, adder, around.language)
    return {**entry, "costs": costs, **({"budget": budget} if budget else {})}
