"""The queue of files to take in, and the process that works through it.

The worker is a child process of low priority, started when there is work, gone when there has been
none for a while; it ends between two pages when its parent does. Passwords are never written: a
file that needs one gets a child of its own, which is told on its standard input.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

import store
from store.database import translated
from store.given import safe_name
from store.ingest_jobs import IngestJobs
from store.ingest_rows import FINISHED, Job

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.records import IngestProgress

_STARTING_S = 30.0


class IngestQueue:
    """The queue, as page and command line use it; ``Library.ingest``."""

    def __init__(
        self, folder: Path, embedder: str = "auto", models_path: Path | None = None
    ) -> None:
        """Open the queue of the library in a folder."""
        self._folder = folder
        self._embedder = embedder
        self._models_path = models_path
        self._children: list[subprocess.Popen[bytes]] = []
        self._general: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._lock = threading.Lock()
        with translated("opening the queue"):
            folder.mkdir(parents=True, exist_ok=True)
        self.jobs = IngestJobs(folder)

    def enqueue(  # noqa: PLR0913 - keyword arguments, each with a default or a name
        self,
        files: Sequence[Path | tuple[str, bytes]],
        *,
        replace: bool = False,
        keep_both: bool = False,
        password: str | None = None,
        ocr: bool = False,
        start: bool = True,
    ) -> list[int]:
        """Queue files, paths or names with bytes, and start the worker; returns their numbers.

        Args:
            files: Paths, read when their turn comes, or names with bytes, kept until then.
            replace: Each takes the place of the document of its name.
            keep_both: Each gets a number where its name is taken.
            password: Opens each; never written down.
            ocr: Have pictures of pages read by tesseract.
            start: Whether to start the worker now.
        """
        numbers = []
        for item in files:
            staged = not isinstance(item, Path)
            name = item.name if isinstance(item, Path) else safe_name(item[0])
            path = item.absolute() if isinstance(item, Path) else self.jobs.stage(name, item[1])
            private = password is not None
            job = Job(0, name, path, staged, replace, keep_both, ocr, private)
            numbers.append(self.jobs.put(job))
        if start and password is None:
            self.start()
        elif start:
            for number in numbers:
                self._spawn(["--job", str(number)], password)
        return numbers

    def progress(self) -> list[IngestProgress]:
        """Return every file that waits, is worked on, or ended in the last hour, oldest first."""
        return self.jobs.progress()

    def unfinished(self) -> list[str]:
        """Return the names of the files that wait or are worked on, oldest first."""
        return [item.name for item in self.progress() if item.stage not in FINISHED]

    def busy(self) -> bool:
        """Return whether a file waits or is worked on."""
        return bool(self.unfinished())

    def cancel(self, number: int) -> bool:
        """Cancel a file that has not ended; returns whether there was one."""
        return self.jobs.cancel(number)

    def dismiss(self, number: int) -> None:
        """Forget a file that has ended; its line is read and may go."""
        self.jobs.dismiss(number)

    def retry(
        self,
        number: int,
        *,
        password: str | None = None,
        replace: bool = False,
        keep_both: bool = False,
        ocr: bool = False,
    ) -> None:
        """Try a failed file again, with the answer it wanted."""
        again = self.jobs.retry(
            number, replace=replace, keep_both=keep_both, ocr=ocr, private=password is not None
        )
        if not again:
            return
        if password is None:
            self.start()
        else:
            self._spawn(["--job", str(number)], password)

    def start(self, *, pending: bool = False) -> bool:
        """Start the worker where there is work and none runs; returns whether one was started.

        Cheap enough to be called again and again, so that a worker that was killed is followed by
        another. ``pending`` says that documents wait for their vectors.
        """
        with self._lock:
            if self._is_starting() or self.worker_runs():
                return False
            self.jobs.sweep()
            if not (pending or self.jobs.waiting()):
                return False
            self._general = self._spawn([], None)
            self._started_at = time.monotonic()
            return True

    def _is_starting(self) -> bool:
        """Return whether a worker was started just now and may not hold its lock yet."""
        alive = self._general is not None and self._general.poll() is None
        return alive and time.monotonic() - self._started_at < _STARTING_S

    def worker_runs(self) -> bool:
        """Return whether a worker of any process works on this queue."""
        lock = self.worker_lock()
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return True
        lock.release()
        return False

    def worker_lock(self) -> FileLock:
        """Return the lock that a worker holds while it lives."""
        return FileLock(self._folder / "worker.lock", is_singleton=False)

    def _spawn(self, extra: list[str], password: str | None) -> subprocess.Popen[bytes]:
        root = str(Path(store.__file__).parent.parent)
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        models = ["--models", str(self._models_path)] if self._models_path else []
        child = subprocess.Popen(  # noqa: S603 - this interpreter, this package
            [
                sys.executable, "-m", "store.ingest_worker", str(self._folder),
                "--embedder", self._embedder, *models, *extra,
            ],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"OMP_WAIT_POLICY": "passive", **os.environ, "PYTHONPATH": path},
        )  # fmt: skip
        if child.stdin is not None:
            child.stdin.write(json.dumps({"password": password}).encode() + b"\n")
            child.stdin.flush()
        self._children = [known for known in self._children if known.poll() is None]
        self._children.append(child)
        return child

    def close(self) -> None:
        """Let go of the workers started here; what they are on is queued again or asked again."""
        for child in self._children:
            if child.stdin is not None:
                child.stdin.close()
        for child in self._children:
            child.terminate()
            child.wait()
        self._children.clear()
        self.jobs.close()
