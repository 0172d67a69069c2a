"""Reads the command line and hands over to the command's module."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from agent import logs, settings_file
from agent.commands import asking, documents, machine, output
from agent.errors import AgentError
from agent.settings import load_settings
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code: 0 done, 1 failed, 2 wrong use, 3 waits."""
    args = parser().parse_args(arguments)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            errors = "strict" if stream is sys.stdin else "replace"
            stream.reconfigure(encoding="utf-8", errors=errors)
    try:
        code = _run(args)
        sys.stdout.flush()
    except BrokenPipeError:  # who read the output has left
        output.drop()
        return output.FAILED
    return code


def _run(args: argparse.Namespace) -> int:
    """Run a command and report what it fails with."""
    try:
        args.settings = load_settings()
        if args.command != "doctor":  # the doctor reports an unusable folder itself
            settings_file.prepare(args.settings.home)
            logs.configure(args.settings)
        return int(args.run(args))
    except (AgentError, StoreError) as error:
        return output.fail(args, str(error), error.code)
    except KeyboardInterrupt:
        return output.fail(args, "Stopped.", "stopped")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    top = argparse.ArgumentParser(prog="python -m agent", description="Guidepost's command line.")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for family in (machine, documents, asking):
        family.add_to(commands)
    return top
