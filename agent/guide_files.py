"""A guide as it was saved: found, also after its folder has moved, and read."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from agent.errors import InputError
from agent.guides import markdown_of, words_of
from agent.work import run_folder

if TYPE_CHECKING:
    from agent.state import JsonObject

_HEADING = re.compile(
    rf"^## (?:{words_of('ko')['title']}|{words_of('en')['title']}): ", re.MULTILINE
)


class GuideMissingError(InputError):
    """The run has no guide that could be exported."""

    code = "guide_missing"


def holds_guide(text: str) -> bool:
    """Say whether an answer is a task's: its result, and the guide below."""
    return _HEADING.search(text) is not None


def read_guide(folder: Path) -> JsonObject:
    """Return the guide of a run's folder.

    Raises:
        GuideMissingError: there is none, or its file is damaged.
    """
    try:
        guide: JsonObject = json.loads((folder / "guide.json").read_text("utf-8"))
        markdown_of(guide)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        message = f"{folder.name!r} has no guide; work a task to its end first"
        raise GuideMissingError(message) from error
    return guide


def guide_text(path: Path, fallback: str) -> str:
    """Return a guide's Markdown; what the conversation has of it where the file is damaged."""
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError):
        return fallback


def guide_file(written: str, runs: Path, thread_id: str, run_id: str) -> Path:
    """Return where a guide is now: where it was written, or in the run's folder of today's home.

    Args:
        written: The path as it was when the guide was written, empty where it could not be.
        runs: The folder of all runs.
        thread_id: The conversation.
        run_id: Its turn.
    """
    path = Path(written)
    with suppress(OSError):
        if path.is_absolute() and path.exists():
            return path
    name = PureWindowsPath(written).name or "guide.md"
    return run_folder(runs, thread_id, run_id) / name
