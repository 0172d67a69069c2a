import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agent.follow_ups import (
    last_exchange,
    made_whole,
    names_its_subject,
    refers_back,
    stands_alone,
    together,
)
from agent.prompts.endings import from_general_knowledge


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


def test_stands_alone_refuses_a_question_hung_behind_the_answer():
    exchange = "Who approves overtime?\nThe team lead [1]."
    hung = "Who approves overtime? The team lead [1]. And on Sundays?"
    assert not stands_alone("And on Sundays?", hung, exchange)


def test_together_puts_the_earlier_question_first():
    assert together("And hedges?", FENCE) == "How high may a garden fence be? And hedges?"
    assert together("And hedges?", "") == "And hedges?"


@pytest.mark.parametrize(
    ("earlier", "question", "whole"),
    [
        ("육아휴직은 최대 몇 개월인가요?", "그럼 급여는 나오나요?", "육아휴직 급여는 나오나요?"),
        ("계약 해지는 며칠 전에 알려야 하나요?", "그럼 위약금은?", "계약 해지 위약금은?"),
        ("법인카드 한도는 얼마인가요?", "분실하면 어떻게 해?", "법인카드 분실하면 어떻게 해?"),
        ("경조사 휴가는 며칠인가요?", "부모상은요?", "경조사 휴가는 며칠인가요? 부모상은요?"),
    ],
)
def test_together_in_korean_hangs_the_question_under_the_topic(earlier, question, whole):
    assert together(question, f"{earlier}\n답입니다.") == whole


@pytest.mark.parametrize(
    ("earlier", "question", "whole"),
    [
        ("출장 숙박비 한도는 얼마인가요?", "그럼 식비는요?", "출장 식비 한도는 얼마인가요?"),
        ("해외 출장의 일비는 얼마예요?", "국내는?", "국내 출장의 일비는 얼마예요?"),
        ("세탁기 보증 기간은 얼마야?", "건조기는 어때?", "건조기 보증 기간은 얼마야?"),
        ("병가는 며칠인가요?", "연차 휴가는요?", "연차 휴가는 며칠인가요?"),
        ("위약금이 얼마예요?", "그러면 수수료는?", ""),
        ("입장료는 얼마예요?", "초등학생은?", ""),
        ("How long is the warranty on the pump?", "And on the filter?",
         "How long is the warranty on the filter?"),
        ("How much notice is needed?", "What about for groups?",
         "How much notice is needed for groups?"),
        ("What is the limit in London?", "And in Rome for dinner?", ""),
        ("How high may a fence be?", "What about a hedge?", ""),
    ],
)  # fmt: skip
def test_made_whole_puts_the_new_word_where_its_like_stood(earlier, question, whole):
    assert made_whole(question, f"{earlier}\nAn answer.") == whole


@pytest.mark.parametrize(
    ("earlier", "question", "named"),
    [
        ("출장 숙박비 한도는 얼마인가요?", "그럼 연차는 며칠 전에 신청해야 하나요?", True),
        ("연차는 며칠인가요?", "주차 요금은 얼마야?", True),
        ("Who approves overtime?", "Also, how long is the lunch break?", True),
        ("육아휴직은 최대 몇 개월인가요?", "그럼 급여는 나오나요?", False),
        ("재택근무는 주 몇 회까지 가능한가요?", "누구한테 승인받아?", False),
        ("연차는 며칠이야?", "그럼 며칠까지 내년으로 넘길 수 있어?", False),
        ("해외 출장 숙박비 한도는?", "그럼 국내 출장 한도는 얼마야?", False),
        ("How do I cancel the contract?", "Then what does it cost?", False),
        ("How many days of leave do I get?", "What about part-time staff?", False),
        ("What is 18 squared?", "And divided by four?", False),
        ("조부모 사망 경조금은 얼마인가요?", "라크필드의 수습 기간은?", True),
        ("국내 출장의 일비는 얼마인가요?", "해외 출장의 일비는?", False),
    ],
)
def test_names_its_subject_only_where_nothing_is_taken_over(earlier, question, named):
    assert names_its_subject(question, f"{earlier}\nAn answer.") is named


def test_last_exchange_leaves_the_note_of_code_out():
    noted = f"Business casual.\n\n{from_general_knowledge('en')}"
    messages = [HumanMessage("Dress code?"), AIMessage(noted), HumanMessage("And on Fridays?")]
    assert last_exchange(messages) == "Dress code?\nBusiness casual."
