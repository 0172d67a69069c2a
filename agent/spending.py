"""What a request may cost, and what the services recommended so far add up to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.language import language_of
from agent.tools.running import new_call, run_one

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.state import JsonObject
    from agent.tools.catalogue import Tool, ToolSurroundings

_AMOUNT = (
    r"(?P<sign>[$₩￦])?\s?(?P<n>\d[\d,.]*)\s?(?P<unit>만|천)?\s?"
    r"(?P<name>원|달러|dollars?|usd|won|krw)?"
)
_NAMED = re.compile(rf"(?:예산|budget)[^\d$₩￦\n]{{0,16}}{_AMOUNT}", re.IGNORECASE)
_LIMITED = re.compile(
    rf"(?:(?P<before>월|매달|매월|한 ?달에|under|within|at most|up to|no more than|monthly)\s*)?"
    rf"{_AMOUNT}"
    r"(?P<after>\s?(?:이하|이내|안에서|안으로|한도|[을를의]?\s?예산|(?:a|per|each|/)\s?month"
    r"|monthly|or less|or under|at most|budget))?",
    re.IGNORECASE,
)
_WON = re.compile(r"[₩￦원]|won|krw", re.IGNORECASE)
_COUNTED = re.compile(r"(?!으?로|이|까지|안|정도|내)[가-힣]")
"""What follows a bare Korean number where it counts things: ``10명``."""
_UNITS = {"만": 10_000, "천": 1_000}


@dataclass(frozen=True, slots=True)
class Budget:
    """What a request limits itself to: an amount, in won or else in dollars."""

    limit: float
    in_won: bool


def budget_in(text: str) -> Budget | None:
    """Return the amount that a request limits itself to, None where it names none.

    A bare number counts only beside the word budget, in the currency of the text's language.
    """
    found = _NAMED.search(text)
    if found and not (found["sign"] or found["name"]) and _COUNTED.match(text, found.end()):
        found = None
    if found is None:
        limits = (m for m in _LIMITED.finditer(text) if m["before"] or m["after"])
        found = next((m for m in limits if m["sign"] or m["name"]), None)
    if found is None:
        return None
    limit = float(found["n"].replace(",", "").rstrip(".")) * _UNITS.get(found["unit"] or "", 1)
    currency = found["sign"] or found["name"]
    in_won = bool(_WON.search(currency)) if currency else language_of(text) == "ko"
    return Budget(limit, in_won) if limit else None


def with_budget(
    entry: JsonObject,
    before: Sequence[JsonObject],
    request: str,
    calculator: Tool | None,
    around: ToolSurroundings,
) -> JsonObject:
    """Return the entry with the sum of all prices so far against the budget, where one was given.

    Prices in another currency than the budget's are left out of the sum and named beside it.
    """
    budget = budget_in(request)
    if budget is None or calculator is None or not entry.get("service"):
        return entry
    prices = {
        str(e["service"]): str(e["price"])
        for e in (*before, entry)
        if e.get("service") and _amount(str(e.get("price", "")))
    }
    counted = [_amount(p) for p in prices.values() if bool(_WON.search(p)) == budget.in_won]
    others = [f"{s} {p}" for s, p in prices.items() if bool(_WON.search(p)) != budget.in_won]
    if not prices:
        return entry
    text, total = "", 0.0
    if counted:
        expression = " + ".join(f"{amount:g}" for amount in counted)
        result = run_one(new_call(calculator.name, {"expression": expression}), calculator, around)
        text, total = result.text, float(result.data.get("value", 0.0)) if result.ok else 0.0
    told = {"sum": text, "total": total, "limit": budget.limit, "fits": total <= budget.limit}
    return {**entry, "budget": {**told, "uncounted": others}}


def _amount(price: str) -> float:
    """Return the amount that holds now of a price, 0 where it tells none."""
    found = re.search(r"(\d[\d,]*(?:\.\d+)?)", price)
    return float(found[1].replace(",", "")) if found else 0.0
