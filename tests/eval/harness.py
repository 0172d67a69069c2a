"""What the evals share: cases, kept results, shares with intervals, an app with the documents in.

Results are kept per case in the system's temporary folder, keyed by the case, the model, the
sources that shape an answer and the documents it rests on, so that a broken run goes on and a
changed prompt or document starts anew.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.citations.numbers import holds, quantities

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from store.library import Library

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "sample_docs"
Row = dict[str, Any]
ENDINGS = ("*.pdf", "*.json", "*.md", "*.txt")


def no_fault(_case: Row) -> str:
    """Find nothing wrong with a case."""
    return ""


def read_cases(path: Path, fault_of: Callable[[Row], str] = no_fault) -> list[Row]:
    """Return the cases of a file of JSON lines.

    Args:
        path: The file.
        fault_of: Says what else is wrong with a case, for a kind of file.

    Raises:
        SystemExit: the file cannot be read, or a line is no case; the sentence names the line.
    """
    try:
        lines = path.read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{path} cannot be read as UTF-8 text: {error}")
    cases = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        case, fault = _read_case(line)
        if fault := fault or fault_of(case):
            sys.exit(f"{path}, line {number}: {fault}; mend the line and start again")
        cases.append(case)
    return cases


def _read_case(line: str) -> tuple[Row, str]:
    """Return the case of a line, or what is wrong with it."""
    try:
        case = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {}, f"it is no JSON ({error})"
    if not isinstance(case, dict):
        return {}, "it is no JSON object"
    for name in ("q", "lang"):
        if not isinstance(case.get(name), str) or not case[name].strip():
            return {}, f"it has no {name!r}, or one that is no text"
    return case, ""


def stratified(cases: Sequence[Row], wanted: int, by: Sequence[str]) -> list[Row]:
    """Return at most ``wanted`` cases, in turn and evenly spread from each group; 0 means all."""
    if not wanted or wanted >= len(cases):
        return list(cases)
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for case in cases:
        groups[tuple(str(case.get(key, "")) for key in by)].append(case)
    share, more = divmod(wanted, len(groups))
    chosen: list[Row] = []
    for position, group in enumerate(groups.values()):
        size = min(len(group), share + (position < more))
        chosen += [group[i * len(group) // size] for i in range(size)]
    return chosen


class Kept:
    """A file with one line per finished case."""

    def __init__(
        self, name: str, model: str, sources: Iterable[str], documents: Path | None = None
    ) -> None:
        """Open the results of this name, model and state of the ``sources`` (glob patterns).

        Where they rest on a folder of ``documents``, they are of those documents alone.
        """
        digest = hashlib.sha256(model.encode())
        for path in documents_of(documents) if documents else ():
            digest.update(json.dumps([path.name, path.stat().st_size]).encode())
            digest.update(path.read_bytes())
        for path in sorted(p for pattern in sources for p in ROOT.glob(pattern)):
            digest.update(path.read_bytes())
        folder = Path(tempfile.gettempdir()) / "guidepost-eval"
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{name}.{digest.hexdigest()[:12]}.jsonl"
        lines = self._path.read_text("utf-8").splitlines() if self._path.exists() else []
        self._rows = {row["key"]: row["row"] for row in map(json.loads, lines)}

    def get(self, case: Row) -> Row | None:
        """Return the kept result of a case."""
        return self._rows.get(_key(case))

    def put(self, case: Row, row: Row) -> None:
        """Keep the result of a case."""
        self._rows[_key(case)] = row
        with self._path.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"key": _key(case), "row": row}, ensure_ascii=False) + "\n")


def _key(case: Row) -> str:
    return json.dumps(case, sort_keys=True, ensure_ascii=False)


def wilson(right: int, n: int) -> tuple[float, float]:
    """Return the 95% interval of a share, by Wilson's formula."""
    if not n:
        return 0.0, 1.0
    z, p = 1.96, right / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return round(max(0.0, middle - half), 3), round(min(1.0, middle + half), 3)


def share(rows: Sequence[Row], key: str) -> Row:
    """Return share, number and interval of the rows that have ``key``."""
    judged = [bool(row[key]) for row in rows if row.get(key) is not None]
    right = sum(judged)
    value = round(right / len(judged), 4) if judged else None
    return {"value": value, "n": len(judged), "interval": wilson(right, len(judged))}


def documents_of(folder: Path) -> list[Path]:
    """Return the documents of a folder, in the order in which they are added."""
    return [path for pattern in ENDINGS for path in sorted(folder.glob(pattern))]


def add_documents(library: Library, folder: Path) -> None:
    """Add every document of a folder."""
    for path in documents_of(folder):
        library.add(path)


def says(text: str, facts: Sequence[str | Sequence[str]]) -> bool:
    """Tell whether ``text`` holds every fact; a fact may be a list of spellings."""
    return all(
        any(_holds(text, spelling) for spelling in ([fact] if isinstance(fact, str) else fact))
        for fact in facts
    )


def _holds(text: str, spelling: str) -> bool:
    """Compare without white space; a number must not be part of a longer one."""
    wanted = re.sub(r"\s+", "", spelling)
    before = r"(?<![\d.,])" if wanted[:1].isdigit() else ""
    after = r"(?![\d])" if wanted[-1:].isdigit() else ""
    if re.search(before + r"\s*".join(map(re.escape, wanted)) + after, text, re.IGNORECASE):
        return True
    values = quantities(spelling)
    bare = re.sub(r"[\W_]", "", spelling)
    only = sum(q.end - q.start for q in values) >= len(bare) > 0 and all(q.unit for q in values)
    return only and all(holds(quantities(text), q) for q in values)
