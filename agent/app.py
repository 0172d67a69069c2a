"""The public face: one object that holds what a person's computer has, and nothing of the page.

This module and ``openings`` alone construct things. ``open_app`` returns at once; the library and
the models are opened when they are first wanted, or in the background after ``prepare``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Self

from agent.approval_switches import SwitchBoard
from agent.context import AgentContext
from agent.conversations import Conversations
from agent.crashes import Crashes
from agent.desk import Desk
from agent.event_log import EventLog
from agent.graph_threads import GraphThreads
from agent.health import health
from agent.memory.experience import Experience
from agent.models.cache import forget_replies
from agent.open_questions import OpenQuestions
from agent.openings import Openings
from agent.page_images import PageImage, page_image
from agent.run_border import Border
from agent.runs import Runs
from agent.script_graph import ScriptGraph
from agent.settings import Settings, load_settings
from agent.time_travel import TimeTravel
from agent.tool_index import ToolIndex
from agent.tools.builtin import builtin_tools
from agent.work import run_folder
from store.checkpoints import open_saver
from store.run_log import RunLog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from types import TracebackType

    from langchain_core.runnables import RunnableConfig
    from langgraph.graph import StateGraph

    from agent.events import Event
    from agent.given_models import GivenModels
    from agent.models.door import Door, StopSignal
    from agent.models.road import Road
    from agent.state import AgentState, JsonObject
    from agent.work import Job
    from store.library import Library
    from store.records import Removed

    Builder = Callable[[], StateGraph[AgentState, AgentContext, AgentState, AgentState]]


@dataclass(frozen=True, slots=True)
class Given:
    """What a test or a script brings instead of having it opened."""

    door: Door | None = None
    library: Library | None = None
    graph_builder: Builder | None = None


class App(Conversations):
    """Everything the page, the command line and scripts may do. Thread-safe; a context manager."""

    def __init__(self, settings: Settings, given: Given) -> None:
        """Open the files of the data folder, and see to runs that a crash has cut off.

        Raises:
            StoreError: The data folder cannot be used.
        """
        self.settings = settings
        self._given = given
        in_memory = settings.persistence_mode == "memory"
        self._log = RunLog(None if in_memory else settings.state_path)
        self._saver = open_saver(None if in_memory else settings.checkpoint_path)
        self._events = EventLog(self._log)
        self.approvals = SwitchBoard(settings.home / "switches.json", settings)
        self.tools = builtin_tools()
        self._openings = Openings(settings, self.tools, given.door, given.library)
        self._graphs = GraphThreads(self._builder().compile(checkpointer=self._saver))
        border = Border(self._log, self._events, self._graphs, self._saver, self._context)
        crashes = Crashes(self._log, self._events, self._graphs)
        self._runs = Runs(self._log, self._events, self._saver, border, crashes)
        self._questions = OpenQuestions(
            self._log, self._events, self._graphs, self._runs, self.approvals.read
        )
        self._desk = Desk(self._log, self._events, self._graphs, self._runs, self._questions)
        folder = self._run_folder = partial(run_folder, settings.runs_path)
        self._travel = TimeTravel(self._log, self._saver, self._graphs, self._runs, folder)
        self.graph = ScriptGraph(self._log, self._events, self._graphs, self._runs)
        crashes.settle_all()

    def __enter__(self) -> Self:
        """Return the app."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Interrupt what works, so that it can go on at the next start, and close everything."""
        self._runs.close()
        self._openings.close()
        self._saver.close()
        self._log.close()

    def prepare(self) -> None:
        """Begin to open the library and the models, without waiting for them."""
        self._openings.begin()

    @property
    def library(self) -> Library:
        """The person's documents; waits while they are being opened."""
        return self._openings.library.get()

    @property
    def models(self) -> Road | GivenModels:
        """The road to the models; waits while it is being opened."""
        return self._openings.models.get()

    def ask(
        self,
        thread_id: str,
        text: str,
        *,
        history: Sequence[Mapping[str, str]] | None = None,
        documents: Sequence[str] | None = None,
        only_documents: bool | None = None,
    ) -> Iterator[Event]:
        """Say something in a thread, which is made if there is none of that id.

        The text is the answer to the open question if there is one, is queued while a run works,
        and else begins a run. The run begins at once; the iterator only follows it.

        Args:
            thread_id: The conversation.
            text: What the person typed.
            history: Earlier messages to begin a new thread with: ``role`` and ``content``.
            documents: Names or ids to which the thread is bound from now on; None leaves it.
            only_documents: Whether only documents may answer; None leaves it.

        Raises:
            StoreError: A document is not there, or the log cannot be written.
        """
        self.prepare()
        extras = self._scope(documents, only_documents)
        if history:
            extras["history"] = [dict(row) for row in history]
        return self._desk.ask(thread_id, text, extras)

    def remove_document(self, document_id: str) -> Removed:
        """Remove a document, and with it every kept reply that may hold its text.

        Raises:
            DocumentMissingError: There is none with this id.
        """
        removed = self.library.remove(document_id)
        forget_replies(self.settings.home / "cache")
        return removed

    def page_image(
        self, document_id: str, page: int, spans: Sequence[tuple[int, int]]
    ) -> PageImage:
        """Return a page as PNG with half-open spans of its stored text marked."""
        text = self.library.page_text(document_id, page)
        passages = tuple(text[start:end] for start, end in spans)
        return page_image(self.library.original(document_id), page, passages)

    def health(self) -> JsonObject:
        """Return how the app is, without waiting for anything."""
        return health(self.settings, self._log, self._saver, self._openings)

    def config(self, thread_id: str) -> RunnableConfig:
        """Return the config by which ``graph`` finds a thread."""
        return self._graphs.config(thread_id)

    def _builder(self) -> StateGraph[AgentState, AgentContext, AgentState, AgentState]:
        if self._given.graph_builder is not None:
            return self._given.graph_builder()
        from agent.graph import build_graph  # noqa: PLC0415 - not where a graph was given

        return build_graph()

    def _context(self, job: Job, stop: StopSignal, keep: Callable[[Event], None]) -> AgentContext:
        library, learns = self.library, self.settings.enable_memory
        return AgentContext(
            thread_id=job.thread_id,
            run_id=job.run_id,
            settings=self.settings,
            door=self.models.door,
            library=library,
            summaries=library.summaries(),
            tools=self.tools,
            switches=self.approvals.read,
            stop=stop,
            now=lambda: datetime.now().astimezone(),
            run_folder=self._run_folder(job.thread_id, job.run_id),
            experience=Experience(library.memories(), job.thread_id, enabled=learns),
            tool_index=self._tool_index,
            keep=keep,
        )

    @cached_property
    def _tool_index(self) -> ToolIndex:
        """The one index of tools, so that its looks keep their distance over all runs."""
        return ToolIndex(
            self.library.memories("tools"),
            watched=self.settings.auto_tool_detection,
            every_s=self.settings.tool_check_interval,
        )


def open_app(
    settings: Settings | None = None,
    *,
    door: Door | None = None,
    library: Library | None = None,
    graph_builder: Builder | None = None,
) -> App:
    """Open the app on a data folder.

    Args:
        settings: Of this start; read from the environment if not given.
        door: Makes the model calls instead of the models that are found, for tests and scripts.
        library: Is used instead of the data folder's; whoever gave it closes it.
        graph_builder: Makes the graph.

    Raises:
        StoreError: The data folder cannot be used.
    """
    return App(settings or load_settings(), Given(door, library, graph_builder))
