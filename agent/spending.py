"""What a request may cost, and what the services recommended so far add up to.

Prices are added up per currency. They are held against a budget only in its own currency, or by
an exchange rate that the request states: none is known otherwise, and none is made up.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.budgets import budget_in
from agent.money import Money, Rate, price_now, rate_in, written
from agent.tools.calculator import plain_number
from agent.tools.running import new_call, run_one

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.language import Language
    from agent.money import Period
    from agent.state import JsonObject
    from agent.tools.catalogue import Tool, ToolSurroundings

_MONTHS = 12
_PER_HEAD = re.compile(
    r"(?:\bper|\ba|\beach|/)\s?(?:user|seat|member|person|head|employee|agent|editor)\b"
    r"|(?:인|명|사람|사용자|좌석|계정)\s?당|인당",
    re.IGNORECASE,
)
_HEADS = re.compile(
    r"\b(?:team|staff|crew|company|office) of (\d+)"
    r"|(\d+)[\s-](?:users|seats|team members|members|employees|staff|person team|people team)\b"
    r"|(?:직원|팀원|팀|사용자|회원)[은는이가의]?\s?(?:모두\s|총\s)?(\d+)\s?명"
    r"|(\d+)(?:명|인)(?:의|짜리|으로 된|이 일하는)?\s?(?:팀|회사|직원|사용자)",
    re.IGNORECASE,
)


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


def prices_of(entries: Sequence[JsonObject], request: str) -> dict[str, Money]:
    """Return what each recommended service costs, once each; free and unknown ones left out."""
    prices = {str(e["service"]): price_of(e, request) for e in entries if e.get("service")}
    return {name: price for name, price in prices.items() if price and price.amount}


def price_of(entry: JsonObject, request: str) -> Money | None:
    """Return what a recommended service costs, and for how long; None where no price is known.

    Of a price per head, that is the price for as many as the request names.
    """
    price = price_now(str(entry.get("price") or ""))
    if price is None or without_heads(entry, request):
        return None
    heads = heads_in(request) if per_head(entry) else 1
    return replace(price, amount=price.amount * heads, per=entry.get("per") or price.per)


def per_head(entry: JsonObject) -> bool:
    """Say whether a service's price is that of one user or one seat."""
    return bool(_PER_HEAD.search(str(entry.get("price") or "")))


def without_heads(entry: JsonObject, request: str) -> bool:
    """Say whether a service is paid per head, and the request does not say for how many."""
    return per_head(entry) and not heads_in(request)


def heads_in(request: str) -> int:
    """Return how many people use what a request is for, 0 where that is not said for certain."""
    found = {int(n) for each in _HEADS.findall(request) for n in each if n}
    return found.pop() if len(found) == 1 else 0


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


def without_verdict(budget: JsonObject) -> JsonObject:
    """Return a comparison that does not say that what is counted fits: more is to be paid."""
    return {**budget, "sum": ""} if budget.get("fits") else budget


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
    entries = [*before, entry]
    prices = prices_of(entries, request)
    if not prices:
        return entry
    adder = Adder(calculator, around)
    costs = []
    for (currency, per), expression in expressions(list(prices.values())).items():
        text, total = adder.value(expression)
        row = {"currency": currency, "per": per, "sum": text, "total": total}
        costs += [row] if text else []
    budget = against_budget(prices, request, adder, around.language)
    if any(without_heads(each, request) for each in entries):
        budget = without_verdict(budget)
    return {**entry, "costs": costs, **({"budget": budget} if budget else {})}
