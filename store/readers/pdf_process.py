"""The child process that reads a PDF, seen from its parent: started, listened to, ended.

It ends when a line takes too long, when it grows too large, and when nobody listens any more.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

import store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OPEN_S = 60.0
PAGE_S = 20.0
MEMORY_BYTES = 1_500_000_000
_POLL_S = 0.25


@dataclass(frozen=True, slots=True)
class Limits:
    """What one PDF may cost: seconds to open, seconds a page, bytes resident."""

    open_s: float = OPEN_S
    page_s: float = PAGE_S
    memory: int = MEMORY_BYTES


def messages_of(
    order: dict[str, Any], limits: Limits, waiting: Callable[[], None]
) -> Iterator[dict[str, Any]]:
    """Yield a child's messages; end early when it stalls, dies or grows beyond the limits."""
    root = str(Path(store.__file__).parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    child = subprocess.Popen(
        [sys.executable, "-m", "store.readers.pdf_child"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    lines: queue.Queue[bytes] = queue.Queue()
    reader = threading.Thread(target=_pump, args=(child, lines), daemon=True)
    reader.start()
    try:
        if child.stdin is not None:
            child.stdin.write(json.dumps(order).encode() + b"\n")
            child.stdin.flush()
        allowed = limits.open_s
        while True:
            line = _next(child, lines, allowed, limits.memory, waiting)
            if not line:
                return
            yield json.loads(line)
            allowed = limits.page_s
    except BrokenPipeError:
        return
    finally:
        child.kill()
        child.wait()
        reader.join()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _pump(child: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    if child.stdout is not None:
        for line in child.stdout:
            if line.endswith(b"\n"):
                lines.put(line)
    lines.put(b"")


def _next(
    child: subprocess.Popen[bytes],
    lines: queue.Queue[bytes],
    allowed_s: float,
    memory: int,
    waiting: Callable[[], None],
) -> bytes:
    """Return the child's next line, empty when it is over its time or memory, or gone."""
    deadline = time.monotonic() + allowed_s
    while True:
        if time.monotonic() > deadline or _resident(child.pid) > memory:
            return b""
        try:
            return lines.get(timeout=_POLL_S)
        except queue.Empty:
            waiting()


def _resident(pid: int) -> int:
    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0
