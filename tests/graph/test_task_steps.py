"""A step of a task: its form, its calls, its entry in the results."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent.approval_switches import Switches
from agent.memory.experience import Experience
from agent.tools.builtin import builtin_tools
from agent.tools.catalogue import Catalogue
from tests.graph.conversation import NOW
from tests.graph.task_script import STEPS, TaskScript

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."

ASKING_STEP = Switches(clarification=False, plan=False, step=True, memory=False)


def test_step_entry_tells_result_tools_time_and_validation(task, tmp_path):
    wrong = {"tool": "get_time", "args": {"time_zone": "Nowhere/Land"}}
    right = {"tool": "get_time", "args": {"time_zone": "Asia/Seoul"}}
    talk = task(TaskScript(calls=[wrong, right]))
    state = talk.say(REQUEST)
    first = state["step_results"][0]
    assert first["status"] == "succeeded"
    assert first["validation_passed"] is False
    assert first["tools_used"] == ["get_time"]
    assert (first["seconds"], first["completed_at"]) == (0.0, NOW.timestamp())
    saved = json.loads((tmp_path / "run" / "steps" / "step_01.json").read_text("utf-8"))
    assert [call["ok"] for call in saved["calls"]] == [False, True]
    assert saved["calls"][1]["text"] == first["result"]
    figures = state["execution_stats"]
    assert (figures["validation_errors"], figures["validation_rate"]) == (2, 0.0)
    assert figures["completed_at"] == NOW.timestamp()
    told = f"**{first['title']}**\n\n{first['result']}"  # the second step gave the same
    assert figures["final_result_length"] == len(told)


def test_step_whose_call_failed_lets_the_model_choose_again(task):
    def calls(prompt):
        zone = "Asia/Seoul" if "no known city" in prompt else "Nowhere/Land"
        return [{"tool": "get_time", "args": {"time_zone": zone}}]

    state = task(TaskScript(calls=calls)).say(REQUEST)
    assert [r["status"] for r in state["step_results"]] == ["succeeded", "succeeded"]
    assert [r["attempts"] for r in state["step_results"]] == [1, 1]


def test_step_form_offers_what_worked_before_and_fills_gaps_with_it(task):
    experience = Experience()
    worked = {"expression": "2 + 2"}
    for title, goal in STEPS:
        experience.keep_tool(title, f"{title}. {goal}", "calculator", worked, ok=True, at=1.0)
    script = TaskScript(calls=[{"tool": "calculator", "args": {"expression": ""}}])
    talk = task(script, ASKING_STEP, experience=experience)
    talk.say(REQUEST)
    payload = talk.open_questions()[0]["payload"]
    assert (payload["arguments"], payload["missing"]) == (worked, [])
    assert [e.text for e in talk.events if e.kind == "memory_used"] == [
        "calculator: expression = 2 + 2"
    ]
    script.calls = [{"tool": "calculator", "args": {"expression": "1 + 1"}}]
    talk.decide({"action": "accept"})
    payload = talk.open_questions()[0]["payload"]
    assert (payload["arguments"], payload["worked_before"]) == ({"expression": "1 + 1"}, worked)


@pytest.mark.parametrize(("tool", "asks"), [("get_time", False), ("read_file", True)])
def test_prediction_never_approves_a_tool_that_must_ask(task, tool, asks):
    experience = Experience()
    for title, goal in STEPS:
        for run in range(6):
            key = f"{title}/{run}"
            experience.keep_decision(key, f"{title}. {goal}", tool, "accept", float(run))
    offered = [
        replace(one, read_only=False) if one.name == "read_file" else one
        for one in builtin_tools().all()
    ]
    arguments = {"get_time": {"time_zone": ""}, "read_file": {"name": "a.pdf", "page": 1}}
    script = TaskScript(calls=[{"tool": tool, "args": arguments[tool]}])
    talk = task(script, ASKING_STEP, experience=experience, tools=Catalogue(offered))
    talk.say(REQUEST)
    assert [one["point"] for one in talk.open_questions()] == (["step"] if asks else [])
