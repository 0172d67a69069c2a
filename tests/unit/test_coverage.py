"""The table of capabilities is held to the tree: what a row names is there, what is done is tested.

Only the syntax trees of the files that are named are read; nothing is imported.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs" / "coverage.md"
HEAD = ["Capability", "Here", "Where", "Test", "Status"]
STATUSES = ("done", "narrow", "later")
NOTHING = "-"
_SPAN = re.compile(r"`([^`]+)`")


@dataclass(frozen=True)
class Row:
    section: str
    capability: str
    here: str
    where: str
    test: str
    status: str


def rows_of(text: str) -> list[Row]:
    """Return the rows of every table with the five headings, with the headings above them."""
    rows: list[Row] = []
    source = section = ""
    inside = False
    for line in text.splitlines():
        if line.startswith("## "):
            source = section = line.removeprefix("## ").strip()
        elif line.startswith("### "):
            section = f"{source} / {line.removeprefix('### ').strip()}"
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if cells == HEAD:
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and set(line) - set("|- "):
            assert len(cells) == len(HEAD), f"a row of {len(cells)} cells: {line}"
            rows.append(Row(section, *cells))
    return rows


def figures_of(text: str) -> dict[str, int]:
    """Return the figures that the text states of itself."""
    stated = re.search(r"(\d+) rows: (\d+) done, (\d+) narrow, (\d+) later", text)
    assert stated, "the table does not say how many rows it has"
    return dict(zip(("rows", *STATUSES), map(int, stated.groups()), strict=True))


@cache
def names_in(path: str) -> frozenset[str]:
    """Return what a module defines: its own names, and those of its classes as ``Class.name``."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(_defined(tree.body, ""))


def _defined(body: list[ast.stmt], prefix: str) -> list[str]:
    names: list[str] = []
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.append(prefix + node.name)
        elif isinstance(node, ast.ClassDef):
            names += [prefix + node.name, *_defined(node.body, f"{prefix}{node.name}.")]
        elif isinstance(node, ast.Assign):
            names += [prefix + t.id for t in node.targets if isinstance(t, ast.Name)]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.append(prefix + node.target.id)
    return names


def _place_fault(place: str) -> str:
    path, _, name = place.partition(":")
    if not (ROOT / path).exists():
        return f"{path} does not exist"
    if name and (not path.endswith(".py") or name not in names_in(path)):
        return f"{path} has no {name}"
    return ""


def _test_fault(test: str) -> str:
    path, mark, name = test.partition("::")
    if not (mark and path.startswith("tests/") and (ROOT / path).is_file()):
        return f"{path} is no file of tests"
    if name.startswith("test_") and name in names_in(path):
        return ""
    return f"{path} has no test {name}"


def faults_of(row: Row) -> list[str]:
    """Return what is wrong with a row."""
    places, tests = _SPAN.findall(row.where), _SPAN.findall(row.test)
    found = [_place_fault(place) for place in places] + [_test_fault(test) for test in tests]
    for cell, spans in ((row.where, places), (row.test, tests)):
        if _SPAN.sub("", cell).strip(", ") not in ({""} if spans else {NOTHING}):
            found.append(f"more than names in {cell!r}")
    if not (row.capability and row.here):
        found.append("an empty cell")
    if row.status not in STATUSES:
        found.append(f"no status {row.status!r}")
    if row.status == "done" and not (places and tests):
        found.append("done, and names no place or no test")
    if row.status == "narrow" and not places:
        found.append("narrow, and names no place")
    if row.status == "later" and (places or tests):
        found.append("later, and names what is there: it is narrow, or done")
    return [fault for fault in found if fault]


def test_table_names_only_what_exists():
    rows = rows_of(TABLE.read_text("utf-8"))
    wrong = [f"{row.section} / {row.capability}: {f}" for row in rows for f in faults_of(row)]
    assert wrong == []


def test_table_states_its_own_figures():
    text = TABLE.read_text("utf-8")
    rows = rows_of(text)
    counted = {status: sum(row.status == status for row in rows) for status in STATUSES}
    assert figures_of(text) == {"rows": len(rows), **counted}
    assert len(rows) > 200


def test_table_has_no_capability_twice_in_a_section():
    named = [(row.section, row.capability) for row in rows_of(TABLE.read_text("utf-8"))]
    assert sorted({pair for pair in named if named.count(pair) > 1}) == []


def test_table_covers_the_five_designs():
    text = TABLE.read_text("utf-8")
    sources = re.findall(r"^## (.+)$", text, re.MULTILINE)
    for source in (
        "Guide agent",
        "Orchestrator",
        "Contract assistant",
        "Chat agent",
        "Single loop",
    ):
        assert source in sources
        below = text.split(f"## {source}\n", 1)[1].split("\n## ", 1)[0]
        assert len(rows_of(below)) > 15, source


GOOD = (
    "x",
    "here",
    "`agent/graph.py:build_graph`",
    "`tests/unit/test_coverage.py::test_x`",
    "done",
)


@pytest.mark.parametrize(
    ("cell", "value", "fault"),
    [
        ("where", "`agent/nowhere.py:f`", "agent/nowhere.py does not exist"),
        ("where", "`agent/graph.py:no_such_name`", "agent/graph.py has no no_such_name"),
        ("where", "`agent/state.py:AgentState.no_field`", "has no AgentState.no_field"),
        ("where", NOTHING, "names no place or no test"),
        ("where", "somewhere in `agent/graph.py`", "more than names"),
        ("test", NOTHING, "names no place or no test"),
        ("test", "`tests/unit/test_coverage.py::test_x`", "has no test test_x"),
        ("test", "`tests/unit/test_coverage.py::faults_of`", "has no test faults_of"),
        ("test", "`tests/unit/nowhere.py::test_x`", "is no file of tests"),
        ("status", "later", "later, and names what is there"),
        ("status", "soon", "no status 'soon'"),
        ("here", "", "an empty cell"),
    ],
)
def test_row_that_is_not_true_is_found(cell, value, fault):
    row = Row(
        "s", *GOOD[:3], "`tests/unit/test_coverage.py::test_table_names_only_what_exists`", "done"
    )
    assert faults_of(row) == []
    changed = Row(**{**row.__dict__, cell: value})
    assert any(fault in found for found in faults_of(changed)), faults_of(changed)


def test_rows_under_other_headings_are_not_read():
    text = "## A\n\n| Other | Table |\n| --- | --- |\n| a | b |\n"
    assert rows_of(text) == []
