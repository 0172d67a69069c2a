"""A value of something else, or at another time, is told from the one that is asked for."""

import pytest

from agent.citations.conditions import is_of_something_else

OTHERS = (
    ("What is the notice period after probation?", "During probation notice is one week."),
    ("How much is charged before departure?", "After departure the whole fare is charged."),
    ("What is the inspection period?", "Warranty period 6 months from the inspection."),
    ("What is the limit for hotels?", "The limit of meals is 20 pounds, hotels are booked."),
    ("검수 기간은 며칠인가요?", "하자담보 기간 검수 합격일부터 6개월"),
    ("숙박비 한도는 얼마인가요?", "식비 한도는 1만 원이며 숙박비는 따로 정한다."),
    ("납품 전에 취소하면 위약금은?", "납품 후에 취소하면 절반을 낸다."),
    ("수습 중 예고 기간은?", "수습이 끝난 뒤에는 30일 전에 알린다."),
)
THE_SAME = (
    ("What is the notice period after probation?", "After probation it is six weeks."),
    ("What is the notice period after probation?", "The notice period is six weeks."),
    ("How long is the probation period?", "The probationary period is five months."),
    ("What is the sick leave period?", "The period of sick leave is ten days."),
    ("What is the daily limit for meals?", "The meal limit is 30 pounds a day."),
    ("How long is the period?", "The warranty period is one year."),
    ("검수 기간은 며칠인가요?", "납품받은 날부터 10일 안에 검수한다."),
    ("계약 기간은?", "계약기간은 1년으로 한다."),
    ("하자담보 기간은?", "하자담보 기간 검수 합격일부터 6개월"),
    ("연장하는 기한은?", "늘리는 기한은 두 달이다."),
    ("납품 전에 취소하면?", "납품 전에는 10퍼센트, 납품 후에는 절반을 낸다."),
)


@pytest.mark.parametrize(("question", "sentence"), OTHERS)
def test_a_value_of_another_thing_or_time_is_seen(question: str, sentence: str) -> None:
    assert is_of_something_else(question, sentence)


@pytest.mark.parametrize(("question", "sentence"), THE_SAME)
def test_the_value_asked_for_is_not_taken_for_anothers(question: str, sentence: str) -> None:
    assert not is_of_something_else(question, sentence)
