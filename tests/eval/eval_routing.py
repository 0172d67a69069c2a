"""Routing with the real local model: where messages go, and the seconds of a routing call.

    make eval-routing [FILE=cases.jsonl] [N=20]

A case is ``{q, route, lang}``; further fields are optional: ``history`` (list of {role, text}),
``bound_documents`` (names), ``in_scope``, ``needs_previous_context``, ``holds`` (spelling lists,
each of which must occur in the question as it is searched) and ``lacks`` (words that must not).
The route of a case that is out of scope is not judged. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage

from agent.models.door import Door, StopSignal
from agent.models.road import open_road
from agent.routing import decide_route
from agent.settings import Settings
from tests.eval.harness import read_cases, stratified

HERE = Path(__file__).parent
Row = dict[str, Any]
JUDGED = ("route", "in_scope", "needs_previous_context", "stands_alone")


def run_case(door: Door, case: Row) -> Row:
    """Route one message and judge it."""
    messages: list[Any] = [
        (HumanMessage if turn["role"] in {"user", "person"} else AIMessage)(turn["text"])
        for turn in case.get("history", [])
    ]
    messages.append(HumanMessage(case["q"]))
    begun = time.monotonic()
    found = decide_route(door, case["q"], messages, case.get("bound_documents", []), StopSignal())
    seconds = time.monotonic() - begun
    judged: Row = {"q": case["q"], "lang": case["lang"], "seconds": seconds, "got": found.route}
    if case.get("in_scope", True):
        judged["route"] = found.route == case["route"]
    if "in_scope" in case:
        judged["in_scope"] = found.in_scope == case["in_scope"]
    if "needs_previous_context" in case:
        right = found.needs_previous_context == case["needs_previous_context"]
        judged["needs_previous_context"] = right
    if "holds" in case:
        judged["stands_alone"] = stands_alone(found.standalone_question, case)
    if found.needs_previous_context or "holds" in case:
        judged["standalone"] = found.standalone_question
    return judged


def stands_alone(question: str, case: Row) -> bool:
    """Tell whether a question has what the case wants of it, and not what it must not inherit."""
    text = question.casefold()
    held = all(any(form.casefold() in text for form in forms) for forms in case["holds"])
    return held and not any(word.casefold() in text for word in case.get("lacks", []))


def share(rows: list[Row], key: str, lang: str | None = None) -> float | None:
    """Return the share of cases that were judged right on ``key``, None if none was judged."""
    judged = [r[key] for r in rows if key in r and lang in {None, r["lang"]}]
    return round(sum(judged) / len(judged), 4) if judged else None


def main() -> None:
    """Run the cases and print the misses, the table and the JSON line."""
    parser = argparse.ArgumentParser(prog="make eval-routing")
    parser.add_argument("--file", type=Path, action="append")
    parser.add_argument("--docs", type=Path, help="not used: routing reads no documents")
    parser.add_argument("--n", type=int, default=0, help="a stratified sample of this many cases")
    given = parser.parse_args()
    files = given.file or [HERE / "routing.dev.jsonl"]
    cases = [case for file in files for case in read_cases(file)]
    if given.n:
        cases = stratified(cases, given.n, ("route", "lang"))
    with tempfile.TemporaryDirectory() as home:
        installed = Settings()
        settings = installed.model_copy(
            update={"home": Path(home), "models_dir": installed.models_path, "enable_cache": False}
        )
        road = open_road(settings)
        try:
            run_case(road.door, cases[0])
            rows = [run_case(road.door, case) for case in cases]
            model = road.door.model_names()["router"]
        finally:
            road.close()
    for row, case in zip(rows, cases, strict=True):
        if not all(row.get(key, True) for key in JUDGED):
            wanted = {k: case[k] for k in ("route", "in_scope") if k in case}
            sys.stdout.write(f"MISS {json.dumps(row, ensure_ascii=False)} wanted {wanted}\n")
    counts = Counter((c["lang"], c["route"]) for c in cases)
    sys.stdout.write(f"{model}: {len(cases)} cases {dict(counts)}\n")
    result: Row = {"n": len(rows), "model": model, "accuracy": share(rows, "route")}
    for lang in ("ko", "en"):
        result[f"accuracy_{lang}"] = share(rows, "route", lang)
    for key in JUDGED[1:]:
        if (value := share(rows, key)) is not None:
            result[key] = value
    seconds = sorted(r["seconds"] for r in rows)
    result["seconds_per_call"] = round(sum(seconds) / len(seconds), 3)
    result["seconds_median"] = round(seconds[len(seconds) // 2], 3)
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
