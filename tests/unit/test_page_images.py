"""Pages drawn with their passages marked, on upright, rotated and cropped pages."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
import pytest
from fpdf import FPDF
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import RectangleObject

from agent.page_images import YELLOW, PageImage, find, page_image, squeeze

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = "The notice period is three months, counted from the end of a month."
Box = tuple[float, float, float, float]


@pytest.fixture
def pdf(tmp_path) -> Path:
    document = FPDF()
    document.add_page()
    document.set_font("Helvetica", size=12)
    document.set_xy(20, 40)
    document.multi_cell(90, 6, "An opening paragraph about nothing. " * 3)
    document.set_xy(20, 200)
    document.multi_cell(90, 6, SENTENCE)
    path = tmp_path / "page.pdf"
    document.output(str(path))
    return path


def changed(path: Path, *, rotate: int = 0, crop: tuple[int, int, int, int] | None = None) -> Path:
    writer = PdfWriter()
    page = PdfReader(path).pages[0]
    if crop:
        page.cropbox = RectangleObject(crop)
    page.rotate(rotate)
    writer.add_page(page)
    out = path.with_name(f"changed-{rotate}.pdf")
    with out.open("wb") as file:
        writer.write(file)
    return out


def yellow(image: PageImage) -> Box:
    """Where the marks are, as shares of the page from the top left."""
    pixels = np.asarray(Image.open(io.BytesIO(image)).convert("RGB"))
    rows, columns = np.nonzero((pixels == YELLOW).all(axis=2))
    if not len(rows):
        return 0, 0, 0, 0
    height, width = pixels.shape[:2]
    return (
        columns.min() / width,
        rows.min() / height,
        columns.max() / width,
        rows.max() / height,
    )


def near(one: Box, other: Box) -> bool:
    return all(abs(a - b) < 0.015 for a, b in zip(one, other, strict=True))


def test_page_image_marks_the_passage_where_it_stands(pdf):
    image = page_image(pdf, 1, (SENTENCE,))
    assert image.marked
    assert image.reason == ""
    left, top, right, bottom = yellow(image)
    assert 0.08 < left < right < 0.55
    assert 200 / 297 - 0.01 < top < bottom < 214 / 297 + 0.01


def test_page_image_passage_with_other_line_breaks_and_hyphens_is_found(pdf):
    stored = "The notice pe-\nriod is three\nmonths, counted from   the end of a month."
    assert near(yellow(page_image(pdf, 1, (stored,))), yellow(page_image(pdf, 1, (SENTENCE,))))


def test_page_image_passage_read_slightly_wrong_is_found(pdf):
    stored = "The notlce period is thr ee months, counted from the end 0f a month."
    image = page_image(pdf, 1, (stored,))
    assert image.marked
    assert near(yellow(image), yellow(page_image(pdf, 1, (SENTENCE,))))


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_page_image_rotated_page_is_marked_in_the_right_place(pdf, rotate):
    left, top, right, bottom = yellow(page_image(pdf, 1, (SENTENCE,)))
    expected = {
        90: (1 - bottom, left, 1 - top, right),
        180: (1 - right, 1 - bottom, 1 - left, 1 - top),
        270: (top, 1 - right, bottom, 1 - left),
    }[rotate]
    assert near(yellow(page_image(changed(pdf, rotate=rotate), 1, (SENTENCE,))), expected)


def test_page_image_cropped_page_is_marked_in_the_right_place(pdf):
    width, height = 595.28, 841.89
    crop = (40, 100, 500, 400)
    left, top, right, bottom = yellow(page_image(pdf, 1, (SENTENCE,)))
    expected = (
        (left * width - 40) / 460,
        (top * height - (height - 400)) / 300,
        (right * width - 40) / 460,
        (bottom * height - (height - 400)) / 300,
    )
    assert near(yellow(page_image(changed(pdf, crop=crop), 1, (SENTENCE,))), expected)


def test_page_image_strange_passage_is_drawn_unmarked_and_says_so(pdf):
    image = page_image(
        pdf, 1, ("Entirely different words that stand nowhere on this page at all.",)
    )
    assert (image.marked, image.reason) == (False, "not_found")
    assert image.startswith(b"\x89PNG")
    assert yellow(image) == (0, 0, 0, 0)


def test_page_image_without_passages_is_plain(pdf):
    image = page_image(pdf, 1, ())
    assert (image.marked, image.reason) == (False, "")


def test_page_image_of_a_text_file_draws_nothing_and_says_so(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("text", "utf-8")
    image = page_image(path, 1, ("text",))
    assert (bytes(image), image.reason) == (b"", "no_pages")


@pytest.mark.parametrize("page", [0, 2])
def test_page_image_of_a_page_that_is_not_there_is_unreadable(pdf, page):
    assert page_image(pdf, page, ()).reason == "unreadable"


def test_find_decomposed_hangul_is_found():
    page = squeeze("머리말 제 7 조 (휴가) 연차는 십오일로 한다 끝")
    import unicodedata  # noqa: PLC0415

    stored = unicodedata.normalize("NFD", "연차는 십오일로 한다")
    assert [page.text[a:b] for a, b in find(stored, page)] == ["연차는십오일로한다"]


def test_find_passage_across_columns_is_found_line_by_line():
    page = squeeze("left column first line right column first line left column second line")
    passage = "left column first line\nleft column second line"
    found = [page.text[a:b] for a, b in find(passage, page)]
    assert found == ["leftcolumnfirstline", "leftcolumnsecondline"]


@given(st.text(max_size=60), st.text(max_size=60), st.text(min_size=1, max_size=60))
def test_find_passage_that_is_there_is_always_found(before, after, passage):
    page = squeeze(f"{before} {passage} {after}")
    needle = squeeze(passage).text
    ranges = find(passage, page)
    assert not needle or needle in page.text[ranges[0][0] : ranges[0][1]] or needle not in page.text


@given(st.text(max_size=80))
def test_squeeze_places_point_into_the_text(text):
    squeezed = squeeze(text)
    assert len(squeezed.text) == len(squeezed.places)
    assert all(0 <= place < len(text) for place in squeezed.places)
    assert list(squeezed.places) == sorted(squeezed.places)
