"""Fit the floor below which a search says "none": the constants of ``store.verdict``.

    python -m tests.eval.fit_floor [--models PATH] [--embedders pair use none]

The rule is logistic, one for each embedder, fitted on the questions over the sample documents, with
and without an answer; the bias is then moved so that ``REFUSED`` of the answerable ones fall below
the floor. Two checks are printed: each half of the questions judged by a rule that was fitted on
the other half, and the whole rule on questions that had no part in it: those of the set of passages
(which have an answer) and of ``retrieval.none.json`` (which have none, half of them on the very
subjects of the documents).
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from store.library import Library
from store.verdict import FLOOR_FEATURES
from tests.eval.eval_retrieval import HERE, SAMPLES, default_models, load_cases

REFUSED = 0.04
SPLITS = 20
STEPS = 4000


@dataclass
class Judged:
    """Features of questions, and whether they have an answer."""

    rows: list[dict[str, float]] = field(default_factory=list)
    truth: list[bool] = field(default_factory=list)

    def matrix(self, names: tuple[str, ...]) -> np.ndarray:
        return np.array([[row.get(name, 0.0) for name in names] for row in self.rows])


def gather(file: str, embedder: str, models: Path | None) -> Judged:
    """Ask every question of a set."""
    data = json.loads((HERE / file).read_text(encoding="utf-8"))
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder), embedder=embedder, models_path=models) as library,
    ):
        cases = load_cases(library, data, SAMPLES)
        if library.finder.embedder is not None:
            library.finder.embedder.embed_queries([case.text for case in cases])
        rows = [library.finder.ask(case.text).features for case in cases]
    return Judged(rows, [bool(case.relevant) for case in cases])


def fit(x: np.ndarray, y: np.ndarray, refused: float = REFUSED) -> np.ndarray:
    """Return the weights, both answers weighing the same, and last the bias, moved."""
    mean, spread = x.mean(0), x.std(0) + 1e-9
    a = np.c_[(x - mean) / spread, np.ones(len(x))]
    share = np.where(y, 0.5 / y.sum(), 0.5 / (~y).sum()) * len(y)
    w = np.zeros(a.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-a @ w))
        w += 0.05 * (a.T @ ((y - p) * share) / len(y) - 0.002 * np.r_[w[:-1], 0])
    scaled = w[:-1] / spread
    return np.r_[scaled, -np.quantile(x[y] @ scaled, refused)]


def rates(x: np.ndarray, y: np.ndarray, w: np.ndarray) -> tuple[float, float]:
    """Return the shares of false none and of false found."""
    found = x @ w[:-1] + w[-1] >= 0
    none = float((~found[y]).mean()) if y.any() else 0.0
    return none, float(found[~y].mean()) if (~y).any() else 0.0


def halves(x: np.ndarray, y: np.ndarray, refused: float = REFUSED) -> tuple[float, float]:
    """Return the mean rates of halves judged by a rule of the other half."""
    spent = []
    for seed in range(SPLITS):
        order = np.random.default_rng(seed).permutation(len(x))
        for test, train in ((order[::2], order[1::2]), (order[1::2], order[::2])):
            spent.append(rates(x[test], y[test], fit(x[train], y[train], refused)))
    none, found = np.mean(spent, axis=0)
    return float(none), float(found)


def main() -> None:
    """Gather, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=None)
    parser.add_argument("--embedders", nargs="*", default=["pair", "use", "none"])
    given = parser.parse_args()
    models = given.models or default_models()
    for embedder in given.embedders:
        learnt = gather("retrieval.samples.json", embedder, models)
        passages = gather("retrieval.dev.json", embedder, models)
        near = gather("retrieval.none.json", embedder, models)
        for rule in ("pair", "e5") if embedder == "pair" else (embedder,):
            names = FLOOR_FEATURES[rule]
            x, y = learnt.matrix(names), np.array(learnt.truth)
            w = fit(x, y)
            weights = {n: round(float(v), 2) for n, v in zip(names, w[:-1], strict=True)}
            print(rule, weights, "bias", round(float(w[-1]), 2))
            none, found = halves(x, y)
            print(f"   other half: false none {none:.3f}, false found {found:.3f}")
            none, _ = rates(passages.matrix(names), np.array(passages.truth), w)
            _, found = rates(near.matrix(names), np.array(near.truth), w)
            print(f"   other questions: false none {none:.3f}, false found {found:.3f}")


if __name__ == "__main__":
    main()
