from __future__ import annotations

import json
import subprocess
import sys
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from store.errors import (
    EncryptedError,
    ImageOnlyError,
    IngestCancelledError,
    NotReadableError,
    TooLargeError,
    WrongPasswordError,
)
from store.readers.lines import drop_running, join_wrapped, vocabulary
from store.readers.pdf import read_pdf
from store.readers.pdf_process import Limits
from store.readers.source import script_share
from tests.store.conftest import SAMPLES, make_pdf, picture_pdf, raw_pdf, stream

if TYPE_CHECKING:
    from pathlib import Path


def read(tmp_path: Path, data: bytes, **options):
    path = tmp_path / "file.pdf"
    path.write_bytes(data)
    return read_pdf(path, "file.pdf", **options)


def test_read_pdf_pages_give_text_health_and_label(tmp_path: Path):
    source = read(tmp_path, make_pdf("First page.", "Second page."))
    assert [p.text.strip() for p in source.pages] == ["First page.", "Second page."]
    assert [(p.page, p.label, p.engine, p.script_share) for p in source.pages] == [
        (1, "1", "pypdf", 1.0),
        (2, "2", "pypdf", 1.0),
    ]


def test_read_pdf_encrypted_asks_for_the_password(tmp_path: Path):
    data = make_pdf("Secret words.", password="open sesame")  # noqa: S106
    with pytest.raises(EncryptedError):
        read(tmp_path, data)
    with pytest.raises(WrongPasswordError):
        read(tmp_path, data, password="wrong")  # noqa: S106
    source = read(tmp_path, data, password="open sesame")  # noqa: S106
    assert "Secret words." in source.pages[0].text


def test_read_pdf_truncated_is_refused_with_a_reason(tmp_path: Path):
    with pytest.raises(NotReadableError, match="not a readable PDF"):
        read(tmp_path, make_pdf("Text that is lost.")[:-400])


def test_read_pdf_pictures_only_are_refused_and_named(tmp_path: Path):
    with pytest.raises(ImageOnlyError, match="pictures"):
        read(tmp_path, picture_pdf(2))


def test_read_pdf_some_pictures_are_a_warning_with_page_numbers(tmp_path: Path):
    source = read(
        tmp_path, picture_pdf(3, text="The only text of this file, long enough to count as text.")
    )
    assert [p.image_only for p in source.pages] == [True, True, True, False]
    assert "page 1 to 3" in source.warnings[0]


def korean_cid_pdf() -> bytes:
    """Return a PDF with text in KSCms-UHC-H and no character map."""
    text = "계약의 해지 통지".encode("cp949").hex().encode()
    content = b"BT /F1 18 Tf 60 700 Td <" + text + b"> Tj ET"
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
            b"/Resources << /Font << /F1 5 0 R >> >> >>",
            stream(content),
            b"<< /Type /Font /Subtype /Type0 /BaseFont /HYGoThic-Medium /Encoding /KSCms-UHC-H "
            b"/DescendantFonts [6 0 R] >>",
            b"<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HYGoThic-Medium /CIDSystemInfo "
            b"<< /Registry (Adobe) /Ordering (Korea1) /Supplement 1 >> /FontDescriptor 7 0 R >>",
            b"<< /Type /FontDescriptor /FontName /HYGoThic-Medium /Flags 4 /Ascent 880 "
            b"/Descent -120 "
            b"/CapHeight 880 /StemV 80 /ItalicAngle 0 /FontBBox [0 -120 1000 880] >>",
        ]
    )


def test_read_pdf_korean_font_without_character_map_is_read_by_pdfium(tmp_path: Path):
    source = read(tmp_path, korean_cid_pdf())
    assert source.pages[0].text.strip() == "계약의 해지 통지"
    assert source.pages[0].engine == "pypdfium2"


def bomb_pdf(size: int) -> bytes:
    """Return a PDF whose page's content is ``size`` bytes when unpacked."""
    packed = zlib.compress(b"BT /F1 12 Tf (a) Tj ET\n" * (size // 23), 9)
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "
            b"/Resources << /Font << /F1 6 0 R >> >> >>",
            stream(packed, b"/Filter /FlateDecode"),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 7 0 R "
            b"/Resources << /Font << /F1 6 0 R >> >> >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            stream(b"BT /F1 12 Tf 60 700 Td (The page after the bomb.) Tj ET"),
        ]
    )


def test_read_pdf_page_that_stalls_is_left_out_and_named(tmp_path: Path):
    source = read(tmp_path, bomb_pdf(40_000_000), limits=Limits(page_s=1.5))
    assert "after the bomb" in source.pages[1].text
    assert source.pages[0].engine in ("none", "pypdfium2")


def test_read_pdf_over_its_memory_is_stopped(tmp_path: Path):
    with pytest.raises(TooLargeError):
        read(tmp_path, bomb_pdf(1_000_000), limits=Limits(memory=1))


def test_read_pdf_cancelled_between_pages_ends_the_reading(tmp_path: Path):
    def stop(done: int, _total: int) -> None:
        if done == 2:
            message = "enough"
            raise IngestCancelledError(message)

    with pytest.raises(IngestCancelledError):
        read(tmp_path, make_pdf(*["A page of text."] * 6), on_page=stop)


def test_read_pdf_running_heads_are_dropped_and_kept_apart(tmp_path: Path):
    pages = [
        f"ACME Corp - Confidential\nPage {n} says something of its own.\n- {n} -"
        for n in range(1, 6)
    ]
    source = read(tmp_path, make_pdf(*pages))
    assert all("ACME" not in p.text for p in source.pages)
    assert "ACME Corp - Confidential" in source.running


def test_read_pdf_korean_sample_is_whole_and_joined(tmp_path: Path):
    source = read_pdf(SAMPLES / "leave_and_travel_policy_ko.pdf", "p.pdf")
    text = source.pages[0].text
    assert "절차와 금액을 정한다" in text
    assert all(p.script_share > 0.98 for p in source.pages)


def test_pdf_child_bad_pages_are_reported_not_raised(tmp_path: Path):
    path = tmp_path / "x.pdf"
    path.write_bytes(b"%PDF-1.7\nnothing")
    order = json.dumps({"path": str(path), "password": None})
    with child_reading(order) as child:
        assert child.stdout is not None
        assert json.loads(child.stdout.readline())["error"] == "not_readable"


def test_pdf_child_whose_parent_is_gone_ends_by_itself(tmp_path: Path):
    path = tmp_path / "x.pdf"
    path.write_bytes(bomb_pdf(40_000_000))
    with child_reading(json.dumps({"path": str(path), "password": None})) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        first = json.loads(child.stdout.readline())
        assert first.pop("pypdf_s") > 0
        assert first == {"total": 2}
        child.stdin.close()
        assert child.wait(30) == 1


@contextmanager
def child_reading(order: str):
    """Start a reader with this order; its standard input stays open."""
    child = subprocess.Popen(
        [sys.executable, "-m", "store.readers.pdf_child"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=SAMPLES.parent,
    )  # fmt: skip
    with child:
        assert child.stdin is not None
        child.stdin.write(order.encode() + b"\n")
        child.stdin.flush()
        yield child
        child.kill()


def test_join_wrapped_split_korean_word_is_joined():
    words = vocabulary(["앞에 서비스를 뒤에 계약을 또 계약을 끝"])
    text = "이 규정은 회사가 제공하는 모든 온라인 서비\n스를 이용하는 사람에게 적용한다."
    assert "서비스를 이용" in join_wrapped(text, words)


def test_join_wrapped_whole_korean_words_stay_apart():
    text = "공정하게 쓰도록 함을 목적으로 하며 회사는\n직원에게 휴가를 준다."
    assert "회사는 직원에게" in join_wrapped(text, vocabulary([text]))


def test_join_wrapped_hyphenated_word_is_joined():
    text = "This sentence is long enough to be wrapped at the infor-\nmation that it carries."
    assert "information that" in join_wrapped(text, vocabulary([]))


def test_join_wrapped_headings_lists_and_rows_stay_lines():
    text = (
        "This line is as wide as the page is and goes on without an end\n"
        "Article 5. Travel\n"
        "Shelf temperature 12 to 60 degrees and 45 to 80 degrees more 12\n"
        "Final vacuum 0.8 Pa\n"
    )
    assert join_wrapped(text, vocabulary([])) == text


def test_drop_running_few_pages_are_left_alone():
    assert drop_running(["Head\na", "Head\nb"]) == (["Head\na", "Head\nb"], "")


def test_script_share_garbled_text_is_low():
    assert script_share("계약의 해지") == 1.0
    assert script_share("\ue001\ue002\ufffd") == 0.0
    assert script_share("°è¾àÀÇ ÇØÁö ÅëÁö") < 0.5
