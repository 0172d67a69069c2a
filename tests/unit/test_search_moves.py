import pytest

from agent.nodes.search_further import with_lost_words
from agent.nodes.search_moves import (
    articles_in,
    compares_with_standard,
    first_moves,
    only_rephrases,
    search_query,
    title_in,
    topic_of,
)
from store.records import Document


def document(name, kind="contract"):
    return Document(name, name, kind, "ready", 1, 1, 1, "ko", 0.0)


LIBRARY = [document("mine.pdf"), document("standard.pdf", "standard")]


def tools(question, documents=LIBRARY):
    return [call.tool for call in first_moves(question, documents)]


@pytest.mark.parametrize(
    ("question", "numbers"),
    [
        ("제5조 내용이 뭐야?", ["5"]),
        ("제 7 조의 2는?", ["7-2"]),
        ("5조와 6조를 비교해줘", ["5", "6"]),
        ("What does Article 12 say?", ["12"]),
        ("Explain section 3.2 and clause 4", ["3.2", "4"]),
        ("매출은 5조 원인가요?", []),
        ("연차는 며칠이야?", []),
    ],
)
def test_articles_in_a_question_are_read_as_the_store_keeps_them(question, numbers):
    assert articles_in(question) == numbers


def test_title_in_quotes_counts_only_where_a_clause_is_asked_for():
    assert title_in("'손해배상' 조항을 보여줘") == "손해배상"
    assert title_in("Show me the “Remote Work” clause") == "Remote Work"
    assert title_in("'안녕'이 무슨 뜻이야?") == ""


def test_first_move_of_an_article_question_fetches_the_article():
    assert tools("제5조 내용이 뭐야?") == ["get_article_by_index"]


def test_first_move_of_a_comparison_searches_both_sides():
    assert tools("내 계약의 지체상금을 표준계약서와 비교해줘") == [
        "hybrid_search", "lookup_standard_contract",
    ]  # fmt: skip


def test_first_move_without_a_standard_contract_does_not_look_there():
    assert tools("내 계약의 지체상금을 표준계약서와 비교해줘", LIBRARY[:1]) == ["hybrid_search"]


def test_first_move_of_an_ordinary_question_is_one_search():
    assert tools("납품 기한은 언제야?") == ["hybrid_search"]


def test_first_move_of_a_question_about_an_earlier_part_recalls_too():
    assert "recall_conversation" in tools("아까 말한 휴가 규정이 뭐였지?")


def test_first_move_narrows_to_the_document_that_is_named():
    (call,) = first_moves("mine.pdf의 제3조는?", LIBRARY)
    assert call.arguments == {"number": "3", "document": "mine.pdf"}


def test_comparison_needs_both_the_standard_and_the_comparing():
    assert compares_with_standard("How does my contract differ from the standard contract?")
    assert not compares_with_standard("표준계약서의 선금 비율은?")
    assert not compares_with_standard("두 조항을 비교해줘")


@pytest.mark.parametrize(
    "text", ["다시 설명해줘", "더 짧게 말해줘", "make it shorter", "in Korean please"]
)
def test_only_rephrases_of_a_wish_for_other_words_is_true(text):
    assert only_rephrases(text)


@pytest.mark.parametrize(
    "text", ["그럼 병가는?", "왜 그런지 문서에서 찾아줘", "and for cancelling?"]
)
def test_only_rephrases_of_a_new_question_is_false(text):
    assert not only_rephrases(text)


def test_search_query_leaves_the_request_away():
    assert search_query("환불 규정을 알려줘") == "환불 규정"
    assert search_query("환불 규정") == "환불 규정"


def test_topic_of_a_comparison_is_its_matter():
    assert (
        topic_of("내 계약의 지체상금을 표준 용역계약서와 비교해줘.")
        .split()[0]
        .startswith("지체상금")
    )
    assert "penalty" in topic_of(
        "Compare the late penalty in my contract with the standard contract"
    )


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        (
            "How does the renewal term in my contract differ from the standard contract?",
            "renewal term",
        ),
        ("갱신 조건을 표준 임대차계약서와 내 계약서에서 비교해줘.", "갱신 조건을"),
    ],
)
def test_topic_of_a_comparison_has_no_words_that_only_link(question, topic):
    assert topic_of(question) == topic


@pytest.mark.parametrize(
    ("query", "question", "searched"),
    [
        ("How long is the training period?", "수습 기간은?", "How long is the probation period?"),
        ("How many days may I rest?", "경조사에는 며칠 쉬나요?", None),
        ("지체상금", "late delivery penalty", "지체상금"),
        ("When must I apply for leave?", "연차는 언제 신청하나요?", "When must I apply for leave?"),
        ("", "수습 기간은?", ""),
    ],
)
def test_with_lost_words_puts_back_what_a_translation_lost(query, question, searched):
    expected = f"{query} (congratulations and condolences)" if searched is None else searched
    assert with_lost_words(query, question) == expected
