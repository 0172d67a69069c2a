"""The journal of calls that change something outside the app: written before and after.

After a crash it tells a call that finished (its result is taken from here), one that never began,
and one in doubt: begun, not finished, and not decided on again since. Who is in doubt asks.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from agent.run_files import write_atomically
from agent.tools.catalogue import ToolResult

if TYPE_CHECKING:
    from pathlib import Path

    from agent.state import JsonObject

FOLDER = "journal"


class Journal:
    """The calls of one run, a file each. ``decisions`` counts what the person decided on a call."""

    def __init__(self, run_folder: Path) -> None:
        """Keep the journal in the run's folder."""
        self._folder = run_folder / FOLDER

    def _read(self, call_id: str) -> JsonObject:
        try:
            data = json.loads((self._folder / f"{call_id}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return data if isinstance(data, dict) else {}

    def begin(self, call_id: str, decisions: int) -> bool:
        """Note that a call begins; say whether the note was written."""
        note = json.dumps({"decisions": decisions})
        return write_atomically(self._folder / f"{call_id}.json", note)

    def finish(self, call_id: str, result: ToolResult) -> None:
        """Note what a call gave."""
        note = json.dumps({"result": asdict(result)}, ensure_ascii=False, default=str)
        write_atomically(self._folder / f"{call_id}.json", note)

    def result(self, call_id: str) -> ToolResult | None:
        """Return what a finished call gave, or None."""
        data = self._read(call_id).get("result")
        return ToolResult(**data) if isinstance(data, dict) else None

    def in_doubt(self, call_id: str, decisions: int) -> bool:
        """Say whether a call began, did not finish, and was not decided on again."""
        return self._read(call_id).get("decisions") == decisions
