from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from store.errors import (
    DiskFullError,
    DocumentMissingError,
    EmptyFileError,
    FolderUnusableError,
    IngestCancelledError,
    NameTakenError,
    NewerDatabaseError,
    NotReadableError,
    SourceError,
)
from store.library import Library
from tests.store.conftest import CONTRACT_KO, SAMPLES, make_pdf

TEXT = "회사는 1년에 15일의 연차휴가를 준다.\n"


def test_add_pdf_becomes_a_searchable_document(library: Library):
    added = library.add(make_pdf("Employees get fifteen days of annual leave."), name="leave.pdf")
    document = added.document
    assert (document.name, document.pages, document.stage, document.language) == (
        "leave.pdf",
        1,
        "text",
        "en",
    )
    hits = library.search("annual leave days").hits
    assert hits[0].passage.document_id == document.id
    assert hits[0].passage.page == 1


def test_add_progress_tells_every_stage_and_page(library: Library):
    seen = []
    library.add(make_pdf("One.", "Two.", "Three."), name="a.pdf", on_progress=seen.append)
    assert [(p.done, p.total) for p in seen if p.stage == "read"][-1] == (3, 3)
    assert list(dict.fromkeys(p.stage for p in seen)) == ["read", "split", "done"]


def test_add_same_bytes_again_is_one_document(library: Library):
    first = library.add(TEXT.encode(), name="a.txt")
    again = library.add(TEXT.encode(), name="b.txt")
    assert again.existing
    assert again.document == first.document
    assert len(library.documents()) == 1


def test_add_same_name_other_bytes_asks_then_replaces_or_keeps_both(library: Library):
    first = library.add(TEXT.encode(), name="a.txt").document
    with pytest.raises(NameTakenError) as caught:
        library.add(b"Other words entirely.", name="a.txt")
    assert caught.value.existing == first
    both = library.add(b"Other words entirely.", name="a.txt", keep_both=True).document
    assert both.name == "a (2).txt"
    replaced = library.add(b"A third text of another kind.", name="a.txt", replace=True)
    assert replaced.replaced == first.id
    assert {d.name for d in library.documents()} == {"a.txt", "a (2).txt"}
    assert library.search("연차휴가").hits == ()


def test_add_cancelled_leaves_nothing(library: Library):
    with pytest.raises(IngestCancelledError):
        library.add(make_pdf(*["Text."] * 5), name="a.pdf", cancelled=lambda: True)
    assert library.documents() == []
    assert list((library.folder / "files").glob("*")) == []


@pytest.mark.parametrize(
    ("data", "name", "error"),
    [
        (b"", "empty.pdf", EmptyFileError),
        (b"   \n\n", "blank.txt", EmptyFileError),
        (b"no pdf at all", "liar.pdf", NotReadableError),
        (b"%PDF-1.7 and then nothing", "cut.pdf", NotReadableError),
        (b"{", "broken.json", NotReadableError),
        (bytes(range(256)) * 9, "blob.bin", NotReadableError),
    ],
)
def test_add_bad_file_is_refused_and_leaves_nothing(library: Library, data, name, error):
    with pytest.raises(error, match=name.split(".")[0]):
        library.add(data, name=name)
    assert library.documents() == []
    assert list((library.folder / "files").glob("*")) == []


def test_add_path_that_is_not_there_is_refused(library: Library, tmp_path: Path):
    with pytest.raises(NotReadableError, match="gone"):
        library.add(tmp_path / "gone.pdf")


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.binary(max_size=400),
    st.sampled_from(["a.pdf", "a.json", "a.txt", "a.md", "a", "../../a.txt", "\x00.pdf"]),
)
def test_add_any_bytes_end_in_a_stated_result(library: Library, data: bytes, name: str):
    try:
        added = library.add(data, name=name, keep_both=True, index=False)
    except SourceError as error:
        assert error.code  # noqa: PT017 - the result may be either
    else:
        assert library.document(added.document.id) == added.document


def test_remove_leaves_nothing_of_the_document(library: Library):
    hidden = "비밀코드는 가나다라마바사이다"
    kept = library.add("다른 문서의 글이다. 날씨가 좋다.".encode(), name="kept.txt").document
    document = library.add(f"{TEXT}{hidden}\n".encode(), name="secret.txt").document
    assert _on_disk(library.folder, hidden)
    removed = library.remove(document.id)
    assert (removed.name, removed.passages, removed.files) == ("secret.txt", 1, 1)
    assert not _on_disk(library.folder, hidden)
    assert library.search("비밀코드").verdict == "none"
    assert library.documents() == [kept]
    with pytest.raises(DocumentMissingError):
        library.page_text(document.id, 1)


def _on_disk(folder: Path, text: str) -> bool:
    return any(text.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())


def test_remove_unknown_document_says_so(library: Library):
    with pytest.raises(DocumentMissingError, match="nothing"):
        library.remove("nothing")


def test_open_again_finds_everything_as_it_was(tmp_path: Path):
    with Library.open(tmp_path / "l", embedder="none") as library:
        document = library.add(CONTRACT_KO.encode(), name="계약서.txt").document
        before = library.passages(document.id)
    with Library.open(tmp_path / "l", embedder="none") as library:
        assert library.documents() == [document]
        assert library.passages(document.id) == before
        assert library.original(document.id).read_text(encoding="utf-8") == CONTRACT_KO


def test_second_library_sees_what_the_first_adds(tmp_path: Path):
    with (
        Library.open(tmp_path / "l", embedder="none") as one,
        Library.open(tmp_path / "l", embedder="none") as two,
    ):
        document = one.add(TEXT.encode(), name="a.txt").document
        assert two.search("연차휴가").hits[0].passage.document_id == document.id
        two.remove(document.id)
        assert one.documents() == []
        assert one.search("연차휴가").hits == ()


def test_open_library_of_a_newer_version_is_refused(tmp_path: Path):
    with Library.open(tmp_path / "l", embedder="none") as library:
        library.shelf.set_meta("schema", "99")
    with pytest.raises(NewerDatabaseError, match="Update"):
        Library.open(tmp_path / "l", embedder="none")


def test_open_folder_that_is_a_file_is_refused(tmp_path: Path):
    (tmp_path / "l").write_text("in the way")
    with pytest.raises(FolderUnusableError):
        Library.open(tmp_path / "l", embedder="none")


def test_add_on_a_full_disk_keeps_the_library_whole(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    document = library.add(TEXT.encode(), name="a.txt").document

    def full(*_args: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(DiskFullError, match="Free some space"):
        library.add(b"A second text.", name="b.txt")
    monkeypatch.undo()
    assert library.documents() == [document]
    assert library.add(b"A second text.", name="b.txt").document.name == "b.txt"


def test_status_counts_what_is_there(library: Library):
    library.add(TEXT.encode(), name="a.txt")
    status = library.status()
    assert (status["documents"], status["passages"], status["embedder"]) == (1, 1, "none")
    assert 0 < library.size_bytes() == status["size_bytes"]


def test_import_is_light():
    heavy = "lancedb, torch, sentence_transformers, pypdf, pyarrow, numpy"
    code = (
        f"import sys, store.library; print([m for m in '{heavy}'.split(', ') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SAMPLES.parent
    )
    assert done.stdout.strip() == "[]"


def test_remove_from_a_compacted_table_leaves_nothing(library: Library):
    documents = [
        library.add(
            f"문서 {n}의 글이다. 암호문{n}가나다 끝.".encode(), name=f"{n}.txt", index=n % 8 == 7
        ).document
        for n in range(16)
    ]
    for number in (3, 5):
        assert _on_disk(library.folder, f"암호문{number}가나다")
        library.remove(documents[number].id)
        assert not _on_disk(library.folder, f"암호문{number}가나다")
    assert library.search("암호문7가나다").hits[0].passage.document == "7.txt"
