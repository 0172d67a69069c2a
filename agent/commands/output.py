"""How commands speak: results on standard output, progress and complaints on standard error."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

DONE, FAILED, WRONG_USE, WAITS = 0, 1, 2, 3
"""The exit codes."""


def line(text: str = "") -> None:
    """Write one line of the result."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def piece(text: str) -> None:
    """Write a piece of streamed prose."""
    sys.stdout.write(text)
    sys.stdout.flush()


def note(text: str) -> None:
    """Write one line beside the result."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def progress(text: str) -> None:
    """Write a line of progress over the one before, on a terminal only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


def progress_over() -> None:
    """Leave the line of progress."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
        sys.stderr.flush()


def drop() -> None:
    """Let go of what standard output still holds: nobody reads it, and the end would complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def as_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Write a value as one line of JSON."""
    line(json.dumps(value, ensure_ascii=False, default=str))


def fail(args: argparse.Namespace, message: str, code: str, exit_code: int = FAILED) -> int:
    """Report a failure in the form that was asked for and return the exit code."""
    if getattr(args, "json", False):
        as_json({"error": message, "error_code": code})
    else:
        note(message)
    return exit_code
