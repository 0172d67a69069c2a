"""What a node may reach besides its state: passed in, never looked up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.memory.experience import Experience
from agent.tool_index import ToolIndex

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from agent.approval_switches import Switches
    from agent.events import Event
    from agent.models.door import Door, StopSignal
    from agent.settings import Settings
    from agent.tools.catalogue import Catalogue
    from store.library import Library
    from store.summaries import Summaries


@dataclass(frozen=True, slots=True)
class AgentContext:
    """The run's surroundings.

    Attributes:
        thread_id: The conversation.
        run_id: This run; also the name of ``run_folder``.
        settings: Settings of this start.
        door: Makes every model call.
        library: The person's documents.
        summaries: Stored summaries of conversations.
        tools: The tools there are.
        switches: Reads the approval switches as they are now.
        stop: Set when the person presses Stop.
        now: The clock, local time with zone.
        run_folder: Where this run may write; made on first use.
        experience: What earlier tasks taught; nothing is kept where none is given.
        tool_index: Finds the tools that fit a step; by words where none is given.
        keep: Stores what a node tells, before the node's result is; LangGraph's stream carries it
            where none is given.
    """

    thread_id: str
    run_id: str
    settings: Settings
    door: Door
    library: Library
    summaries: Summaries
    tools: Catalogue
    switches: Callable[[], Switches]
    stop: StopSignal
    now: Callable[[], datetime]
    run_folder: Path
    experience: Experience = field(default_factory=Experience)
    tool_index: ToolIndex = field(default_factory=ToolIndex)
    keep: Callable[[Event], None] | None = None
