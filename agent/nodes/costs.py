"""A step that works out costs, on the graph: what it has to go by, its calls, its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.costing import Figures, figures_for, missing_lines, settles_costs, told, works_out_costs
from agent.nodes.clarify import task_request
from agent.nodes.tools_loop import surroundings
from agent.spending import Adder, against_budget
from agent.step_results import judge_call
from agent.tools.calculator import CALCULATOR
from agent.tools.running import new_call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.context import AgentContext
    from agent.state import AgentState, JsonObject
    from agent.tools.running import Call

_TO_WORK_OUT = re.compile(r"[+*/]")


def cost_figures(state: AgentState, step: JsonObject, context: AgentContext) -> Figures | None:
    """Return what a step that works out costs has to go by, None where it is another step.

    One that settles a budget is such a step where prices are known by then.
    What the person says of the step goes before: then it is worked like any other.
    """
    request = task_request(state)
    able = context.tools.get(CALCULATOR.name) is not None
    asked = works_out_costs(step, request)
    if step.get("note") or not able or not (asked or settles_costs(step, request)):
        return None
    recommended = state.get("tool_recommendations", {})
    figures = figures_for(int(step["index"]), state["sub_tasks"], recommended, request)
    return figures if asked or figures.counted else None


def cost_calls(figures: Figures, results: Sequence[JsonObject], guided: JsonObject) -> list[Call]:
    """Return the sums that are still to be worked out; none where the person put in their own."""
    sums = [text for text in figures.sums.values() if _TO_WORK_OUT.search(text)]
    if guided and _expression(guided) not in sums:
        return []
    tried = {_expression(row) for row in results}
    return [new_call(CALCULATOR.name, {"expression": s}) for s in sums if s not in tried]


def cost_text(
    state: AgentState, figures: Figures, results: Sequence[JsonObject], context: AgentContext
) -> str:
    """Return what the step gives: figures, totals, the budget, and what is missing."""
    language = state["language"]
    sums = figures.sums.values()
    values = {text: float(text) for text in sums if not _TO_WORK_OUT.search(text)}
    own = []
    for row in results:
        if not judge_call(row).ok:
            continue
        if row["tool"] == CALCULATOR.name and _expression(row) in sums:
            values[_expression(row)] = float((row.get("data") or {}).get("value", 0.0))
        else:
            own.append(str(row["text"]))
    adder = Adder(CALCULATOR, surroundings(state, context))
    budget = against_budget(figures.counted, task_request(state), adder, language)
    return "\n\n".join([told(figures, values, budget, language), *own])


def no_figures(figures: Figures, state: AgentState) -> str:
    """Return what the step gives where nothing is known: which figures are missing."""
    return "\n".join(missing_lines(figures, state["language"]))


def _expression(call: JsonObject) -> str:
    return str((call.get("arguments") or {}).get("expression", ""))
