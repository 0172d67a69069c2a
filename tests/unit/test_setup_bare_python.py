"""The commands on a Python that has no package at all: ``-S`` hides every installed one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the source, without an environment, with pip kept off any index."""
    folder = tmp_path / "clone"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "/nowhere")
    shutil.copytree(ROOT / "agent", folder / "agent", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(clone: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-S", "-m", "agent", *words]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)


def test_doctor_on_a_bare_python_names_what_is_missing(clone: Path) -> None:
    done = run(clone, "doctor", "--json")
    assert done.returncode == 1
    found = {one["name"]: one for one in json.loads(done.stdout)["findings"]}
    assert found["packages"]["level"] == "problem"
    assert found["packages"]["todo"] == "Run: make run"
    assert found["Python"]["level"] == "ok"
    assert "Traceback" not in done.stderr


def test_other_commands_on_a_bare_python_say_how_to_set_up(clone: Path) -> None:
    done = run(clone, "ask", "anything")
    assert done.returncode == 1
    assert "make run" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("environment", "--help"), 0),
        (("--help", "environment"), 0),
        (("environment", "--wrong"), 2),
        (("environment", "--extra"), 2),
        (("environment", "dev"), 2),
    ],
)
def test_environment_that_is_asked_for_help_or_wrongly_makes_nothing(
    clone: Path, words: tuple[str, ...], code: int
) -> None:
    done = run(clone, *words)
    assert done.returncode == code
    assert "usage: python -m agent environment" in done.stdout + done.stderr
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("words", [("--extra", "dve"), ("--extra=dve",), ("--extra", "")])
def test_environment_with_an_unknown_extra_names_those_there_are(
    clone: Path, words: tuple[str, ...]
) -> None:
    done = run(clone, "environment", *words)
    assert done.returncode == 1
    assert re.search(r"no extra '(dve)?'\. There are: dev", done.stderr)
    assert not (clone / ".venv").exists()


def test_start_on_a_bare_python_without_an_index_fails_with_a_sentence(clone: Path) -> None:
    done = run(clone, "start", "--no-browser")
    assert done.returncode == 1
    assert (clone / ".venv").is_dir()
    assert "pip could not install the packages" in done.stderr
    assert "Traceback" not in done.stderr
