"""A run killed at many points goes on from each, and comes to the same end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _check(folder: Path, points: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.graph.faults", str(folder), str(points)],
        capture_output=True, text=True, cwd=ROOT, env=os.environ, check=False,
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) >= min(points, 30), done.stderr[-2000:]
    assert all(row["killed"] for row in rows)
    for row in rows:
        assert row["response"] == "did first; did second", row
        assert row["approvals"] == ["accept"], row
        assert row["steps"] == sorted(row["steps"]), row
        assert row["questions"] == ["plan a trip"], row
        assert row["pending"] == 0, row
        assert set(row["outcomes"]) == {"accept"}, row
        assert set(row["failures"]) <= {"interrupted"}, row


def _check_whole(folder: Path, kills: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.graph.whole_task", str(folder), str(kills)],
        capture_output=True, text=True, cwd=ROOT, env=os.environ, check=False,
    )  # fmt: skip
    assert done.stdout, done.stderr[-3000:]
    whole, killed = (json.loads(line) for line in done.stdout.splitlines())
    assert killed["deaths"] == kills
    for name in ("guide", "results", "said"):
        assert killed[name] == whole[name], name
    # a call in doubt after a crash is asked about again: the same entry once more, no other one
    assert [entry for entry, _ in groupby(killed["history"])] == whole["history"]
    twice = Counter(map(tuple, killed["history"])) - Counter(map(tuple, whole["history"]))
    assert {point for point, _action in twice} <= {"tool_call"}
    assert killed["pending"] == 0
    # a note goes out once per agreement
    assert set(killed["sent"]) == set(whole["sent"])
    assert len(killed["sent"]) <= killed["agreed"]


def test_whole_task_killed_ten_times_comes_to_the_same_guide(tmp_path):
    _check_whole(tmp_path, 10)


@pytest.mark.long
def test_whole_task_killed_fifty_times_comes_to_the_same_guide(tmp_path):
    _check_whole(tmp_path, 50)


def test_run_killed_at_ten_points_comes_to_the_same_end(tmp_path):
    _check(tmp_path, 10)


@pytest.mark.long
def test_run_killed_at_every_point_comes_to_the_same_end(tmp_path):
    _check(tmp_path, 1000)
