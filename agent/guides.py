"""The guide as plain values and as Markdown. The words come from the model, the form from here.

A guide has an entry per step, in order: what to do, with which service, cost, time, risk; or why
the step was left out and what that means. It ends with the sources.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.money import per_period, written
from agent.places import has_pages, place_in
from agent.prompts.guide import EFFORTS
from agent.prompts.guide_words import GUIDE_WORDS, TOOL_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language
    from agent.state import JsonObject


def words_of(language: Language) -> dict[str, str]:
    """Return the fixed words of a guide."""
    return GUIDE_WORDS[language]


def guide_step(  # noqa: PLR0913, PLR0917 - an entry's parts, in the order they arise
    number: int,
    task: JsonObject,
    result: JsonObject | None,
    recommended: JsonObject,
    written: JsonObject | None,
    citations: Sequence[int],
) -> JsonObject:
    """Return one entry of the guide.

    Args:
        number: From 1.
        task: The sub-task.
        result: Its step result, None where it was not worked.
        recommended: Its recommendation, may be empty.
        written: Actions, risk, and a time if one can be told; None where nothing was asked.
        citations: Numbers of the sources it rests on.
    """
    status = str(result["status"]) if result else "open"
    return {
        "number": number,
        "id": task["id"],
        "title": task["title"],
        "goal": task["goal"],
        "status": status,
        "reason": str(result["failure_reason"]) if result else "",
        "actions": list(written["actions"]) if written else [],
        "time": str(written.get("time", "")) if written else "",
        "risk": str(written["risk"]) if written else "",
        "service": str(recommended.get("service", "")),
        "why": str(recommended.get("why", "")),
        "price": str(recommended.get("price", "")),
        "free": str(recommended.get("free", "")),
        "old_price": str(recommended.get("old_price", "")),
        "per": str(recommended.get("per", "")),
        "dated": str(recommended.get("dated", "")),
        "limits": str(recommended.get("limits", "")),
        "wish": str(recommended.get("wish", "")),
        "costs": list(recommended.get("costs", [])),
        "budget": recommended.get("budget", {}),
        "tools": list(result["tools_used"]) if result else [],
        "citations": list(citations),
    }


def head_markdown(title: str, language: Language) -> str:
    """Return the guide's heading."""
    return f"## {words_of(language)['title']}: {title}\n"


def step_markdown(entry: JsonObject, language: Language) -> str:
    """Return one entry as Markdown."""
    w = words_of(language)
    lines = [f"\n### {entry['number']}. {entry['title']}", ""]
    if entry["status"] == "succeeded":
        lines += [
            f"{n}. {action}" for n, action in enumerate(entry["actions"] or [entry["goal"]], 1)
        ]
    else:
        told = w[entry["status"]].format(reason=entry["reason"], goal=entry["goal"])
        skipped_for = entry["reason"] if entry["status"] == "skipped" else ""
        lines.append(f"{told} ({skipped_for})" if skipped_for else told)
    lines.append("")
    lines += _facts(entry, w, language)
    return "\n".join(lines).rstrip() + "\n"


def _facts(entry: JsonObject, w: dict[str, str], language: Language) -> list[str]:
    lines = []
    cited = "".join(f" [{n}]" for n in entry["citations"])
    if entry["service"]:
        lines.append(f"- {w['service']}: **{entry['service']}** - {entry['why']}{cited}")
        notes = [w["old"].format(old=entry["old_price"])] if entry["old_price"] else []
        notes += [w["dated"].format(dated=entry["dated"])] if entry["dated"] else []
        priced = per_period(entry["price"], entry.get("per", ""), language)
        price = priced if entry["price"] else w["no_price"]
        lines.append(f"- {w['cost']}: {price} ({', '.join(notes)})".replace(" ()", ""))
        if entry.get("free"):
            lines.append(f"- {w['free']}: {entry['free']}")
        if entry["limits"]:
            lines.append(f"- {w['limits']}: {entry['limits']}")
    elif entry["wish"]:
        lines.append(f"- {w['service']}: {w['wish']}")
    if cited and not entry["service"]:
        lines.append(f"- {w['sources']}:{cited}")
    if entry["tools"]:
        names = [TOOL_WORDS[language].get(tool, tool) for tool in entry["tools"]]
        lines.append(f"- {w['tools']}: {', '.join(names)}")
    if entry["time"]:
        lines.append(f"- {w['time']}: {EFFORTS[language][entry['time']]}")
    if entry["risk"]:
        lines.append(f"- {w['risk']}: {entry['risk']}")
    return lines


def _costs(guide: JsonObject, w: dict[str, str], language: Language) -> list[str]:
    """Return what the recommended services cost in all, and that against the budget."""
    costs: list[JsonObject] = next(
        (e["costs"] for e in reversed(guide["steps"]) if e.get("costs")), []
    )
    budget: JsonObject = next((e["budget"] for e in reversed(guide["steps"]) if e["budget"]), {})
    lines = []
    if costs:
        sums = [
            worked_out(c["sum"], c["total"], c["currency"], language, c.get("per", ""))
            for c in costs
        ]
        lines.append(w["total"].format(sums=", ".join(sums)))
    lines += budget_lines(budget, language) if budget else []
    return [f"### {w['costs']}", "", *(f"- {line}" for line in lines), ""] if lines else []


def budget_lines(budget: JsonObject, language: Language) -> list[str]:
    """Return how costs compare with the budget, and which could not be compared and why."""
    w = words_of(language)
    currency, apart = str(budget.get("currency", "")), budget.get("uncounted", [])
    verdict = w["over"] if not budget["fits"] else w["part"] if apart else w["fits"]
    lines = []
    if budget["sum"]:
        total = worked_out(budget["sum"], budget["total"], currency, language)
        rate = f" ({budget['rate']})" if budget.get("rate") else ""
        limit = written(budget["limit"], currency, language)
        lines.append(w["budget"].format(sum=total + rate, limit=limit, verdict=verdict))
    if apart:
        lines.append(w["uncounted"].format(prices=", ".join(apart)))
    return lines


def worked_out(told: str, total: float, currency: str, language: Language, per: str = "") -> str:
    """Return a sum with its currency; a single amount stands without the arithmetic."""
    left = told.partition(" = ")[0]
    value = written(total, currency, language, per)
    return f"{left} = {value}" if re.search(r"[+*/]", left) else value


def tail_markdown(guide: JsonObject, language: Language) -> str:
    """Return the guide's end: figures, costs, sources."""
    w = words_of(language)
    lines = ["", w["figures"].format(**guide["figures"]), "", *_costs(guide, w, language)]
    lines += [f"### {w['sources']}", ""]
    lines += [f"- [{s['n']}] {_source(s, language)}" for s in guide["sources"]] or [w["no_sources"]]
    return "\n".join(lines) + "\n"


def _source(source: JsonObject, language: Language) -> str:
    document, heading = str(source["document"]), str(source.get("heading") or "")
    place = place_in(document, source["page"], heading, language)
    return f"{place}: {heading}" if heading and has_pages(document) else place


def markdown_of(guide: JsonObject) -> str:
    """Return a whole guide as Markdown."""
    language: Language = "ko" if guide["language"] == "ko" else "en"
    parts = [head_markdown(guide["title"], language)]
    parts += [step_markdown(entry, language) for entry in guide["steps"]]
    return "".join([*parts, tail_markdown(guide, language)])
