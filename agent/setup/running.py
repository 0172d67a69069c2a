"""Knows whether the page already runs, and on which port: ``app.json`` in the data folder.

A note is believed only when its process is alive, is the very process that was noted (its start
time is compared, for process numbers are used again), and the page answers on the port.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import httpx
import psutil

from agent.errors import SetupError

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS = "127.0.0.1"
HEALTH_TIMEOUT_S = 2.0
PORTS_TRIED = 50


@dataclass(frozen=True, slots=True)
class RunningPage:
    """A page that runs: the process that serves it, when that started, and its port."""

    pid: int
    started_at: float
    port: int

    @property
    def url(self) -> str:
        """The address to open."""
        return f"http://{ADDRESS}:{self.port}"


def find(home: Path) -> RunningPage | None:
    """Return the running page of this data folder, or None."""
    try:
        data = json.loads(_note(home).read_text("utf-8"))
        page = RunningPage(int(data["pid"]), float(data["started_at"]), int(data["port"]))
        same = abs(psutil.Process(page.pid).create_time() - page.started_at) < 1
    except (OSError, ValueError, KeyError, TypeError, psutil.Error):
        return None
    return page if same and answers(page.port) else None


def write(home: Path, pid: int, port: int) -> RunningPage:
    """Note that process ``pid`` serves the page on ``port``."""
    page = RunningPage(pid, psutil.Process(pid).create_time(), port)
    home.mkdir(parents=True, exist_ok=True)
    draft = _note(home).with_suffix(f".{os.getpid()}.tmp")
    draft.write_text(json.dumps(asdict(page)), "utf-8")
    draft.replace(_note(home))
    return page


def forget(home: Path, pid: int) -> None:
    """Remove the note if it is about process ``pid``."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        if json.loads(_note(home).read_text("utf-8"))["pid"] == pid:
            _note(home).unlink()


def answers(port: int) -> bool:
    """Say whether a Streamlit page answers on ``port``."""
    try:
        reply = httpx.get(
            f"http://{ADDRESS}:{port}/_stcore/health", timeout=HEALTH_TIMEOUT_S, trust_env=False
        )
    except httpx.HTTPError:
        return False
    return reply.status_code == httpx.codes.OK and reply.text.strip() == "ok"


def free_port(wanted: int) -> int:
    """Return ``wanted``, or the next port that no program uses; 0 lets the system choose.

    Raises:
        SetupError: none of the next ``PORTS_TRIED`` ports is free.
    """
    for port in range(wanted, min(wanted + PORTS_TRIED, 65536)) if wanted else (0,):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
            if os.name != "nt":
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind((ADDRESS, port))
            except OSError:
                continue
            return int(trial.getsockname()[1])
    message = f"No port from {wanted} on is free. Set GUIDEPOST_PORT to another one."
    raise SetupError(message)


def _note(home: Path) -> Path:
    return home / "app.json"
