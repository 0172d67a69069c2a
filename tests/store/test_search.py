"""Search with a real embedder: ``use``, whose weights come with the packages."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from agent.tool_index import ToolIndex
from agent.tools.builtin import builtin_tools
from store.errors import EmbedderMissingError
from store.library import Library
from store.memories import Memory
from store.records import Summary
from tests.store.conftest import CONTRACT_KO

if TYPE_CHECKING:
    from pathlib import Path

HANDBOOK = """Article 1. Annual Leave
Employees receive twenty days of paid leave each year. Unused days are carried over until March.
Article 2. Remote Work
Staff may work from home two days a week. Error code REQ-1042 marks a request without approval.
Article 3. Laptops
A lost or stolen laptop is reported to the security desk within four hours.
"""
RULES = """제1조(출장비) 국내 출장의 숙박비는 1박 9만원까지 실비로 준다.
제2조(보증금) 임차인은 보증금 5천만원을 잔금일에 낸다.
제3조(식비) 식비는 하루 3만원이다. 제1조를 준용한다.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory):
    """Return a library of three documents in two languages, with vectors."""
    folder = tmp_path_factory.mktemp("search") / "library"
    with Library.open(folder, embedder="use") as opened:
        for name, text in (
            ("handbook.txt", HANDBOOK),
            ("규정.txt", RULES),
            ("계약서.txt", CONTRACT_KO),
        ):
            opened.add(text.encode(), name=name)
        yield opened


def first(library: Library, query: str, **options) -> tuple[str, str]:
    passage = library.search(query, **options).hits[0].passage
    return passage.document, passage.article


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("출장 가서 호텔비는 얼마까지 나와?", ("규정.txt", "1")),
        ("how many days of paid leave do I get", ("handbook.txt", "1")),
        ("someone stole my computer", ("handbook.txt", "3")),
        ("대금을 늦게 주면 이자는?", ("계약서.txt", "7-2")),
    ],
)
def test_search_question_in_the_documents_language_finds_its_passage(library, query, expected):
    assert first(library, query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("재택근무는 일주일에 며칠까지 되나요?", ("handbook.txt", "2")),
        ("노트북을 잃어버리면 얼마 안에 신고하나요?", ("handbook.txt", "3")),
        ("how much is the security deposit", ("규정.txt", "2")),
        ("hotel limit on a business trip", ("규정.txt", "1")),
    ],
)
def test_search_question_in_the_other_language_finds_its_passage(library, query, expected):
    assert expected in [
        (h.passage.document, h.passage.article) for h in library.search(query).hits[:2]
    ]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("REQ-1042", ("handbook.txt", "2")),
        ("제3조", ("규정.txt", "3")),
        ("제7조의2", ("계약서.txt", "7-2")),
    ],
)
def test_search_exact_code_and_article_number_win(library, query, expected):
    assert first(library, query) == expected


def test_search_document_filter_keeps_the_others_out(library):
    document = library.find("규정.txt")
    hits = library.search("paid leave", documents=[document.id]).hits
    assert {h.passage.document for h in hits} == {"규정.txt"}


@pytest.mark.parametrize("query", ["임진왜란은 몇 년에 일어났어?", "Which planets have rings?"])
def test_search_question_about_something_else_is_none(library, query):
    assert library.search(query).verdict == "none"


def test_search_question_that_is_answered_is_found(library):
    assert library.search("How many days of paid leave each year?").verdict == "found"
    assert library.search("국내 출장 숙박비 한도는?").verdict == "found"


@pytest.mark.parametrize("query", ["", "   ", "?!", "...", "\x00", "a" * 20_000, "' OR 1=1 --"])
def test_search_any_question_gives_a_result(library, query):
    assert library.search(query).verdict in ("found", "none")


def test_search_hits_carry_scores_ranks_and_reasons(library):
    hits = library.search("stolen laptop").hits
    assert [h.rank for h in hits] == list(range(1, len(hits) + 1))
    assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)
    assert all(0 <= v <= 1 for h in hits for v in (h.score, h.vector_score, h.text_score))
    assert "laptop" in hits[0].why


def test_search_modes_are_the_halves_of_hybrid(library):
    assert library.search("stolen laptop", mode="vector").mode == "vector"
    assert first(library, "stolen laptop", mode="text") == ("handbook.txt", "3")


def test_search_from_several_threads_gives_each_its_own(library):
    queries = ["paid leave each year", "제3조 식비", "stolen laptop", "보증금 5천만원"] * 3
    alone = {q: first(library, q) for q in queries}
    together: list[tuple[str, tuple[str, str]]] = []
    threads = [
        threading.Thread(target=lambda q=q: together.append((q, first(library, q))))
        for q in queries
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(together) == sorted((q, alone[q]) for q in queries)


def test_summaries_are_found_by_meaning_in_either_language(library):
    summaries = library.summaries()
    summaries.add(Summary("1", "t1", "The person asked about hotel limits on business trips.", 1.0))
    summaries.add(Summary("2", "t1", "연차휴가를 언제 쓸지 이야기했다.", 2.0))
    summaries.add(Summary("3", "t2", "They compared two laptops.", 3.0))
    assert summaries.search("t1", "출장 숙박비", k=1)[0].id == "1"
    assert summaries.search("t1", "annual leave", k=1)[0].id == "2"
    assert {s.thread_id for s in summaries.search("t1", "laptops", k=9)} == {"t1"}
    assert [s.id for s in summaries.for_thread("t1")] == ["1", "2"]
    assert summaries.remove_thread("t1") == 2
    assert summaries.search(None, "laptops", k=9)[0].id == "3"


def test_memories_are_found_by_meaning_where_no_word_is_shared(library):
    memories = library.memories()
    memories.put(
        [
            Memory("1", "plan", "Organise a birthday party for a child", {"steps": 4}, 1.0),
            Memory("2", "plan", "Translate a rental contract", {"steps": 3}, 2.0),
            Memory("3", "wish", "생일 잔치", {}, 3.0),
        ]
    )
    best = memories.nearest("plan", "아이 생일 잔치 준비", k=1)[0]
    assert (best.id, best.payload) == ("1", {"steps": 4})
    assert memories.nearest("plan", "임대차 계약서를 번역해줘", k=1)[0].id == "2"


def test_memories_kept_without_an_embedder_are_found_by_meaning_once_there_is_one(tmp_path):
    with Library.open(tmp_path / "l", embedder="none") as library:
        library.memories().put([Memory("1", "plan", "Organise a birthday party", {}, 1.0)])
        by_words = library.memories().nearest("plan", "아이 생일 잔치 준비")[0].score
    with Library.open(tmp_path / "l", embedder="use") as library:
        (best,) = library.memories().nearest("plan", "아이 생일 잔치 준비")
        assert (best.id, best.at) == ("1", 1.0)
        assert best.score > 2 * by_words


def test_tools_are_indexed_in_the_library_and_found_by_meaning(library):
    tools = builtin_tools().all()
    ToolIndex(library.memories("tools")).recommend("Find the article on holidays", tools)
    rows = library.memories("tools")
    assert ToolIndex(rows).refresh(tools) == ([], [])
    best = rows.nearest("tool_index", "Wie spät ist es gerade in Berlin?", k=1)[0]
    assert best.id == "get_time"


def test_open_with_an_embedder_that_is_not_there_says_so(tmp_path: Path):
    with pytest.raises(EmbedderMissingError, match="e5"):
        Library.open(tmp_path / "l", embedder="e5", models_path=tmp_path)
    with pytest.raises(EmbedderMissingError, match="Choose"):
        Library.open(tmp_path / "l", embedder="word2vec")
