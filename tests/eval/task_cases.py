"""How one case of the tasks is worked and judged: plan, tool choice, recommendation, guide."""

from __future__ import annotations

import json
import math
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from agent.approval_switches import Switches
from agent.context import AgentContext
from agent.graph import build_graph
from agent.models.door import Door, StopSignal
from agent.plan_making import PlanMaker
from agent.planning import plan_fault
from agent.recommending import candidates_for, recommend, services_of
from agent.tool_index import ToolIndex
from agent.tools.builtin import builtin_tools
from agent.tools.calculator import evaluate
from agent.tools.catalogue import ToolSurroundings
from agent.tools.choosing import choose

if TYPE_CHECKING:
    from pathlib import Path

    from agent.settings import Settings
    from store.library import Library

Row = dict[str, Any]
FIELDS = {"plan": "min and max, or none", "tool": "tool and args", "recommend": "service"}
"""What a case of each kind expects."""


@dataclass
class Evaluation:
    """The surroundings of all cases."""

    door: Door
    library: Library
    settings: Settings
    folder: Path
    stop: StopSignal = field(default_factory=StopSignal)

    def around(self, language: str) -> ToolSurroundings:
        return ToolSurroundings(
            library=self.library,
            summaries=self.library.summaries(),
            settings=self.settings,
            thread_id="eval",
            documents=None,
            language="ko" if language == "ko" else "en",
            now=lambda: datetime.now().astimezone(),
            run_folder=self.folder,
            stop=self.stop,
        )

    def plan(self, case: Row) -> Row:
        language = case["lang"]
        made = PlanMaker(self.door, self.stop, case["q"], language).make()
        fault = plan_fault(made.tasks, language)
        low, high = plan_sizes(case)
        fits = low <= len(made.tasks) <= high
        titles = [f"{t['title']} | {t['goal']}" for t in made.tasks]
        return {"ok": not fault and fits, "calls": made.calls, "got": titles, "fault": fault}

    def tool(self, case: Row) -> Row:
        catalogue = builtin_tools()
        tools = catalogue.all()
        names = ToolIndex(self.library.memories("tools")).recommend(case["q"], tools)
        offered = [tool for tool in tools if tool.name in names]
        choice = choose(self.door, case["q"], offered, stop=self.stop, max_calls=2, shown=tools)
        got = [(call.tool, call.arguments) for call in choice.calls]
        wanted = case["expect"]
        right = [args for name, args in got if name == wanted["tool"]]
        arguments = any(args_fit(args, wanted.get("args") or {}) for args in right)
        return {
            "ok": bool(right) and got[0][0] == wanted["tool"],
            "arguments": arguments,
            "calls": choice.model_calls,
            "got": got,
            "offered": wanted["tool"] in names,
        }

    def recommend(self, case: Row) -> Row:
        around = self.around(case["lang"])
        tool = builtin_tools().get("retrieve_docs")
        assert tool is not None
        services = services_of(around, datetime.now().astimezone().date())
        found = candidates_for(case["q"], services, tool, around)
        made = recommend(self.door, case["q"], "", found, around)
        name = made.entry["service"]
        same = {n for s in services if s.name == name for n in s.names}
        return {
            "ok": service_fits(same, case),
            "calls": made.model_calls,
            "got": [name, [c.service.name for c in found]],
        }

    def guide(self, case: Row) -> Row:
        """Work a whole task, unasked, and look at its guide."""
        folder = self.folder / str(abs(hash(case["q"])))
        context = AgentContext(
            thread_id="eval",
            run_id="eval",
            settings=self.settings,
            door=self.door,
            library=self.library,
            summaries=self.library.summaries(),
            tools=builtin_tools(),
            switches=lambda: Switches(master=False),
            stop=self.stop,
            now=lambda: datetime.now().astimezone(),
            run_folder=folder,
        )
        graph = build_graph().compile(checkpointer=InMemorySaver())
        config = {"configurable": {"thread_id": case["q"]}}
        phases: dict[str, list[float]] = defaultdict(lambda: [0.0, 0])
        last, calls = time.monotonic(), 0
        given = {"messages": [HumanMessage(case["q"])]}
        for part in graph.stream(given, config, context=context, stream_mode="updates"):
            now = time.monotonic()
            for node, update in part.items():
                spent = max(calls, int((update or {}).get("model_calls") or 0))
                phases[node][0] += now - last
                phases[node][1] += spent - calls
                last, calls = now, spent
        state = graph.get_state(config).values
        if not state["sub_tasks"]:
            return {"ok": False, "got": state["final_response"], "fault": "not worked as a task"}
        saved = json.loads((folder / "guide.json").read_text("utf-8"))
        faults = guide_faults(state, saved["sources"], state["final_guide"])
        return {
            "ok": not faults,
            "calls": state["model_calls"],
            "steps": len(state["sub_tasks"]),
            "fault": faults,
            "got": state["final_response"],
            "phases": {name: [round(took, 1), calls] for name, (took, calls) in phases.items()},
        }


def guide_faults(state: Row, sources: list[Row], markdown: str) -> list[str]:
    """Return what a guide does not name of the plan's steps, the services and the sources.

    The plan and the recommendations are the run's own, not what the guide was made to hold.
    """
    wanted = [str(task["title"]) for task in state["sub_tasks"]]
    wanted += [e["service"] for e in state["tool_recommendations"].values() if e.get("service")]
    lacking = [name for name in wanted if name not in markdown]
    named = any(str(source["document"]) in markdown for source in sources)
    return lacking if named else [*lacking, "sources"]


def fault_of(case: Row) -> str:
    """Return what is wrong with a case as it is written, or an empty string."""
    kind, expect = case.get("kind"), case.get("expect")
    if not isinstance(kind, str) or kind not in FIELDS:
        return f"its kind is {kind!r}, not one of {', '.join(FIELDS)}"
    if case.get("lang") not in ("ko", "en"):
        return f"its lang is {case.get('lang')!r}, not ko or en"
    if expect is None and kind != "tool":
        return ""
    if not isinstance(expect, dict):
        return f"'expect' is {expect!r}, no object with {FIELDS[kind]}"
    return "" if _EXPECTS[kind](expect) else f"'expect' is not {FIELDS[kind]} as DATA.md tells them"


def _sizes_are_right(expect: Row) -> bool:
    return all(type(expect[name]) is int for name in ("min", "max") if name in expect)


def _call_is_right(expect: Row) -> bool:
    args = expect.get("args") or {}
    if not isinstance(expect.get("tool"), str) or not isinstance(args, dict):
        return False
    value, words = args.get("expression_value", 0), args.get("contains", [])
    return isinstance(value, int | float) and isinstance(words, list)


def _services_are_right(expect: Row) -> bool:
    wanted = expect.get("service", 0)
    return all(
        name is None or isinstance(name, str)
        for name in (wanted if isinstance(wanted, list) else [wanted])
    )


_EXPECTS = {"plan": _sizes_are_right, "tool": _call_is_right, "recommend": _services_are_right}


def plan_sizes(case: Row) -> tuple[int, int]:
    """Return the fewest and the most tasks that are right; a case need not expect anything."""
    expect = case.get("expect") or {}
    return expect.get("min", 2), expect.get("max", 7)


def service_fits(names: set[str], case: Row) -> bool:
    """Compare what was recommended, by all its names, with what is right; "" or null is none."""
    wanted = (case.get("expect") or {}).get("service")
    accepted = {name or "" for name in (wanted if isinstance(wanted, list) else [wanted])}
    return bool(names & accepted) if names else "" in accepted


def args_fit(args: Row, wanted: Row) -> bool:
    """Compare arguments as DATA.md says: a value, an expression's value, words of the query."""
    return all(_arg_fits(args, name, value) for name, value in wanted.items())


def _arg_fits(args: Row, name: str, value: Any) -> bool:
    if name == "expression_value":
        return _comes_to(str(args.get("expression", "")), value)
    if name == "contains":
        query = str(args.get("query", "")).casefold()
        return all(
            any(w.casefold() in query for w in ([word] if isinstance(word, str) else word))
            for word in value
        )
    given, text = _plain(args.get(name)), _plain(value)
    return _same_expression(given, text) if name == "expression" else given == text


def _same_expression(one: str, other: str) -> bool:
    """Compare by value, so that 3 * 4 and 4*3 are the same; else as texts without their spaces."""
    try:
        return math.isclose(evaluate(one), evaluate(other), rel_tol=1e-9)
    except ValueError:
        return "".join(one.split()) == "".join(other.split())


def _plain(value: Any) -> str:
    return "" if value is None else str(value).strip().casefold()


def _comes_to(expression: str, value: float) -> bool:
    try:
        return abs(evaluate(expression) - value) < 0.005
    except ValueError:
        return False
