"""The app's Python environment: made once, then recognised by a stamp and left alone.

Standard library only: this runs on the bare Python that typed the command. What is installed is
what ``pyproject.toml`` names; the pinned ``torch`` goes first, so that pip takes the build without
GPU libraries wherever the index or ``PIP_EXTRA_INDEX_URL`` offers one.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.errors import SetupError

Say = Callable[[str], None]

_FETCHED = re.compile(r"\s*(?:Downloading|Using cached|Processing) (?:\S*/)?(\S+\.whl.*)")

ROOT = Path(__file__).resolve().parents[2]
ROOM_BYTES = 4_000_000_000
"""Free disk space wanted before packages are installed: 2.5 GB of packages and pip's own copies."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The environment of the project in ``root``."""

    root: Path
    room_bytes: int = ROOM_BYTES

    @property
    def folder(self) -> Path:
        """Where the environment lies."""
        return self.root / ".venv"

    @property
    def python(self) -> Path:
        """Its interpreter, whether it exists or not."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def has_project(self) -> bool:
        """Say whether there is a project to make it for."""
        return (self.root / "pyproject.toml").exists()

    def is_current(self) -> bool:
        """Say whether this process runs in it."""
        return Path(sys.prefix).resolve() == self.folder.resolve()

    def ready(self, extras: Sequence[str] = ()) -> bool:
        """Say whether it holds what ``pyproject.toml`` names now, extras included."""
        stamp = self._stamp()
        return (
            self.python.exists()
            and stamp.get("project") == self._fingerprint()
            and set(extras) <= set(stamp.get("extras", []))
        )

    def version(self) -> str:
        """Return the project's version."""
        return str(self._project()["version"])

    def missing_packages(self) -> list[str]:
        """Return the names of required packages that this process's interpreter does not have."""
        missing = []
        for requirement in self._project()["dependencies"]:
            name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
            try:
                importlib.metadata.version(name)
            except importlib.metadata.PackageNotFoundError:
                missing.append(name)
        return missing

    def ensure(self, extras: Sequence[str] = (), *, say: Say) -> None:
        """Make it if it is not ready.

        A ready environment costs three small file reads: no pip, no network. A broken-off
        installation goes on where it stopped.

        Raises:
            SetupError: there is no such extra, or the environment or its packages could not be
                made.
        """
        self._check_extras(extras)
        if self.ready(extras):
            return
        wanted = sorted({*extras, *self._stamp().get("extras", [])})
        if not self._has_pip():
            _check_room(self.root, self.room_bytes)
            say(f"Making the Python environment {self.folder} ...")
            self._create()
        say("Installing packages (once; some minutes on a slow line) ...")
        requirements = self._requirements(wanted)
        for first in [name for name in requirements if name.startswith("torch==")]:
            self._install([first], say)
        self._install(requirements, say)
        draft = self._stamp_file.with_suffix(".tmp")
        draft.write_text(json.dumps({"project": self._fingerprint(), "extras": wanted}), "utf-8")
        draft.replace(self._stamp_file)
        say("Packages are ready.")

    def run(self, arguments: Sequence[str]) -> int:
        """Run ``python -m agent`` with these arguments inside, in this process's place.

        Returns only on Windows, where a process cannot be replaced: the other one's exit code.
        """
        command = [str(self.python), "-m", "agent", *arguments]
        if os.name != "nt":
            sys.stdout.flush()
            os.execv(command[0], command)  # noqa: S606 - our own interpreter, no shell meant
        return subprocess.call(command)  # noqa: S603 - our own interpreter, the person's arguments

    @property
    def _stamp_file(self) -> Path:
        return self.folder / "guidepost.json"

    def _project(self) -> dict[str, Any]:
        text = (self.root / "pyproject.toml").read_text("utf-8")
        table: dict[str, Any] = tomllib.loads(text)["project"]
        return table

    def _requirements(self, extras: Sequence[str]) -> list[str]:
        project = self._project()
        chosen = [project.get("optional-dependencies", {}).get(extra, []) for extra in extras]
        return [*project["dependencies"], *(name for names in chosen for name in names)]

    def _check_extras(self, wanted: Sequence[str]) -> None:
        offered = self._project().get("optional-dependencies", {}) if wanted else {}
        for extra in wanted:
            if extra not in offered:
                message = f"There is no extra {extra!r}. There are: {', '.join(offered) or 'none'}."
                raise SetupError(message)

    def _fingerprint(self) -> str:
        project = self._project()
        named = [
            project["dependencies"],
            project.get("optional-dependencies", {}),
            self._python_version(),
        ]
        return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()

    def _python_version(self) -> str:
        """Return the version it was made with, such as 3.11, or an empty string."""
        try:
            text = (self.folder / "pyvenv.cfg").read_text("utf-8")
        except OSError:
            return ""
        found = re.search(r"^version(?:_info)?\s*=\s*(\d+\.\d+)", text, re.MULTILINE)
        return found.group(1) if found else ""

    def _stamp(self) -> dict[str, Any]:
        try:
            data = json.loads(self._stamp_file.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}

    def _has_pip(self) -> bool:
        if not self.python.exists():
            return False
        command = [str(self.python), "-m", "pip", "--version"]
        done = subprocess.run(  # noqa: S603 - our own interpreter
            command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return done.returncode == 0

    def _create(self) -> None:
        builder = venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt")
        try:
            builder.create(self.folder)
        except (OSError, subprocess.CalledProcessError) as error:
            message = (
                f"The Python environment {str(self.folder)!r} could not be made: {error}. On "
                "Debian and Ubuntu install the package python3-venv; elsewhere check that the "
                "folder is writable."
            )
            raise SetupError(message) from error

    def _install(self, requirements: Sequence[str], say: Say) -> None:
        """Run pip, show which package it is at, and its own words only where it fails."""
        command = [str(self.python), "-m", "pip", "install", "--progress-bar", "off"]
        words: list[str] = []
        with subprocess.Popen(  # noqa: S603 - our own interpreter and requirements
            [*command, "--disable-pip-version-check", *requirements],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        ) as pip:  # fmt: skip
            for line in pip.stdout or ():
                words.append(line.rstrip())
                if found := _FETCHED.match(line):
                    say(f"  {found.group(1)}")
        if pip.returncode != 0:
            errors = [line for line in words if "ERROR" in line] or words[-5:]
            message = "\n".join(
                [
                    *errors,
                    "pip could not install the packages. Check the network and the free disk "
                    "space, then start again: what is done is kept.",
                ]
            )
            raise SetupError(message)


def _check_room(folder: Path, wanted: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < wanted:
        message = (
            f"{free / 1e9:.1f} GB are free where {str(folder)!r} is; the packages need about "
            f"{wanted / 1e9:.0f} GB. Free some space and start again."
        )
        raise SetupError(message)


OURS = Environment(ROOT)
