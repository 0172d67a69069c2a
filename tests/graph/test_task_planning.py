"""Plans: read, reused from what went well, changed in words, saved."""

from __future__ import annotations

import json

import pytest

from agent.approval_switches import Switches
from agent.memory.experience import Experience
from tests.graph.task_script import TaskScript

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."

ASKING_PLAN = Switches(clarification=False, plan=True, step=False, memory=False)


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


def test_plan_that_speaks_of_another_subject_is_not_reused(task):
    experience = Experience()
    before = "우리 동네 카페를 알리는 1분짜리 유튜브 쇼츠를 만들어줘. 대본부터 업로드까지 부탁해."
    plan = [
        {"id": "s1", "title": "카페 쇼츠 대본 쓰기", "goal": "대본"},
        {"id": "s2", "title": "편집하기", "goal": "영상"},
    ]
    for run in range(5):
        experience.keep_plan(f"r{run}", before, plan, plan, success_rate=1.0, at=float(run))
    for place, reused in (("카페", True), ("꽃집", False)):
        script = TaskScript(naming={"kind": "short_video", "topic": place})
        talk = task(script, ASKING_PLAN, experience=experience)
        talk.say(before.replace("카페", place))
        payload = talk.open_questions()[0]["payload"]
        assert (len(payload["sub_tasks"]) == 2) is reused
        assert any("카페" in t["title"] for t in payload["sub_tasks"]) is reused


def test_plan_of_the_same_words_about_something_else_is_not_reused(task):
    experience = Experience()
    question = "What is it about?"
    for number, subject in enumerate(["My tea shop", "The wedding of my sister"]):
        steps = [(f"Film it {number}", "A film"), (f"Cut it {number}", "A cut")]
        script = TaskScript(verdict="unclear", questions=[question], steps=steps)
        asking = Switches(clarification=True, plan=False, step=False, memory=False)
        talk = task(script, asking, experience=experience)
        talk.say("Make a video for me.")
        if talk.open_questions():
            state = talk.decide({"action": "answer", "answers": {question: subject}})
    assert [t["title"] for t in state["sub_tasks"]] == ["Film it 1", "Cut it 1"]


@pytest.mark.parametrize("count", [1, 12])
def test_plan_that_worked_but_is_too_short_or_long_is_not_reused_whole(task, count):
    experience = Experience()
    plan = [{"id": f"s{n}", "title": f"Do part {n}", "goal": ""} for n in range(count)]
    for run in range(5):
        experience.keep_plan(f"r{run}", REQUEST, plan, plan, success_rate=1.0, at=float(run))
    script = TaskScript()
    talk = task(script, ASKING_PLAN, experience=experience)
    talk.say(REQUEST)
    titles = [t["title"] for t in talk.open_questions()[0]["payload"]["sub_tasks"]]
    assert titles == ["Write the script", "Edit the video"]


def test_plan_keeps_the_place_of_an_added_step_and_no_reworded_one(task):
    experience = Experience()
    before = [
        {"id": "s1", "title": "Write the script", "goal": ""},
        {"id": "s2", "title": "Post the film", "goal": ""},
    ]
    after = [
        before[0],
        {"id": "s3", "title": "Check the rights", "goal": "Clear rights"},
        {"id": "s2", "title": "Post the film on Sunday", "goal": ""},
    ]
    request = "I want to make a YouTube short about my bakery. Plan it from script to upload."
    experience.keep_plan("r1", request, before, after, success_rate=1.0, at=1.0)
    talk = task(TaskScript(), ASKING_PLAN, experience=experience)
    talk.say("Plan a YouTube short about my cafe, from script to upload, in one week.")
    titles = [t["title"] for t in talk.open_questions()[0]["payload"]["sub_tasks"]]
    assert titles == ["Write the script", "Check the rights", "Edit the video", *titles[3:]]
    assert "Post the film on Sunday" not in titles


def test_wish_for_a_step_and_a_budget_in_korean_becomes_both(task):
    change = {"op": "change", "step": 4, "to": 4, "title": "예산 5만 원", "goal": ""}
    script = TaskScript(edits=[change])
    talk = task(script, ASKING_PLAN)
    talk.say("동네 카페를 알리는 1분짜리 쇼츠를 만들고 싶어. 대본부터 업로드까지 도와줘")
    before = [t["title"] for t in talk.open_questions()[0]["payload"]["sub_tasks"]]
    wish = "처음에 시식 준비 단계를 넣고 예산은 5만 원 이내로 해줘"
    talk.decide({"action": "replan", "text": wish})
    titles = [t["title"] for t in talk.open_questions()[0]["payload"]["sub_tasks"]]
    assert titles[0] == "시식 준비"
    assert set(before) < set(titles)
    assert any("예산" in title or "비용" in title for title in titles)
    assert not any("해줘" in title or "이내" in title for title in titles)


def test_wish_for_the_same_once_more_asks_what_should_change(task):
    script = TaskScript(edits=[])
    talk = task(script, ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": "다시 짜줘"})
    payload = talk.open_questions()[0]["payload"]
    assert [t["title"] for t in payload["sub_tasks"]] == ["Write the script", "Edit the video"]
    assert "different" in payload["unchanged"]


def test_plan_edited_is_saved_as_it_was_approved(task, tmp_path):
    talk = task(TaskScript(), ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "edit_plan", "rows": ["Film it", "Cut it"]})
    saved = json.loads((tmp_path / "run" / "plan.json").read_text("utf-8"))
    assert [t["title"] for t in saved["sub_tasks"]] == ["Film it", "Cut it"]


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


@pytest.mark.parametrize("wish", ["👍", "Edit the video"])
def test_wish_that_names_nothing_new_leaves_the_plan_and_says_so(task, wish):
    talk = task(TaskScript(), ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": wish})
    payload = talk.open_questions()[0]["payload"]
    assert (len(payload["sub_tasks"]), payload["previous"]) == (2, [])
    assert "what should be different" in payload["unchanged"]


def test_wish_longer_than_a_prompt_is_read_from_its_ends_and_says_so(task):
    script = TaskScript()
    talk = task(script, ASKING_PLAN)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": "배경음악을 더 밝게. " * 250 + "끝은 조용하게"})
    assert "long_request" in [e.code for e in talk.events if e.kind == "notice"]
    prompt = next(text for place, text in script.prompts if place == "edits")
    assert "끝은 조용하게" in prompt
    assert len(prompt) < 2500


def test_plan_file_that_is_damaged_is_written_anew(task, tmp_path):
    talk = task(TaskScript(), ASKING_PLAN)
    talk.say(REQUEST)
    (tmp_path / "run" / "plan.json").write_text("", "utf-8")
    state = talk.decide({"action": "accept"})
    saved = json.loads((tmp_path / "run" / "plan.json").read_text("utf-8"))
    assert saved["sub_tasks"] == state["sub_tasks"]
