"""``start`` as a person types it: a real process, the real page."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agent.setup import running

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
START = [sys.executable, "-m", "agent", "start", "--no-browser", "--no-download", "--json"]


@contextmanager
def started(port: int) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Run ``start`` until it has told where the page is; end it afterwards."""
    environment = {**os.environ, "GUIDEPOST_PORT": str(port)}
    process = subprocess.Popen(
        START, cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.stderr.read() if process.stderr else ""
        yield process, json.loads(line)
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def test_start_opens_the_page_and_a_second_start_finds_it(home: Path) -> None:
    with socket.socket() as other:  # the wanted port is another program's
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with started(taken) as (first, told):
            assert told["running"] is False
            assert told["port"] != taken
            assert running.answers(told["port"])

            again = subprocess.run(
                START, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
            )
            assert json.loads(again.stdout) == {**told, "running": True}
            assert first.poll() is None
    assert first.returncode == 0
    assert not running.answers(told["port"])
    assert not (home / "app.json").exists()


def test_start_with_an_unusable_data_folder_says_what_to_do(home: Path) -> None:
    home.write_text("a file, not a folder")
    done = subprocess.run(START, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert told["error_code"] == "bad_settings"
    assert "GUIDEPOST_HOME" in told["error"]
    assert "Traceback" not in done.stderr
