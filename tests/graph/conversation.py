"""A conversation on the whole graph with a scripted model: no app, no threads, no log."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from agent.approval_switches import Switches
from agent.context import AgentContext
from agent.graph import build_graph
from agent.memory.experience import Experience
from agent.models.door import StopSignal
from agent.settings import Settings
from agent.tools.builtin import builtin_tools
from tests.scripted import ScriptedChatModel, scripted_door, scripted_model

if TYPE_CHECKING:
    from pathlib import Path

    from agent.events import Event
    from agent.models.values import ModelProfile
    from agent.tools.catalogue import Catalogue
    from store.library import Library

NOW = datetime(2026, 11, 27, 9, 30, tzinfo=ZoneInfo("Asia/Seoul"))


@dataclass
class Conversation:
    """One thread. ``events`` are those of the last turn."""

    library: Library
    replies: list[Any]
    folder: Path
    switches: Switches = field(default_factory=Switches)
    settings: Settings = field(default_factory=Settings)
    tools: Catalogue = field(default_factory=builtin_tools)
    events: list[Event] = field(default_factory=list)
    experience: Experience = field(default_factory=Experience)
    profile: ModelProfile | None = None

    def __post_init__(self) -> None:
        self.door = scripted_door(self.replies, profile=self.profile)
        self.graph = build_graph().compile(checkpointer=InMemorySaver())
        self.config = {"configurable": {"thread_id": "t1"}}
        self.stop = StopSignal()

    @property
    def model(self) -> ScriptedChatModel:
        return scripted_model(self.door)

    @property
    def context(self) -> AgentContext:
        return AgentContext(
            thread_id="t1",
            run_id="r1",
            settings=self.settings,
            door=self.door,
            library=self.library,
            summaries=self.library.summaries(),
            tools=self.tools,
            switches=lambda: self.switches,
            stop=self.stop,
            now=lambda: NOW,
            run_folder=self.folder,
            experience=self.experience,
        )

    def _run(self, given: Any) -> dict[str, Any]:
        self.events = []
        for part in self.graph.stream(
            given,
            self.config,
            context=self.context,
            stream_mode=["custom"],
            version="v2",
            subgraphs=True,
        ):
            self.events.append(part["data"])
        return self.graph.get_state(self.config).values

    def say(self, text: str, **state: Any) -> dict[str, Any]:
        return self._run({"messages": [HumanMessage(text)], **state})

    def open_questions(self) -> list[dict[str, Any]]:
        return [i.value for i in self.graph.get_state(self.config).interrupts]

    def decide(self, decision: dict[str, Any]) -> dict[str, Any]:
        interrupt = self.graph.get_state(self.config).interrupts[0]
        return self._run(Command(resume={interrupt.id: {"decision": decision}}))

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]
