"""What the command line refuses of questions and decisions, before anything is opened."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.command_line import run

ROOT = Path(__file__).resolve().parents[2]


def test_an_empty_question_fails_before_anything_is_opened(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    code, told = run(capsys, "ask", " ")
    assert code == 1
    assert told["error_code"] == "empty_question"
    assert not (home / "state.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("decide", "x", "accept"), "pending"),
        (("decide", "x", "fly"), "There is no action 'fly'"),
        (("decide", "x", "edit_plan", "--data", "{broken"), "--data is no JSON"),
        (("decide", "x", "edit_plan", "--data", '{"rows": []}'), "rows"),
        (("decide", "x", "answer", "--data", "@/absent.json"), "answer"),
        (("decide", "x", "reuse", "--data", "[" * 100_000), "reuse"),
        (("decide", "x", "accept", "--data", '{"action": "cancel"}'), "cancel"),
        (("decide", "x", "replan", "--text", "a", "--data", '{"text": "other"}'), "other"),
        (("decide", "", "accept"), "empty"),
        (("decide", " ", "accept"), "empty"),
    ],
)
def test_a_decision_that_cannot_be_used_fails_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    part: str,
) -> None:
    monkeypatch.setenv("GUIDEPOST_ENGINE", "builtin")
    code, told = run(capsys, *words)
    assert code == 1
    assert told["error_code"] == "bad_decision"
    assert part in told["error"]


@pytest.mark.parametrize(
    "words",
    [
        ("stop", ""),
        ("pending", "--thread", ""),
        ("decide", "x", "accept", "--thread", " "),
        ("ask", "hello", "--thread", ""),
    ],
)
def test_an_empty_conversation_fails_before_anything_is_opened(
    capsys: pytest.CaptureFixture[str], home: Path, words: tuple[str, ...]
) -> None:
    code, told = run(capsys, *words)
    assert code == 1
    assert told["error_code"] == "thread_missing"
    assert "empty" in told["error"]
    assert not (home / "state.sqlite").exists()


def test_a_decision_whose_data_repeats_its_action_is_taken_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUIDEPOST_ENGINE", "builtin")
    _, told = run(capsys, "decide", "x", "accept", "--data", '{"action": "accept"}')
    assert "pending" in told["error"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8:surrogateescape", "latin-1"])
def test_a_question_that_is_not_utf_8_fails_with_a_sentence(encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "agent", "ask", "-", "--json"],
        cwd=ROOT, env={**os.environ, "PYTHONIOENCODING": encoding}, input=b"\xbf\xac",
        capture_output=True, check=False,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert told["error_code"] == "not_readable"
    assert "UTF-8" in told["error"]
    assert done.stderr == b""


@pytest.mark.parametrize("words", [("documents",), ("doctor",), ("remove", "absent.pdf")])
def test_output_that_nobody_reads_ends_quietly(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "agent", *words, "--json"],
        cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False,
    )  # fmt: skip
    os.close(writer)
    assert done.returncode == 1
    assert done.stderr == b""
