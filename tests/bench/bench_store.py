"""Time the store at growing sizes, beside LanceDB's raw calls and other stores.

    python -m tests.bench.bench_store [--sizes 1000 10000 100000] [--million] [--queries 60]

Vectors and words are synthetic (clustered vectors, words as frequent as in a language); the
embedder's own time is left out. A raw call is LanceDB's vector and text search at once, and
``overhead`` what a whole search adds to it. sqlite-vec with FTS5 runs at up to 100,000 passages,
Chroma and FAISS with Whoosh at 10,000 where they are installed (the extra ``bench``). Opening and
the first search, with the model's load, are timed in a process of their own. JSON comes last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from store import reindex, search, tables, upkeep
from store.database import Database
from store.embedders import Embedder
from store.finder import Finder
from store.shelf import Shelf
from tests.bench import other_stores
from tests.bench.corpus import (
    DIMENSION,
    Corpus,
    document_rows,
    memory,
    passage_rows,
    quantiles,
    size_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from store.embedders import Vectors

ROOT = Path(__file__).parents[2]
BATCH = 10_000
SQLITE_LIMIT = 100_000
OTHERS_SIZE = 10_000
MILLION = 1_000_000
TOP = 8


class Synthetic(Embedder):
    """Hands out the vectors that the bench made, in the place and under the name of its own."""

    def __init__(self) -> None:
        super().__init__("use")
        self.known: dict[str, Vectors] = {}

    def embed_query(self, text: str) -> Vectors:
        return self.known[text]


def fill(shelf: Shelf, embedder: Synthetic, corpus: Corpus, size: int) -> dict[str, Any]:
    """Write the passages and build the indexes; returns what that took."""
    table = shelf.passages_table
    shelf.need_column(table, embedder.column, DIMENSION)
    schema = tables.passages_schema()
    spent = 0.0
    for first in range(0, size, BATCH):
        count = min(BATCH, size - first)
        texts, vectors = corpus.batch(count)
        began = time.perf_counter()
        data = pa.Table.from_pylist(passage_rows(texts, first), schema=schema)
        column = pa.FixedSizeListArray.from_arrays(pa.array(vectors.reshape(-1)), DIMENSION)
        shelf.database.run(table.add(data.append_column(embedder.column, column)))
        shelf.append(shelf.documents_table, tables.documents_schema(), document_rows(first, count))
        spent += time.perf_counter() - began
    reindex.record(shelf, embedder)
    began = time.perf_counter()
    upkeep.refresh_indexes(shelf, embedder)
    return {"rows_per_s": round(size / spent), "index_s": round(time.perf_counter() - began, 2)}


def ours(size: int, count: int) -> dict[str, Any]:
    """Measure the store itself, and LanceDB's calls as they are."""
    corpus, embedder = Corpus(), Synthetic()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder))
        shelf = Shelf(database)
        result = fill(shelf, embedder, corpus, size)
        texts, vectors = corpus.questions(count + 3)
        embedder.known = dict(zip(texts, vectors, strict=True))
        finder = Finder(shelf, embedder)

        def ask(n: int, mode: Any) -> None:
            finder.search(
                texts[n], k=TOP, documents=None, kinds=None, article=None, mode=mode, fields=None
            )

        result["vector_ms"] = quantiles(lambda n: ask(n, "vector"), count)
        result["text_ms"] = quantiles(lambda n: ask(n, "text"), count)
        whole, raw = in_turn(
            lambda n: ask(n, "hybrid"),
            lambda n: database.run(both(shelf, embedder.column, texts[n], vectors[n])),
            count,
        )
        result |= {"hybrid_ms": whole, "raw_ms": raw}
        result["overhead"] = round(whole["p50"] / raw["p50"] - 1, 3)
        result["disk_mb"], result["memory_mb"] = size_of(Path(folder)), memory()
        database.close()
        result |= opening(folder, texts[0])
    return result


async def both(shelf: Shelf, column: str, text: str, vector: Vectors) -> None:
    """Run LanceDB's two searches as they are, for the rows that a search looks at."""
    table = shelf.passages_table
    wanted = search.query_text(text)
    lexical = table.query().nearest_to_text(wanted, columns=["words"])
    lexical = lexical.select([*search.COLUMNS, column, "_score"]).limit(search.CANDIDATES)
    near = table.query().nearest_to(vector).column(column).distance_type("cosine")
    near = near.select([*search.COLUMNS, column, "_distance"]).limit(search.CANDIDATES)
    await asyncio.gather(lexical.to_arrow(), near.to_arrow())


def in_turn(
    one: Callable[[int], object], other: Callable[[int], object], count: int
) -> tuple[dict[str, float], dict[str, float]]:
    """Time two runs in turn, so that a busy machine slows both the same.

    Each goes first every other time: the second finds in memory what the first has read.
    """
    spent: tuple[list[float], list[float]] = ([], [])
    for n in range(-3, count):
        both_runs = list(zip((one, other), spent, strict=True))
        for run, kept in both_runs if n % 2 else reversed(both_runs):
            began = time.perf_counter()
            run(n % count)
            if n >= 0:
                kept.append((time.perf_counter() - began) * 1000)
    first, second = (
        {
            "p50": round(float(np.quantile(kept, 0.5)), 2),
            "p95": round(float(np.quantile(kept, 0.95)), 2),
        }
        for kept in spent
    )
    return first, second


def opening(folder: str, question: str) -> dict[str, float]:
    """Open the library anew in another process and search once with the real model."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.opening", folder, question],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Measure every size and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--queries", type=int, default=60)
    given = parser.parse_args()
    os.environ["ANONYMIZED_TELEMETRY"] = "false"
    report: dict[str, Any] = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    }
    for size in [*given.sizes, *([MILLION] if given.million else [])]:
        for name, run in stores(size):
            report[f"{name} {size}"] = run(size, given.queries)
            show(f"{name} {size:,}", report[f"{name} {size}"])
    report["ratios"] = ratios(report)
    show("ratios", report["ratios"])
    print(json.dumps(report))


def stores(size: int) -> Iterator[tuple[str, Callable[[int, int], dict[str, Any]]]]:
    """Yield the stores that are measured at a size; say which are not installed."""
    yield "ours", ours
    if size <= SQLITE_LIMIT:
        yield "sqlite-vec + FTS5", other_stores.sqlite_vec_fts5
    if size != OTHERS_SIZE:
        return
    others = (
        ("chroma", ("chromadb",), other_stores.chroma),
        ("faiss + whoosh", ("faiss", "whoosh"), other_stores.faiss_whoosh),
    )
    for name, modules, run in others:
        if all(find_spec(module) for module in modules):
            yield name, run
        else:
            print(f"{name}: not installed (pip install .[bench])")


def ratios(report: dict[str, Any]) -> dict[str, float]:
    """Return what the figures are held to, where their sizes were measured."""
    found = {}
    ours, theirs = report.get("ours 100000"), report.get("sqlite-vec + FTS5 100000")
    if ours and theirs:
        found["sqlite_over_ours"] = round(theirs["hybrid_ms"]["p50"] / ours["hybrid_ms"]["p50"], 1)
    million = report.get(f"ours {MILLION}")
    if ours and million:
        found["million_over_100k_p95"] = round(
            million["hybrid_ms"]["p95"] / ours["hybrid_ms"]["p95"], 2
        )
    return found


def show(name: str, figures: dict[str, Any]) -> None:
    """Print one line."""
    parts = [
        f"{key} {value['p50']}/{value['p95']}" if isinstance(value, dict) else f"{key} {value}"
        for key, value in figures.items()
    ]
    print(f"{name:26} " + "  ".join(parts), flush=True)


if __name__ == "__main__":
    main()
