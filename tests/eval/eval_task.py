"""Tasks with the real local model: plans, tool choices, recommendations, guides.

    make eval-task [FILE=cases.jsonl] [DOCS=folder] [N=10] [ARGS="--guides 2"]

A case is ``{q, lang, kind, expect}``: plan -> {min, max} or nothing; tool -> {tool, args};
recommend -> {service}. As many plan cases of each language as ``--guides`` says are worked to
their end. Results are kept per case, so that a broken run goes on. The last line is one JSON
object.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from agent.approval_switches import Switches
from agent.context import AgentContext
from agent.graph import build_graph
from agent.guides import faults_of
from agent.models.door import Door, StopSignal
from agent.models.road import open_road
from agent.plan_making import PlanMaker
from agent.planning import plan_fault
from agent.recommending import candidates_for, recommend, services_of
from agent.settings import Settings
from agent.tool_index import ToolIndex
from agent.tools.builtin import builtin_tools
from agent.tools.calculator import evaluate
from agent.tools.catalogue import ToolSurroundings
from agent.tools.choosing import choose
from store.library import Library
from tests.eval.harness import SAMPLES, Kept, add_documents, read_cases, stratified

HERE = Path(__file__).parent
SOURCES = (
    "agent/planning.py", "agent/plan_making.py", "agent/recommending.py", "agent/serv*.py",
    "agent/tool_index.py", "agent/guides.py", "agent/nodes/deliver.py", "agent/nodes/work.py",
    "agent/nodes/clarify.py", "agent/tools/choosing.py", "agent/prompts/plan*.py",
    "agent/prompts/choose.py", "agent/prompts/recommend.py", "agent/prompts/guide*.py",
    "agent/prompts/step.py", "agent/prompts/clarify.py",
)  # fmt: skip
Row = dict[str, Any]


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
        low, high = case.get("expect", {}).get("min", 2), case.get("expect", {}).get("max", 7)
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
        arguments = any(args_fit(args, wanted.get("args", {})) for args in right)
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
        wanted = case["expect"]["service"]
        accepted = wanted if isinstance(wanted, list) else [wanted]
        same = {n for s in services if s.name == name for n in s.names}
        return {
            "ok": bool(same & set(accepted)),
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
        phases: dict[str, float] = defaultdict(float)
        last = time.monotonic()
        given = {"messages": [HumanMessage(case["q"])]}
        for part in graph.stream(given, config, context=context, stream_mode="updates"):
            now = time.monotonic()
            for node in part:
                phases[node] += now - last
            last = now
        state = graph.get_state(config).values
        if not state["sub_tasks"]:
            return {"ok": False, "got": state["final_response"], "fault": "not worked as a task"}
        saved = json.loads((folder / "guide.json").read_text("utf-8"))
        faults = faults_of(saved, state["final_guide"])
        return {
            "ok": not faults,
            "calls": state["model_calls"],
            "steps": len(state["sub_tasks"]),
            "fault": faults,
            "got": state["final_response"],
            "phases": {name: round(seconds, 1) for name, seconds in phases.items()},
        }


def args_fit(args: Row, wanted: Row) -> bool:
    """Compare arguments as DATA.md says: a value, an expression's value, words of the query."""
    for name, value in wanted.items():
        if name == "expression_value":
            try:
                fits = abs(evaluate(str(args.get("expression", ""))) - value) < 0.005
            except ValueError:
                return False
        elif name == "contains":
            query = str(args.get("query", "")).casefold()
            fits = all(
                any(w.casefold() in query for w in ([word] if isinstance(word, str) else word))
                for word in value
            )
        else:
            fits = str(args.get(name, "")).strip().casefold() == str(value).casefold()
        if not fits:
            return False
    return True


def main() -> None:
    """Run the cases and print the figures."""
    parser = argparse.ArgumentParser(prog="make eval-task")
    parser.add_argument("--file", type=Path, default=HERE / "task.dev.jsonl")
    parser.add_argument("--docs", type=Path, default=SAMPLES)
    parser.add_argument("--n", type=int, default=0, help="a stratified sample of this many cases")
    parser.add_argument("--guides", type=int, default=2, help="tasks per language worked whole")
    given = parser.parse_args()
    cases = stratified(read_cases(given.file), given.n, ("kind", "lang"))
    with tempfile.TemporaryDirectory() as home:
        installed = Settings()
        settings = installed.model_copy(
            update={"home": Path(home), "models_dir": installed.models_path, "enable_cache": False}
        )
        road = open_road(settings)
        try:
            with Library.open(Path(home) / "library") as library:
                add_documents(library, given.docs)
                evaluation = Evaluation(road.door, library, settings, Path(home) / "runs")
                figures = run(evaluation, cases, given.guides)
        finally:
            road.close()
    sys.stdout.write(json.dumps(figures, ensure_ascii=False) + "\n")


def run(evaluation: Evaluation, cases: list[Row], guides: int) -> Row:
    """Work the cases, print what was missed, and return the figures."""
    kept = Kept("task", str(evaluation.door.model_names()), SOURCES)
    work = {"plan": evaluation.plan, "tool": evaluation.tool, "recommend": evaluation.recommend}
    jobs = [(case["kind"], case) for case in cases]
    plans = [case for case in cases if case["kind"] == "plan"]
    for language in ("ko", "en"):
        jobs += [("guide", c) for c in plans if c["lang"] == language][:guides]
    rows: dict[str, list[Row]] = defaultdict(list)
    for kind, case in jobs:
        row = kept.get({**case, "part": kind})
        if row is None:
            begun = time.monotonic()
            row = (work.get(kind) or evaluation.guide)(case)
            row["seconds"] = round(time.monotonic() - begun, 2)
            kept.put({**case, "part": kind}, row)
        rows[kind].append(row)
        mark = "ok  " if row["ok"] and row.get("arguments", True) else "MISS"
        print(f"{mark} {kind:9} {row['seconds']:6.1f} s  {case['q']}", flush=True)
        if mark == "MISS" or kind in {"plan", "guide"}:
            print(f"       {row['got']} {row.get('fault', '')}", flush=True)
    return figures_of(rows)


def figures_of(rows: dict[str, list[Row]]) -> Row:
    """Return the shares and the seconds; kinds without cases are left out."""
    names = {
        "plan": "valid_plans",
        "tool": "tool",
        "recommend": "recommendation",
        "guide": "guides",
    }
    figures: Row = {}
    for kind, name in names.items():
        if rows.get(kind):
            figures[name] = round(sum(r["ok"] for r in rows[kind]) / len(rows[kind]), 3)
    if rows.get("tool"):
        figures["arguments"] = round(
            sum(r["arguments"] for r in rows["tool"]) / len(rows["tool"]), 3
        )
    figures["seconds_per_phase"] = {
        kind: round(sum(r["seconds"] for r in found) / len(found), 2)
        for kind, found in rows.items()
    }
    figures["calls_per_phase"] = {
        kind: round(sum(r.get("calls", 0) for r in found) / len(found), 2)
        for kind, found in rows.items()
    }
    return figures


if __name__ == "__main__":
    main()
