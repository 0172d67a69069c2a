from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from store.errors import EmbedderChangedError, NotReadableError
from store.library import Library
from tests.store.conftest import CONTRACT_KO, make_pdf

if TYPE_CHECKING:
    from pathlib import Path

POLICY = "Employees receive twenty days of paid leave each year."


def test_reindex_after_a_change_of_embedder_can_be_interrupted_and_goes_on(tmp_path: Path):
    with Library.open(tmp_path / "l", embedder="use") as library:
        library.finder.embedder.revision = "older"  # as another version's weights have
        for number in range(3):
            library.add(f"{POLICY} Number {number}.".encode(), name=f"{number}.txt")
    with Library.open(tmp_path / "l", embedder="use") as library:
        state = library.embedder_state()
        assert not state.ready
        assert "re-index" in state.message
        assert library.search("paid leave").notices == ("text_only", "embedder_changed")
        with pytest.raises(EmbedderChangedError):
            library.search("paid leave", mode="vector")
        assert not library.reindex(cancelled=lambda: True)
        assert not library.embedder_state().ready
        assert library.reindex()
        assert library.embedder_state().ready
        assert library.search("paid leave", mode="vector").hits[0].vector_score > 0.3


def test_documents_added_without_an_embedder_get_vectors_later(tmp_path: Path):
    with Library.open(tmp_path / "l", embedder="none") as library:
        document = library.add(POLICY.encode(), name="a.txt").document
        assert document.stage == "text"
        assert library.search("paid leave").notices == ("text_only",)
    with Library.open(tmp_path / "l", embedder="use") as library:
        assert library.embed_pending() == 1
        assert library.documents()[0].stage == "ready"
        assert (
            library.search("휴가는 며칠인가요", mode="vector").hits[0].passage.document == "a.txt"
        )


def test_document_removed_while_others_get_vectors_is_passed_over(tmp_path: Path):
    with Library.open(tmp_path / "l", embedder="none") as library:
        for name in ("a.txt", "b.txt"):
            library.add(f"{name}: {POLICY}".encode(), name=name)
    with (
        Library.open(tmp_path / "l", embedder="use") as library,
        Library.open(tmp_path / "l", embedder="none") as other,
    ):
        first, second = library.shelf.documents()
        removed = []

        def cancelled() -> bool:
            if not removed:
                removed.append(other.remove(second))
            return False

        assert library.embed_pending(cancelled) == 1
        assert [d.id for d in library.documents()] == [first]


def test_export_and_import_give_the_same_library(tmp_path: Path):
    file = tmp_path / "library.zip"
    with Library.open(tmp_path / "one", embedder="none") as one:
        one.add(CONTRACT_KO.encode(), name="계약서.txt")
        pdf = one.add(make_pdf("Fifteen days of annual leave."), name="leave.pdf").document
        one.set_kind(pdf.id, "policy")
        assert one.export(file) == 2
        documents, passages = one.documents(), one.passages(pdf.id)
    with Library.open(tmp_path / "two", embedder="none") as two:
        two.add(b"Something else of the same name.", name="leave.pdf.txt")
        assert two.import_from(file) == 2
        assert [d for d in two.documents() if d.name != "leave.pdf.txt"] == documents
        assert two.passages(pdf.id) == passages
        assert two.search("annual leave").hits[0].passage.document == "leave.pdf"
        assert two.original(pdf.id).read_bytes().startswith(b"%PDF")
        assert two.import_from(file) == 0


def test_import_of_something_else_is_refused(tmp_path: Path):
    (tmp_path / "x.zip").write_bytes(b"not a zip")
    with (
        Library.open(tmp_path / "l", embedder="none") as library,
        pytest.raises(NotReadableError, match=r"x\.zip"),
    ):
        library.import_from(tmp_path / "x.zip")


def test_folder_that_is_followed_keeps_the_library_up_to_date(tmp_path: Path):
    folder = tmp_path / "docs"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.txt").write_text("The first text about leave.")
    (folder / "deep" / "b.txt").write_text("The second text about travel.")
    (folder / "bad.pdf").write_bytes(b"no pdf")
    (folder / "image.png").write_bytes(b"ignored")
    with Library.open(tmp_path / "l", embedder="none") as library:
        changes = library.folders.follow(folder)
        assert changes.added == ("a.txt", "b.txt")
        assert [name for name, _ in changes.failed] == ["bad.pdf"]
        assert library.folders.sync(folder).added == ()
        (folder / "a.txt").write_text("The first text, now about laptops and nothing else.")
        assert library.folders.sync(folder).replaced == ("a.txt",)
        assert library.search("laptops").hits[0].passage.document == "a.txt"
        (folder / "deep" / "b.txt").unlink()
        assert library.folders.sync(folder).removed == ("b.txt",)
        assert [d.name for d in library.documents()] == ["a.txt"]
        folder.rename(tmp_path / "away")
        assert library.folders.sync(folder).removed == ()
        library.folders.unfollow(folder)
        assert library.folders.followed() == []
        assert [d.name for d in library.documents()] == ["a.txt"]
