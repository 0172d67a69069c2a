"""Other stores at the same task: sqlite-vec with FTS5, Chroma, FAISS with Whoosh."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

import apsw
import sqlite_vec

from store.search import CANDIDATES
from tests.bench.corpus import DIMENSION, Corpus, memory, quantiles, size_of

BATCH = 10_000
TOP = 8


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
                (vectors[n].tobytes(), CANDIDATES),
            ).fetchall()

        def text(n: int) -> list[tuple[int, str]]:
            wanted = " OR ".join(texts[n].split())
            return connection.execute(
                "SELECT rowid, body FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?",
                (wanted, CANDIDATES),
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
            "passages", embedding_function=None, metadata={"hnsw:space": "cosine"}
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
            return collection.query(query_embeddings=[wanted[n]], n_results=CANDIDATES)

        def hybrid(n: int) -> object:
            word = asked[n].split()[-1]
            return vector(n), collection.get(where_document={"$contains": word}, limit=CANDIDATES)

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
                return flat.search(wanted[n : n + 1], CANDIDATES)

            def text(n: int) -> object:
                return [
                    hit["n"] for hit in searcher.search(parser.parse(asked[n]), limit=CANDIDATES)
                ]

            return {
                "rows_per_s": round(size / spent), "vector_ms": quantiles(vector, count),
                "text_ms": quantiles(text, count),
                "hybrid_ms": quantiles(lambda n: (vector(n), text(n)), count),
                "disk_mb": size_of(Path(folder)), "memory_mb": memory(),
            }  # fmt: skip
