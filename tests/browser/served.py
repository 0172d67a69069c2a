"""A page that is served by ``streamlit run`` in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self

import httpx

ROOT = Path(__file__).parents[2]
SCRIPTED = Path(__file__).with_name("scripted_page.py")
UP_S = 60
TICK_S = 0.05


class Served:
    """One served page. It can be killed and started again on the same port and data folder."""

    def __init__(self, script: Path, folder: Path, **environment: str) -> None:
        self.script = script
        self.home = folder / "home"
        self.log_path = folder / "served.log"
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {
            **os.environ,
            "GUIDEPOST_HOME": str(self.home),
            "PYTHONPATH": str(ROOT),
            **environment,
        }
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def scripted(cls, folder: Path, **environment: str) -> Self:
        """A page whose model follows a script."""
        return cls(SCRIPTED, folder, GUIDEPOST_EMBEDDER="none", **environment)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        """Serve the page and wait until it answers."""
        command = [
            sys.executable, "-m", "streamlit", "run", str(self.script),
            "--server.port", str(self.port),
        ]  # fmt: skip
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log,
            )  # fmt: skip
        waiting = threading.Event()
        for _ in range(int(UP_S / TICK_S)):
            if self._answers():
                return
            assert self._process.poll() is None, self.log
            waiting.wait(TICK_S)
        msg = f"the page did not come up: {self.log}"
        raise AssertionError(msg)

    def kill(self) -> None:
        """End the process as a power cut would."""
        self._end(signal.SIGKILL)

    def end(self) -> None:
        """End the process as a person would."""
        self._end(signal.SIGTERM)

    @property
    def log(self) -> str:
        """What the process wrote."""
        return self.log_path.read_text("utf-8", "replace")[-3000:]

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/_stcore/health", timeout=1).status_code == 200
        except httpx.HTTPError:
            return False

    def _end(self, sign: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(sign)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
