from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from store.embedders import estimate_tokens
from store.passages import embedded_text, split
from store.readers.json import read_json
from store.readers.source import ReadPage, ReadSource, clean
from store.rows import title_of
from tests.store.conftest import CONTRACT_KO


def pieces_of(text: str, limit: int = 60):
    return split(ReadSource("text", (ReadPage(1, text),)), estimate_tokens, limit)


def test_split_contract_gives_each_article_its_own_passage():
    found = {p.article: p for p in pieces_of(CONTRACT_KO)}
    assert "14일 안에" in found["7"].text
    assert found["7"].heading.endswith("제7조(대금의 지급)")
    assert "이자" not in found["7"].text


def test_split_long_text_keeps_sentences_whole():
    sentences = [f"Sentence number {n} says something about the matter at hand." for n in range(40)]
    found = pieces_of(" ".join(sentences), limit=50)
    assert len(found) > 4
    assert all(p.text.strip().endswith(".") for p in found)
    assert all(estimate_tokens(p.text) <= 63 for p in found)


def test_split_endless_word_is_cut_all_the_same():
    found = pieces_of("x" * 5000, limit=50)
    assert len(found) > 5
    assert max(len(p.text) for p in found) < 500


def test_split_chapter_heading_goes_with_its_first_article():
    found = pieces_of("제1장 총칙\n제1조(목적) 목적이다.\n제2조(정의) 정의이다.\n")
    assert found[0].text.startswith("제1장 총칙\n제1조")
    assert found[0].heading == "제1장 총칙 > 제1조(목적)"
    assert found[1].heading == "제1장 총칙 > 제2조(정의)"


def test_split_records_give_one_passage_each_with_fields():
    data = '[{"name": "DrawBot", "price": 20, "tags": ["image", "art"]}, {"name": "Voice"}]'
    source = read_json(data.encode(), "tools.json")
    found = split(source, estimate_tokens, 200)
    assert [p.heading for p in found] == ["DrawBot", "Voice"]
    assert "price: 20" in found[0].text
    assert ("tags", "art") in found[0].fields


TEXTS = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            [" ", "\n", ". ", "다. ", "제1조(목적) ", "\n제2조(정의)\n", "1. Title\n", "① "]
        ),
    ),
    max_size=80,
).map("".join)


@settings(max_examples=150)
@given(TEXTS, st.integers(5, 80))
def test_split_any_page_joins_to_the_page_again(raw: str, limit: int):
    text = clean(raw)
    found = pieces_of(text, limit)
    assert all(p.text == text[p.start : p.end] for p in found)
    if text.strip():
        assert "".join(p.text for p in found) == text
        assert [p.start for p in found] == [0, *[p.end for p in found[:-1]]]
    else:
        assert found == []


@pytest.mark.parametrize(
    ("first_page", "title"),
    [
        ("휴가 및 출장 규정\n제1조(목적) 이 규정은", "휴가 및 출장 규정"),
        ("\n# Employee Handbook\nArticle 1", "Employee Handbook"),
        ("Employees get fifteen days of leave.\nMore", ""),
        ("이 규정은 휴가를 정한다\n제1조", ""),
        ("id: tool-01\nname: Murmur", ""),
        ("A first line " * 20, ""),
        ("", ""),
    ],
)
def test_title_of_takes_a_first_line_that_reads_as_one(first_page: str, title: str):
    assert title_of(first_page) == title


def test_embedded_text_says_title_and_heading_once_each():
    inside = "② 출장비는 실비로 준다."
    opening = "제3조(출장비) 출장비는 실비로 준다."
    assert embedded_text("규정", "제3조(출장비)", inside) == f"규정\n제3조(출장비)\n{inside}"
    assert embedded_text("규정", "제3조(출장비)", opening) == f"규정\n{opening}"
    assert embedded_text("제3조(출장비)", "제3조(출장비)", opening) == opening
    assert embedded_text("", "", inside) == inside
