"""Made-up passages for the store's benchmark, and the ways it measures."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import psutil

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DIMENSION = 512
VOCABULARY = 30_000
LENGTH = 90
PER_DOCUMENT = 500


class Corpus:
    """Texts and vectors by number, the same on every run."""

    def __init__(self) -> None:
        self.random = np.random.default_rng(7)
        self.words = np.array([f"w{n}" for n in range(VOCABULARY)])
        ranks = np.arange(1, VOCABULARY + 1)
        self.shares = (1 / ranks) / (1 / ranks).sum()
        self.centres = self._unit(self.random.normal(size=(200, DIMENSION)))

    @staticmethod
    def _unit(rows: np.ndarray) -> np.ndarray:
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    def batch(self, count: int) -> tuple[list[str], np.ndarray]:
        picks = self.random.choice(VOCABULARY, size=(count, LENGTH), p=self.shares)
        texts = [" ".join(row) for row in self.words[picks]]
        noise = self.random.normal(scale=0.06, size=(count, DIMENSION))
        return texts, self._unit(self.centres[self.random.integers(0, 200, count)] + noise)

    def questions(self, count: int) -> tuple[list[str], np.ndarray]:
        picks = self.random.choice(VOCABULARY, size=(count, 7), p=self.shares)
        rare = self.random.integers(2000, VOCABULARY, size=(count, 2))
        texts = [" ".join(self.words[np.r_[a, b]]) for a, b in zip(picks, rare, strict=True)]
        _, vectors = self.batch(count)
        return texts, vectors


def passage_rows(texts: list[str], first: int) -> list[dict[str, Any]]:
    """Return the rows of passages, four to a page and seven to an article, as a contract has them.

    A column that is the same in every row is no fair sample: LanceDB reads it more slowly, the
    larger the table.
    """
    rows = []
    for n, text in enumerate(texts, first):
        document, place = divmod(n, PER_DOCUMENT)
        page, article, start = place // 4 + 1, place // 7 + 1, place % 4 * 700
        rows.append(
            {
                "id": f"p{n:08d}", "document_id": f"d{document}", "ordinal": place, "page": page,
                "label": str(page), "start": start, "end": start + len(text), "text": text,
                "heading": f"Chapter {article // 5 + 1} > Article {article}",
                "article": str(article), "language": "en", "fields": [], "words": text,
                "dated": f"20{10 + document % 16}-{document % 12 + 1:02d}-01",
            }
        )  # fmt: skip
    return rows


def document_rows(first: int, count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"d{number}", "name": f"d{number}.txt", "kind": "other", "stage": "ready",
            "pages": 1, "passages": PER_DOCUMENT, "size_bytes": 1, "language": "en",
            "added_at": 0.0, "dated": "", "warnings": [], "format": "text", "file": "d.txt",
            "about": "",
        }
        for number in range(first // PER_DOCUMENT, -(-(first + count) // PER_DOCUMENT))
    ]  # fmt: skip


def quantiles(run: Callable[[int], object], count: int) -> dict[str, float]:
    """Return p50 and p95 in milliseconds of ``count`` runs after three that do not count."""
    for n in range(3):
        run(n)
    spent = []
    for n in range(count):
        began = time.perf_counter()
        run(n)
        spent.append((time.perf_counter() - began) * 1000)
    return {
        "p50": round(float(np.quantile(spent, 0.5)), 2),
        "p95": round(float(np.quantile(spent, 0.95)), 2),
    }


def size_of(folder: Path) -> float:
    return round(sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6, 1)


def memory() -> float:
    return round(psutil.Process().memory_info().rss / 1e6, 1)
