"""The engine as a process: shared, restarted, never left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import psutil
import pytest
from langchain_core.messages import HumanMessage

from agent.errors import ModelBrokenOffError
from agent.models.child import EngineProcess
from agent.models.door import StopSignal
from agent.models.road import Road, open_road
from agent.models.server import Server
from agent.settings import Settings
from tests.wire.conftest import SMALL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OWNER = """
import sys
from pathlib import Path
from agent.models.child import EngineProcess
process = EngineProcess(Path(sys.argv[1]), Path(sys.argv[2]), 2048)
process.address()
print(process.post.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def road(tmp_path: Path, models_dir: Path) -> Iterator[Road]:
    settings = Settings(
        home=tmp_path, models_dir=models_dir, engine="builtin", chat_model=SMALL, num_ctx=2048
    )
    road = open_road(settings)
    assert road.wait_ready(120)
    yield road
    road.close()


@pytest.fixture
def owner(tmp_path: Path, models_dir: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Another process that started an engine, and the engine's process id."""
    command = [sys.executable, "-c", OWNER, str(tmp_path / "engine.json"), str(models_dir)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    assert process.stdout
    yield process, int(process.stdout.readline())
    process.kill()
    process.wait()
    process.stdin.close()
    process.stdout.close()


def gone(pid: int, timeout_s: float = 10) -> bool:
    """Wait until a process is gone."""
    try:
        psutil.Process(pid).wait(timeout_s)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return False
    return True


def test_engine_killed_in_mid_answer_keeps_the_text_and_serves_the_next_call(road: Road) -> None:
    seen: list[str] = []
    engine = road._engine.post
    assert engine

    def on_token(piece: str) -> None:
        seen.append(piece)
        if len(seen) == 5:
            os.kill(engine.pid, signal.SIGKILL)

    ask = [HumanMessage("Write a long story about a lighthouse, at least 500 words.")]
    with pytest.raises(ModelBrokenOffError) as caught:
        road.door.write("writer", ask, stop=StopSignal(), on_token=on_token, max_tokens=400)
    assert caught.value.partial == "".join(seen)
    assert len(seen) >= 5
    reply = road.door.write(
        "writer",
        [HumanMessage("Say hello.")],
        stop=StopSignal(),
        on_token=lambda _: None,
        max_tokens=5,
    )
    assert reply.text
    assert road._engine.post
    assert road._engine.post.pid != engine.pid


def test_engine_whose_owner_is_killed_ends_and_the_other_process_starts_its_own(
    owner: tuple[subprocess.Popen[str], int], tmp_path: Path, models_dir: Path
) -> None:
    process, first_pid = owner
    other = EngineProcess(tmp_path / "engine.json", models_dir, 2048)
    shared = other.address()
    assert other.post
    assert other.post.pid == first_pid, "one engine for both processes"
    assert not other.owned
    assert Server(shared).models()
    process.kill()
    assert gone(first_pid), "the engine outlived its owner"
    try:
        assert other.address() != shared
        assert other.owned
        assert Server(other.address()).models()
    finally:
        other.close()


def test_engine_file_is_for_the_owner_alone(
    owner: tuple[subprocess.Popen[str], int], tmp_path: Path
) -> None:
    file = tmp_path / "engine.json"
    assert file.stat().st_mode & 0o077 == 0
    key = json.loads(file.read_text())["key"]
    commands = " ".join(" ".join(p.info["cmdline"] or []) for p in psutil.process_iter(["cmdline"]))
    assert key not in commands, "the key must not be seen in the list of processes"


def test_engine_is_closed_with_its_owner(tmp_path: Path, models_dir: Path) -> None:
    process = EngineProcess(tmp_path / "engine.json", models_dir, 2048)
    process.address()
    assert process.post
    pid = process.post.pid
    process.close()
    assert gone(pid)
