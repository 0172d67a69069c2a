from pathlib import Path

from store.library import Library
from store.records import IngestProgress


def test_open_again_with_vectors_searches_by_meaning_as_before(tmp_path: Path) -> None:
    text = "Article 1. Leave\nEmployees have 20 days of paid leave a year.\n" * 3
    with Library.open(tmp_path / "library", embedder="use") as library:
        library.add(text.encode(), name="rules.txt")
        first = library.search("vacation days")
    with Library.open(tmp_path / "library", embedder="use") as library:
        again = library.search("vacation days")
        assert library.documents()[0].stage == "ready"
    assert again.mode == "hybrid"
    assert [hit.passage.id for hit in again.hits] == [hit.passage.id for hit in first.hits]


def test_library_that_is_open_finds_by_meaning_what_another_process_adds(tmp_path: Path) -> None:
    with (
        Library.open(tmp_path / "library", embedder="use") as page,
        Library.open(tmp_path / "library", embedder="use") as worker,
    ):
        assert page.search("vacation days").hits == ()
        worker.add(b"Employees have twenty days of paid leave a year.", name="rules.txt")
        found = page.search("vacation days")
    assert (found.mode, found.notices) == ("hybrid", ())
    assert found.hits[0].vector_score > 0


def test_first_document_is_found_by_words_while_it_is_being_embedded(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", embedder="use") as library:
        seen = []

        def look(progress: IngestProgress) -> None:
            if progress.stage == "embed" and progress.done == 0:
                seen.extend(library.search("paid leave").hits)

        library.add(
            b"Employees have twenty days of paid leave a year.", name="rules.txt", on_progress=look
        )
    assert [hit.passage.document for hit in seen] == ["rules.txt"]
