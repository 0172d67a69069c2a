"""The approval switches the sidebar shows: kept in the data folder, read live by a run."""

from __future__ import annotations

import errno
import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from store.errors import DiskFullError, FolderUnusableError

if TYPE_CHECKING:
    from pathlib import Path

    from agent.approvals import Point
    from agent.settings import Settings


@dataclass(frozen=True, slots=True)
class Switches:
    """Where the person wants to be asked. ``always_allowed`` names tools that need no question."""

    master: bool = True
    clarification: bool = True
    plan: bool = True
    step: bool = False
    memory: bool = True
    always_allowed: tuple[str, ...] = ()

    @property
    def chosen_by_master(self) -> bool:
        """Whether every point asks because none of a task's three is chosen by itself."""
        return self.master and not (self.clarification or self.plan or self.step)

    def asks(self, point: Point) -> bool:
        """Say whether the person is asked at ``point``.

        The tool-call point has no switch and always asks. The master switch with none of the
        three points of a task chosen means every point; remembering alone chooses none of them.
        """
        if point == "tool_call":
            return True
        if not self.master:
            return False
        if self.chosen_by_master:
            return True
        return bool(getattr(self, point))


class SwitchBoard:
    """Reads and writes the switches. A missing or broken file means the settings' defaults."""

    def __init__(self, path: Path, settings: Settings) -> None:
        """Remember where the file is and what holds without it."""
        self._path = path
        self._defaults = Switches(
            master=settings.enable_hitl,
            clarification=settings.enable_clarification_approval,
            plan=settings.enable_plan_approval,
            step=settings.enable_step_approval,
            memory=settings.enable_memory_approval,
        )

    def read(self) -> Switches:
        """Return the switches as they are now."""
        try:
            data = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return self._defaults
        if not isinstance(data, dict):
            return self._defaults
        flags = {
            name: data[name]
            for name in ("master", "clarification", "plan", "step", "memory")
            if isinstance(data.get(name), bool)
        }
        names = data.get("always_allowed", [])
        allowed = tuple(str(name) for name in names) if isinstance(names, list) else ()
        return replace(self._defaults, **flags, always_allowed=allowed)

    def write(self, switches: Switches) -> None:
        """Store the switches, atomically.

        Raises:
            FolderUnusableError: The file cannot be written.
            DiskFullError: There is no space left.
        """
        draft = self._path.with_suffix(".tmp")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(json.dumps(asdict(switches)), "utf-8")
            draft.replace(self._path)
        except OSError as error:
            name = str(self._path)
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                message = f"The disk is full: {name!r}. Free some space and try again."
                raise DiskFullError(message) from error
            message = (
                f"The switches {name!r} cannot be written: {error.strerror or error}. Check the "
                "folder's permissions, or set GUIDEPOST_HOME to another."
            )
            raise FolderUnusableError(message) from error
