"""The ``doctor`` command: what is there, what is missing, what to do.

``run_bare`` answers on a Python without the app's packages; ``run`` looks at everything.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from agent.setup import findings
from agent.setup.environment import ROOM_BYTES, ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.settings import Settings
    from agent.setup.findings import Finding

DONE, FAILED = 0, 1


def run_bare(*, as_json: bool) -> int:
    """Look at what the standard library can see, print it, return the exit code."""
    return report(
        [
            findings.of_python(),
            findings.of_environment(),
            findings.of_disk(ROOT, ROOM_BYTES),
            findings.of_openmp(),
        ],
        as_json=as_json,
    )


def run(settings: Settings, *, as_json: bool) -> int:
    """Look at everything, print it, return the exit code: 1 where there is a problem."""
    return report(examine(settings), as_json=as_json)


def examine(settings: Settings) -> list[Finding]:
    """Look at everything the app needs."""
    from agent.setup import app_findings, library_findings  # noqa: PLC0415 - need the packages

    return [
        findings.of_python(),
        findings.of_environment(),
        app_findings.of_versions(),
        app_findings.of_memory(),
        findings.of_openmp(),
        *app_findings.of_data_folder(settings),
        *library_findings.of_library(settings),
        *app_findings.of_model_files(settings),
        *app_findings.of_model_road(settings),
        app_findings.of_port(settings),
        findings.of_browser(),
    ]


def report(found: Sequence[Finding], *, as_json: bool) -> int:
    """Print the findings and return the exit code: 1 where there is a problem."""
    problems = [finding for finding in found if finding.level == "problem"]
    if as_json:
        listing = {"ok": not problems, "findings": [asdict(finding) for finding in found]}
        sys.stdout.write(json.dumps(listing, ensure_ascii=False) + "\n")
    else:
        lines = [finding.text() for finding in found]
        lines.append(f"{len(problems)} problem(s)." if problems else "All is well.")
        sys.stdout.write("\n".join(lines) + "\n")
    return FAILED if problems else DONE
