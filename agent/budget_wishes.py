"""A later wish about the budget: a new one, or so much more or less than before."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from agent.budgets import Budget, budget_in, budget_span, named_budget, says_how_much
from agent.money import AMOUNT, money_of, written

if TYPE_CHECKING:
    from collections.abc import Iterator

_OF_A_STEP = re.compile(
    r"(?:단계|(?:\d|번째|첫|마지막)\s?번?)(?:의|에)?\s?예산|\bstep \w+(?:'s|’s)? budget"
    r"|budget (?:of|for|in) (?:the )?(?:\w+ )?step\b",
    re.IGNORECASE,
)
_BUDGET = r"(?:\w+\s){0,2}budget"
_MORE = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:increas|rais|up|lift|extend)\w*\s{_BUDGET}\s(?:\w+\s)?by\s(?:about\s)?{AMOUNT}",
        rf"\badd(?:ing)?\s(?:another\s)?{AMOUNT}\s(?:more\s)?to\s{_BUDGET}",
        rf"예산[을를은에]?\s?{AMOUNT}[을를]?\s?(?:만큼|만|정도)?\s?(?:더\s?)?(?:올|늘|높|추가|더하|더해|증액)",
    )
)
_LESS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"\b(?:cut|reduc|lower|decreas|trim|drop)\w*\s{_BUDGET}\s(?:\w+\s)?by\s(?:about\s)?{AMOUNT}",
        rf"\btak(?:e|ing)\s{AMOUNT}\s(?:off|from|out of)\s{_BUDGET}",
        rf"예산(?:에서|[을를은])?\s?{AMOUNT}[을를]?\s?(?:만큼|만|정도)?\s?(?:더\s?)?(?:줄|깎|낮|빼|내리|내려|감액)",
    )
)
_FORMS = {
    "ko": {"": "예산 {amount}", "month": "예산 월 {amount}", "year": "예산 연 {amount}"},
    "en": {
        "": "budget of {amount}",
        "month": "budget of {amount} a month",
        "year": "budget of {amount} a year",
    },
}


def with_budget(request: str, wish: str) -> str:
    """Return a request with the budget that a later wish names in the place of its own.

    Only an amount beside the word budget counts: other sums in a wish may be about one step. A
    period stays where the wish names none.
    """
    if _OF_A_STEP.search(wish):
        return request
    old = budget_in(request)
    changes = list(_changes(wish))
    if changes:
        new = _changed(old, *changes[0]) if old else None
        amount = written(new.limit, new.currency, "ko" if "예산" in wish else "en") if new else ""
    else:
        new, amount = _named(wish, old)
    return _in_place(request, new, amount, wish) if new else request


def _changes(wish: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the amounts that the budget is to be raised (1) or lowered (-1) by."""
    for sign, forms in ((1, _MORE), (-1, _LESS)):
        yield from ((sign, found) for form in forms if (found := form.search(wish)))


def _changed(old: Budget, sign: int, by: re.Match[str]) -> Budget | None:
    money = money_of(by)
    limit = old.limit + sign * money.amount
    if limit <= 0 or money.currency not in {"", old.currency}:
        return None
    return replace(old, limit=limit)


def _named(wish: str, old: Budget | None) -> tuple[Budget | None, str]:
    """Return the budget that a wish names, and its amount as the wish writes it."""
    named, new = named_budget(wish), budget_in(wish)
    if named is None or new is None:
        return None, ""
    found, upper = named
    bare = not (upper["sign"] or upper["name"])
    if bare and (old is not None or not says_how_much(found)):
        return None, ""
    start = upper.start("sign") if upper["sign"] else upper.start("n")
    return replace(new, per=new.per or (old.per if old else "")), wish[start : upper.end()]


def _in_place(request: str, new: Budget, amount: str, wish: str) -> str:
    """Return the request with a new budget, in words that are read as that budget."""
    forms = _FORMS["ko" if "예산" in wish else "en"]
    start, end = budget_span(request) or (len(request), len(request))
    head = request[:start] if start < len(request) else f"{request}\n"
    plain, told = (
        f"{head}{forms[per].format(amount=amount)}{request[end:]}" for per in ("", new.per)
    )
    return plain if budget_in(plain) == new else told
