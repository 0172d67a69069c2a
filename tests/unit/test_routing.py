import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agent.models.stop import StopSignal
from agent.routing import (
    Routing,
    asks_about_own,
    decide_route,
    last_exchange,
    refers_back,
    speaks_for_documents,
    speaks_of_tools,
    stands_alone,
    together,
    worth_a_look,
)
from store.records import SearchResult
from tests.scripted import scripted_door


@pytest.mark.parametrize(
    "question",
    ["그럼 그건 언제야?", "아까 말한 금액은?", "And for cancelling?", "Why is that so?", "왜?"],
)
def test_refers_back_marks_of_a_follow_up_are_seen(question):
    assert refers_back(question)


@pytest.mark.parametrize(
    "question",
    ["연차는 며칠 전까지 신청해야 하나요?", "How many days of annual leave do employees get?"],
)
def test_refers_back_question_that_stands_alone_is_left(question):
    assert not refers_back(question)


def test_last_exchange_skips_tool_calls_and_the_newest_message():
    messages = [
        HumanMessage("How much?"),
        AIMessage("", tool_calls=[{"name": "t", "args": {}, "id": "1"}]),
        AIMessage("Ten."),
        HumanMessage("And then?"),
    ]
    assert last_exchange(messages) == "How much?\nTen."
    assert last_exchange(messages[:1]) == ""


FENCE = "How high may a garden fence be?\nAt most 1.5 metres."


@pytest.mark.parametrize(
    ("question", "rewritten", "exchange", "alone"),
    [
        (
            "And for cancelling?",
            "How much notice does the caterer need for cancelling?",
            "How much notice does the caterer need?\nTen days.",
            True,
        ),
        ("What about a hedge?", "How high may a garden hedge be?", FENCE, True),
        ("What about a hedge?", "How high may a garden fence be?", FENCE, False),
        ("What about a hedge?", "What about a hedge?", FENCE, False),
        ("And for hedges?", "Penguins live in zoos nowadays", FENCE, False),
        (
            "그건 언제까지 써야 하는데?",
            "연차는 그건 언제까지 써야 하는데?",
            "올해 남은 연차는 내년으로 넘어가나요?\n5일까지 넘어갑니다.",
            False,
        ),
    ],
)
def test_stands_alone_keeps_what_is_new_and_adds_what_it_leans_on(
    question, rewritten, exchange, alone
):
    assert stands_alone(question, rewritten, exchange) is alone


def test_together_puts_the_earlier_question_first():
    assert together("And hedges?", FENCE) == "How high may a garden fence be? And hedges?"
    assert together("And hedges?", "") == "And hedges?"


def routing(**changed):
    values = {
        "route": "chat", "tool_needed": False, "in_scope": True, "needs_previous_context": False,
        "standalone_question": "q", "model_calls": 1, **changed,
    }  # fmt: skip
    return Routing(**values)


@pytest.mark.parametrize(
    ("confidence", "notices", "expected"),
    [(0.97, (), True), (0.8, (), False), (0.97, ("text_only",), False), (0.0, (), False)],
)
def test_speaks_for_documents_needs_words_and_meaning(confidence, notices, expected):
    found = SearchResult((), "found", "hybrid", notices, confidence)
    assert speaks_for_documents(found) is expected


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


@pytest.mark.parametrize(
    ("question", "own"),
    [
        ("회사의 창립 기념일은 언제인가요?", True),
        ("Does our company have a gym?", True),
        ("How many employees work here?", True),
        ("회사 생활이 힘들어", False),
        ("How do I write a policy essay?", False),
        ("프랑스의 수도는 어디야?", False),
    ],
)
def test_asks_about_own_tells_facts_of_the_house_from_talk(question, own):
    assert asks_about_own(question) is own


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
