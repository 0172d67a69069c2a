"""Fit the floor below which a search says "none": the constants of ``store.scoring``.

    python -m tests.eval.fit_floor [--models PATH]

Each question of the two retrieval sets is asked as it is, and those of the set of passages once
more with their passages taken away, which makes good questions without an answer. A logistic rule
is fitted for each embedder; the rates printed are from five-fold cross-validation.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import numpy as np

from store.library import Library
from tests.eval.eval_retrieval import HERE, default_models, load_documents, load_passages

MODELS = {
    "pair": ("use", "e5", "cover", "unknown"),
    "use": ("use", "cover", "unknown"),
    "e5": ("e5", "cover", "unknown"),
    "none": ("cover", "unknown"),
}
# the mistakes weigh so that at most a tenth of "found" is wrong and a twentieth of "none"
FOLDS = 5
STEPS = 4000


def gather(
    library: Library, cases: list, *, again: bool
) -> tuple[list[dict[str, float]], list[bool]]:
    """Return features and whether there is an answer, for every question."""
    rows, truth = [], []
    for case in cases:
        rows.append(library.finder.ask(case.text).features)
        truth.append(bool(case.relevant))
        if again and case.relevant:
            ids = ", ".join(f"'{name}'" for name in case.relevant)
            rows.append(library.finder.ask(case.text, where=f"id NOT IN ({ids})").features)
            truth.append(False)
    return rows, truth


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic rule, both answers weighing the same, bias last."""
    mean, spread = x.mean(0), x.std(0) + 1e-9
    a = np.c_[(x - mean) / spread, np.ones(len(x))]
    share = np.where(y, 0.5 / y.sum(), 0.5 / (~y).sum()) * len(y)
    w = np.zeros(a.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-a @ w))
        w += 0.05 * (a.T @ ((y - p) * share) / len(y) - 0.002 * np.r_[w[:-1], 0])
    scaled = w[:-1] / spread
    return np.r_[scaled, w[-1] - scaled @ mean]


def main() -> None:
    """Gather, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, default=None)
    parser.add_argument("--keep", type=Path, default=None, help="file of gathered features")
    given = parser.parse_args()
    models = given.models or default_models()
    if given.keep and given.keep.exists():
        sets = json.loads(given.keep.read_text())
    else:
        sets = []
        for name in ("retrieval.dev.json", "retrieval.samples.json"):
            data = json.loads((HERE / name).read_text(encoding="utf-8"))
            with (
                tempfile.TemporaryDirectory() as folder,
                Library.open(Path(folder), models_path=models) as library,
            ):
                if "passages" in data:
                    sets.append(gather(library, load_passages(library, data), again=True))
                else:
                    docs = HERE.parent.parent / "sample_docs"
                    sets.append(gather(library, load_documents(library, data, docs), again=False))
        if given.keep:
            given.keep.write_text(json.dumps(sets))
    origin = np.concatenate([np.full(len(truth), n) for n, (_, truth) in enumerate(sets)])
    truth = np.array([t for _, ts in sets for t in ts])
    for model, names in MODELS.items():
        rows = [r for rs, _ in sets for r in rs]
        x = np.array([[r.get(n, 0.0) for n in names] for r in rows])
        held = np.zeros(len(x))
        order = np.random.default_rng(0).permutation(len(x))
        for k in range(FOLDS):
            test = order[k::FOLDS]
            train = np.setdiff1d(order, test)
            w = fit(x[train], truth[train])
            held[test] = x[test] @ w[:-1] + w[-1]
        w = fit(x, truth)
        print(
            model,
            {n: round(float(v), 2) for n, v in zip(names, w[:-1], strict=True)},
            "bias",
            round(float(w[-1]), 2),
        )
        for n in (0, 1):
            mine = origin == n
            for cut in (-1.5, -1.0, -0.5, 0.0):
                none = float((held[mine & truth] < cut).mean())
                found = float((held[mine & ~truth] >= cut).mean())
                print(f"   set {n} cut {cut:+.1f}: false none {none:.3f}, false found {found:.3f}")


if __name__ == "__main__":
    main()
