"""A graph small enough to read, with what a run must live with: prose, a plan to approve, steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from langchain_core.messages import AIMessage, HumanMessage
from langgraph.graph import END, START, StateGraph

from agent.approvals import Accept, EditPlan, Replan
from agent.asking import ask, history_entry
from agent.context import AgentContext
from agent.errors import StoppedByPerson
from agent.events import Generating, Routed, Sources, StepStarted, Token
from agent.nodes.adding import add_nodes
from agent.state import TURN_DEFAULTS, AgentState

if TYPE_CHECKING:
    from pathlib import Path

    from langgraph.runtime import Runtime

    from store.library import Library

PLAN = [{"id": "1", "title": "first", "goal": ""}, {"id": "2", "title": "second", "goal": ""}]


def receive(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    return {**TURN_DEFAULTS, "language": "en"}


def route(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    question = str(next(m for m in reversed(state["messages"]) if isinstance(m, HumanMessage)).text)
    chosen = "task" if question.startswith("plan") else "chat"
    runtime.stream_writer(Routed(route=chosen))
    return {"route": chosen, "standalone_question": question}


def after_route(state: AgentState) -> Literal["converse", "plan"]:
    return "plan" if state["route"] == "task" else "converse"


def converse(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    context = runtime.context
    name = f"answer-{context.run_id}"
    runtime.stream_writer(Generating(message_id=name))
    reply = context.door.write(
        "writer",
        [HumanMessage(state["standalone_question"])],
        stop=context.stop,
        on_token=lambda text: runtime.stream_writer(Token(message_id=name, text=text)),
        max_tokens=200,
    )
    if reply.stopped:
        raise StoppedByPerson(reply.text)
    runtime.stream_writer(Sources(sources=[{"n": 1, "document_id": "d1", "page": 3}]))
    return {
        "messages": [AIMessage(reply.text, id=name)],
        "final_response": reply.text,
        "model_calls": 1,
    }


def plan(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    change = state.get("user_feedback", "")
    extra = [{"id": "3", "title": change, "goal": ""}] if change else []
    return {"sub_tasks": [*PLAN, *extra]}


def review_plan(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    envelope = ask(
        "plan", {"request": state["standalone_question"], "sub_tasks": state["sub_tasks"]}
    )
    said = envelope.decision
    update: AgentState = {
        "approval_history": [*state["approval_history"], history_entry("plan", envelope)],
        "user_feedback": said.text if isinstance(said, Replan) else "",
    }
    if isinstance(said, EditPlan):
        update["sub_tasks"] = [row.model_dump() for row in said.rows]
    return update


def after_review_plan(state: AgentState) -> Literal["plan", "prepare_step", "deliver"]:
    if state["user_feedback"]:
        return "plan"
    accepted = state["approval_history"][-1]["action"] in (Accept().action, "edit_plan")
    return "prepare_step" if accepted else "deliver"


def prepare_step(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    return {"step": {"tool": "note"}}


def work_step(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    context = runtime.context
    index, steps = state["current_step_index"], state["sub_tasks"]
    row = steps[index]
    runtime.stream_writer(StepStarted(index=index, total=len(steps), title=row["title"]))
    reply = context.door.write(
        "writer",
        [HumanMessage(row["title"])],
        stop=context.stop,
        on_token=lambda text: runtime.stream_writer(Token(message_id=row["id"], text=text)),
        max_tokens=200,
    )
    if reply.stopped:
        raise StoppedByPerson(reply.text)
    _note(context.run_folder / "effects.txt", row["title"])
    result = {"id": row["id"], "title": row["title"], "status": "succeeded", "result": reply.text}
    return {"step_results": [*state["step_results"], result], "current_step_index": index + 1}


def _note(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def after_work_step(state: AgentState) -> Literal["prepare_step", "deliver"]:
    done = state["current_step_index"] >= len(state["sub_tasks"])
    return "deliver" if done else "prepare_step"


def deliver(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    text = "; ".join(row["result"] for row in state["step_results"]) or "nothing done"
    return {"messages": [AIMessage(text)], "final_response": text, "ending": "done"}


def build_toy() -> StateGraph[AgentState, AgentContext, AgentState, AgentState]:
    builder = StateGraph(AgentState, context_schema=AgentContext)
    add_nodes(
        builder, receive, route, converse, plan, review_plan, prepare_step, work_step, deliver
    )
    builder.add_edge(START, "receive")
    builder.add_edge("receive", "route")
    builder.add_conditional_edges("route", after_route)
    builder.add_edge("converse", END)
    builder.add_edge("plan", "review_plan")
    builder.add_conditional_edges("review_plan", after_review_plan)
    builder.add_edge("prepare_step", "work_step")
    builder.add_conditional_edges("work_step", after_work_step)
    builder.add_edge("deliver", END)
    return builder


class NoLibrary:
    """Stands where a library would: the toy graph asks it nothing.

    Processes that only run the toy graph start in a second without LanceDB, and may fork.
    """

    def summaries(self) -> None:
        return None

    def memories(self, _name: str = "") -> None:
        return None

    def documents(self) -> list[Any]:
        return []


NO_LIBRARY = cast("Library", NoLibrary())
