"""Which sentence of a passage comes nearest to a question."""

import pytest

from agent.checking import row_with_names
from agent.citations.asking import offers, units_asked
from agent.citations.numbers import quantities
from agent.evidence import Evidence
from agent.nearest import best_sentence

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


def test_best_sentence_is_the_row_though_the_pointer_to_the_table_holds_a_number_and_more_words():
    text = RULES.replace("지급한다", "실비로 지급한다")
    passage = Evidence(1, "p", "d", "rules.pdf", 1, "1", 0, len(text), text, "9", "", "policy")
    found = best_sentence("서울 출장 숙박비 한도는 얼마인가요?", [passage])
    assert found is not None
    one, support = found
    assert one.text[support.start :].startswith("서울 110,000원")


RECORD = """id: sub-1
name: Lumenote
name_ko: 빛쪽지
category: notes
price_per_month: 4400"""


def test_row_with_names_tells_a_row_of_a_record_with_the_row_that_names_it():
    passage = Evidence(1, "p", "d", "services.json", 1, "1", 0, len(RECORD), RECORD)
    question = "빛쪽지는 한 달에 얼마인가요?"
    found = best_sentence(question, [passage])
    assert found is not None
    one, support = found
    told = row_with_names(question, one, support, {})
    assert "빛쪽지" in told
    assert "4400" in told


def test_row_with_names_leaves_a_whole_sentence_alone():
    text = "팀장은 숙박비를 정한다. 숙박비는 한도 안에서 지급한다."
    passage = Evidence(1, "p", "d", "rules.pdf", 1, "1", 0, len(text), text)
    question = "팀장이 지급하는 숙박비 한도는?"
    found = best_sentence(question, [passage])
    assert found is not None
    assert row_with_names(question, *found, {}) == text[found[1].start : found[1].end]


@pytest.mark.parametrize(
    ("question", "units"),
    [
        ("숙박비 한도는 몇 달러인가요?", {"krw", "usd", "eur", "gbp", ""}),
        ("공사는 몇 달 걸리나요?", {"month", "year"}),
        ("What must be done when E31 appears?", None),
    ],
)
def test_units_asked_tells_dollars_from_months_and_a_condition_from_a_date(question, units):
    assert units_asked(question) == units


def test_best_sentence_is_the_row_of_the_code_that_is_asked_for():
    text = "Code Meaning What to do\nE30 Door open Close the door\nE31 Low oil Add oil"
    passage = Evidence(1, "p", "d", "manual.pdf", 1, "1", 0, len(text), text)
    found = best_sentence("What should be done about E31?", [passage])
    assert found is not None
    assert text[found[1].start :].startswith("E31")


def test_offers_takes_a_bare_number_of_a_record_for_an_amount_only_under_its_name():
    units = units_asked("빛쪽지는 얼마인가요?")
    assert offers("price_per_month: 4400", units)
    assert not offers("id: sub-1", units)
    assert not offers("languages: 28", units)


CLAUSES = """제8조(비밀유지)
① 을은 알게 된 사실을 밖에 알리지 않는다.
② 이 의무는 끝난 뒤 4년 동안 이어진다.
③ 을은 기간을 정하여 알린다."""


def test_best_sentence_counts_what_the_heading_alone_says_for_each_sentence_under_it():
    passage = Evidence(
        1, "p", "d", "c.pdf", 1, "1", 0, len(CLAUSES), CLAUSES, "8", "제8조(비밀유지)", "contract"
    )
    found = best_sentence("비밀유지 기간은 얼마나 되나요?", [passage])
    assert found is not None
    assert "4년" in CLAUSES[found[1].start : found[1].end]


TERMS = """① 계약 기간은 2026년 3월 2일부터 2026년 9월 1일까지로 한다.
② 갑은 납품받은 날부터 9일 안에 검수한다."""


def test_best_sentence_of_another_language_leaves_out_what_the_whole_document_implies():
    passage = Evidence(
        1, "p", "d", "내_계약서.pdf", 1, "1", 0, len(TERMS), TERMS, "3", "", "contract"
    )
    found = best_sentence("How long is the inspection period in my contract?", [passage])
    assert found is not None
    assert "9일" in TERMS[found[1].start : found[1].end]


LEAVE = """Unused leave is paid out at 1/260 of the annual salary a day.
Staff have 27 days of annual leave in a year."""


def test_best_sentence_gives_a_number_of_the_kind_asked_for_before_more_words():
    passage = Evidence(1, "p", "d", "rules.pdf", 1, "1", 0, len(LEAVE), LEAVE, "9", "", "policy")
    found = best_sentence("How many days of paid annual leave does an employee get?", [passage])
    assert found is not None
    assert "27 days" in LEAVE[found[1].start : found[1].end]
