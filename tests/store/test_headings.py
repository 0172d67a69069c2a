from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.articles import normal_number, split_articles
from store.headings import find_headings
from tests.store.conftest import CONTRACT_KO


def numbers(text: str) -> list[str]:
    return [a.number for a in split_articles("d", "name", [(1, text)])]


def test_split_articles_korean_contract_gives_every_article_once():
    assert numbers(CONTRACT_KO) == ["1", "2", "7", "7-2", "8", "부칙", "부칙 1", "별표 1"]


def test_split_articles_reference_at_line_start_is_no_heading():
    article = split_articles("d", "n", [(1, CONTRACT_KO)])[4]
    assert article.number == "8"
    assert "3년간 이어진다" in article.text


@pytest.mark.parametrize(
    "line",
    [
        "제7조에 따라 지급한다.",
        "제7조 및 제8조를 준용한다.",
        "제3조제2항에 따른 통지",
        "제7조(대금의 지급)에 따른 금액은",
        "제5조, 제6조의 규정",
        "Section 3.2 of this Agreement shall apply",
        "Article 5 and Article 6 apply to",
        "section 4 below",
        "Section 6.3 (a) of the contract",
        "Section 6 (Secrecy) applies to",
    ],
)
def test_find_headings_reference_alone_is_no_heading(line: str):
    assert find_headings([(1, f"앞 문장이 여기에서 이어지는데\n{line}\n")]) == []


@pytest.mark.parametrize(
    ("line", "number", "title"),
    [
        ("제1조(목적) 이 규정은 휴가를 정한다.", "1", "목적"),
        ("제 12 조 【계약의 해지】", "12", "계약의 해지"),
        ("제3조의2(특칙)", "3-2", "특칙"),
        ("제1조(목적)이 계약은 번역에 관한 것이다.", "1", "목적"),
        ("Article 5. Travel Expenses", "5", "Travel Expenses"),
        ("ARTICLE IV - Termination", "4", "Termination"),
        ("Section 3.2 Payment", "3.2", "Payment"),
        ("Article 9: Governing Law", "9", "Governing Law"),
        ("Article 2 (Term)", "2", "Term"),
    ],
)
def test_find_headings_article_line_gives_number_and_title(line: str, number: str, title: str):
    found = find_headings([(1, line + "\nText of it.")])
    assert [(h.number, h.title) for h in found] == [(number, title)]


def test_split_articles_crossing_a_page_is_whole():
    pages = [
        (1, "제1조(목적) 이 규정은 앞 쪽에서"),
        (2, "시작해 뒤 쪽에서 끝난다.\n제2조(정의) 뜻은 이렇다."),
    ]
    first = split_articles("d", "n", pages)[0]
    assert "앞 쪽에서" in first.text
    assert "끝난다" in first.text
    assert "뜻은" not in first.text


def test_find_headings_list_in_a_section_is_not_taken_for_sections():
    text = (
        "1. Safety\nRead this.\n1. Cool it down\n2. Open the door\n3. Close it\n"
        "2. Operation\nPress the button.\n3. Service\nCall us.\n"
    )
    titles = [h.title for h in find_headings([(1, text)]) if h.kind == "clause"]
    assert titles[-2:] == ["Operation", "Service"]


def test_split_articles_numbered_clauses_hold_their_parts():
    text = (
        "1. Scope\nAll work.\n1.1 Extent\nHere.\n1.2 Limits\nThere.\n"
        "2. Payment\nIn 30 days.\n2.1 Late payment\nInterest.\n"
    )
    found = {a.number: a for a in split_articles("d", "n", [(1, text)])}
    assert list(found) == ["1", "1.1", "1.2", "2", "2.1"]
    assert "In 30 days" in found["2"].text
    assert "30 days" not in found["1.2"].text


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("제7조", "7"), ("7조", "7"), ("제 7 조의 2", "7-2"), ("7-2", "7-2"), ("Article 5", "5"),
        ("Section 3.2", "3.2"), ("3.2", "3.2"), ("부칙 제1조", "부칙 1"),
        ("별표 1", "별표 1"), ("§ 4", "4"),
    ],
)  # fmt: skip
def test_normal_number_written_forms_become_the_stored_one(written: str, stored: str):
    assert normal_number(written) == stored


@given(st.integers(1, 9999), st.integers(1, 99))
def test_normal_number_korean_numbers_round_trip(number: int, sub: int):
    heading = f"제{number}조의{sub}(제목) 본문이다."
    found = split_articles("d", "n", [(1, heading)])
    assert found[0].number == normal_number(f"제{number}조의{sub}") == f"{number}-{sub}"


@given(st.integers(1, 999))
def test_normal_number_english_numbers_round_trip(number: int):
    found = split_articles("d", "n", [(1, f"Article {number}. Title\nBody text.")])
    assert found[0].number == normal_number(f"Article {number}") == str(number)


def test_find_headings_table_of_contents_is_not_taken_for_the_headings():
    contents = "1.1 Scope . . . . . . . . 3\n1.2 Terms ........ 4\n"
    text = contents + "1.1 Scope\nText here.\n1.2 Terms\nMore.\n"
    found = find_headings([(1, text)])
    assert [text[h.offset : h.end] for h in found] == ["1.1 Scope", "1.2 Terms"]


def test_find_headings_questions_as_titles_win_over_references_to_sections():
    text = (
        "1.1 What is it?\nAn answer that goes on in\nSection 1.2\n1.2 Who makes it?\n"
        "People.\n1.3 Where is it?\nHere.\nSection 2.1\n"
    )
    assert [h.number for h in find_headings([(1, text)])] == ["1.1", "1.2", "1.3"]
