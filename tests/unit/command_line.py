"""The command line as the tests run it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from agent.commands import line

if TYPE_CHECKING:
    import pytest


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    """Run a command with --json; return its exit code and the last line, read."""
    code = line.run([*words, "--json"])
    return code, json.loads(capsys.readouterr().out.splitlines()[-1])
