"""Answers with the real local model: the fact, the citation, the refusal.

    make eval-answers [FILE=cases.jsonl] [DOCS=folder] [N=24] [ARGS="--minutes 9"]

A case is ``{q, lang, facts, document, page, answerable, history}``; optional are ``kind`` (one_hop
if absent), ``article``, ``also``, a list of further places that must be cited, and ``or``, a list
of other places that state the same. A citation is right when it points to the document and, where
given, the page or the article. Floors hold for one-hop questions: fact 85%, citation 95%, refusal
90%. A run that is cut short, by ``--minutes`` or by the machine, goes on where it was. The last
line is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from agent.app import App, open_app
from agent.settings import Settings
from tests.eval.harness import (
    SAMPLES,
    Kept,
    Row,
    add_documents,
    read_cases,
    says,
    share,
    stratified,
)

HERE = Path(__file__).parent
SOURCES = (
    "agent/*.py", "agent/nodes/*.py", "agent/prompts/answer.py", "agent/prompts/check.py",
    "agent/prompts/route.py",
    "agent/prompts/endings.py", "agent/prompts/research.py", "agent/citations/*.py",
    "agent/tools/documents.py", "store/*.py", "store/readers/*.py",
)  # fmt: skip
KINDS = ("one_hop", "two_passage", "compare", "follow_up")
_READY_S = 180.0


def spread(cases: list[Row]) -> list[Row]:
    """Return the cases so that any beginning of them holds every kind and language in its share."""
    groups: dict[tuple[str, str], int] = {}
    sizes = Counter((case.get("kind", "one_hop"), case["lang"]) for case in cases)
    placed = []
    for case in cases:
        group = (case.get("kind", "one_hop"), case["lang"])
        groups[group] = groups.get(group, 0) + 1
        placed.append(((groups[group] - 0.5) / sizes[group], case))
    return [case for _, case in sorted(placed, key=lambda row: row[0])]


def run_case(app: App, case: Row, number: int) -> Row:
    """Ask one question in a thread of its own and judge what came."""
    begun = time.monotonic()
    first_passage = first_token = None
    ended, sources = None, []
    history = [
        {"role": turn["role"], "content": turn.get("content") or turn["text"]}
        for turn in case.get("history") or []
    ]
    for event in app.ask(f"case-{number}-{os.getpid()}", case["q"], history=history):
        if event.kind == "passages_found" and first_passage is None:
            first_passage = time.monotonic() - begun
        elif event.kind == "token" and first_token is None:
            first_token = time.monotonic() - begun
        elif event.kind == "sources":
            sources = event.sources
        elif event.kind in {"ended", "failed"}:
            ended = event
    if ended is None or ended.kind == "failed":
        msg = f"the turn failed: {ended}"
        raise RuntimeError(msg)
    return {
        "response": ended.response,
        "ending": ended.ending,
        "sources": [{k: s[k] for k in ("document", "page", "article", "quote")} for s in sources],
        "calls": ended.model_calls,
        "seconds": round(time.monotonic() - begun, 2),
        "first_passage_s": first_passage,
        "first_token_s": first_token,
    }


def judged(case: Row, got: Row) -> Row:
    """Return what was right; None where a measure does not apply."""
    refused = got["ending"] in {"not_found", "declined"}
    if not case.get("answerable", True):
        return {"refusal": refused, "fact": None, "citation": None}
    places = [case, *(case.get("also") or [])]
    return {
        "refusal": None,
        "fact": not refused and says(got["response"], case.get("facts") or []),
        "citation": not refused
        and all(
            any(_cited(one, got["sources"]) for one in [place, *(place.get("or") or [])])
            for place in places
        ),
        "false_refusal": refused,
    }


def _cited(place: Row, sources: list[Row]) -> bool:
    """Tell whether a source points to a place: document, and page or article where given."""
    if not place.get("document"):
        return bool(sources)
    return any(
        source["document"] == place["document"]
        and (
            not (place.get("page") or place.get("article"))
            or source["page"] == place.get("page")
            or (place.get("article") and source["article"] == str(place["article"]))
        )
        for source in sources
    )


def summary(cases: list[Row], rows: list[Row], model: str) -> Row:
    """Return the figures of the JSON line."""
    joined = [
        {**judged(case, row), "kind": case.get("kind", "one_hop"), "lang": case["lang"], **row}
        for case, row in zip(cases, rows, strict=True)
    ]
    one_hop = [row for row in joined if row["kind"] in {"one_hop", "unanswerable"}]
    result: Row = {"model": model, "n": len(rows)}
    for key in ("fact", "citation", "refusal"):
        for name, chosen in (
            (key, one_hop),
            *(
                (f"{key}_{lang}", [r for r in one_hop if r["lang"] == lang])
                for lang in ("ko", "en")
            ),
        ):
            figures = share(chosen, key)
            result[name] = figures["value"]
            result[f"{name}_n"], result[f"{name}_interval"] = figures["n"], figures["interval"]
    result["kinds"] = {
        kind: {
            key: share([r for r in joined if r["kind"] == kind], key)
            for key in ("fact", "citation")
        }
        for kind in KINDS[1:]
        if any(r["kind"] == kind for r in joined)
    }
    result["false_refusal"] = share(one_hop, "false_refusal")["value"]
    result["seconds_median"] = sorted(row["seconds"] for row in rows)[len(rows) // 2]
    result["calls_mean"] = round(sum(row["calls"] for row in rows) / len(rows), 2)
    return result


def main() -> None:
    """Run the cases, print the misses and the table, and the JSON line."""
    parser = argparse.ArgumentParser(prog="make eval-answers")
    parser.add_argument("--file", type=Path, default=HERE / "answers.dev.jsonl")
    parser.add_argument("--docs", type=Path, default=SAMPLES)
    parser.add_argument("--n", type=int, default=0, help="a stratified sample of this many cases")
    parser.add_argument("--kind", default="", help="only cases of these kinds, by comma")
    parser.add_argument("--home", type=Path, help="a data folder to keep, documents and all")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long; 0 for all")
    given = parser.parse_args()
    cases = read_cases(given.file)
    if given.kind:
        cases = [c for c in cases if c.get("kind", "one_hop") in given.kind.split(",")]
    cases = spread(stratified(cases, given.n, ("kind", "lang")))
    installed = Settings()
    with tempfile.TemporaryDirectory() as home:
        settings = installed.model_copy(
            update={
                "home": given.home or Path(home),
                "models_dir": installed.models_path,
                "enable_cache": False,
            }
        )
        with open_app(settings) as app:
            rows, model = run_all(app, cases, given.docs, given.minutes * 60)
    if not rows:
        sys.exit("no case was finished in this time; give it more --minutes")
    cases = cases[: len(rows)]
    for case, row in zip(cases, rows, strict=True):
        right = judged(case, row)
        if False in {right["fact"], right["citation"], right["refusal"]}:
            wrong = [key for key in ("fact", "citation", "refusal") if right[key] is False]
            shown = {"wrong": wrong, "q": case["q"], "facts": case.get("facts"), **row}
            sys.stdout.write(f"MISS {json.dumps(shown, ensure_ascii=False)}\n")
    result = summary(cases, rows, model)
    print_table(result)
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")


def run_all(app: App, cases: list[Row], docs: Path, limit_s: float = 0.0) -> tuple[list[Row], str]:
    """Return the result of each case as far as the time went, and the writer's name."""
    begun = time.monotonic()
    if not app.library.documents():
        add_documents(app.library, docs)
    app.library.load_embedder()
    app.models.wait_ready(_READY_S)
    model = app.models.door.model_names()["writer"]
    kept = Kept("answers", model, SOURCES, docs)
    rows = []
    for number, case in enumerate(cases):
        row = kept.get(case)
        if row is None and limit_s and time.monotonic() - begun > limit_s:
            break
        if row is None:
            row = run_case(app, case, number)
            kept.put(case, row)
        rows.append(row)
        marks = "".join("-" if v is None else "+" if v else "X" for v in judged(case, row).values())
        sys.stderr.write(f"{number + 1}/{len(cases)} {marks} {row['seconds']:.1f}s {case['q']}\n")
    return rows, model


def print_table(result: Row) -> None:
    """Print the figures by measure and language."""
    sys.stdout.write(f"{result['model']}: {result['n']} cases\n")
    sys.stdout.write(f"{'':12}{'all':>24}{'ko':>24}{'en':>24}\n")
    for key in ("fact", "citation", "refusal"):
        cells = [
            f"{result[name]} n={result[f'{name}_n']} {result[f'{name}_interval']}"
            for name in (key, f"{key}_ko", f"{key}_en")
        ]
        sys.stdout.write(f"{key:12}" + "".join(f"{cell:>32}" for cell in cells) + "\n")
    for kind, figures in result["kinds"].items():
        sys.stdout.write(f"{kind:12} {figures}\n")


if __name__ == "__main__":
    main()
