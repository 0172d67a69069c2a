"""Open a library and ask it one question, in a process of its own; prints seconds as JSON.

python -m tests.bench.opening FOLDER QUESTION
"""

from __future__ import annotations

import json
import sys
import time
from itertools import pairwise
from pathlib import Path

QUESTION_AT = 2


def main() -> None:
    """Time the imports, the opening, the first search with its model and the second."""
    began = time.perf_counter()
    import lancedb  # noqa: F401, PLC0415 - its import is what is timed
    import pyarrow  # noqa: F401, PLC0415

    from store.library import Library  # noqa: PLC0415

    marks = [began, time.perf_counter()]
    with Library.open(Path(sys.argv[1]), embedder="use") as library:
        marks.append(time.perf_counter())
        for _ in range(2):
            assert library.search(sys.argv[QUESTION_AT]).hits
            marks.append(time.perf_counter())
    names = ("imports_s", "open_s", "first_search_with_model_s", "second_search_s")
    spent = [round(after - before, 3) for before, after in pairwise(marks)]
    print(json.dumps(dict(zip(names, spent, strict=True))))


if __name__ == "__main__":
    main()
