"""A task on the whole graph: asked, planned, worked, delivered."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from agent.approval_switches import Switches
from agent.errors import StoppedByPerson
from agent.graph import build_graph
from agent.memory.experience import Experience
from agent.tools.builtin import builtin_tools
from agent.tools.catalogue import Catalogue
from store.memories import LooseMemories
from tests.graph.conversation import NOW, Conversation
from tests.graph.task_script import STEPS, TaskScript

QUIET = Switches(master=False)
REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."
KOREAN = "동네 카페를 알리는 유튜브 쇼츠를 만들고 싶어. 대본부터 업로드까지 계획해줘"


@pytest.fixture
def task(library, tmp_path):
    """Start conversations with a scripted task."""

    def make(script: TaskScript, switches: Switches = QUIET, **kwargs) -> Conversation:
        return Conversation(library, [script] * 200, tmp_path / "run", switches=switches, **kwargs)

    return make


def test_task_without_approvals_is_worked_and_delivered(task, tmp_path):
    script = TaskScript(prose="The script: a cup, a smile.")
    talk = task(script)
    state = talk.say(REQUEST)
    assert state["final_response"].startswith("The script: a cup, a smile.")
    assert [r["status"] for r in state["step_results"]] == ["succeeded", "succeeded"]
    assert "Write the script" in state["final_guide"]
    assert "Edit the video" in state["final_guide"]
    assert state["ending"] == "done"
    saved = json.loads((tmp_path / "run" / "guide.json").read_text("utf-8"))
    assert [s["title"] for s in saved["steps"]] == ["Write the script", "Edit the video"]
    assert (tmp_path / "run" / "steps" / "step_02.md").exists()
    assert state["guide_path"].endswith("guide.md")


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
    assert stopped.value.partial.startswith("The script: a cup, a smile.")
    assert "Edit the video" not in stopped.value.partial


def test_task_light_mode_model_calls_stay_within_the_budget(task):
    script = TaskScript(
        steps=[(f"Do part {n}", f"Part {n}") for n in range(1, 6)],
        calls=[{"tool": "get_time", "args": {"time_zone": ""}}],
    )
    state = task(script).say(REQUEST)
    n = len(state["sub_tasks"])
    assert n == 5
    assert state["model_calls"] == script.total
    assert script.total <= 6 + 4 * n


def test_task_korean_plan_is_curated_korean(task):
    state = task(TaskScript(prose="결과입니다. 대본은 다음과 같습니다.")).say(KOREAN)
    titles = [t["title"] for t in state["sub_tasks"]]
    assert "카페 쇼츠 대본 쓰기" in titles
    assert 2 <= len(titles) <= 7
    assert state["final_response"].startswith("결과입니다.")


def test_task_guide_streams_under_its_own_message(task):
    talk = task(TaskScript())
    talk.say(REQUEST)
    generating = [e for e in talk.events if e.kind == "generating" and e.what != "step"]
    assert [e.what for e in generating] == ["result", "guide"]
    ids = {e.message_id for e in generating}
    assert {e.message_id for e in talk.events if e.kind == "token"} == ids
    guide = "".join(
        e.text
        for e in talk.events
        if e.kind == "token" and e.message_id == generating[1].message_id
    )
    state = talk.graph.get_state(talk.config).values
    assert guide == state["final_guide"]


def test_clarify_plain_question_ends_in_an_answer_without_a_plan(task):
    script = TaskScript(verdict="question", prose="Ottawa.")
    state = task(script).say("What is the capital of Canada?")
    assert state["final_response"] == "Ottawa."
    assert state["sub_tasks"] == []
    assert script.asked["plan"] == 0


ASKING = Switches(clarification=True, plan=False, step=False, memory=False)


def test_clarify_unclear_request_asks_and_merges_the_answer(task):
    question = "What is it about?"
    script = TaskScript(verdict="unclear", questions=[question])
    talk = task(script, ASKING)
    talk.say("Make a video for me.")
    assert talk.open_questions()[0]["payload"]["questions"] == [question]
    state = talk.decide({"action": "answer", "answers": {question: "My tea shop"}})
    assert "My tea shop" in state["clarification"]["merged"]
    assert state["clarification"]["after"] > state["clarification"]["before"]
    assert any("My tea shop" in text for place, text in script.prompts if place == "plan")
    assert state["final_guide"]


def test_clarify_empty_answer_leaves_the_question_open_with_the_reason(task):
    question = "What is it about?"
    talk = task(TaskScript(verdict="unclear", questions=[question]), ASKING)
    talk.say("Make a video for me.")
    talk.decide({"action": "answer", "answers": {question: "  "}})
    assert "empty" in talk.open_questions()[0]["payload"]["reason"]
    state = talk.decide({"action": "proceed"})
    assert state["final_guide"]


def test_clarify_switched_off_goes_on_without_asking(task):
    talk = task(TaskScript(verdict="unclear", questions=["About what?"]))
    state = talk.say("Make a video for me.")
    assert state["final_guide"]
    entry = state["approval_history"][0]
    assert (entry["point"], entry["action"], entry["automatic"]) == (
        "clarification", "proceed", True,
    )  # fmt: skip


def test_clarify_cancel_ends_in_a_short_answer(task):
    script = TaskScript(verdict="unclear", questions=["About what?"])
    talk = task(script, ASKING)
    talk.say("Make a video for me.")
    state = talk.decide({"action": "cancel"})
    assert state["final_response"]
    assert script.asked["plan"] == 0


def test_clarify_past_answer_is_offered_then_reused_at_once(task):
    experience = Experience()
    question = "What is it about?"
    for run in range(6):
        clarification = {"answers": {question: "My tea shop"}} if not run else {}
        if run:
            clarification = {"reused": experience.clarifications("Make a video for me.")[0].id}
        experience.keep_clarification(
            f"old{run}", "Make a video for me.", clarification, success=True, at=float(run)
        )
        past = experience.clarifications("Make a video for me.")[0]
        assert past.at_once == (run == 5)
    script = TaskScript(verdict="unclear", questions=[question])
    talk = task(script, ASKING, experience=experience)
    state = talk.say("Make a video for me.")
    assert state["final_guide"]
    assert script.asked["clarify"] == 0
    assert "memory_used" in talk.kinds()


def test_clarify_answer_is_kept_although_the_plan_is_rejected(task):
    rows, question = LooseMemories(), "What is it about?"
    experience = Experience(rows)
    switches = Switches(clarification=True, plan=True, step=False, memory=False)
    script = TaskScript(verdict="unclear", questions=[question])
    talk = task(script, switches, experience=experience)
    talk.say("Make a video for me.")
    talk.decide({"action": "answer", "answers": {question: "My tea shop"}})
    talk.decide({"action": "reject"})
    kept = experience.clarifications("Make a video for me.")
    assert [past.answers for past in kept] == [{question: "My tea shop"}]
    measured = rows.of_kind("clarification")[0].payload
    assert (measured["clarity_before"], measured["clarity_after"]) == (0.4, 0.9)


def test_clarify_reuse_takes_the_past_answer(task):
    experience = Experience()
    experience.keep_clarification(
        "old", "Make a video for me.", {"answers": {"About?": "Tea"}}, success=True, at=1.0
    )
    talk = task(TaskScript(verdict="unclear", questions=["About?"]), ASKING, experience=experience)
    talk.say("Make a video for me.")
    past = talk.open_questions()[0]["payload"]["past"][0]
    assert past["answer"] == "Tea"
    state = talk.decide({"action": "reuse", "id": past["id"]})
    assert "Tea" in state["clarification"]["merged"]
    assert experience.clarifications("Make a video for me.")[0].reuse_count == 1


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
    assert script.asked["prose"] == worked + 2
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


def test_plan_of_a_similar_success_is_reused_and_says_so(task):
    experience = Experience()
    plan = [
        {"id": "s1", "title": "Film it", "goal": ""},
        {"id": "s2", "title": "Cut it", "goal": ""},
    ]
    for run in range(5):
        experience.keep_plan(f"r{run}", REQUEST, plan, plan, success_rate=1.0, at=float(run))
    script = TaskScript()
    talk = task(script, ASKING_PLAN, experience=experience)
    talk.say(REQUEST)
    payload = talk.open_questions()[0]["payload"]
    assert [t["title"] for t in payload["sub_tasks"]] == ["Film it", "Cut it"]
    assert "5 times" in payload["applied"][0]
    assert script.asked["plan"] == 0


def test_plan_gets_the_step_that_was_added_by_hand_before(task):
    experience = Experience()
    before = [{"id": "s1", "title": "Film it", "goal": ""}]
    after = [*before, {"id": "s2", "title": "Check the rights", "goal": "Clear rights"}]
    request = "I want to make a YouTube short about my bakery. Plan it from script to upload."
    experience.keep_plan("r1", request, before, after, success_rate=1.0, at=1.0)
    talk = task(TaskScript(), ASKING_PLAN, experience=experience)
    talk.say("Plan a YouTube short about my cafe, from script to upload, in one week.")
    payload = talk.open_questions()[0]["payload"]
    assert payload["sub_tasks"][-1]["title"] == "Check the rights"
    assert "Check the rights" in payload["applied"][0]


def test_plan_that_cannot_be_read_becomes_a_curated_one(task):
    talk = task(TaskScript(steps=[("같은 단계", "x"), ("같은 단계", "y")]), ASKING_PLAN)
    talk.say(REQUEST)
    titles = [t["title"] for t in talk.open_questions()[0]["payload"]["sub_tasks"]]
    assert "Edit and add subtitles" in titles


def test_wish_that_cannot_be_read_becomes_a_step_of_its_own(task):
    talk = task(TaskScript(edits=[]), ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": "Something with music"})
    titles = [t["title"] for t in talk.open_questions()[0]["payload"]["sub_tasks"]]
    assert titles == ["Write the script", "Edit the video", "Something with music"]


@pytest.mark.parametrize("text", ["drop step 1", "drop the first step"])
def test_wish_to_drop_a_step_leaves_the_other_one(task, text):
    script = TaskScript(edits=[])
    talk = task(script, ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": text})
    payload = talk.open_questions()[0]["payload"]
    assert [t["title"] for t in payload["sub_tasks"]] == ["Edit the video"]
    assert script.asked["edits"] == 0
    talk.decide({"action": "replan", "text": "drop step 1"})
    payload = talk.open_questions()[0]["payload"]
    assert [t["title"] for t in payload["sub_tasks"]] == ["Edit the video"]
    assert "at least one step" in payload["unchanged"]


def test_wish_to_drop_and_to_add_does_both(task):
    add = {"op": "add", "step": 2, "to": 2, "title": "Post it", "goal": "A post"}
    talk = task(TaskScript(edits=[add]), ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": "Drop step 1 and add a step for posting it"})
    titles = [t["title"] for t in talk.open_questions()[0]["payload"]["sub_tasks"]]
    assert titles == ["Edit the video", "Post it"]


def test_wish_to_leave_something_out_that_cannot_be_read_is_no_new_step(task):
    talk = task(TaskScript(edits=[]), ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": "Do it without the voice"})
    payload = talk.open_questions()[0]["payload"]
    assert [t["title"] for t in payload["sub_tasks"]] == ["Write the script", "Edit the video"]
    assert "edit the table" in payload["unchanged"]


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
    assert figures["final_result_length"] == len(TaskScript().prose)


def test_step_whose_call_failed_lets_the_model_choose_again(task):
    def calls(prompt):
        zone = "Asia/Seoul" if "no known city" in prompt else "Nowhere/Land"
        return [{"tool": "get_time", "args": {"time_zone": zone}}]

    state = task(TaskScript(calls=calls)).say(REQUEST)
    assert [r["status"] for r in state["step_results"]] == ["succeeded", "succeeded"]
    assert [r["attempts"] for r in state["step_results"]] == [1, 1]


def test_task_keeps_its_first_plan_and_saves_each(task, tmp_path):
    add = {"op": "add", "step": 3, "to": 3, "title": "Post it", "goal": "A post"}
    talk = task(TaskScript(edits=[add]), ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": "Post it too"})
    saved = json.loads((tmp_path / "run" / "plan.json").read_text("utf-8"))
    assert saved["feedback"] == "Post it too"
    state = talk.decide({"action": "accept"})
    assert state["is_complex_task"] is True
    assert [t["title"] for t in state["original_sub_tasks"]] == [
        "Write the script",
        "Edit the video",
    ]
    assert [t["title"] for t in saved["sub_tasks"]] == [t["title"] for t in state["sub_tasks"]]
    assert [m.type for m in state["messages"]] == ["human", "ai"]
    assert state["messages"][-1].text == state["final_response"]


ASKING_STEP = Switches(clarification=False, plan=False, step=True, memory=False)


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
