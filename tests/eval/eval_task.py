"""Tasks with the real local model: plans, tool choices, recommendations, guides.

    make eval-task [FILE=cases.jsonl] [DOCS=folder] [N=10] [ARGS="--guides 2"]

A case is ``{q, lang, kind, expect}``: plan -> {min, max} or nothing; tool -> {tool, args};
recommend -> {service}, where "" or null expects none. The plan cases are worked to their end too:
all of the cases that come with this, or as many of each language as ``--guides`` says. Results are
kept per case, so that a broken run goes on. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path
from typing import Any

from agent.models.road import open_road
from agent.settings import Settings
from store.library import Library
from tests.eval.harness import SAMPLES, Kept, add_documents, read_cases, stratified
from tests.eval.task_cases import Evaluation, fault_of

HERE = Path(__file__).parent
SOURCES = (
    "agent/*.py", "agent/citations/*.py", "agent/memory/*.py", "agent/models/*.py",
    "agent/nodes/*.py", "agent/prompts/*.py", "agent/tools/*.py", "agent/whole/*.py",
    "store/**/*.py", "tests/eval/task_cases.py",
)  # fmt: skip
"""What may shape a result, all but the page and the set-up: results are kept until it changes."""
KINDS = ("plan", "tool", "recommend", "guide")
WITH_DOCUMENTS = ("recommend", "guide")
Row = dict[str, Any]


def main() -> None:
    """Run the cases and print the figures."""
    parser = argparse.ArgumentParser(prog="make eval-task")
    parser.add_argument("--file", type=Path, default=HERE / "task.dev.jsonl")
    parser.add_argument("--docs", type=Path, default=SAMPLES)
    parser.add_argument("--n", type=int, default=0, help="a stratified sample of this many cases")
    parser.add_argument("--guides", type=int, default=10, help="tasks per language worked whole")
    parser.add_argument(
        "--kind", nargs="+", choices=KINDS, default=[], help="these alone, in this order"
    )
    parser.add_argument("--minutes", type=float, default=0, help="begin no case after that")
    given = parser.parse_args()
    cases = stratified(read_cases(given.file, fault_of), given.n, ("kind", "lang"))
    with tempfile.TemporaryDirectory() as home:
        installed = Settings()
        settings = installed.model_copy(
            update={"home": Path(home), "models_dir": installed.models_path, "enable_cache": False}
        )
        road = open_road(settings)
        try:
            road.wait_ready(300)
            road.wait_settled(300)  # what the model can do shapes how it is asked
            with Library.open(Path(home) / "library") as library:
                if not given.kind or set(WITH_DOCUMENTS) & set(given.kind):
                    add_documents(library, given.docs)
                evaluation = Evaluation(road.door, library, settings, Path(home) / "runs")
                figures = run(evaluation, cases, given)
        finally:
            road.close()
    sys.stdout.write(json.dumps(figures, ensure_ascii=False) + "\n")


def jobs_of(cases: list[Row], guides: int, kinds: list[str]) -> list[tuple[str, Row]]:
    """Return kind and case of what is to be worked: the cases, then the first plans whole.

    Those go by turns of the language, so that a run that is short of time has seen both.
    """
    jobs = [(case["kind"], case) for case in cases]
    plans = [case for case in cases if case["kind"] == "plan"]
    korean, english = ([c for c in plans if c["lang"] == lang][:guides] for lang in ("ko", "en"))
    turns = (case for pair in zip_longest(korean, english) for case in pair if case)
    jobs += [("guide", case) for case in turns]
    return [job for kind in kinds for job in jobs if job[0] == kind] if kinds else jobs


def run(evaluation: Evaluation, cases: list[Row], given: argparse.Namespace) -> Row:
    """Work the cases, print what was missed, and return the figures."""
    model = str(evaluation.door.model_names())
    kept = {
        kind: Kept(f"task-{kind}", model, SOURCES, given.docs if kind in WITH_DOCUMENTS else None)
        for kind in KINDS
    }
    work = {"plan": evaluation.plan, "tool": evaluation.tool, "recommend": evaluation.recommend}
    end = time.monotonic() + 60 * given.minutes if given.minutes else float("inf")
    rows: dict[str, list[Row]] = defaultdict(list)
    for kind, case in jobs_of(cases, given.guides, given.kind):
        row = kept[kind].get(case)
        if row is None:
            if time.monotonic() > end:
                continue
            begun = time.monotonic()
            row = (work.get(kind) or evaluation.guide)(case)
            row["seconds"] = round(time.monotonic() - begun, 2)
            kept[kind].put(case, row)
        rows[kind].append(row)
        mark = "ok  " if row["ok"] and row.get("arguments", True) else "MISS"
        print(f"{mark} {kind:9} {row['seconds']:6.1f} s  {case['q']}", flush=True)
        if mark == "MISS" or kind in {"plan", "guide"}:
            print(f"       {row['got']} {row.get('fault', '')}", flush=True)
    figures = figures_of(rows, sum(case["kind"] == "plan" for case in cases))
    if "guides" in figures:
        print(f"guides: {figures['guides']} of {figures['guides_of']} worked whole", flush=True)
    return figures


def figures_of(rows: dict[str, list[Row]], tasks: int) -> Row:
    """Return the shares and the seconds; kinds without cases are left out.

    Of the guides it is also said how many of the ``tasks`` there are were worked whole.
    """
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
    if rows.get("guide"):
        figures["guides_of"] = f"{len(rows['guide'])} of {tasks} tasks"
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
    figures["cases"] = {kind: len(found) for kind, found in rows.items()}
    if rows.get("guide"):
        figures["guide_phases"] = phases_of(rows["guide"])
    return figures


def phases_of(rows: list[Row]) -> Row:
    """Return seconds and model calls of each node of a whole task, on average."""
    total: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in rows:
        for name, (seconds, calls) in row.get("phases", {}).items():
            total[name] = [total[name][0] + seconds, total[name][1] + calls]
    return {
        name: {"seconds": round(seconds / len(rows), 1), "calls": round(calls / len(rows), 1)}
        for name, (seconds, calls) in total.items()
    }


if __name__ == "__main__":
    main()
