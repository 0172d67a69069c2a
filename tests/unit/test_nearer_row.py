"""A row of a table that an answer took, and the one that the question means."""

import pytest

from agent.answering import finish
from agent.evidence import Evidence

KOREAN = """제12조(지원금)
구분 휴가 지원금
본인 이사 1일 90,000원
부모의 환갑 2일 130,000원
부모의 입원 3일 210,000원
자녀의 졸업 1일 60,000원"""
ENGLISH = """Table 3. Rent of rooms
Room Seats Fee
Small hall weekday 40 120 euros
Small hall weekend 40 190 euros
Large hall weekday 90 260 euros"""
PROSE = "The deposit for the hall is 50 euros.\nIn summer the deposit for the hall is 80 euros."


def told(text, question, prose, language):
    passage = Evidence(1, "p", "d", "rules.pdf", 1, "1", 0, len(text), text, "", "", "policy")
    return finish(prose, question, [passage], language).text


@pytest.mark.parametrize(
    ("text", "question", "prose", "language", "right", "wrong"),
    [
        (
            KOREAN, "부모 입원 때 지원금은 얼마인가요?", "부모의 환갑 2일 130,000원입니다. [1]", "ko",
            "210,000원", "130,000원입니다",
        ),
        (
            ENGLISH, "What is the fee of the small hall at the weekend?",
            "Small hall weekday 40 120 euros. [1]", "en", "190 euros", "40 120 euros.",
        ),
    ],
)  # fmt: skip
def test_answer_from_another_row_gives_way_to_the_row_that_is_meant(
    text, question, prose, language, right, wrong
):
    answer = told(text, question, prose, language)
    assert right in answer
    assert wrong not in answer


@pytest.mark.parametrize(
    ("text", "question", "prose", "language"),
    [
        (KOREAN, "부모 입원 때 지원금은 얼마인가요?", "부모가 입원하면 지원금은 210,000원입니다. [1]", "ko"),
        (PROSE, "What is the deposit for the hall?", "The deposit for the hall is 50 euros. [1]", "en"),
        (KOREAN, "부모 환갑 휴가는 며칠인가요?", "부모의 환갑에는 2일을 쉽니다. [1]", "ko"),
    ],
)  # fmt: skip
def test_answer_from_the_row_that_is_meant_stays(text, question, prose, language):
    assert told(text, question, prose, language).startswith(prose.split(" [1]")[0].rstrip("."))
