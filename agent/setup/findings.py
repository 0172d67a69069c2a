"""What the doctor finds, and the looks at the machine that need the standard library alone."""

from __future__ import annotations

import ctypes.util
import platform
import shutil
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from agent.setup.environment import OURS

if TYPE_CHECKING:
    from pathlib import Path

Level = Literal["ok", "note", "problem"]
MARKS: dict[Level, str] = {"ok": "ok      ", "note": "note    ", "problem": "PROBLEM "}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``todo`` is what the person can do, empty where all is well."""

    name: str
    level: Level
    found: str
    todo: str = ""

    def text(self) -> str:
        """Return the finding as one or two lines."""
        line = f"{MARKS[self.level]}{self.name}: {self.found}"
        return f"{line}\n        -> {self.todo}" if self.todo else line


def of_python() -> Finding:
    """Look at the interpreter."""
    version = platform.python_version()
    if sys.version_info < (3, 11):  # noqa: UP036 - the doctor is asked by older ones too
        return Finding("Python", "problem", version, "Install Python 3.11 or later.")
    return Finding("Python", "ok", f"{version} on {platform.system()} {platform.machine()}")


def of_environment() -> Finding:
    """Look whether every required package is here."""
    missing = OURS.missing_packages()
    if OURS.is_current() or not missing:
        if missing:
            return Finding("packages", "problem", f"missing: {', '.join(missing)}", "Run: make run")
        return Finding("packages", "ok", f"all here, in {sys.prefix}")
    return Finding("packages", "problem", "not installed yet", "Run: make run")


def of_disk(folder: Path, wanted_bytes: int, name: str = "disk") -> Finding:
    """Look at the free space where ``folder`` lies or will lie."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    free = shutil.disk_usage(place).free
    found = f"{free / 1e9:.1f} GB free at {place}"
    if free < wanted_bytes:
        todo = f"Free some space: {wanted_bytes / 1e9:.1f} GB are wanted."
        return Finding(name, "problem", found, todo)
    return Finding(name, "ok", found)


def of_openmp() -> Finding:
    """Look for the OpenMP library that the built-in engine needs on Linux."""
    if sys.platform != "linux":
        return Finding("OpenMP", "ok", "comes with the engine")
    try:
        ctypes.CDLL("libgomp.so.1")
    except OSError:
        todo = (
            "Install it for the built-in engine: apt install libgomp1 (Fedora: dnf install libgomp)"
        )
        return Finding("OpenMP", "problem", "libgomp.so.1 is missing", todo)
    return Finding("OpenMP", "ok", "libgomp.so.1")


def of_browser() -> Finding:
    """Look for the browser that the tests drive; the app itself does without."""
    browser = next(
        (x for x in ("chromium", "chromium-browser", "google-chrome") if shutil.which(x)), ""
    )
    driver = shutil.which("chromedriver") or ""
    if browser and driver:
        return Finding("browser for tests", "ok", f"{browser}, chromedriver")
    return Finding(
        "browser for tests",
        "note",
        "not found",
        "Only tests/browser needs it; make test installs it.",
    )
