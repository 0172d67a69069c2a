"""Time the store at growing sizes, beside LanceDB's raw calls and other stores.

    python -m tests.bench.bench_store [--sizes 1000 10000 100000] [--million] [--queries 60]

Vectors and words are synthetic (clustered vectors, words as frequent as in a language); the
embedder's own time is left out. sqlite-vec with FTS5 runs at up to 100,000 passages, Chroma and
FAISS with Whoosh at 10,000 where they are installed (the extra ``bench``). A JSON line comes last.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sqlite3
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np
import psutil
import pyarrow as pa
import sqlite_vec

from store import scoring, search, tables, upkeep
from store.background import sample
from store.database import Database
from store.embedders import Leaning, Part
from store.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable

DIMENSION = 512
BATCH = 10_000
VOCABULARY = 30_000
LENGTH = 90
TOP = 8
SQLITE_LIMIT = 100_000
OTHERS_SIZE = 10_000
PER_DOCUMENT = 500


class Synthetic:
    """Stands where an embedder does: hands out the vectors that the bench made."""

    name = "use"
    column = "vector_bench"
    dimension = DIMENSION
    parts = (Part("use", 0, DIMENSION, Leaning(1, 0.03, 0.07), Leaning(1, 0.03, 0.07)),)


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


def rows_of(texts: list[str], first: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"p{first + n:08d}", "document_id": f"d{(first + n) // PER_DOCUMENT}",
            "ordinal": n,
            "page": 1, "label": "1", "start": 0, "end": len(text), "text": text, "heading": "",
            "article": "", "language": "en", "dated": "", "fields": [], "words": text,
        }
        for n, text in enumerate(texts)
    ]  # fmt: skip


def ours(size: int, count: int) -> dict[str, Any]:
    """Measure the store itself, and LanceDB's calls as they are."""
    corpus, embedder = Corpus(), Synthetic()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder))
        shelf = Shelf(database)
        schema = tables.passages_schema().append(
            pa.field(embedder.column, pa.list_(pa.float32(), DIMENSION))
        )
        table = database.table("passages", schema)
        spent = 0.0
        for first in range(0, size, BATCH):
            texts, vectors = corpus.batch(min(BATCH, size - first))
            began = time.perf_counter()
            data = pa.Table.from_pylist(rows_of(texts, first), schema=tables.passages_schema())
            values = pa.FixedSizeListArray.from_arrays(pa.array(vectors.reshape(-1)), DIMENSION)
            with database.writing():
                database.run(table.add(data.append_column(schema.field(embedder.column), values)))
            spent += time.perf_counter() - began
        began = time.perf_counter()
        upkeep.refresh_indexes(shelf, embedder)
        result: dict[str, Any] = {
            "rows_per_s": round(size / spent),
            "index_s": round(time.perf_counter() - began, 2),
        }
        background = database.run(sample(table, embedder.column))
        texts, vectors = corpus.questions(count + 3)

        def whole(n: int, *, text: bool, meaning: bool) -> None:
            vector = vectors[n] if meaning else None
            usual = background.usual(embedder.parts, vectors[n], "en") if meaning else {}
            found = database.run(
                search.find(
                    table, query=texts[n] if text else "", language="en", where=None,
                    embedder=embedder if meaning else None, vector=vector, usual=usual, text=text,
                )
            )  # fmt: skip
            question = scoring.Question.of(texts[n], "en", background)
            if vector is not None:
                scoring.measure(found, embedder, question, usual)
            ranked = scoring.score(question, found, "hybrid")
            scoring.confidence(scoring.features(question, ranked, found, background.rows))

        async def both(n: int) -> None:
            wanted = search.query_text(texts[n])
            lexical = table.query().nearest_to_text(wanted, columns=["words"])
            lexical = lexical.select([*search.COLUMNS, embedder.column, "_score"]).limit(
                search.CANDIDATES
            )
            near = (
                table.query().nearest_to(vectors[n]).column(embedder.column).distance_type("cosine")
            )
            near = near.select([*search.COLUMNS, embedder.column, "_distance"]).limit(
                search.CANDIDATES
            )
            await asyncio.gather(lexical.to_arrow(), near.to_arrow())

        result["vector_ms"] = quantiles(lambda n: whole(n, text=False, meaning=True), count)
        result["text_ms"] = quantiles(lambda n: whole(n, text=True, meaning=False), count)
        result["hybrid_ms"] = quantiles(lambda n: whole(n, text=True, meaning=True), count)
        result["raw_ms"] = quantiles(lambda n: database.run(both(n)), count)
        result["overhead"] = round(result["hybrid_ms"]["p50"] / result["raw_ms"]["p50"] - 1, 3)
        result["disk_mb"], result["memory_mb"] = size_of(Path(folder)), memory()
        database.close()
    return result


def open_sqlite(path: Path) -> Any:
    """Open SQLite with sqlite-vec; by apsw where Python's own loads no extensions."""
    if hasattr(sqlite3.Connection, "enable_load_extension"):
        connection: Any = sqlite3.connect(path)
    else:
        connection = apsw.Connection(str(path))
    connection.enable_load_extension(True)
    connection.execute("SELECT load_extension(?)", (sqlite_vec.loadable_path(),)).fetchall()
    return connection


def sqlite_vec_fts5(size: int, count: int) -> dict[str, Any]:
    """Measure sqlite-vec beside FTS5, fused by rank as its documentation shows."""
    corpus = Corpus()
    with tempfile.TemporaryDirectory() as folder:
        connection = open_sqlite(Path(folder) / "s.sqlite")
        connection.execute(
            f"CREATE VIRTUAL TABLE v USING vec0(e float[{DIMENSION}] distance_metric=cosine)"
        )
        connection.execute("CREATE VIRTUAL TABLE t USING fts5(body)")
        spent = 0.0
        for first in range(0, size, BATCH):
            texts, vectors = corpus.batch(min(BATCH, size - first))
            began = time.perf_counter()
            with connection:
                connection.executemany(
                    "INSERT INTO t(rowid, body) VALUES (?, ?)",
                    ((first + n + 1, x) for n, x in enumerate(texts)),
                )
                connection.executemany(
                    "INSERT INTO v(rowid, e) VALUES (?, ?)",
                    ((first + n + 1, x.tobytes()) for n, x in enumerate(vectors)),
                )
            spent += time.perf_counter() - began
        texts, vectors = corpus.questions(count + 3)

        def vector(n: int) -> list[tuple[int, float]]:
            return connection.execute(
                "SELECT rowid, distance FROM v WHERE e MATCH ? AND k = ?",
                (vectors[n].tobytes(), search.CANDIDATES),
            ).fetchall()

        def text(n: int) -> list[tuple[int, str]]:
            wanted = " OR ".join(texts[n].split())
            return connection.execute(
                "SELECT rowid, body FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?",
                (wanted, search.CANDIDATES),
            ).fetchall()

        def hybrid(n: int) -> list[int]:
            fused: dict[int, float] = {}
            for rows in (vector(n), text(n)):
                for rank, (row, _) in enumerate(rows):
                    fused[row] = fused.get(row, 0) + 1 / (60 + rank)
            return sorted(fused, key=fused.__getitem__, reverse=True)[:TOP]

        result = {
            "rows_per_s": round(size / spent),
            "vector_ms": quantiles(vector, count), "text_ms": quantiles(text, count),
            "hybrid_ms": quantiles(hybrid, count),
            "disk_mb": size_of(Path(folder)), "memory_mb": memory(),
        }  # fmt: skip
        connection.close()
    return result


def chroma(size: int, count: int) -> dict[str, Any]:
    """Measure Chroma: its vector search, and the same with its text filter."""
    import chromadb  # noqa: PLC0415 - only where it is installed

    corpus = Corpus()
    with tempfile.TemporaryDirectory() as folder:
        settings = chromadb.config.Settings(anonymized_telemetry=False)
        client = chromadb.PersistentClient(folder, settings=settings)
        collection = client.create_collection(
            "p", embedding_function=None, metadata={"hnsw:space": "cosine"}
        )
        texts, vectors = corpus.batch(size)
        began = time.perf_counter()
        for first in range(0, size, 2000):
            part = slice(first, first + 2000)
            ids = [str(first + n) for n in range(len(texts[part]))]
            collection.add(ids=ids, embeddings=vectors[part], documents=texts[part])
        spent = time.perf_counter() - began
        asked, wanted = corpus.questions(count + 3)

        def vector(n: int) -> object:
            return collection.query(query_embeddings=[wanted[n]], n_results=search.CANDIDATES)

        def hybrid(n: int) -> object:
            word = asked[n].split()[-1]
            return vector(n), collection.get(
                where_document={"$contains": word}, limit=search.CANDIDATES
            )

        return {
            "rows_per_s": round(size / spent), "vector_ms": quantiles(vector, count),
            "hybrid_ms": quantiles(hybrid, count),
            "disk_mb": size_of(Path(folder)), "memory_mb": memory(),
        }  # fmt: skip


def faiss_whoosh(size: int, count: int) -> dict[str, Any]:
    """Measure a flat FAISS index beside a Whoosh index."""
    import faiss  # noqa: PLC0415 - only where they are installed
    from whoosh import fields, index, qparser  # noqa: PLC0415

    corpus = Corpus()
    with tempfile.TemporaryDirectory() as folder:
        texts, vectors = corpus.batch(size)
        began = time.perf_counter()
        flat = faiss.IndexFlatIP(DIMENSION)
        flat.add(vectors)
        words = index.create_in(folder, fields.Schema(n=fields.STORED, body=fields.TEXT))
        writer = words.writer(limitmb=256)
        for n, text in enumerate(texts):
            writer.add_document(n=n, body=text)
        writer.commit()
        spent = time.perf_counter() - began
        asked, wanted = corpus.questions(count + 3)
        parser = qparser.QueryParser("body", words.schema, group=qparser.OrGroup)
        with words.searcher() as searcher:

            def vector(n: int) -> object:
                return flat.search(wanted[n : n + 1], search.CANDIDATES)

            def text(n: int) -> object:
                return [
                    hit["n"]
                    for hit in searcher.search(parser.parse(asked[n]), limit=search.CANDIDATES)
                ]

            return {
                "rows_per_s": round(size / spent), "vector_ms": quantiles(vector, count),
                "text_ms": quantiles(text, count),
                "hybrid_ms": quantiles(lambda n: (vector(n), text(n)), count),
                "disk_mb": size_of(Path(folder)), "memory_mb": memory(),
            }  # fmt: skip


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
    for size in [*given.sizes, *([1_000_000] if given.million else [])]:
        report[f"ours {size}"] = ours(size, given.queries)
        show(f"ours {size:,}", report[f"ours {size}"])
        if size <= SQLITE_LIMIT:
            report[f"sqlite-vec {size}"] = sqlite_vec_fts5(size, given.queries)
            show(f"sqlite-vec + FTS5 {size:,}", report[f"sqlite-vec {size}"])
        if size == OTHERS_SIZE:
            for name, module, run in (
                ("chroma", "chromadb", chroma),
                ("faiss + whoosh", "faiss", faiss_whoosh),
            ):
                if find_spec(module) is None:
                    print(f"{name}: not installed (pip install .[bench])")
                    continue
                report[f"{name} {size}"] = run(size, given.queries)
                show(f"{name} {size:,}", report[f"{name} {size}"])
    print(json.dumps(report))


def show(name: str, figures: dict[str, Any]) -> None:
    """Print one line."""
    parts = [
        f"{key} {value['p50']}/{value['p95']}" if isinstance(value, dict) else f"{key} {value}"
        for key, value in figures.items()
    ]
    print(f"{name:26} " + "  ".join(parts), flush=True)


if __name__ == "__main__":
    main()
