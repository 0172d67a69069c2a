"""Files that nobody meant to read: huge, hostile, damaged, pictures. Each has a stated result."""

from __future__ import annotations

import os
import sys
import zlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from store.errors import ImageOnlyError, NotReadableError, SourceError
from store.readers import pdf_child
from store.readers.pdf import read_pdf
from store.readers.pdf_process import Limits
from tests.store.conftest import line, make_pdf, paged, picture_pdf, stream

if TYPE_CHECKING:
    from pathlib import Path

    from store.library import Library


def saved(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    return path


def test_add_two_thousand_pages_are_all_there(library: Library):
    words = [f"Clause of page {n} about subject{n}." for n in range(1, 2001)]
    added = library.add(paged([stream(line(text)) for text in words]), name="long.pdf")
    assert (added.document.pages, added.document.warnings) == (2000, ())
    hit = library.search("subject1777").hits[0].passage
    assert (hit.page, hit.text.strip()) == (1777, words[1776])


def test_add_page_with_a_megabyte_of_text_is_split_without_loss(library: Library):
    sentences = [f"Sentence number {n} of the long page ends here.\n" for n in range(22_000)]
    document = library.add("".join(sentences).encode(), name="wide.txt").document
    text = library.page_text(document.id, 1)
    assert len(text) > 1_000_000
    assert "".join(p.text for p in library.passages(document.id)) == text
    assert library.search("Sentence number 21987").hits[0].passage.text.count("21987")


def test_read_pdf_page_with_a_megabyte_of_text_is_whole(tmp_path: Path):
    content = b"".join(
        b"BT /F1 2 Tf 20 %d Td (%s) Tj ET\n" % (n % 800, b"word%06d " % n * 8)
        for n in range(12_000)
    )
    source = read_pdf(saved(tmp_path, paged([stream(content)])), "wide.pdf")
    assert len(source.pages[0].text) > 1_000_000
    assert "word011999" in source.pages[0].text


def test_read_pdf_decompression_bomb_costs_its_page_alone(tmp_path: Path):
    filling = zlib.compress(zlib.compress(b" " * 400_000_000, 1), 9)
    bomb = stream(filling, b"/Filter [/FlateDecode /FlateDecode]")
    assert len(bomb) < 100_000
    data = paged([bomb, stream(line("The page after the bomb."))])
    limits = Limits(page_s=15, memory=600_000_000)
    source = read_pdf(saved(tmp_path, data), "bomb.pdf", limits=limits)
    assert not source.pages[0].text.strip()
    assert source.pages[1].text.strip() == "The page after the bomb."


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.99])
def test_add_truncated_pdf_is_whole_or_not_there(library: Library, kept: float):
    data = make_pdf("One page.", "Another page.")
    try:
        document = library.add(data[: int(len(data) * kept)], name="cut.pdf").document
    except NotReadableError as error:
        assert "damaged or cut off" in str(error)  # noqa: PT017 - the result may be either
        assert library.documents() == []
    else:
        assert "One page." in library.page_text(document.id, 1)


@pytest.fixture
def stand_in_tesseract(tmp_path, monkeypatch):
    """Put a program on the path that answers as tesseract does."""
    if sys.platform == "win32":
        pytest.skip("a script is no program there")
    folder = tmp_path / "programs"
    folder.mkdir()
    program = folder / "tesseract"
    program.write_text(
        f"#!{sys.executable}\nimport sys\n"
        "if '--list-langs' in sys.argv: print('List:\\neng\\nkor')\n"
        "else: print(sys.argv[-1], sys.stdin.buffer.read(8)[1:4].decode(), 'was seen here')\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.usefixtures("stand_in_tesseract")
def test_add_pictures_are_read_by_tesseract_only_on_request(library: Library):
    with pytest.raises(ImageOnlyError, match="ask for text recognition"):
        library.add(picture_pdf(1), name="scan.pdf")
    document = library.add(picture_pdf(1), name="scan.pdf", ocr=True).document
    assert library.page_text(document.id, 1).strip() == "kor+eng PNG was seen here"
    assert [(p.engine, p.image_only) for p in library.pages(document.id)] == [("tesseract", False)]


def test_add_pictures_without_tesseract_says_what_to_install(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ImageOnlyError, match="install tesseract"):
        library.add(picture_pdf(1), name="scan.pdf", ocr=True)


WHOLE = make_pdf("The first page says something.", "The second page says more.")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=12)), max_size=12
    )
)
def test_pdf_child_damaged_file_ends_in_pages_or_an_error(
    tmp_path: Path, damages: list[tuple[int, bytes]]
):
    data = bytearray(WHOLE)
    for at, instead in damages:
        data[at : at + len(instead)] = instead
    order = {"path": str(saved(tmp_path, bytes(data))), "password": None}
    messages = list(pdf_child.read(order))
    assert messages[-1].keys() & {"end", "error"}
    pages = [m["page"] for m in messages if "page" in m]
    assert pages == list(range(1, len(pages) + 1))


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(20, len(WHOLE) - 200), st.binary(min_size=1, max_size=150))
def test_add_damaged_pdf_ends_in_a_stated_result(library: Library, at: int, instead: bytes):
    data = WHOLE[:at] + instead + WHOLE[at + len(instead) :]
    try:
        added = library.add(data, name="damaged.pdf", keep_both=True, index=False)
    except SourceError as error:
        assert error.code in ("not_readable", "encrypted", "image_only", "too_large")  # noqa: PT017
    else:
        assert library.pages(added.document.id)
    assert isinstance(library.documents(), list)
