"""What a tool is, and the table of the tools there are.

Policy is data here: whether a call must be asked for, whether it goes online, whether it only
reads. The loop that chooses and runs calls lives in ``choosing`` and ``running``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from pydantic import BaseModel

    from agent.models.door import StopSignal
    from agent.settings import Settings
    from agent.state import JsonObject, Language
    from store.library import Library
    from store.summaries import Summaries


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gave. ``text`` is for the model and the person, ``data`` for code.

    Searches put ``passages`` in ``data``: a list of plain objects as ``state.retrieved_docs``
    describes them, with ``text`` added.
    """

    ok: bool
    text: str
    data: JsonObject = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class ToolSurroundings:
    """What a tool may reach. ``documents`` are the ids a thread is bound to, None for all."""

    library: Library
    summaries: Summaries
    settings: Settings
    thread_id: str
    documents: Sequence[str] | None
    language: Language
    now: Callable[[], datetime]
    run_folder: Path
    stop: StopSignal


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool.

    Attributes:
        name: Verb and object; the model reads it.
        description: One English sentence on when to use it, without an example.
        description_ko: The same in Korean, for the person.
        args: Flat pydantic model of the arguments.
        run: Does the work; errors come as a failed result.
        asks: Every call must be approved by the person.
        online: Needs "Allow internet".
        read_only: Changes nothing outside the app.
        timeout_s: Seconds after which a call counts as failed.
        prepare: Loads what the first call needs; its time is not the call's.
        gives: JSON schema of the result's ``data``; a result without its form is a failure.
    """

    name: str
    description: str
    description_ko: str
    args: type[BaseModel]
    run: Callable[[BaseModel, ToolSurroundings], ToolResult]
    asks: bool = False
    online: bool = False
    read_only: bool = True
    timeout_s: float = 30.0
    prepare: Callable[[ToolSurroundings], None] | None = None
    gives: JsonObject = field(default_factory=dict)

    def schema(self) -> JsonObject:
        """Return the arguments' JSON schema without titles, as the model and the form see it."""
        return without_titles(self.args.model_json_schema())


def without_titles(schema: JsonObject) -> JsonObject:
    """Return ``schema`` without the ``title`` annotations that pydantic adds."""
    cleaned: JsonObject = {}
    for key, value in schema.items():
        if key == "title" and isinstance(value, str):
            continue
        cleaned[key] = without_titles(value) if isinstance(value, dict) else value
    return cleaned


class Catalogue:
    """The tools by name, in a stable order."""

    def __init__(self, tools: Iterable[Tool], aliases: dict[str, str] | None = None) -> None:
        """Take the tools; ``aliases`` maps other names to theirs."""
        self._tools = {tool.name: tool for tool in tools}
        self._aliases = aliases or {}

    def get(self, name: str) -> Tool | None:
        """Return the tool of this name or alias, None if there is none."""
        return self._tools.get(self._aliases.get(name, name))

    def names(self) -> list[str]:
        """Return all names."""
        return list(self._tools)

    def all(self) -> list[Tool]:
        """Return all tools."""
        return list(self._tools.values())

    def offered(self, *, online: bool, without: Iterable[str] = ()) -> list[Tool]:
        """Return the tools that may be chosen now: no online ones unless allowed."""
        left_out = set(without)
        return [
            tool
            for tool in self._tools.values()
            if tool.name not in left_out and (online or not tool.online)
        ]
