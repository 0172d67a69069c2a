"""Libraries in temporary folders, on the real LanceDB, and PDFs made on the spot."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fpdf import FPDF
from PIL import Image

from store.library import Library
from store.run_log import RunLog

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = Path(__file__).parents[2] / "sample_docs"

CONTRACT_KO = """용역계약서

제1장 총칙
제1조(목적) 이 계약은 갑이 을에게 맡기는 번역 용역에 필요한 사항을 정한다.
제2조(정의)
① "용역"이란 번역과 교정을 말한다.
② 제1조에 따른 용역은 별표 1에 적는다.
제7조(대금의 지급) 갑은 검수가 끝난 날부터 14일 안에 대금을 지급한다.
제7조의2(지연이자) 대금을 늦게 지급하면 연 12퍼센트의 이자를 더한다.
제8조(비밀유지) 을은 알게 된 비밀을 누설하지 않는다. 이 의무는
제7조에 따른 지급이 끝난 뒤에도 3년간 이어진다.
부칙
제1조(시행일) 이 계약은 2026년 3월 1일부터 시행한다.
별표 1
번역 단가: 한 글자에 60원
"""


@pytest.fixture
def library(tmp_path: Path):
    """Return an empty library that searches by words."""
    with Library.open(tmp_path / "library", embedder="none") as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the run log is to be."""
    return tmp_path / "state.sqlite"


@pytest.fixture
def log(path: Path) -> Iterator[RunLog]:
    """Return a run log in a file of its own."""
    opened = RunLog(path)
    yield opened
    opened.close()


def make_pdf(*pages: str, password: str | None = None) -> bytes:
    """Return a PDF with these pages of English text."""
    pdf = FPDF()
    for text in pages:
        pdf.add_page()
        pdf.set_font("Helvetica", size=11)
        if text:
            pdf.multi_cell(0, 6, text)
    if password:
        pdf.set_encryption(owner_password="owner-" + password, user_password=password)
    return bytes(pdf.output())


def picture_pdf(pages: int = 1, text: str = "") -> bytes:
    """Return a PDF whose pages hold a picture and, where given, one page of text at the end."""
    pdf = FPDF()
    for _ in range(pages):
        pdf.add_page()
        pdf.image(Image.new("RGB", (400, 560), "white"), 10, 10, 190, 270)
    if text:
        pdf.add_page()
        pdf.set_font("Helvetica", size=11)
        pdf.multi_cell(0, 6, text)
    return bytes(pdf.output())


def raw_pdf(objects: list[bytes]) -> bytes:
    """Return a PDF of these objects, the first the catalogue."""
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        start,
    )
    return bytes(out)


def stream(data: bytes, extra: bytes = b"") -> bytes:
    """Return the body of a stream object."""
    return b"<< /Length %d %s >>\nstream\n" % (len(data), extra) + data + b"\nendstream"


FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def paged(contents: list[bytes]) -> bytes:
    """Return a PDF with one page per content stream, each stream with its dictionary."""
    count = len(contents)
    kids = b" ".join(b"%d 0 R" % (4 + 2 * n) for n in range(count))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [" + kids + b"] /Count %d >>" % count,
        FONT,
    ]
    for number, content in enumerate(contents):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * number),
            content,
        ]
    return raw_pdf(objects)


def line(text: str) -> bytes:
    """Return the content of a page with one line."""
    return b"BT /F1 12 Tf 60 700 Td (" + text.encode() + b") Tj ET\n"


def slow_pdf(pages: int) -> bytes:
    """Return a PDF whose pages take a moment each to read, made in none."""
    content = b"".join(
        b"BT /F1 6 Tf 40 %d Td (Line %d of a page that takes a moment to read.) Tj ET\n"
        % (820 - n % 800, n)
        for n in range(500)
    )
    return paged([stream(content)] * pages)
