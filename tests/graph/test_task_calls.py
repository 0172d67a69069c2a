"""How often a task asks the model, and where it asks nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from agent.approval_switches import Switches
from agent.graph import build_graph
from agent.models.values import ModelProfile
from tests.graph.task_script import TaskScript

SAMPLES = Path(__file__).resolve().parents[2] / "sample_docs"

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."

KOREAN = "동네 카페를 알리는 유튜브 쇼츠를 만들고 싶어. 대본부터 업로드까지 계획해줘"

QUIET = Switches(master=False)

SMALL, LARGE = ModelProfile(parameters=1_500_000_000), ModelProfile(parameters=8_000_000_000)

STEPS = (
    ("Write the script of the short", "A script"),
    ("Film the short", "A film"),
    ("Edit the video with subtitles", "A video"),
    ("Make a thumbnail image", "An image"),
    ("Upload the short", "A public short"),
)


@pytest.mark.parametrize("profile", [SMALL, LARGE])
@pytest.mark.parametrize(
    ("wanted", "prose"),
    [(REQUEST, "A cup stands on the counter."), (KOREAN, "화면에 커피 잔이 보입니다.")],
)
def test_task_light_mode_with_a_catalogue_keeps_to_the_call_budget(
    task, library, wanted, prose, profile
):
    library.add(SAMPLES / "ai_tools.json")
    search = {"tool": "hybrid_search", "args": {"query": "cafe"}}
    script = TaskScript(steps=STEPS, calls=[search], prose=prose)
    state = task(script, profile=profile).say(wanted)
    n = len(state["sub_tasks"])
    assert n >= len(STEPS)
    assert state["tools_used"].count("hybrid_search") == n
    assert script.asked["recommend"] >= 4  # nothing in the catalogue is near the other steps
    by_way_of_english = 2 if wanted == KOREAN else 0
    assert state["model_calls"] == script.total <= 6 + 4 * n + by_way_of_english


@pytest.mark.parametrize(
    ("switches", "asked"),
    [
        pytest.param(QUIET, {}, id="light"),
        pytest.param(
            Switches(clarification=False, plan=False, step=True), {"choose": 1}, id="full"
        ),
    ],
)
def test_prepare_step_asks_the_model_only_where_steps_are_approved(task, switches, asked):
    script = TaskScript()
    talk = task(script, switches)
    talk.graph = build_graph().compile(
        checkpointer=InMemorySaver(),
        interrupt_before=["prepare_step"],
        interrupt_after=["prepare_step"],
    )
    before = talk.say(REQUEST)
    planned = script.asked.copy()
    prepared = talk._run(None)
    assert talk.graph.get_state(talk.config).next == ("review_step",)
    assert prepared["step"]["title"] == "Write the script"
    assert script.asked - planned == asked
    assert prepared["model_calls"] - before["model_calls"] == sum(asked.values())


@pytest.mark.parametrize("profile", [SMALL, LARGE])
def test_deliver_of_a_task_in_which_nothing_worked_asks_nothing(task, profile):
    script = TaskScript(calls=[{"tool": "get_time", "args": {"time_zone": "Nowhere/Land"}}])
    talk = task(script, profile=profile)
    talk.graph = build_graph().compile(checkpointer=InMemorySaver(), interrupt_before=["deliver"])
    worked = talk.say(REQUEST)
    assert [r["status"] for r in worked["step_results"]] == ["failed", "failed"]
    asked = script.asked.copy()
    state = talk._run(None)
    assert state["final_response"].startswith("No step of this task worked")
    assert "Edit the video" in state["final_guide"]
    assert script.asked == asked
    assert state["model_calls"] == worked["model_calls"] == script.total
