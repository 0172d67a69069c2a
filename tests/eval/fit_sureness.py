"""Fit how sure the passages' answer is: the constants of ``agent.sureness``.

    python -m tests.eval.fit_sureness [--minutes 20]

The questions over the sample documents, with and without an answer, are searched for and judged by
the real model once; the signs are fitted by a logistic rule, both answers weighing the same, and
the bias is moved so that ``REFUSED`` of the answerable ones fall below zero. Each half judged by a
rule of the other half is printed beside the model's word alone. A run that is cut short goes on.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from agent.app import open_app
from agent.checking import check
from agent.evidence import numbered
from agent.models.stop import StopSignal
from agent.nodes.search_judging import near_the_best
from agent.relevance import relevance
from agent.settings import Settings
from agent.sureness import Signs
from agent.titles import of_others, opening
from agent.tools.documents import as_plain
from tests.eval.fit_floor import fit, halves, rates
from tests.eval.harness import SAMPLES, Kept, Row, add_documents, read_cases

if TYPE_CHECKING:
    from agent.models.door import Door
    from store.library import Library

HERE = Path(__file__).parent
SOURCES = (
    "agent/prompts/check.py", "agent/checking.py", "agent/relevance.py", "agent/nearest.py",
    "store/*.py",
)  # fmt: skip
REFUSED = 0.4
_HITS = 8


def cases() -> list[Row]:
    """Return the questions, the unanswerable ones first in each language, in an even mixture."""
    found = [
        {"q": c["q"], "lang": c["lang"], "answerable": c.get("answerable", True)}
        for c in read_cases(HERE / "answers.dev.jsonl")
        if c.get("kind", "one_hop") in {"one_hop", "unanswerable"}
    ]
    for name in ("retrieval.none.json", "retrieval.samples.json"):
        rows = json.loads((HERE / name).read_text("utf-8"))["questions"]
        found += [
            {"q": c["q"], "lang": c["lang"], "answerable": c.get("answerable", True)} for c in rows
        ]
    chosen = []
    for lang in ("ko", "en"):
        yes = [c for c in found if c["lang"] == lang and c["answerable"]]
        no = [c for c in found if c["lang"] == lang and not c["answerable"]]
        yes = [yes[i * len(yes) // len(no)] for i in range(len(no))]
        chosen.append([c for pair in zip(no, yes, strict=True) for c in pair])
    # ten at a time: a prompt in the language of the one before is half read already
    blocks = [rows[at : at + 10] for at in range(0, max(map(len, chosen)), 10) for rows in chosen]
    return [case for block in blocks for case in block]


def signs(case: Row, library: Library, door: Door) -> Row | None:
    """Return what speaks for an answer after the first search; None where nothing was found."""
    result = library.search(case["q"], k=_HITS)
    foreign = of_others(case["q"], {h.passage.document_id for h in result.hits}, library)
    hits = [h for h in result.hits if h.passage.document_id not in foreign]
    evidence, _ = numbered([as_plain(h.passage, h.score, h.why) for h in hits], [])
    if not evidence:
        return None
    known = {one.document_id: opening(library.page_text(one.document_id, 1)) for one in evidence}
    chosen = near_the_best(relevance(case["q"], evidence, known))
    shown = [row.evidence for row in chosen]
    checked = check([case["q"]], shown, known, door, StopSignal())
    return {
        "odds": checked.odds,
        "confidence": result.confidence,
        "near": checked.near,
    }


def main() -> None:
    """Gather, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long; 0 for all")
    limit = parser.parse_args().minutes * 60
    installed, rows, truth, begun = Settings(), [], [], time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        changed = {"home": Path(home), "models_dir": installed.models_path, "enable_cache": False}
        with open_app(installed.model_copy(update=changed)) as app:
            add_documents(app.library, SAMPLES)
            app.models.wait_ready(180.0)
            kept = Kept("sureness", app.models.door.model_names()["writer"], SOURCES)
            for case in cases():
                if limit and time.monotonic() - begun > limit:
                    break
                got = kept.get(case)
                if got is None:
                    got = signs(case, app.library, app.models.door) or {}
                    kept.put(case, got)
                if got.get("odds") is not None:
                    rows.append(Signs(**got).values())
                    truth.append(bool(case["answerable"]))
    x, y = np.array(rows), np.array(truth)
    w = fit(x, y, REFUSED)
    print("weights", [round(float(v), 2) for v in w[:-1]], "bias", round(float(w[-1]), 2), len(x))
    for name, (none, found) in (
        ("the same questions", rates(x, y, w)),
        ("other half", halves(x, y, REFUSED)),
        ("the model's word alone", rates(x[:, :1], y, np.array([1.0, 0.0]))),
    ):
        print(f"   {name}: false none {none:.3f}, false found {found:.3f}")


if __name__ == "__main__":
    main()
