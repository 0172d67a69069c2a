"""A row of a table that an answer took, and the one that the question means."""

import pytest

from agent.answering import finish
from agent.evidence import Evidence
from agent.language import language_of

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
IN_HOSPITAL = "부모 입원 때 지원금은 얼마인가요?"
WEEKEND = "What is the fee of the small hall at the weekend?"
DEPOSIT = "What is the deposit for the hall?"


def told(text, question, prose):
    passage = Evidence(1, "p", "d", "rules.pdf", 1, "1", 0, len(text), text, "", "", "policy")
    return finish(f"{prose} [1]", question, [passage], language_of(question)).text


@pytest.mark.parametrize(
    ("text", "question", "prose", "right"),
    [
        (KOREAN, IN_HOSPITAL, "부모의 환갑 2일 130,000원입니다.", "210,000원"),
        (ENGLISH, WEEKEND, "Small hall weekday 40 120 euros.", "190 euros"),
    ],
)
def test_answer_from_another_row_gives_way_to_the_row_that_is_meant(text, question, prose, right):
    answer = told(text, question, prose)
    assert right in answer
    assert prose not in answer


@pytest.mark.parametrize(
    ("text", "question", "prose"),
    [
        (KOREAN, IN_HOSPITAL, "부모가 입원하면 지원금은 210,000원입니다."),
        (PROSE, DEPOSIT, "The deposit for the hall is 50 euros."),
        (KOREAN, "부모 환갑 휴가는 며칠인가요?", "부모의 환갑에는 2일을 쉽니다."),
    ],
)
def test_answer_from_the_row_that_is_meant_stays(text, question, prose):
    assert told(text, question, prose).startswith(prose)


def test_answer_without_a_value_of_the_kind_asked_for_gives_way_to_the_sentence_with_one():
    text = "Probation lasts five months.\nThere is an allowance of 350 pounds for the home office."
    answer = told(text, "How long is probation?", "It is an allowance of 350 pounds.")
    assert "Probation lasts five months." in answer
    assert "350" not in answer


def test_answer_with_a_value_that_has_no_kind_of_its_own_stays():
    text = "Overtime is paid at 1.4 times the hourly rate.\nUnused leave is paid at 90 euros a day."
    prose = "Overtime is paid at 1.4 times the hourly rate."
    assert told(text, "At what rate is overtime paid?", prose).startswith(prose)
