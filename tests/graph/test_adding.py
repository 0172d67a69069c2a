"""What a node tells is kept from the node itself, before its result can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from langgraph.graph import END, START, StateGraph

from agent.context import AgentContext
from agent.events import Routed
from agent.nodes.adding import add_nodes
from agent.state import AgentState

if TYPE_CHECKING:
    from collections.abc import Callable

    from langgraph.runtime import Runtime

    from agent.events import Event


class _Surroundings:
    """The part of a context that the graph under test reads."""

    def __init__(self, keep: Callable[[Event], None] | None) -> None:
        self.keep = keep


def _streamed(keep: Callable[[Event], None] | None, order: list[str]) -> list[Any]:
    def route(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
        runtime.stream_writer(Routed(route="chat"))
        order.append("the node ends")
        return {"route": "chat"}

    builder = StateGraph(AgentState, context_schema=AgentContext)
    add_nodes(builder, route)
    builder.add_edge(START, "route")
    builder.add_edge("route", END)
    context = cast("AgentContext", _Surroundings(keep))
    return list(builder.compile().stream({}, context=context, stream_mode="custom"))


def test_event_is_kept_while_its_node_still_works():
    order: list[str] = []
    streamed = _streamed(lambda event: order.append(event.kind), order)
    assert order == ["routed", "the node ends"]
    assert streamed == []


def test_event_goes_to_the_stream_where_nothing_keeps_it():
    assert [event.kind for event in _streamed(None, [])] == ["routed"]
