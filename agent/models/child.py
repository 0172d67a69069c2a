"""The built-in engine as a child process, shared by every process of one data folder.

Whoever needs it first starts it and writes port and key into ``engine.json``; others read that
and use the same one. It ends with its owner; the next call of another process starts a new one.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
import subprocess
import sys
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from agent.errors import ModelError, ModelUnreachableError
from agent.models.server import Address, Server

log = logging.getLogger(__name__)

START_TIMEOUT_S = 60.0
_ROOT = Path(__file__).resolve().parents[2]


def _environment() -> dict[str, str]:
    """Return the child's environment: it finds this package from any folder, and sleeps idle."""
    path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, "OMP_WAIT_POLICY": "passive"}


@dataclass(frozen=True, slots=True)
class Post:
    """What ``engine.json`` says about a running engine."""

    port: int
    key: str
    pid: int
    started: float
    models: str

    @property
    def address(self) -> Address:
        """Where it listens."""
        headers = {"Authorization": f"Bearer {self.key}"}
        return Address(f"http://127.0.0.1:{self.port}", "builtin", headers)

    def alive(self) -> bool:
        """Tell whether that very process still runs."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started) < 1.0
            return same and process.status() != psutil.STATUS_ZOMBIE
        except psutil.Error:
            return False


class EngineProcess:
    """Finds or starts the engine. Thread-safe."""

    def __init__(self, file: Path, models: Path, num_ctx: int) -> None:
        """Use ``file`` to find each other; serve the models in the folder ``models``."""
        self._file = file
        self._models = models
        self._num_ctx = num_ctx
        self._lock = threading.Lock()
        self._post: Post | None = None
        self._child: subprocess.Popen[str] | None = None

    @property
    def post(self) -> Post | None:
        """The engine in use, alive or not."""
        return self._post

    @property
    def owned(self) -> bool:
        """Whether this process started it."""
        return self._child is not None

    def address(self) -> Address:
        """Return where the engine listens, started if need be.

        Raises:
            ModelUnreachableError: it does not start.
        """
        with self._lock:
            if self._post is None or not self._runs(self._post):
                self._post = self._attach_or_start()
            return self._post.address

    def running(self) -> bool:
        """Tell whether the engine in use is alive."""
        post = self._post
        return post is not None and self._runs(post)

    def close(self) -> None:
        """End the engine if this process owns it."""
        with self._lock:
            self._end_child()
            self._post = None

    def _runs(self, post: Post) -> bool:
        if self._child is not None and self._child.pid == post.pid:
            return self._child.poll() is None
        return post.alive()

    def _attach_or_start(self) -> Post:
        self._end_child()
        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(f"{self._file}.lock", timeout=START_TIMEOUT_S):
                return self._attach() or self._start()
        except Timeout as error:
            msg = "Another window has been starting the built-in model for too long. Close it."
            raise ModelUnreachableError(msg) from error

    def _attach(self) -> Post | None:
        try:
            post = Post(**json.loads(self._file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None
        if post.models != str(self._models) or not post.alive():
            return None
        try:
            Server(post.address).models()
        except ModelError:
            return None
        return post

    def _start(self) -> Post:
        key = secrets.token_urlsafe(24)
        command = [
            sys.executable, "-m", "agent.models.engine",
            "--models", str(self._models), "--num-ctx", str(self._num_ctx),
        ]  # fmt: skip
        with self._file.with_name("engine.log").open("w", encoding="utf-8") as complaints:
            self._child = child = subprocess.Popen(  # noqa: S603 - our own module
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                env=_environment(),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        if child.stdin is None or child.stdout is None:  # for the type checker: both are pipes
            raise RuntimeError
        try:
            child.stdin.write(key + "\n")
            child.stdin.flush()
            port = int(json.loads(child.stdout.readline())["port"])
            started = psutil.Process(child.pid).create_time()
        except (OSError, ValueError, psutil.Error) as error:
            self._end_child()
            msg = (
                "The built-in model server does not start. Run `python -m agent doctor` to see "
                "what is missing."
            )
            raise ModelUnreachableError(msg) from error
        post = Post(port, key, child.pid, started, str(self._models))
        self._write(post)
        log.info("engine started, process %s", child.pid)
        return post

    def _write(self, post: Post) -> None:
        """Write the file so that nobody reads half of it, and only this user reads it at all."""
        draft = self._file.with_suffix(f".{os.getpid()}.tmp")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(post), file)
        draft.replace(self._file)

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        with contextlib.suppress(OSError):
            if child.stdin:
                child.stdin.close()
        if child.stdout:
            child.stdout.close()
        try:
            child.wait(timeout=3)
        except subprocess.TimeoutExpired:  # loading a model: it cannot listen now
            child.kill()
            child.wait()
