"""The whole road where there is no network: a network namespace with nothing but loopback.

A hook in Python would not see the sockets of native code; the kernel does.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.model

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample_docs" / "leave_and_travel_policy_ko.pdf"


def offline(*words: str) -> subprocess.CompletedProcess[str]:
    """Run one command of the command line in a namespace of its own."""
    command = [
        "unshare", "--map-root-user", "--net", sys.executable, "-m", "tests.model.in_namespace",
        sys.executable, "-m", "agent", *words,
    ]  # fmt: skip
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False
    )


@pytest.fixture(autouse=True)
def _namespaces() -> None:
    """Skip where the system lets nobody make a namespace."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare on this system, and no other proof of being offline")
    trial = subprocess.run(["unshare", "--map-root-user", "--net", "true"], check=False)
    if trial.returncode != 0:
        pytest.skip("unshare may not make a network namespace here")


@pytest.mark.usefixtures("standard_model")
def test_offline_a_document_is_added_and_a_question_answered() -> None:
    added = offline("add", "--json", str(SAMPLE))
    assert added.returncode == 0, added.stderr
    document = json.loads(added.stdout.splitlines()[-1])["added"][0]["document"]
    assert document["stage"] == "ready"

    asked = offline("ask", "--json", "연차는", "며칠", "전까지", "신청해야", "하나요?")
    told = json.loads(asked.stdout.splitlines()[-1])
    assert asked.returncode == 0, told
    assert told["route"] == "documents"
    assert told["response"].strip()
    assert {source["document"] for source in told["sources"]} == {SAMPLE.name}
    assert told["model_calls"] >= 1


@pytest.mark.usefixtures("standard_model")
def test_offline_the_doctor_is_content() -> None:
    done = offline("doctor", "--json")
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["ok"] is True


def test_offline_without_a_model_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUIDEPOST_MODELS_DIR", str(tmp_path / "none"))
    done = offline("ask", "--json", "hello")
    assert done.returncode == 1
    told = json.loads(done.stdout.splitlines()[-1])
    assert told["error_code"] == "model_missing"
    assert "start" in told["error"]
    assert "Traceback" not in done.stderr
