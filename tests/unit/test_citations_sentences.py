from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from agent.citations.sentences import sentences_of_answer, sentences_of_page


def texts(found):
    return [sentence.text for sentence in found]


def test_sentences_of_answer_with_marks_after_the_stop_keeps_them_together():
    text = "연차는 15일입니다. [1] 3년 뒤에는 1.5일이 늘어납니다 [2]."
    assert texts(sentences_of_answer(text)) == [
        "연차는 15일입니다. [1]", "3년 뒤에는 1.5일이 늘어납니다 [2].",
    ]  # fmt: skip


def test_sentences_of_answer_with_abbreviations_and_decimals_does_not_cut_there():
    text = "See No. 5 of e.g. the rules. The rate is 1.5 percent."
    assert texts(sentences_of_answer(text)) == [
        "See No. 5 of e.g. the rules.", "The rate is 1.5 percent.",
    ]  # fmt: skip


def test_sentences_of_page_with_wrapped_lines_joins_them():
    text = (
        "제7조(대금의 지급)\n"
        "갑은 검수에 합격한 날부터 45일 안에 나머지 대금을 을의 계좌로 지급한다. "
        "갑이 자신의 고객에게서\n대금을 받지 못하면 그때까지 지급을 미룰 수 있다.\n"
    )
    assert texts(sentences_of_page(text)) == [
        "제7조(대금의 지급)",
        "갑은 검수에 합격한 날부터 45일 안에 나머지 대금을 을의 계좌로 지급한다.",
        "갑이 자신의 고객에게서 대금을 받지 못하면 그때까지 지급을 미룰 수 있다.",
    ]


def test_sentences_of_page_with_a_table_keeps_its_rows_apart():
    text = "Table 1. Leave\nEvent Days Notes\nMoving house 1 Once in two years\nDeath of a pet 1\n"
    assert texts(sentences_of_page(text))[1:] == [
        "Event Days Notes", "Moving house 1 Once in two years", "Death of a pet 1",
    ]  # fmt: skip


def test_sentences_of_page_with_korean_stops_without_blanks_cuts_after_each():
    assert texts(sentences_of_page("계약은 1년이다.연장할 수 있다.")) == [
        "계약은 1년이다.", "연장할 수 있다.",
    ]  # fmt: skip


@given(st.text(alphabet="가나다 .\n!?[]12abc①-", max_size=300))
def test_sentences_of_any_text_are_ordered_and_their_spans_fit(text):
    for found in (sentences_of_page(text), sentences_of_answer(text)):
        assert all(a.end <= b.start for a, b in pairwise(found))
        assert all(" ".join(text[s.start : s.end].split()) == s.text for s in found)
