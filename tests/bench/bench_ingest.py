"""Time the ingestion of PDFs: pages a second, and what the time goes to.

    python -m tests.bench.bench_ingest [--embedder NAME] [--models PATH] [FILE ...]

The share of pypdf (loading it for each file included), of the embedder, and of everything else:
the overhead. The embedder and its tokenizer are loaded before the clock starts; ``embed_cores`` is
how many cores it keeps busy. A JSON line comes last.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from store.ingest import Ingest
from store.library import Library
from tests.eval.eval_retrieval import default_models

SAMPLES = Path(__file__).parents[2] / "sample_docs"


def measure(files: list[Path], embedder: str, models: Path | None) -> dict[str, Any]:
    """Take the files in and return rates and shares."""
    spent: dict[str, float] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        Library.open(Path(folder), embedder=embedder, models_path=models) as library,
    ):
        library.load_embedder()
        if library.finder.embedder is not None:
            library.finder.embedder.count_tokens("ready")
        began = time.perf_counter()
        for file in files:
            work = Ingest(library.shelf, library.finder.embedder, library.folder / "files")
            work.add(file, None, None, replace=False, keep_both=True)
            for part, seconds in work.seconds.items():
                spent[part] = spent.get(part, 0.0) + seconds
        library.refresh_indexes()
        whole = time.perf_counter() - began
        documents = library.documents()
        pages, passages = sum(d.pages for d in documents), sum(d.passages for d in documents)
        cores = embed_cores(library, documents[0].id)
    known = spent.get("pypdf", 0.0) + spent.get("embed", 0.0)
    return {
        "files": len(files), "pages": pages, "passages": passages, "seconds": round(whole, 2),
        "pages_per_s": round(pages / whole, 1),
        "pypdf_share": round(spent.get("pypdf", 0.0) / whole, 3),
        "embed_share": round(spent.get("embed", 0.0) / whole, 3),
        "split_share": round(spent.get("split", 0.0) / whole, 3),
        "write_share": round(spent.get("write", 0.0) / whole, 3),
        "overhead": round(1 - known / whole, 3), "embed_cores": cores,
    }  # fmt: skip


def embed_cores(library: Library, document_id: str) -> float:
    """Return the processor's time for each second of embedding a document's passages again."""
    embedder = library.finder.embedder
    if embedder is None:
        return 0.0
    texts = [passage.text for passage in library.passages(document_id)]
    began, busy = time.perf_counter(), time.process_time()
    embedder.embed_passages(texts)
    return round((time.process_time() - busy) / (time.perf_counter() - began), 2)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--embedder", default="auto")
    parser.add_argument("--models", type=Path, default=None)
    given = parser.parse_args()
    files = given.files or sorted(SAMPLES.glob("*.pdf"))
    report = measure(files, given.embedder, given.models or default_models())
    for key, value in report.items():
        print(f"{key:14}{value}")
    print(json.dumps(report))


if __name__ == "__main__":
    main()
