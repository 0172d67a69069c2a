from pathlib import Path

from store.library import Library


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
