"""Which sentence of a passage comes nearest to a question."""

import pytest

from agent.citations.asking import offers, units_asked
from agent.citations.numbers import quantities
from agent.evidence import Evidence
from agent.relevance import best_sentence

RULES = """제9조(숙박비)
숙박비는 다음 표의 1박 한도 안에서 지급한다.
지역 사원 팀장
서울 110,000원 140,000원
그 밖의 지역 70,000원 90,000원"""


@pytest.mark.parametrize(
    ("question", "text", "offered"),
    [
        ("1박 숙박비 한도는 얼마인가요?", "숙박비는 1박 한도 안에서 지급한다.", False),
        ("1박 숙박비 한도는 얼마인가요?", "서울은 1박에 110,000원이다.", True),
        ("What is the fee for 2 nights?", "The fee for 2 nights is in the table.", False),
        ("What is the fee for 2 nights?", "2 nights cost 90 euros.", True),
    ],
)
def test_offers_leaves_out_what_the_question_says_itself(question, text, offered):
    assert offers(text, units_asked(question), quantities(question)) is offered


def test_best_sentence_is_the_row_with_the_value_not_the_one_that_points_to_the_table():
    passage = Evidence(1, "p", "d", "rules.pdf", 1, "1", 0, len(RULES), RULES, "9", "", "policy")
    found = best_sentence("서울은 1박에 얼마까지인가요?", [passage])
    assert found is not None
    one, support = found
    assert one.text[support.start :].startswith("서울 110,000원")
