"""How a graph gets its nodes: what one tells is kept before its result is.

LangGraph saves a node's result on one thread while another takes the node's events from the
stream. A process that ends in between would have done the step and never said so: the node is
not run again. Events therefore go straight to the log, from the node itself.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from langgraph.graph.state import StateGraph
    from langgraph.runtime import Runtime

    from agent.context import AgentContext
    from agent.state import AgentState

    State = TypeVar("State", bound=AgentState)

    class Node(Protocol[State]):
        """A function of the state, which LangGraph gives its runtime by name."""

        __name__: str

        def __call__(self, state: State, runtime: Runtime[AgentContext]) -> State:
            """Return what the node changes."""


def add_nodes(builder: StateGraph[State, AgentContext], *nodes: Node[State]) -> None:
    """Add the nodes under their functions' names."""
    for node in nodes:
        builder.add_node(node.__name__, _keeping(node))


def _keeping(node: Node[State]) -> Node[State]:
    """Return the node with a writer that keeps each event where the run keeps them."""

    @wraps(node)
    def kept(state: State, runtime: Runtime[AgentContext]) -> State:
        keep = runtime.context.keep
        return node(state, runtime if keep is None else runtime.override(stream_writer=keep))

    return kept
