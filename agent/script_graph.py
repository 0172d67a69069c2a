"""The graph for scripts: the compiled one, thread by thread, under the same lease as the page.

config = app.config(thread_id)
app.graph.update_state(config, {"sub_tasks": [...]}, as_node="review_plan")
app.graph.invoke(None, config)
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from langchain_core.messages import convert_to_messages
from langgraph.types import Command

from agent.desk import busy_error, new_run_id
from agent.errors import RunFailedError
from agent.events import ApprovalResolved, Failed, Started
from agent.script_input import check_values, resumed
from agent.well_formed import all_well_formed
from agent.work import Job, question_id
from store.turns import QueuedText

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from langchain_core.runnables import RunnableConfig
    from langchain_core.runnables.graph import Graph as Drawing
    from langgraph.types import StateSnapshot

    from agent.event_log import EventLog
    from agent.graph_threads import Graph, GraphThreads
    from agent.runs import Runs
    from agent.state import AgentState
    from store.run_log import RunLog

SCRIPT = "script"


class ScriptGraph:
    """Reads and changes threads as a script may. ``compiled`` is LangGraph's own object."""

    def __init__(self, log: RunLog, events: EventLog, graphs: GraphThreads, runs: Runs) -> None:
        """Use these."""
        self._log = log
        self._events = events
        self._graphs = graphs
        self._runs = runs

    @property
    def compiled(self) -> Graph:
        """The compiled graph. What it writes is not seen by the page until the thread rests."""
        return self._graphs.graph

    def get_state(self, config: RunnableConfig) -> StateSnapshot:
        """Return a thread's state."""
        return self._graphs.graph.get_state(config)

    def get_state_history(self, config: RunnableConfig) -> Iterator[StateSnapshot]:
        """Return a thread's kept states, the newest first."""
        return self._graphs.graph.get_state_history(config)

    def get_graph(self, *, xray: bool = False) -> Drawing:
        """Return the drawing of the graph."""
        return self._graphs.graph.get_graph(xray=xray)

    def update_state(
        self, config: RunnableConfig, values: Mapping[str, Any] | None, as_node: str
    ) -> RunnableConfig:
        """Change a thread's state as if ``as_node`` had written it; open questions are closed.

        Raises:
            ThreadBusyError: A run works in the thread.
            DecisionError: The page would not take such steps or such a wish; nothing is changed.
        """
        written = {
            name: value if name == "messages" else all_well_formed(value)
            for name, value in (values or {}).items()
        }
        check_values(written)
        thread_id = str(config["configurable"]["thread_id"])
        row = self._log.last_run(thread_id)
        run_id = row.run_id if row else new_run_id()
        if not self._log.turns.claim(thread_id, run_id):
            raise busy_error(thread_id)
        try:
            closed = self._graphs.position(thread_id).questions
            marked: RunnableConfig = {**config, "metadata": {"turn": run_id}}
            changed = self._graphs.graph.update_state(marked, written, as_node=as_node)
            for one in closed:
                told = ApprovalResolved(
                    approval_id=one.id, point=one.point, outcome=SCRIPT, why=SCRIPT
                )
                self._events.append(thread_id, run_id, told)
            if closed:
                self._log.set_status(thread_id, run_id, "interrupted", only_from="waiting")
        finally:
            self._log.turns.release(thread_id)
        return changed

    def invoke(
        self, graph_input: AgentState | Command[Any] | None, config: RunnableConfig
    ) -> dict[str, Any]:
        """Work in a thread until the graph ends or asks, and return its state.

        The work is a run like any other: it is logged, and the page follows it.

        Raises:
            ThreadBusyError: A run works in the thread.
            DecisionError: A ``Command`` resumes with what no open question takes; it stays open.
            RunFailedError: The run failed; what it had finished is kept, and None goes on there.
        """
        configurable = config["configurable"]
        thread_id = str(configurable["thread_id"])
        self._log.threads.create(thread_id=thread_id)
        row = self._log.last_run(thread_id)
        new = row is None or isinstance(graph_input, dict)
        run_id = new_run_id() if row is None or new else row.run_id
        if not self._log.turns.claim(thread_id, run_id):
            raise busy_error(thread_id)
        graph_input = self._checked(thread_id, graph_input)
        with self._log.turns.abandoned_on_error(thread_id):
            if new:
                graph_input, text = _named(graph_input, run_id)
                self._log.begin(QueuedText(thread_id, run_id, text), purpose=SCRIPT)
            job = Job(thread_id, run_id, graph_input)
            job = replace(job, checkpoint_id=str(configurable.get("checkpoint_id", "")))
            events = self._runs.go_on(job, Started(purpose="retry"))
        last = [event for event in events if event.run_id == run_id][-1:]
        if last and isinstance(last[0], Failed):
            raise RunFailedError(last[0].message, last[0].code)
        return dict(self._graphs.position(thread_id).values)

    def _checked(self, thread_id: str, graph_input: Any) -> Any:  # noqa: ANN401 - as LangGraph's
        """Return an input that the thread can take; give the lease back where it cannot."""
        try:
            if isinstance(graph_input, Command):
                return resumed(graph_input, self._graphs.position(thread_id).questions)
            if graph_input is not None:
                check_values(graph_input)
        except BaseException:
            self._log.turns.release(thread_id)
            raise
        return graph_input


def _named(graph_input: Any, run_id: str) -> tuple[Any, str]:  # noqa: ANN401 - as LangGraph takes it
    """Give the newest message the id by which the history finds its turn; return its text too."""
    messages = convert_to_messages(graph_input.get("messages", []))
    if not messages:
        return graph_input, ""
    last = messages[-1].model_copy(update={"id": question_id(run_id)})
    return {**graph_input, "messages": [*messages[:-1], last]}, str(last.text)
