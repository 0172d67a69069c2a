"""Decides where a command runs: on the bare Python that was called, or in the environment.

Standard library only, up to the point where the environment is known to be complete.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from agent.errors import AgentError
from agent.setup.environment import OURS

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Run the command line ``arguments`` and return the exit code."""
    command = next((word for word in arguments if not word.startswith("-")), "")
    try:
        if command == "environment":
            OURS.ensure(_extras(arguments, command), say=_say)
            return 0
        if not _complete():
            return _go_inside(command, arguments)
    except AgentError as error:
        _say(str(error))
        return 1
    except KeyboardInterrupt:
        _say("Stopped. Start again to go on.")
        return 1
    from agent.commands import line  # noqa: PLC0415 - needs the installed packages

    return line.run(arguments)


def _go_inside(command: str, arguments: Sequence[str]) -> int:
    if command == "start":
        OURS.ensure(say=_say)
    if OURS.ready():
        return OURS.run(arguments)
    if command == "doctor":
        return _bare_doctor(arguments)
    _say("Guidepost is not set up here yet. Run: make run   (or: python -m agent start)")
    return 1


def _complete() -> bool:
    """Say whether this interpreter can run the app as it is.

    Ours is, when its stamp fits; another is, when it holds every package that is required (the
    person installed the project into an environment of their own).
    """
    if not OURS.has_project():  # installed without its source: the installer saw to the rest
        return True
    if OURS.ready():
        return OURS.is_current()
    return not OURS.missing_packages()


def _bare_doctor(arguments: Sequence[str]) -> int:
    from agent.setup import doctor  # noqa: PLC0415 - only this command needs it

    return doctor.run_bare(as_json="--json" in arguments)


def _extras(arguments: Sequence[str], command: str) -> list[str]:
    """Return the extras that ``environment`` is to install; wrong use ends here with code 2."""
    parser = argparse.ArgumentParser(
        prog=f"python -m agent {command}", description="Make or update the environment."
    )
    parser.add_argument(
        "--extra", action="append", default=[], metavar="EXTRA", help="also this one; repeatable"
    )
    at = list(arguments).index(command)
    extras: list[str] = parser.parse_args([*arguments[:at], *arguments[at + 1 :]]).extra
    return extras


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
