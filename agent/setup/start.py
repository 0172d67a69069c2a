"""The ``start`` command: a model if there is none, then the page, once per data folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import webbrowser
from typing import TYPE_CHECKING

from filelock import FileLock

from agent import logs
from agent.commands import output
from agent.errors import SetupError
from agent.setup import readiness, running
from agent.setup.environment import ROOT

if TYPE_CHECKING:
    from types import FrameType

    from agent.settings import Settings

PAGE_WAIT_S = 120.0
END_WAIT_S = 15.0


def run(
    settings: Settings, *, browser: bool, download: bool, lite: bool = False, as_json: bool = False
) -> int:
    """Open the page and stay until it ends; if it runs already, open it and return.

    A model that cannot be fetched does not keep the page from opening: it offers the download too.

    Raises:
        SetupError: the page did not come up.
    """
    logs.configure(settings)
    if (page := running.find(settings.home)) is None:
        if download:
            _see_to_model(settings, lite=lite)
            _see_to_embedder(settings)
        with FileLock(settings.home / "app.lock"):
            page = running.find(settings.home)
            process = None if page else _launch(settings)
        if process is not None:
            page, child = process
            return _stay(settings, page, child, browser=browser, as_json=as_json)
    assert page is not None  # noqa: S101 - found above, or launched and returned
    _tell(page, browser=browser, as_json=as_json, already=True)
    return output.DONE


def _see_to_model(settings: Settings, *, lite: bool) -> None:
    found = readiness.look(settings)
    if found.has_model or settings.engine == "ollama":
        return
    model = readiness.suggestion(lite=lite)
    output.note(
        f"Fetching the language model {model.title}, {model.size_bytes / 1e9:.1f} GB (once):"
    )
    meter = _Meter()
    try:
        readiness.fetch_model(settings, lite=lite, on_progress=meter)
    except SetupError as error:
        output.progress_over()
        output.note(f"{error}\nThe page opens without a model and offers the download again.")
        return
    output.progress_over()
    output.note("The language model is ready.")


def _see_to_embedder(settings: Settings) -> None:
    if not readiness.wants_embedder(settings):
        return
    output.note("Fetching the second embedder, which finds better within a language, 91 MB ...")
    try:
        readiness.fetch_embedder(settings)
    except SetupError as error:
        output.note(str(error))


class _Meter:
    """Shows a download: over one line on a terminal, every tenth elsewhere."""

    def __init__(self) -> None:
        self._tenth = -1

    def __call__(self, done: int, total: int) -> None:
        output.progress(f"  {done / 1e6:,.0f} of {total / 1e6:,.0f} MB")
        tenth = 10 * done // max(total, 1)
        if tenth != self._tenth and not sys.stderr.isatty():
            output.note(f"  {done / 1e6:,.0f} of {total / 1e6:,.0f} MB")
        self._tenth = tenth


def _launch(settings: Settings) -> tuple[running.RunningPage, subprocess.Popen[bytes]]:
    port = running.free_port(settings.port)
    if settings.port not in {0, port}:
        output.note(f"Port {settings.port} is used by another program; taking {port}.")
    command = [
        sys.executable, "-m", "streamlit", "run", str(ROOT / "streamlit_app.py"),
        "--server.port", str(port), "--server.address", running.ADDRESS,
        "--server.headless", "true", "--logger.level", "warning",
    ]  # fmt: skip
    environment = {"OMP_WAIT_POLICY": "passive", **os.environ, "LANGGRAPH_STRICT_MSGPACK": "true"}
    child = subprocess.Popen(  # noqa: S603 - our own interpreter and script
        command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        _wait_for_page(child, port)
        return running.write(settings.home, child.pid, port), child
    except BaseException:
        _end(child)
        raise


def _wait_for_page(child: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + PAGE_WAIT_S
    while not running.answers(port):
        if child.poll() is not None:
            message = (
                f"The page ended before it came up (exit code {child.returncode}). "
                "`python -m agent doctor` says what is wrong."
            )
            raise SetupError(message)
        if time.monotonic() > end:
            message = f"The page did not come up within {PAGE_WAIT_S:.0f} seconds. Start again."
            raise SetupError(message)
        time.sleep(0.05)


def _stay(
    settings: Settings,
    page: running.RunningPage,
    child: subprocess.Popen[bytes],
    *,
    browser: bool,
    as_json: bool,
) -> int:
    asked = False

    def end(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True
        child.terminate()

    signal.signal(signal.SIGTERM, end)
    _tell(page, browser=browser, as_json=as_json, already=False)
    try:
        child.wait()
    except KeyboardInterrupt:
        asked = True
    finally:
        _end(child)
        running.forget(settings.home, page.pid)
    if asked or child.returncode == 0:
        return output.DONE
    output.note(f"The page ended by itself (exit code {child.returncode}). Start again.")
    return output.FAILED


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(END_WAIT_S)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _tell(page: running.RunningPage, *, browser: bool, as_json: bool, already: bool) -> None:
    if as_json:
        output.as_json({"url": page.url, "port": page.port, "pid": page.pid, "running": already})
    else:
        state = "is open already" if already else "is open"
        output.line(f"Guidepost {state}: {page.url}" + ("" if already else "   (Ctrl+C ends it)"))
    if browser and _has_screen():
        webbrowser.open(page.url)


def _has_screen() -> bool:
    """Say whether a browser window can open; without a screen a text browser would start."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
