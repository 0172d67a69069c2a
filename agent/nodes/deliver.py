"""The ending: the result itself, then the guide that says how to go on."""

from __future__ import annotations

from uuid import uuid4

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.errors import StoppedByPerson
from agent.events import Sources
from agent.guides import markdown_of
from agent.learning import keep_task
from agent.nodes.clarify import task_request
from agent.nodes.guide_making import GuideMaker
from agent.nodes.result_making import ResultMaker
from agent.run_files import write_pair
from agent.state import AgentState
from agent.task_result import put_right
from agent.task_sources import collect_sources

GUIDE = "guide"


def deliver(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Stream the result and the guide, save them, and remember how the task went."""
    context = runtime.context
    ending, guiding = ResultMaker(state, runtime), GuideMaker(state, runtime)
    result_id, guide_id = f"result-{uuid4().hex[:12]}", f"guide-{uuid4().hex[:12]}"
    result = put_right(
        ending.result(result_id),
        collect_sources(state, context),
        ending.known(),
        context.library,
        ending.given(),
    )
    sources = result.sources
    runtime.stream_writer(Sources(sources=sources))
    try:
        guide = guiding.guide(guide_id, sources)
    except StoppedByPerson as stopped:
        partial = f"{result.text}\n\n{guiding.said}"
        raise StoppedByPerson(partial) from stopped
    markdown = markdown_of(guide)
    response = f"{result.text}\n\n{markdown}"
    record = {**guide, "result": result.text, "request": task_request(state)}
    path = write_pair(context.run_folder, GUIDE, record, response)
    figures = {**guide["figures"], "final_result_length": len(result.text)}
    keep_task(state, context, figures)
    whole = figures["succeeded"] == figures["total"] and state.get("ending") != "partly"
    return {
        "messages": [AIMessage(response, id=result_id)],
        "final_response": response,
        "response_marks": result.marks,
        "final_guide": markdown,
        "guide_path": path,
        "sources": sources,
        "execution_stats": figures,
        "ending": "done" if whole else "partly",
        "step": {},
        "model_calls": state.get("model_calls", 0) + ending.calls + guiding.calls,
    }
