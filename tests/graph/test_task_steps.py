"""A step of a task: its form, its calls, its entry in the results."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from agent.approval_switches import Switches
from agent.events import Progress
from agent.memory.experience import Experience
from agent.settings import Settings
from agent.tools.builtin import builtin_tools
from agent.tools.catalogue import Catalogue
from tests.graph.conversation import NOW
from tests.graph.notes import note_sender
from tests.graph.task_script import STEPS, TaskScript

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."

FAILING = [{"tool": "get_time", "args": {"time_zone": "Nowhere/Land"}}]

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


def test_step_calls_no_more_tools_than_rounds_are_allowed(task):
    asked = []

    def calls(_prompt):
        asked.append(len(asked))
        return [{"tool": "hybrid_search", "args": {"query": f"cafe {len(asked)}"}}]

    script = TaskScript(steps=STEPS, calls=calls, more=True)
    state = task(script, settings=Settings(max_tool_rounds=3)).say(REQUEST)
    assert [r["status"] for r in state["step_results"]] == ["succeeded", "succeeded"]
    assert state["tools_used"].count("hybrid_search") == 2 * 3


def test_step_whose_long_result_flags_an_error_has_failed(task):
    told = json.dumps({"content": "x" * 5000, "isError": True})
    broken = note_sender(lambda _to: None, told)
    kept = replace(broken, asks=False, read_only=True)
    script = TaskScript(
        steps=(("Send a note to a person", "A note"), ("Write the page", "A page")),
        calls=[{"tool": "send_note", "args": {"to": "Kim"}}],
    )
    tools = Catalogue([*builtin_tools().all(), kept])
    state = task(script, tools=tools).say(REQUEST)
    assert state["step_results"][0]["status"] == "failed"
    assert state["step_results"][0]["failure_reason"].startswith("xxx")


def test_step_texts_that_are_very_long_are_kept_up_to_their_lengths(task, tmp_path):
    told = "".join(f"{n}," for n in range(2000))
    prose = " ".join(f"Guest {n} gets a cup of tea." for n in range(1000))
    script = TaskScript(
        steps=(("Send a note to a person", "A note"), ("Write the page", "A page")),
        calls=[{"tool": "send_note", "args": {"to": "Kim"}}],
        prose=prose,
    )
    sender = replace(note_sender(lambda _to: None, told), asks=False, read_only=True)
    state = task(script, tools=Catalogue([*builtin_tools().all(), sender])).say(REQUEST)
    saved = json.loads((tmp_path / "run" / "steps" / "step_01.json").read_text("utf-8"))
    assert state["step_results"][0]["result"] == saved["result"] == prose[:12_000]
    assert [call["text"] for call in saved["calls"]] == [told[:1500]]


@pytest.mark.parametrize("calls", [[{"tool": "finish", "args": {}}], FAILING])
def test_steps_that_are_over_are_told_as_so_many_of_all(task_app, calls):
    steps = (*STEPS, ("Post the video", "A public video"))
    app = task_app(TaskScript(steps=steps, calls=calls), Switches(master=False))
    events = list(app.ask("t1", REQUEST))
    told = [(e.label, e.done, e.total) for e in events if isinstance(e, Progress)]
    total = len(app.graph.get_state(app.config("t1")).values["sub_tasks"])
    assert total >= len(steps)
    assert told == [("steps", n, total) for n in range(1, total + 1)]


def test_step_tried_again_counts_what_failed_before_and_tells_it_in_its_file(task, tmp_path):
    went = []

    def send(to):
        went.append(to)
        if len(went) == 1:
            msg = "the line is down"
            raise ConnectionError(msg)

    experience = Experience()
    script = TaskScript(
        steps=(("Send a note to a person", "A note"), ("Write the page", "A page")),
        calls=lambda prompt: [
            {"tool": "send_note", "args": {"to": "Kim"}}
            if "Send a note to" in prompt
            else {"tool": "finish", "args": {}}
        ],
    )
    tools = Catalogue(
        [*builtin_tools().all(), replace(note_sender(send), asks=False, read_only=True)]
    )
    state = task(script, tools=tools, experience=experience).say(REQUEST)
    assert (state["step_results"][0]["status"], went) == ("succeeded", ["Kim", "Kim"])
    record = experience.tools("Send a note to a person. A note")["send_note"]
    assert (record.samples, record.success_rate) == (2, 0.5)
    saved = json.loads((tmp_path / "run" / "steps" / "step_01.json").read_text("utf-8"))
    assert [call["ok"] for call in saved["calls"]] == [False, True]


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
