"""The parts of a question that asks for several things at once."""

import pytest

from agent.parts import parts_of


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "버스와 기차는 각각 얼마인가요?",
            ["버스는 얼마인가요?", "기차는 얼마인가요?"],
        ),
        (
            "주차는 몇 시간까지 되고, 요금은 얼마인가요?",
            ["주차는 몇 시간까지 되고", "요금은 얼마인가요?"],
        ),
        (
            "How long is the trial and how much does the plan cost?",
            ["How long is the trial", "how much does the plan cost?"],
        ),
        (
            "Who signs the form? When is rent due?",
            ["Who signs the form?", "When is rent due?"],
        ),
        (
            "What is the fee for cars and bicycles respectively?",
            ["What is the fee for cars?", "What is the fee for bicycles?"],
        ),
        (
            "내 임대차의 보증금과 입주 날짜는?",
            ["내 임대차의 보증금은?", "내 임대차의 입주 날짜는?"],
        ),
        (
            "회의실의 최대 인원과 야간 주차장 하루 요금을 알려줘.",
            ["회의실의 최대 인원을 알려줘.", "야간 주차장 하루 요금을 알려줘."],
        ),
        (
            "What are the warm-up time and the power of the kiln?",
            ["What is the warm-up time of the kiln?", "What is the power of the kiln?"],
        ),
        (
            "How many days are paid for moving and for a wedding?",
            ["How many days are paid for moving?", "How many days are paid for a wedding?"],
        ),
    ],
)
def test_parts_of_a_question_that_asks_for_several_things(question, parts):
    assert parts_of(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "연차는 며칠인가요?",
        "내 계약 기준으로 알려줘. 위약금은 얼마야?",
        "Where is the gym and when does it open?",
        "주차장은 언제 열어? 그 시간이 지나면 얼마를 내?",
        "A supplier gave me a pen, and do I have to report it?",
        "What is the policy on research and development?",
        "회사와 직원 사이의 계약 기간은?",
        "갑과 을의 책임 한도는 얼마인가요?",
        "What is the difference between the rent and the deposit?",
        "Who, what, when, and why, and how, and where?",
        "",
    ],
)
def test_question_that_is_not_plainly_several_stays_one(question):
    assert parts_of(question) == [question]
