"""A step that works out costs: what is known is added up by code, what is not is named.

Known are the prices of the services recommended so far and the amounts that the request names
beside its budget.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from agent.budgets import budget_span, clause_at, limit_spans
from agent.guides import budget_lines, worked_out
from agent.money import AMOUNT, Money, money_of, period_beside, rate_in, written
from agent.plan_request import kinds_named
from agent.prompts.costing import COSTING_WORDS
from agent.spending import expressions, price_of, without_heads, without_verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agent.language import Language
    from agent.money import Period
    from agent.state import JsonObject

_COSTS_EN = re.compile(
    r"\b(?:work(?:ing)? out|add(?:ing)? up|calculat\w+|comput\w+|estimat\w+|total|sum up|tally"
    r"|check|figure out|determin\w+|draw up|list)\s+(?:(?!and\b|or\b)[\w'-]+\s+){0,4}"
    r"(?:costs?|expens\w+|budget|spending|prices?|total)\b"
    r"|\b(?:costs?|budget|expenses?) (?:calculation|estimate|total|breakdown)\b",
    re.IGNORECASE,
)
_COSTS_KO = re.compile(
    r"(?:비용|경비|예산|지출|금액|요금|총액|합계|견적)(?:을|를|의|이|가)?"
    r"(?: (?:모두|다|전체|합계|총액))*(?:을|를)? ?"
    r"(?:계산|더하|더해|합산|합치|산출|산정|따지|따져|뽑|내기|내 보|확인|점검|정리|맞추)"
)
_SETTLES = re.compile(
    r"\b(?:set(?:ting)?|fix(?:ing)?|settl\w+|review\w*|confirm\w*|finali[sz]\w+|manag\w+)\s+"
    r"(?:(?:the|a|your|our|total|overall|whole|monthly)\s+){0,3}(?:budget|costs?|expenses)\b"
    r"|예산(?:을|과 비용을)? ?(?:확정|관리|검토|맞춰)",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\s?(?:each\b|apiece\b|씩|짜리|당\b|/\s?(?!mo|month|월)"
    r"|(?:per|an?) (?!month\b|year\b|week\b)[a-z])",
    re.IGNORECASE,
)
_EACH_BEFORE = re.compile(
    r"(?:마다|당|한 (?:장|개|명|권|잔|벌|병|상자|세트)에|\bper \w+|\beach)\s*$", re.IGNORECASE
)
_INCOME = re.compile(
    r"매출|수입|수익|팔|판매|벌|버는|번다|할인|"
    r"\b(?:sell|sold|sales|revenue|income|earn\w*|profit|discount)\b",
    re.IGNORECASE,
)
_TO_SPEND = re.compile(r"\b(with|for|on|have|got|only)\s+$", re.IGNORECASE)
_LABEL = 60


@dataclass(frozen=True, slots=True)
class Figures:
    """What a step that works out costs has to go by.

    Attributes:
        known: Amounts by what they are for.
        free: Free plans by the service that has them.
        unpriced: Titles of earlier steps without a known price.
        pieces: Amounts of which the number of pieces is not said, as the request words them.
        later: Titles of later steps, whose prices are not known yet.
        per_head: Whether the price of a service for each of its users is among the pieces.
    """

    known: dict[str, Money] = field(default_factory=dict)
    free: dict[str, str] = field(default_factory=dict)
    unpriced: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    per_head: bool = False

    @property
    def counted(self) -> dict[str, Money]:
        """What is known and not free."""
        return {name: money for name, money in self.known.items() if money.amount}

    @property
    def sums(self) -> dict[tuple[str, Period], str]:
        """What the calculator has to work out, one expression per currency and period."""
        return expressions(list(self.counted.values()))


def works_out_costs(step: JsonObject, request: str) -> bool:
    """Say whether a step's title asks for costs to be worked out.

    A request for a household budget is another matter: it is about the person's own income.
    """
    title = str(step.get("title", ""))
    asks = _COSTS_EN.search(title) or _COSTS_KO.search(title)
    return bool(asks) and "budget" not in kinds_named(request)


def settles_costs(step: JsonObject, request: str) -> bool:
    """Say whether a step's title is about what all costs, so that prices known by then count."""
    about = _SETTLES.search(str(step.get("title", "")))
    return bool(about) and "budget" not in kinds_named(request)


def figures_for(
    index: int, tasks: Sequence[JsonObject], recommended: Mapping[str, JsonObject], request: str
) -> Figures:
    """Return the figures that the step at ``index`` of the plan has to go by."""
    known: dict[str, Money] = {}
    free: dict[str, str] = {}
    unpriced: list[str] = []
    per_head: list[str] = []
    for task in tasks[:index]:
        entry = recommended.get(str(task["id"]), {})
        name = str(entry.get("service") or "")
        if name and without_heads(entry, request):
            per_head.append(f"{name} {entry['price']}")
            continue
        price = price_of(entry, request) if name else None
        if price is None:
            unpriced.append(str(task["title"]))
            continue
        known[name] = price
        if entry.get("free"):
            free[name] = str(entry["free"])
    named, pieces = amounts_in(request)
    later = tuple(str(task["title"]) for task in tasks[index + 1 :])
    return Figures(
        {**known, **named}, free, tuple(unpriced), (*per_head, *pieces), later, bool(per_head)
    )


def amounts_in(request: str) -> tuple[dict[str, Money], list[str]]:
    """Return the costs that a request names, by their wording, and those of unknown number.

    Budget, other limits, exchange rate and income are none.
    """
    budget, rate = budget_span(request), rate_in(request)
    taken = [place for place in (budget, rate and rate[1], *limit_spans(request)) if place]
    known: dict[str, Money] = {}
    pieces: list[str] = []
    for found in re.finditer(AMOUNT, request, re.IGNORECASE):
        inside = any(start < found.end() and found.start() < end for start, end in taken)
        if (
            inside
            or not (found["sign"] or found["name"])
            or _at_hand(request, found, budgeted=budget is not None)
        ):
            continue
        clause = _clause(request, found)
        if _INCOME.search(clause):
            continue
        if _EACH.match(request, found.end()) or _EACH_BEFORE.search(request[: found.start()]):
            pieces.append(clause)
            continue
        label = clause if clause not in known else f"{clause} ({len(known) + 1})"
        per = period_beside(request, _start(found), found.end())
        known[label] = replace(money_of(found), per=per)
    return known, pieces


def _at_hand(request: str, found: re.Match[str], *, budgeted: bool) -> bool:
    """Say whether an amount is what there is to spend, and no cost: ``with 50 dollars``."""
    before = _TO_SPEND.search(request[: _start(found)])
    after = re.match(r"\s?으?로(?![가-힣])", request[found.end() :])
    return bool(before and (not budgeted or before[1].casefold() != "for")) or after is not None


def _start(found: re.Match[str]) -> int:
    return found.start("sign") if found["sign"] else found.start("n")


def _clause(request: str, found: re.Match[str]) -> str:
    start, end = clause_at(request, _start(found), found.end())
    words = " ".join(request[start:end].split())
    return f"“{words[:_LABEL]}”"


def told(
    figures: Figures, values: Mapping[str, float], budget: JsonObject, language: Language
) -> str:
    """Return what a step that works out costs gives: the figures, totals, and what is missing.

    Args:
        figures: What is known and what is not.
        values: What the calculator gave, by expression.
        budget: The comparison of ``spending.against_budget``, empty where none was named.
        language: Of the text.
    """
    w = COSTING_WORDS[language]
    lines: list[str] = []
    rest: list[str] = []
    for name, money in figures.known.items():
        cost = written(money.amount, money.currency, language, money.per)
        line = f"- {name}: {cost if money.amount else w['nothing']}"
        plan = w["free"].format(free=figures.free[name]) if name in figures.free else ""
        lines.append(line + plan)
    for (currency, per), expression in figures.sums.items():
        if expression in values:
            arithmetic = f"{expression} = {values[expression]}"
            total = worked_out(arithmetic, values[expression], currency, language, per)
            rest.append(w["total"].format(total=total))
    held = without_verdict(budget) if figures.per_head else budget
    rest += budget_lines(held, language) if held else []
    rest += missing_lines(figures, language)
    # a line right after a list would join its last item
    return "\n".join([*lines, *(f"- {line}" if lines else line for line in rest)])


def missing_lines(figures: Figures, language: Language) -> list[str]:
    """Return a line for each kind of figure that is missing."""
    w = COSTING_WORDS[language]
    missing = (("unpriced", figures.unpriced), ("pieces", figures.pieces), ("later", figures.later))
    lines = [w[kind].format(names=", ".join(names)) for kind, names in missing if names]
    return lines if figures.known else [w["none"], *lines]
