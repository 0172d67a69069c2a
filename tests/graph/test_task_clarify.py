"""What is asked before a task is planned, and what becomes of the answers."""

from __future__ import annotations

import pytest

from agent.answers import joined
from agent.approval_switches import Switches
from agent.memory.experience import Experience
from store.memories import LooseMemories
from tests.graph.task_script import TaskScript

ASKING = Switches(clarification=True, plan=False, step=False, memory=False)


def test_clarify_plain_question_ends_in_an_answer_without_a_plan(task):
    script = TaskScript(verdict="question", prose="Ottawa.")
    state = task(script).say("What is the capital of Canada?")
    assert state["final_response"] == "Ottawa."
    assert state["sub_tasks"] == []
    assert script.asked["plan"] == 0


@pytest.mark.parametrize(
    ("request_text", "plain"),
    [
        ("Tell me the capital of France.", True),
        ("연차가 며칠인지 알려줘", True),
        ("Name the largest planet.", True),
        ("Capital of Canada", True),
        ("Translate 'hello' into French", True),
        ("연차 일수 좀", True),
        ("Design a logo for my bakery", False),
        ("로고 디자인해줘", False),
        (f"Translate our handbook into Korean, all {'very ' * 20}long chapters of it", False),
        ("쇼츠 만드는 순서를 단계별로 알려줘", False),
        ("Tell me how to make a short about my cafe, step by step.", False),
    ],
)
def test_clarify_request_for_a_fact_ends_in_an_answer(task, request_text, plain):
    script = TaskScript(verdict="question", prose="Ottawa. 파리입니다.")
    state = task(script).say(request_text)
    assert (state["sub_tasks"] == []) is plain


@pytest.mark.parametrize(
    ("request_text", "plain"),
    [
        ("Explain the difference between a lease and a licence.", True),
        ("환율이 뭔지 설명해줘", True),
        ("불가항력 뜻", True),
        ("Explain our service in a leaflet: write the text and lay it out.", False),
        ("우리 서비스를 설명하는 영상을 만들어줘", False),
    ],
)
def test_clarify_wish_for_an_explanation_ends_in_it_although_it_was_taken_for_work(
    task, request_text, plain
):
    state = task(TaskScript(verdict="clear", prose="It is so. 그렇습니다.")).say(request_text)
    assert (state["sub_tasks"] == []) is plain


def test_clarify_more_questions_than_allowed_are_cut_to_the_first_three(task):
    questions = ["What for?", "For whom?", f"How {'very ' * 40}long?", "Until when?"]
    talk = task(TaskScript(verdict="unclear", questions=questions), ASKING)
    talk.say("Make a video for me.")
    assert talk.open_questions()[0]["payload"]["questions"] == questions[:3]


@pytest.mark.parametrize(("all_at_once", "after"), [(True, 0.9), (False, 0.65)])
def test_clarify_text_typed_for_all_questions_makes_the_request_clear(task, all_at_once, after):
    questions = ["What for?", "For whom?"]
    talk = task(TaskScript(verdict="unclear", questions=questions), ASKING)
    talk.say("Make a video for me.")
    key = joined(questions) if all_at_once else questions[0]
    state = talk.decide({"action": "answer", "answers": {key: "My tea shop, for students"}})
    assert (state["clarification"]["before"], state["clarification"]["after"]) == (0.4, after)


def test_clarify_request_longer_than_a_prompt_is_planned_from_its_ends(task):
    script = TaskScript()
    talk = task(script)
    state = talk.say(
        "카페를 알리는 쇼츠를 만들어줘. " + "우리 카페는 골목 안에 있다. " * 450 + "대본부터."
    )
    assert state["final_guide"]
    assert "notice" in talk.kinds()
    planned = [text for place, text in script.prompts if place == "clarify"]
    assert "대본부터." in planned[0]


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


@pytest.mark.parametrize(
    ("failures", "wanted"),
    [(1, "Make a video for me."), (0, "Make a video of two minutes for me.")],
    ids=["less trusted", "less alike"],
)
def test_clarify_past_answer_used_five_times_is_still_offered_where_it_may_not_fit(
    task, failures, wanted
):
    experience, question = Experience(), "What is it about?"
    answered = {"answers": {question: "My tea shop"}}
    for run in range(6):
        experience.keep_clarification(
            f"old{run}", "Make a video for me.", answered, success=run >= failures, at=float(run)
        )
    (past,) = experience.clarifications(wanted)
    assert (past.reuse_count, past.at_once) == (5, False)
    script = TaskScript(verdict="unclear", questions=[question])
    talk = task(script, ASKING, experience=experience)
    talk.say(wanted)
    (asked,) = talk.open_questions()
    assert [row["answer"] for row in asked["payload"]["past"]] == ["My tea shop"]
    assert script.asked["clarify"] == 1
    assert "memory_used" not in talk.kinds()


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
