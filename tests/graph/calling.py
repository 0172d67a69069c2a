"""What tests of tools share: a tool of their own and the running of calls."""

from __future__ import annotations

from pydantic import BaseModel

from agent.tools.builtin import builtin_tools
from agent.tools.catalogue import Tool
from agent.tools.running import new_call, run_calls


class NoArgs(BaseModel):
    pass


def tool(name, run, **changed):
    return Tool(name=name, description=name, description_ko=name, args=NoArgs, run=run, **changed)


def run(around, *calls, tools=None, events=None):
    made = [new_call(name, args) for name, args in calls]
    emit = events.append if events is not None else (lambda _event: None)
    return run_calls(made, tools or builtin_tools(), around, emit)
