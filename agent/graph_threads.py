"""The one module that drives the compiled graph: works a turn, reads and mends a thread's state.

What LangGraph says is translated here: a drained or stopped graph becomes ``StoppedByPerson``,
interrupts become ``Question``. The nodes' events go to the context's ``keep``.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from langchain_core.messages import AIMessage
from langgraph.errors import GraphDrained, GraphRecursionError
from langgraph.graph import END, START
from langgraph.runtime import RunControl
from langgraph.types import Command

from agent.errors import RoundLimitError, StoppedByPerson

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.graph.state import CompiledStateGraph

    from agent.context import AgentContext
    from agent.state import AgentState

    Graph: TypeAlias = CompiledStateGraph[AgentState, AgentContext, AgentState, AgentState]
    GraphInput: TypeAlias = AgentState | Command[Any] | None

STEPS_AT_MOST = 1000


@dataclass(frozen=True, slots=True)
class Question:
    """An interrupt that waits for its answer."""

    id: str
    point: str
    payload: dict[str, Any]
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Where a thread stands: its latest checkpoint and the turn that made it.

    ``at_end`` says that the graph has nothing left to do, not even to take in what finished tasks
    have written; ``next`` of LangGraph's snapshot is empty before that.
    """

    checkpoint_id: str
    turn: str
    at_end: bool
    questions: tuple[Question, ...]
    values: AgentState


class GraphThreads:
    """The compiled graph, thread by thread. Only the thread's own run calls what writes."""

    def __init__(self, graph: Graph) -> None:
        """Drive ``graph``, which has its checkpointer."""
        self.graph = graph

    @staticmethod
    def config(thread_id: str, turn: str = "", checkpoint_id: str = "") -> RunnableConfig:
        """Return the config of a thread; ``turn`` is noted in the checkpoints it makes."""
        configurable = {"thread_id": thread_id}
        if checkpoint_id:
            configurable["checkpoint_id"] = checkpoint_id
        config: RunnableConfig = {"configurable": configurable, "recursion_limit": STEPS_AT_MOST}
        if turn:
            config["metadata"] = {"turn": turn}
        return config

    def work(
        self, graph_input: GraphInput, context: AgentContext, *, checkpoint_id: str = ""
    ) -> None:
        """Work until the graph ends or asks.

        Raises:
            StoppedByPerson: Stop was pressed; what is finished is in the checkpoint.
            RoundLimitError: The graph goes round in circles.
        """
        control = RunControl()
        forget = context.stop.on_set(control.request_drain)
        config = self.config(context.thread_id, context.run_id, checkpoint_id)
        parts = self.graph.stream(
            graph_input,
            config,
            context=context,
            stream_mode=[],
            durability="sync",
            subgraphs=True,
            control=control,
        )
        try:
            # the generator is closed here, not by the collector: closing waits for its tasks
            with closing(parts):  # type: ignore[type-var]
                for _ in parts:
                    pass
        except GraphDrained as drained:
            raise StoppedByPerson from drained
        except GraphRecursionError as error:
            message = f"The work took more than {STEPS_AT_MOST} steps. Ask for less at once."
            raise RoundLimitError(message) from error
        finally:
            forget()

    def position(self, thread_id: str, checkpoint_id: str = "") -> Position:
        """Return where the thread stands now, or stood at a checkpoint."""
        snapshot = self.graph.get_state(self.config(thread_id, checkpoint_id=checkpoint_id))
        metadata = snapshot.metadata or {}
        return Position(
            checkpoint_id=str(snapshot.config["configurable"].get("checkpoint_id", "")),
            turn=str(metadata.get("turn", "")),
            at_end=not snapshot.tasks,
            questions=tuple(
                _question(interrupt.id, interrupt.value) for interrupt in snapshot.interrupts
            ),
            # the graph's state schema is AgentState
            values=cast("AgentState", snapshot.values or {}),
        )

    def keep_partial(self, thread_id: str, turn: str, text: str) -> None:
        """Store what a stopped run had said as its answer, and clear what would come next."""
        config = self.config(thread_id, turn)
        message = AIMessage(text, id=f"{turn}:stopped", additional_kwargs={"stopped": True})
        self.graph.update_state(config, {"messages": [message]}, as_node=START)
        self.graph.update_state(config, None, as_node=END)


def resume_with(
    question_id: str, envelope: dict[str, Any], update: AgentState | None = None
) -> Command[Any]:
    """Return the input that answers one question by its id, never the next one.

    ``update`` is written into the state before the node that asked goes on.
    """
    return Command(resume={question_id: envelope}, update=update or None)


def _question(name: str, value: object) -> Question:
    asked = value if isinstance(value, dict) else {}
    return Question(
        id=name,
        point=str(asked.get("point", "plan")),
        payload=dict(asked.get("payload", {})),
        allowed=tuple(asked.get("allowed", ())),
    )
