import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agent.models.stop import StopSignal
from agent.routing import (
    Routing,
    decide_route,
    speaks_for_documents,
    speaks_of_tools,
    worth_a_look,
)
from store.records import SearchResult
from tests.scripted import scripted_door

FENCE = "How high may a garden fence be?\nAt most 1.5 metres."


def routing(**changed):
    values = {
        "route": "chat", "tool_needed": False, "in_scope": True, "needs_previous_context": False,
        "standalone_question": "Which colour?", "model_calls": 1, **changed,
    }  # fmt: skip
    return Routing(**values)


@pytest.mark.parametrize(
    ("question", "confidence", "notices", "expected"),
    [
        ("How do dogs see colour?", 0.97, (), True),
        ("How do dogs see colour?", 0.8, (), False),
        ("How do dogs see colour?", 0.97, ("text_only",), False),
        ("What is the dress code?", 0.8, (), True),
        ("What is the dress code?", 0.3, (), False),
        ("What is the dress code?", 0.97, ("text_only",), True),
        ("What is the dress code?", 0.8, ("text_only",), False),
        ("안전화를 신어야 하나요?", 0.7, (), True),
    ],
)
def test_speaks_for_documents_needs_more_where_the_world_may_be_meant(
    question, confidence, notices, expected
):
    found = SearchResult(
        (), "found" if confidence >= 0.5 else "none", "hybrid", notices, confidence
    )
    assert speaks_for_documents(found, question) is expected


@pytest.mark.parametrize(
    ("confidence", "notices", "expected"),
    [(0.01, (), True), (0.2, (), False), (0.01, ("text_only",), False)],
)
def test_hopeless_needs_words_and_meaning(confidence, notices, expected):
    assert SearchResult((), "none", "hybrid", notices, confidence).hopeless is expected


def test_worth_a_look_leaves_other_routes_alone():
    assert worth_a_look(routing())
    assert not worth_a_look(routing(route="task"))
    assert not worth_a_look(routing(needs_previous_context=True))
    assert not worth_a_look(routing(standalone_question="Write a poem about leave"))


@pytest.mark.parametrize(
    ("question", "worth"),
    [
        ("연차는 며칠인가요?", True),
        ("How much does a second parking space cost?", True),
        ("3500 곱하기 12는?", False),
        ("What time is it now?", False),
    ],
)
def test_worth_a_look_with_a_tool_leaves_only_sums_and_the_clock_alone(question, worth):
    assert worth_a_look(routing(tool_needed=True, standalone_question=question)) is worth


@pytest.mark.parametrize(
    ("question", "route", "wanted"),
    [
        ("What is 12 times 9?", "chat", True),
        ("지금 몇 시야?", "chat", True),
        ("notes.txt 읽어줘", "chat", True),
        ("Tell me a joke", "chat", False),
        ("고마워요!", "chat", False),
        ("How many days of annual leave are there?", "documents", False),
        ("제12조에 뭐라고 되어 있어?", "documents", False),
        ("How many days are left until the contract ends?", "documents", True),
        ("계약금 300만원을 10일 늦게 내면 지체상금은 얼마야?", "documents", True),
    ],
)
def test_speaks_of_tools_marks_of_sums_time_and_files_are_seen(question, route, wanted):
    assert speaks_of_tools(question, route) is wanted


def test_message_that_points_back_needs_what_was_said_whatever_the_model_says():
    reply = {
        "needs_previous_context": False, "standalone_question": "그건 언제까지 써야 하는데?",
        "route": "documents", "tool_needed": False, "in_scope": True,
    }  # fmt: skip
    again = {"question": "연차는 내년으로 넘어가나요?"}
    door = scripted_door([json.dumps(row, ensure_ascii=False) for row in (reply, again)])
    said = [
        HumanMessage("연차는 내년으로 넘어가나요?"), AIMessage("5일까지 넘어갑니다."),
        HumanMessage("그건 언제까지 써야 하는데?"),
    ]  # fmt: skip
    found = decide_route(door, str(said[-1].text), said, [], StopSignal())
    assert found.needs_previous_context
    assert found.standalone_question == "연차는 내년으로 넘어가나요? 그건 언제까지 써야 하는데?"
    assert found.model_calls == 2


def test_follow_up_that_routing_only_copied_is_rewritten_by_a_call_of_its_own():
    reply = {
        "needs_previous_context": True, "standalone_question": "What about a hedge?",
        "route": "documents", "tool_needed": False, "in_scope": True,
    }  # fmt: skip
    whole = "How high may a garden hedge be?"
    door = scripted_door([json.dumps(reply), json.dumps({"question": whole})])
    earlier, answer = FENCE.splitlines()
    said = [HumanMessage(earlier), AIMessage(answer), HumanMessage("What about a hedge?")]
    found = decide_route(door, "What about a hedge?", said, [], StopSignal())
    assert (found.standalone_question, found.model_calls) == (whole, 2)


@pytest.mark.parametrize(
    ("earlier", "question", "whole"),
    [
        ("출장 숙박비 한도는 얼마인가요?", "그럼 식비는요?", "출장 식비 한도는 얼마인가요?"),
        (
            "What is the fee for late payment?",
            "And for early termination?",
            "What is the fee for early termination?",
        ),
    ],
)
def test_follow_up_whose_words_tell_is_made_whole_without_a_call_of_its_own(
    earlier, question, whole
):
    reply = {
        "needs_previous_context": True, "standalone_question": earlier,
        "route": "documents", "tool_needed": False, "in_scope": True,
    }  # fmt: skip
    door = scripted_door([json.dumps(reply, ensure_ascii=False)])
    said = [HumanMessage(earlier), AIMessage("Ten [1]."), HumanMessage(question)]
    found = decide_route(door, question, said, [], StopSignal())
    assert (found.standalone_question, found.model_calls) == (whole, 1)
    assert found.needs_previous_context


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("그럼 연차는 며칠 전에 신청해야 하나요?", "연차는 며칠 전에 신청해야 하나요?"),
        ("So what is the notice period for resigning?", "What is the notice period for resigning?"),
    ],
)
def test_question_with_a_subject_of_its_own_inherits_none(question, alone):
    door = scripted_door(
        [json.dumps({"route": "documents", "tool_needed": False, "in_scope": True})]
    )
    said = [
        HumanMessage("출장 숙박비 한도는 얼마인가요?"), AIMessage("110,000원입니다 [1]."),
        HumanMessage(question),
    ]  # fmt: skip
    found = decide_route(door, question, said, [], StopSignal())
    assert (found.standalone_question, found.needs_previous_context) == (alone, False)


@pytest.mark.parametrize(
    ("said", "question", "route"),
    [
        ("documents", "두 계약서를 비교해서 수정 요청서를 만들어줘", "task"),
        ("documents", "두 계약서를 비교해줘", "documents"),
        ("chat", "Read the news and write a report on it", "chat"),
    ],
)
def test_question_to_documents_is_a_task_where_a_draft_is_to_be_made_of_them(said, question, route):
    reply = {"route": said, "tool_needed": False, "in_scope": True}
    found = decide_route(
        scripted_door([json.dumps(reply)]), question, [HumanMessage(question)], [], StopSignal()
    )
    assert found.route == route
