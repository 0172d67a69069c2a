"""``start`` and ``doctor``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from agent.commands.kinds import Commands


def add_to(commands: Commands) -> None:
    """Add this family's commands to the parser."""
    start = commands.add_parser("start", help="set up what is missing and open the page")
    start.add_argument("--no-browser", action="store_true", help="print the address only")
    start.add_argument(
        "--no-download", action="store_true", help="open the page without fetching a model"
    )
    start.add_argument("--lite", action="store_true", help="fetch the smaller model (0.5 GB)")
    start.add_argument("--json", action="store_true", help="print the address as JSON")
    start.set_defaults(run=_start)
    doctor = commands.add_parser("doctor", help="say what is there, what is missing, what to do")
    doctor.add_argument("--json", action="store_true", help="print the findings as JSON")
    doctor.set_defaults(run=_doctor)
    environment = commands.add_parser("environment", help="make or update the environment")
    environment.add_argument("--extra", action="append", default=[], help="also these extras")


def _start(args: argparse.Namespace) -> int:
    from agent.setup import start  # noqa: PLC0415 - only this command needs it

    return start.run(
        args.settings,
        browser=not args.no_browser,
        download=not args.no_download,
        lite=args.lite,
        as_json=args.json,
    )


def _doctor(args: argparse.Namespace) -> int:
    from agent.setup import doctor  # noqa: PLC0415 - only this command needs it

    return doctor.run(args.settings, as_json=args.json)
