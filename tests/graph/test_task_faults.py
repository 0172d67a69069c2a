"""A task killed at many points goes on from each, repeats no effect, and ends the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from tests.graph.notes import NOTES

ROOT = Path(__file__).resolve().parents[2]
POINTS = ["clarification", "plan", "step", "tool_call", "step", "tool_call"]


def _check(folder: Path, points: int) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.graph.task_faults", str(folder), str(points)],
        capture_output=True, text=True, cwd=ROOT, env=os.environ, check=False,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == points + 1, done.stderr[-2000:]
    whole, *killed = rows
    assert [approval.partition(":")[0] for approval in whole["approvals"]] == POINTS
    assert all(row["killed"] for row in killed)
    for row in killed:
        assert row["guide"] == whole["guide"], row
        assert row["response"] == whole["response"], row
        assert row["sent"] == ["B", "A"], row
        assert row["steps"] == [title for title, _ in NOTES], row
        assert sorted(set(row["finished"])) == [0, 1], row
        points = [approval.partition(":")[0] for approval in row["approvals"]]
        assert [point for point, _ in groupby(points)] == POINTS, row
        twice = Counter(points) - Counter(POINTS)
        assert twice in (Counter(), Counter(["tool_call"])), row  # a call in doubt is asked again
        assert row["pending"] == 0, row
        assert set(row["failures"]) <= {"interrupted"}, row


def test_task_killed_at_ten_points_repeats_nothing_and_ends_the_same(tmp_path):
    _check(tmp_path, 10)


@pytest.mark.long
def test_task_killed_at_fifty_points_repeats_nothing_and_ends_the_same(tmp_path):
    _check(tmp_path, 50)
