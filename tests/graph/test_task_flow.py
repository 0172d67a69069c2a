"""A task on the whole graph: asked, planned, worked, delivered."""

from __future__ import annotations

import json
import threading

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from agent.approval_switches import Switches
from agent.errors import StoppedByPerson
from agent.graph import build_graph
from agent.models.values import ModelProfile
from agent.prompts.guide import render_result
from tests.graph.task_script import TaskScript
from tests.scripted import Pause

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."

LARGE = ModelProfile(parameters=8_000_000_000)

KOREAN = "동네 카페를 알리는 유튜브 쇼츠를 만들고 싶어. 대본부터 업로드까지 계획해줘"


def test_task_without_approvals_is_worked_and_delivered(task, tmp_path):
    script = TaskScript(prose="The script: a cup, a smile.")
    talk = task(script)
    state = talk.say(REQUEST)
    assert state["final_response"].startswith("**Write the script**\n\nThe script: a cup, a smile.")
    assert [r["status"] for r in state["step_results"]] == ["succeeded", "succeeded"]
    assert "Write the script" in state["final_guide"]
    assert "Edit the video" in state["final_guide"]
    assert state["ending"] == "done"
    saved = json.loads((tmp_path / "run" / "guide.json").read_text("utf-8"))
    assert [s["title"] for s in saved["steps"]] == ["Write the script", "Edit the video"]
    assert (tmp_path / "run" / "steps" / "step_02.md").exists()
    assert state["guide_path"].endswith("guide.md")


class OwnEnding(TaskScript):
    """Writes the result in its own words, and the steps in those of the script."""

    ending: str | Pause = ""

    def __call__(self, messages, kwargs):
        said = super().__call__(messages, kwargs)
        return self.ending if "Final result:" in str(messages[-1].content) else said


def test_task_result_leaves_out_what_the_model_repeats_of_its_prompt(task):
    instructions = str(render_result(REQUEST, [], "en")[0].text)
    script = OwnEnding()
    script.ending = f"{instructions}\n\nRequest: {REQUEST}\n\nThe script: a cup, a smile."
    state = task(script, profile=LARGE).say(REQUEST)
    assert state["final_response"].startswith("The script: a cup, a smile.")


def test_task_result_that_only_names_what_was_asked_gives_way_to_what_the_steps_gave(task):
    scene = "Scene 1 shows a cup on the counter, scene 2 the owner who smiles at a guest. "
    script = OwnEnding(prose=scene * 3)
    script.ending = "Write and edit a video."
    state = task(script, profile=LARGE).say(REQUEST)
    assert state["final_response"].startswith("**Write the script**\n\nScene 1 shows a cup")


def test_task_stopped_while_the_result_is_merged_keeps_none_of_the_prompt(task):
    script = OwnEnding()
    script.ending = Pause(f"Request: {REQUEST}\n\nThe script: a cup, a smile.\nThe")
    talk = task(script, profile=LARGE)
    threading.Thread(target=lambda: (script.ending.reached.wait(60), talk.stop.set())).start()
    with pytest.raises(StoppedByPerson) as stopped:
        talk.say(REQUEST)
    assert stopped.value.partial == "The script: a cup, a smile.\nThe"


class OwnSteps(TaskScript):
    """Writes two lines of its own in each step, and one that it has written before."""

    def __call__(self, messages, kwargs):
        said = super().__call__(messages, kwargs)
        if said is not self.prose:
            return said
        return f"Scene {self.asked['prose']}: a cup, a smile.\nThe owner opens the cafe at dawn."


def test_task_result_of_a_small_model_is_what_every_step_gave_and_nothing_twice(task):
    script = OwnSteps()
    state = task(script, profile=ModelProfile(parameters=1_500_000_000)).say(REQUEST)
    assert state["final_response"].startswith(
        "**Write the script**\n\nScene 1: a cup, a smile.\nThe owner opens the cafe at dawn.\n\n"
        "**Edit the video**\n\nScene 2: a cup, a smile.\n\n"
    )
    assert script.asked["prose"] == len(state["sub_tasks"])


def test_task_stopped_in_the_guide_keeps_the_result(task):
    class StopsInTheGuide(TaskScript):
        def __call__(self, messages, kwargs):
            said = super().__call__(messages, kwargs)
            if self.asked["guide"] == 1:
                talk.stop.set()
            return said

    talk = task(StopsInTheGuide(prose="The script: a cup, a smile."))
    with pytest.raises(StoppedByPerson) as stopped:
        talk.say(REQUEST)
    assert stopped.value.partial.startswith("**Write the script**\n\nThe script: a cup, a smile.")
    assert stopped.value.partial.count("Edit the video") == 1  # in the result, not in the guide


@pytest.mark.parametrize(
    ("wanted", "prose", "count"),
    [(REQUEST, "A cup stands on the counter.", 5), (KOREAN, "화면에 커피 잔이 보입니다.", 6)],
)
@pytest.mark.parametrize("profile", [ModelProfile(parameters=1_500_000_000), LARGE])
def test_task_light_mode_model_calls_stay_within_the_budget(task, wanted, prose, count, profile):
    script = TaskScript(
        steps=[(f"Find passage {n}", f"Part {n}") for n in range(1, 6)],
        calls=[{"tool": "hybrid_search", "args": {"query": "cafe"}}],
        prose=prose,
    )
    state = task(script, profile=profile).say(wanted)
    assert len(state["sub_tasks"]) == count
    assert state["tools_used"].count("hybrid_search") == count
    assert state["model_calls"] == script.total
    by_way_of_english = 2 if wanted == KOREAN else 0
    assert script.total <= 6 + 4 * count + by_way_of_english


def test_task_korean_plan_is_curated_korean(task):
    state = task(TaskScript(prose="화면에 커피 잔이 보이고 주인이 웃습니다.")).say(KOREAN)
    titles = [t["title"] for t in state["sub_tasks"]]
    assert "카페 쇼츠 대본 쓰기" in titles
    assert 2 <= len(titles) <= 7
    assert "주인이 웃습니다." in state["final_response"]


@pytest.mark.parametrize(
    ("parameters", "told"), [(1_500_000_000, "half a day"), (8_000_000_000, "about an hour")]
)
def test_task_guide_tells_the_time_of_a_model_that_can_judge_it_or_of_the_work(
    task, parameters, told
):
    state = task(TaskScript(), profile=ModelProfile(parameters=parameters)).say(REQUEST)
    assert state["final_guide"].count(f"- Time (estimate): {told}") == len(state["sub_tasks"])


def test_task_guide_streams_under_its_own_message(task):
    talk = task(TaskScript())
    talk.say(REQUEST)
    generating = [e for e in talk.events if e.kind == "generating" and e.what != "step"]
    assert [e.what for e in generating] == ["result", "guide"]
    ids = [e.message_id for e in generating]
    tokens = [e.message_id for e in talk.events if e.kind == "token"]
    assert list(dict.fromkeys(tokens)) == ["step-s1", "step-s2", *ids]
    guide = "".join(
        e.text
        for e in talk.events
        if e.kind == "token" and e.message_id == generating[1].message_id
    )
    state = talk.graph.get_state(talk.config).values
    assert guide == state["final_guide"]


ASKING_PLAN = Switches(clarification=False, plan=True, step=False, memory=False)


def test_script_accept_goes_on(task):
    talk = task(TaskScript(), ASKING_PLAN)
    talk.say(REQUEST)
    talk.graph.update_state(talk.config, {}, as_node="review_plan")
    state = talk._run(None)
    assert [r["status"] for r in state["step_results"]] == ["succeeded", "succeeded"]


def test_script_edit_takes_plain_strings(task):
    talk = task(TaskScript(), ASKING_PLAN)
    talk.say(REQUEST)
    rows = ["Find a title", {"title": "Post it", "goal": "A post"}]
    talk.graph.update_state(talk.config, {"sub_tasks": rows}, as_node="review_plan")
    state = talk._run(None)
    assert [r["title"] for r in state["step_results"]] == ["Find a title", "Post it"]
    assert [t["id"] for t in state["sub_tasks"]] == ["s1", "s2"]


def test_script_feedback_plans_anew_and_asks_again(task):
    add = {"op": "add", "step": 3, "to": 3, "title": "Post it", "goal": "A post"}
    talk = task(TaskScript(edits=[add]), ASKING_PLAN)
    talk.say(REQUEST)
    talk.graph.update_state(talk.config, {"user_feedback": "Post it too"}, as_node="review_plan")
    talk._run(None)
    payload = talk.open_questions()[0]["payload"]
    assert [t["title"] for t in payload["sub_tasks"]][-1] == "Post it"
    assert payload["feedback"] == "Post it too"


def test_script_invoke_alone_asks_again(task):
    talk = task(TaskScript(), ASKING_PLAN)
    talk.say(REQUEST)
    talk._run(None)
    assert talk.open_questions()[0]["point"] == "plan"


def test_plan_changed_from_an_earlier_point_keeps_the_finished_steps(task):
    change = {"op": "change", "step": 2, "to": 2, "title": "Post it", "goal": "A post"}
    script = TaskScript(edits=[change])
    talk = task(script)
    first = talk.say(REQUEST)
    history = list(talk.graph.get_state_history(talk.config))
    after_one = next(s for s in history if s.next == ("prepare_step",) and s.values["step_results"])
    branch = talk.graph.update_state(
        after_one.config, {"user_feedback": "Post it instead"}, as_node="review_plan"
    )
    worked = script.asked["prose"]
    for _part in talk.graph.stream(None, branch, context=talk.context):
        pass
    state = talk.graph.get_state(talk.config).values
    assert [r["title"] for r in state["step_results"]] == ["Write the script", "Post it"]
    assert script.asked["prose"] == worked + 1
    assert [r["title"] for r in first["step_results"]] == ["Write the script", "Edit the video"]


def test_step_cut_off_in_its_middle_repeats_only_that_part(task):
    script = TaskScript(calls=[{"tool": "hybrid_search", "args": {"query": "cafe"}}])
    talk = task(script)
    talk.graph = build_graph().compile(
        checkpointer=InMemorySaver(), interrupt_before=["complete_step"]
    )
    talk.say(REQUEST)
    asked = dict(script.asked)
    assert talk.graph.get_state(talk.config).next == ("complete_step",)
    talk._run(None)
    assert script.asked["choose"] == asked["choose"] + 1  # the second step's, not the first's
    assert talk.graph.get_state(talk.config).values["current_step_index"] == 1


@pytest.mark.parametrize("entry", [{"actions": [], "risk": ""}, "no JSON"])
def test_task_guide_without_an_entry_of_the_models_is_still_delivered(task, entry):
    class NoEntry(TaskScript):
        def __call__(self, messages, kwargs):
            said = super().__call__(messages, kwargs)
            return entry if isinstance(said, dict) and "actions" in said else said

    state = task(NoEntry()).say(REQUEST)
    assert all(task_["title"] in state["final_guide"] for task_ in state["sub_tasks"])
    assert "Watch out" not in state["final_guide"]
