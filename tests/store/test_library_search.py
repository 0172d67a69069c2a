"""What a library finds: by words, articles, fields, and with a broken index."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from store.library import Library
from tests.store.conftest import CONTRACT_KO, make_pdf

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "회사는 1년에 15일의 연차휴가를 준다.\n"


@pytest.fixture
def broken(tmp_path: Path):
    """Return the folder of a library whose index of words lost its files."""
    folder = tmp_path / "broken"
    with Library.open(folder, embedder="use") as library:
        library.add("정원은 저녁 아홉 시에 닫는다.".encode(), name="garden.txt")
    for file in (folder / "lance").glob("passages.lance/_indices/*/*"):
        file.unlink()
    return folder


def test_articles_are_found_by_number_and_title(library: Library):
    document = library.add(CONTRACT_KO.encode(), name="계약서.txt").document
    assert document.kind == "contract"
    assert document.dated == "2026-03-01"
    assert [a.number for a in library.article_index(document.id)][:3] == ["1", "2", "7"]
    article = library.article(document.id, "제7조의2")
    assert article is not None
    assert article.title == "지연이자"
    assert [p.article for p in article.passages] == ["7-2"]
    assert [a.number for a in library.articles_by_title(document.id, "비밀 유지")] == ["8"]
    assert library.article(document.id, "제99조") is None


def test_search_article_filter_stays_inside(library: Library):
    library.add(CONTRACT_KO.encode(), name="계약서.txt")
    hits = library.search("지급", article="제8조").hits
    assert {h.passage.article for h in hits} == {"8"}


def test_find_takes_id_beginning_of_one_and_name(library: Library):
    document = library.add(TEXT.encode(), name="휴가 규정.txt").document
    assert library.find(document.id) == document
    assert library.find(document.id[:10]) == document
    assert library.find("휴가 규정") == document
    assert library.find("휴가 규정.txt") == document
    assert library.find("출장") is None


def test_set_kind_is_kept_and_filters_the_search(library: Library, tmp_path: Path):
    document = library.add(CONTRACT_KO.encode(), name="계약서.txt").document
    library.set_kind(document.id, "standard")
    assert library.document(document.id).kind == "standard"
    assert library.search("대금 지급", kinds=["policy"]).hits == ()
    assert library.search("대금 지급", kinds=["standard"]).hits[0].passage.kind == "standard"


def test_records_are_filtered_by_their_fields(library: Library):
    data = [
        {"name": "A", "kind": "image", "note": "draws"},
        {"name": "B", "kind": "voice", "note": "draws"},
    ]
    library.add(json.dumps(data).encode(), name="tools.json")
    hits = library.search("draws", fields={"kind": "voice"}).hits
    assert [h.passage.heading for h in hits] == ["B"]


def test_search_catalogue_and_pdf_answer_one_question_together(library: Library):
    report = make_pdf("In 2026 the voice tool Murmur halved its price for narration.")
    catalogue = [
        {"name": "Murmur", "use": "voice narration", "price": "12 dollars"},
        {"name": "Pixelbarn", "use": "pictures", "price": "9 dollars"},
    ]
    library.add(report, name="trends.pdf")
    library.add(json.dumps(catalogue).encode(), name="tools.json")
    hits = library.search("Which tool is for voice narration and what is its price?").hits
    assert {hit.passage.document for hit in hits[:2]} == {"trends.pdf", "tools.json"}
    assert {hit.passage.kind for hit in hits[:2]} == {"report", "catalogue"}


def test_merge_neighbours_joins_passages_that_touch(library: Library):
    text = "\n".join(f"제{n}조(제목{n}) 번역 용역의 {n}번째 조문이다." for n in range(1, 6))
    document = library.add(text.encode(), name="a.txt").document
    hits = library.search("번역 용역", k=5).hits
    merged = library.merge_neighbours(hits)
    assert len(merged) == 1
    assert merged[0].text == library.page_text(document.id, 1)


def test_search_with_a_broken_index_of_words_goes_by_meaning_and_says_so(broken: Path):
    with Library.open(broken, embedder="use") as library:
        found = library.search("정원은 몇 시에 닫나요?")
        assert found.hits[0].passage.document == "garden.txt"
        assert found.notices == ("meaning_only",)


def test_resume_mends_a_broken_index_of_words(broken: Path):
    with Library.open(broken, embedder="use") as library:
        library.resume()
        found = library.search("정원은 몇 시에 닫나요?")
        assert found.notices == ()
        assert found.hits[0].text_score > 0
