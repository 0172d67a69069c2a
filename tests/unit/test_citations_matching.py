import pytest

from agent.citations.matching import Prepared, contradicts

LEAVE = (
    "제5조(연차유급휴가)\n① 1년간 80퍼센트 이상 출근한 직원에게 16일의 연차를 준다.\n"
    "② 3년 이상 근무한 직원에게는 2년마다 1일을 더하되 총 26일을 넘지 않는다.\n"
)
REMOTE = (
    "Article 7. Remote Work\nYou may work remotely up to three days a week after probation. "
    "Tuesday is the\nanchor day on which every team meets on site. The company gives a one-off "
    "home office allowance of 350 pounds."
)


def span(prepared, support):
    return " ".join(prepared.text[support.start : support.end].split())


def test_support_of_a_sentence_in_other_words_finds_its_span_despite_particles():
    passage = Prepared(LEAVE)
    support = passage.support("직원은 1년에 80퍼센트 이상 출근하면 연차 16일을 받습니다.")
    assert support.holds
    assert span(passage, support) == "① 1년간 80퍼센트 이상 출근한 직원에게 16일의 연차를 준다."


def test_support_of_a_copied_sentence_across_a_line_end_is_exact():
    passage = Prepared(REMOTE)
    support = passage.support("Tuesday is the anchor day on which every team meets on site.")
    assert support.score == 1.0
    assert span(passage, support).startswith("Tuesday is the anchor day")


def test_support_of_an_invented_sentence_does_not_hold():
    assert not Prepared(LEAVE).support("병가는 의사의 진단서를 내야 쓸 수 있습니다.").holds
    assert not Prepared(REMOTE).support("Dogs are welcome in the canteen on Fridays.").holds


def test_support_from_two_neighbouring_sentences_spans_both():
    passage = Prepared(REMOTE)
    claim = (
        "Remote work is three days a week after probation, and Tuesday is the anchor day on site."
    )
    support = passage.support(claim)
    assert support.holds
    assert "three days" in span(passage, support)
    assert "anchor day" in span(passage, support)


def test_support_in_another_language_is_carried_by_its_numbers():
    support = Prepared(REMOTE).support("재택근무 지원금으로 한 번 350파운드를 줍니다.")
    assert support.holds
    assert support.translated


def test_support_of_an_english_sentence_in_a_korean_passage_needs_no_english_words():
    passage = Prepared("노트북의 대여 기간은 21일로 한다. 반납은 안내 데스크에서 받는다.")
    support = passage.support("A laptop is lent for 21 days.")
    assert support.holds
    assert span(passage, support) == "노트북의 대여 기간은 21일로 한다."
    assert not passage.support("A laptop is lent for 14 days.").holds


def test_support_in_another_language_without_numbers_is_carried_by_names():
    passage = Prepared("영상 편집은 SceneMaker로 한다. 음성 녹음은 회의실에서 한다.")
    assert passage.support("Videos are cut with SceneMaker.").holds
    assert not passage.support("Videos are cut with FrameSmith.").holds


def test_support_in_another_language_with_a_wrong_number_does_not_hold():
    assert not Prepared(REMOTE).support("재택근무 지원금은 400파운드입니다.").holds


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("을은 일부를 재위탁할 수 있습니다.", "을은 제3자에게 재위탁할 수 없다."),
        ("Staff may smoke inside.", "Staff may not smoke inside."),
        ("You cannot carry days over.", "Up to six days can be carried over."),
    ],
)
def test_contradicts_with_permission_turned_round_is_true(claim, source):
    assert contradicts(claim, source)


def test_support_of_permission_where_the_passage_forbids_does_not_hold():
    passage = Prepared("을은 어떤 경우에도 용역의 전부나 일부를 제3자에게 재위탁할 수 없다.")
    assert not passage.support("을은 용역의 일부를 제3자에게 재위탁할 수 있습니다.").holds
    assert passage.support("을은 용역의 일부도 제3자에게 재위탁할 수 없습니다.").holds
