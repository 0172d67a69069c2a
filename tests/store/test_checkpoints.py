"""The checkpoint file: what pruning keeps, how small it stays, what it refuses."""

from __future__ import annotations

import operator
import sqlite3
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages

from store.checkpoints import CheckpointRow, kept, open_saver
from store.errors import DiskFullError, NewerDatabaseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from langgraph.graph.state import CompiledStateGraph

    from store.checkpoints import Checkpoints

ANSWER = "가나다라마바사 " * 60


class State(TypedDict, total=False):
    messages: Annotated[list[Any], add_messages]
    current_step_index: int
    trail: Annotated[list[str], operator.add]


def plan(state: State) -> State:
    return {"current_step_index": 0}


def review_plan(state: State) -> State:
    return {}


def prepare_step(state: State) -> State:
    return {"trail": ["prepared"]}


def work_step(state: State) -> State:
    return {"current_step_index": state["current_step_index"] + 1}


def deliver(state: State) -> State:
    return {"messages": [AIMessage(ANSWER)]}


@pytest.fixture
def saver(tmp_path) -> Iterator[Checkpoints]:
    opened = open_saver(tmp_path / "checkpoints.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def graph(saver) -> CompiledStateGraph[State, None, State, State]:
    builder = StateGraph(State)
    for node in (plan, review_plan, prepare_step, work_step, deliver):
        builder.add_node(node.__name__, node)
    builder.add_edge(START, "plan")
    builder.add_edge("plan", "review_plan")
    builder.add_edge("review_plan", "prepare_step")
    builder.add_edge("prepare_step", "work_step")
    builder.add_conditional_edges(
        "work_step", lambda state: "deliver" if state["current_step_index"] > 2 else "prepare_step"
    )
    builder.add_edge("deliver", END)
    return builder.compile(checkpointer=saver)


def turn(graph, number: int) -> None:
    config = {"configurable": {"thread_id": "t"}, "metadata": {"turn": f"r{number:03}"}}
    question = HumanMessage(f"question {number} " * 10)
    graph.invoke({"messages": [question]}, config, durability="sync")


def test_prune_sixty_turns_keeps_the_file_small(graph, saver, tmp_path):
    for number in range(60):
        turn(graph, number)
        saver.prune_thread("t")
    rows = saver.rows("t")
    assert len({row.turn for row in rows}) == 20
    assert len(rows) <= 20 + 5 * 5
    # 60 turns of 1.5 kB each, in the ends of 20 turns and the borders of 5
    assert saver.size_bytes() < 7_000_000
    files = sum(path.stat().st_size for path in tmp_path.glob("checkpoints.sqlite*"))
    assert files < 16_000_000
    assert len(graph.get_state({"configurable": {"thread_id": "t"}}).values["messages"]) == 120


def test_prune_without_it_the_file_is_many_times_larger(graph, saver):
    for number in range(30):
        turn(graph, number)
    unpruned = saver.size_bytes()
    saver.prune_thread("t")
    assert saver.size_bytes() * 4 < unpruned


def test_prune_keeps_plan_and_step_borders_of_the_last_five_turns(graph, saver):
    for number in range(7):
        turn(graph, number)
    saver.prune_thread("t")
    borders = [(row.turn, row.next_nodes) for row in saver.rows("t") if row.next_nodes]
    assert {name for name, _ in borders} == {f"r{n:03}" for n in range(2, 7)}
    assert [nodes for name, nodes in borders if name == "r006"] == [
        ("review_plan",),
        ("prepare_step",),
        ("prepare_step",),
        ("prepare_step",),
        ("deliver",),
    ]
    assert [row.step_index for row in saver.rows("t") if row.turn == "r006"][1:4] == [0, 1, 2]


def test_prune_keeps_all_of_an_open_turn(graph, saver):
    turn(graph, 1)
    turn(graph, 2)
    before = [row.id for row in saver.rows("t") if row.turn == "r002"]
    saver.prune_thread("t", open_turn="r002")
    assert [row.id for row in saver.rows("t") if row.turn == "r002"] == before


def test_prune_leaves_other_threads_alone(graph, saver):
    turn(graph, 1)
    config = {"configurable": {"thread_id": "other"}, "metadata": {"turn": "x"}}
    graph.invoke({"messages": [HumanMessage("q")]}, config)
    before = saver.rows("other")
    saver.prune_thread("t")
    assert saver.rows("other") == before


def test_kept_turn_that_was_gone_on_with_counts_by_its_last_checkpoint():
    rows = [CheckpointRow(f"{n:03}", "", f"r{n}", ()) for n in range(25)]
    rows.append(CheckpointRow("100", "", "r0", ()))
    assert "100" in kept(rows, "")
    assert "000" not in kept(rows, "")
    assert "005" not in kept(rows, "")
    assert "006" in kept(rows, "")


def test_copy_takes_one_checkpoint_to_a_new_thread(graph, saver):
    turn(graph, 1)
    point = next(row for row in saver.rows("t") if row.next_nodes == ("review_plan",))
    saver.copy("t", point.id, "new")
    state = graph.get_state({"configurable": {"thread_id": "new"}})
    assert state.next == ("review_plan",)
    assert len(saver.rows("new")) == 1


def test_latest_id_is_that_of_the_state(graph, saver):
    assert saver.latest_id("t") == ""
    turn(graph, 1)
    state = graph.get_state({"configurable": {"thread_id": "t"}})
    assert saver.latest_id("t") == state.config["configurable"]["checkpoint_id"]


def test_saver_reopened_has_the_state(graph, saver, tmp_path):
    turn(graph, 1)
    rows = saver.rows("t")
    second = open_saver(tmp_path / "checkpoints.sqlite")
    assert second.rows("t") == rows
    second.close()


def test_saver_in_memory_makes_no_file(tmp_path):
    saver = open_saver(None)
    assert saver.rows("t") == []
    saver.close()
    assert list(tmp_path.glob("*.sqlite*")) == []


def test_open_newer_file_says_to_update(tmp_path):
    path = tmp_path / "checkpoints.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(NewerDatabaseError, match="newer version"):
        open_saver(path)


def test_write_on_a_full_disk_is_the_stores_own_error(graph, saver):
    with saver.cursor(transaction=False) as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(DiskFullError, match="Free some space"):
        turn(graph, 1)


def test_load_type_outside_the_safe_ones_is_not_imported(saver):
    kind, data = saver.serde.dumps_typed({"messages": [HumanMessage("q")]})
    assert saver.serde.loads_typed((kind, data))["messages"][0].text == "q"
    kind, data = saver.serde.dumps_typed({"value": Unsafe("x")})
    assert not isinstance(saver.serde.loads_typed((kind, data))["value"], Unsafe)


class Unsafe:
    """A class of a module that no checkpoint may import."""

    def __init__(self, name: str) -> None:
        self.name = name

    def model_dump(self) -> dict[str, str]:
        return {"name": self.name}
