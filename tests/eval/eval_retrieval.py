"""Measure retrieval: recall@1, recall@5 and MRR of vector, text and hybrid search, by language.

    python -m tests.eval.eval_retrieval [FILE] [--docs FOLDER] [--embedder NAME] [--models PATH]

FILE has ``passages`` (id, text) and ``questions`` (q, lang, relevant), or only ``questions`` about
documents (document, page, article or record, answerable), which are then taken from the folder. The
verdict is judged too: how many questions without an answer come out "found" and how many with one
come out "none". A JSON line comes last.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from store.library import Library
from store.terms import language_of

if TYPE_CHECKING:
    from store.records import Hit

HERE = Path(__file__).parent
SAMPLES = HERE.parent.parent / "sample_docs"
ENDINGS = ("*.pdf", "*.json")
MODES = ("vector", "text", "hybrid")
DEPTH = 50
FIVE = 5
CHUNK = 64


@dataclass
class Case:
    """One question and the ids of the passages that answer it; none for one without an answer."""

    text: str
    language: str
    group: str
    relevant: set[str]


@dataclass
class Tally:
    """Ranks of the first relevant hit, 0 for none, by group."""

    ranks: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, case: Case, hits: tuple[Hit, ...]) -> None:
        rank = next((h.rank for h in hits if h.passage.id in case.relevant), 0)
        for group in ("all", case.language, case.group):
            self.ranks[group].append(rank)

    def figures(self, group: str) -> dict[str, float]:
        ranks = self.ranks[group]
        count = len(ranks) or 1
        return {
            "n": len(ranks),
            "recall_at_1": round(sum(r == 1 for r in ranks) / count, 4),
            "recall_at_5": round(sum(0 < r <= FIVE for r in ranks) / count, 4),
            "mrr": round(sum(1 / r for r in ranks if r) / count, 4),
        }


def load_passages(library: Library, data: dict[str, Any]) -> list[Case]:
    """Put a set of passages into the library, one document, and return its questions."""
    passages = data["passages"]
    ids = library.add_texts("passages.txt", [p["text"] for p in passages])
    known = {p["id"]: i for p, i in zip(passages, ids, strict=True)}
    spoken = {i: language_of(p["text"]) for p, i in zip(passages, ids, strict=True)}
    cases = []
    for q in data["questions"]:
        relevant = {known[name] for name in q.get("relevant", [])}
        other = spoken[next(iter(relevant))] if relevant else q["lang"]
        cases.append(Case(q["q"], q["lang"], f"{q['lang']}->{other}", relevant))
    return cases


def load_documents(library: Library, data: dict[str, Any], docs: Path) -> list[Case]:
    """Put the documents that the questions name into the library and return the questions.

    Where they name none, every document of the folder is put in.
    """
    named = {q["document"] for q in data["questions"] if q.get("document")}
    for name in sorted(named or {f.name for end in ENDINGS for f in docs.glob(end)}):
        library.add(docs / name, index=False)
    library.refresh_indexes()
    passages = {d.name: library.passages(d.id) for d in library.documents()}
    languages = {d.name: d.language for d in library.documents()}
    cases = []
    for q in data["questions"]:
        if not q.get("answerable", True):
            cases.append(Case(q["q"], q["lang"], "none", set()))
            continue
        here = passages[q["document"]]
        if q.get("record"):
            fitting = {p.id for p in here if p.heading == q["record"]}
        else:
            fitting = {p.id for p in here if p.article and p.article == q.get("article")}
        fitting = fitting or {p.id for p in here if p.page == q["page"]}
        language = q["lang"] if not q.get("cross") else languages[q["document"]]
        cases.append(Case(q["q"], q["lang"], f"{q['lang']}->{language}", fitting))
    return cases


def load_cases(library: Library, data: dict[str, Any], docs: Path) -> list[Case]:
    """Fill the library for a set of either form and return its questions."""
    if "passages" in data:
        return load_passages(library, data)
    return load_documents(library, data, docs)


def measure(library: Library, cases: list[Case]) -> dict[str, Any]:
    """Ask every question in every mode."""
    tallies = {mode: Tally() for mode in MODES}
    found_wrongly = none_wrongly = without = 0
    for number, case in enumerate(cases):
        if library.finder.embedder is not None and number % CHUNK == 0:
            library.finder.embedder.embed_queries([c.text for c in cases[number : number + CHUNK]])
        for mode in MODES:
            result = library.search(case.text, k=DEPTH, mode=mode)
            if case.relevant:
                tallies[mode].add(case, result.hits)
            if mode == "hybrid":
                none_wrongly += bool(case.relevant) and result.verdict == "none"
                if not case.relevant:
                    without += 1
                    found_wrongly += result.verdict == "found"
        if number % 20 == 0:
            sys.stderr.write(f"\r{number} of {len(cases)}")
    sys.stderr.write("\n")
    groups = ["ko", "en", *sorted({c.group for c in cases if "->" in c.group})]
    report: dict[str, Any] = {
        mode: {**tally.figures("all"), **{g: tally.figures(g) for g in groups if tally.ranks[g]}}
        for mode, tally in tallies.items()
    }
    answered = sum(bool(c.relevant) for c in cases)
    report["false_none"] = round(none_wrongly / max(answered, 1), 4)
    if without:
        report["false_found"] = round(found_wrongly / without, 4)
    return report


def show(name: str, report: dict[str, Any]) -> None:
    """Print the table."""
    print(f"{name}")
    print(f"{'':10}{'group':10}{'n':>5}{'R@1':>8}{'R@5':>8}{'MRR':>8}")
    for mode in MODES:
        rows = {
            "all": report[mode],
            **{k: v for k, v in report[mode].items() if isinstance(v, dict)},
        }
        for group, figures in rows.items():
            print(
                f"{mode:10}{group:10}{figures['n']:>5}{figures['recall_at_1']:>8.3f}"
                f"{figures['recall_at_5']:>8.3f}{figures['mrr']:>8.3f}"
            )
    found = report.get("false_found")
    extra = "" if found is None else f"; found though not there: {found:.1%}"
    print(f"not found though there: {report['false_none']:.1%}{extra}\n")


def evaluate(
    file: Path, docs: Path, embedder: str, models: Path | None, n: int = 0
) -> dict[str, Any]:
    """Measure one file in a fresh library; ``n`` takes about that many cases, evenly spaced."""
    data = json.loads(file.read_text(encoding="utf-8"))
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder), embedder=embedder, models_path=models) as library,
    ):
        cases = load_cases(library, data, docs)
        step = max(1, len(cases) // n) if n else 1
        report = measure(library, cases[::step])
        report["embedder"] = library.embedder_state().name
    return report


def default_models() -> Path | None:
    """Return the folder of models that the app uses."""
    from agent.settings import Settings  # noqa: PLC0415 - only where none is named

    return Settings().models_path


def main() -> None:
    """Measure the files named, or those of this folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--file", type=Path, action="append", default=[])
    parser.add_argument("--n", type=int, default=0, help="about this many cases of each file")
    parser.add_argument("--docs", type=Path, default=SAMPLES)
    parser.add_argument("--embedder", default="auto")
    parser.add_argument("--models", type=Path, default=None)
    given = parser.parse_args()
    files = [*given.files, *given.file] or [
        HERE / "retrieval.dev.json",
        HERE / "retrieval.samples.json",
        HERE / "retrieval.none.json",
    ]
    models = given.models or default_models()
    reports = {}
    for file in files:
        reports[file.name] = evaluate(file, given.docs, given.embedder, models, given.n)
        show(file.name, reports[file.name])
    last = reports if len(reports) > 1 else next(iter(reports.values()))
    print(json.dumps(last, ensure_ascii=False))


if __name__ == "__main__":
    main()
