"""pypdfium2's view of a PDF: text where pypdf has none, pictures of pages, text recognition."""

from __future__ import annotations

import io
import shutil
import subprocess
from typing import TYPE_CHECKING, Self

import pypdfium2
from pypdfium2 import raw

if TYPE_CHECKING:
    from pathlib import Path

_MAX_OBJECTS = 400
_FEW_CHARACTERS = 40
_LARGE_SHARE = 0.5
_SCALE = 200 / 72
_OCR_S = 60


class Pictures:
    """An open document of pypdfium2."""

    def __init__(self, document: pypdfium2.PdfDocument) -> None:
        """Use ``open``."""
        self._document = document

    @classmethod
    def open(cls, path: Path, password: str | None) -> Self | None:
        """Open the file, None where pypdfium2 cannot."""
        try:
            return cls(pypdfium2.PdfDocument(path, password=password))
        except pypdfium2.PdfiumError:
            return None

    @property
    def count(self) -> int:
        """Number of pages."""
        return len(self._document)

    def text(self, number: int) -> str:
        """Return the text of a page, empty where it cannot be read."""
        try:
            page = self._document[number - 1]
            return str(page.get_textpage().get_text_range())
        except (pypdfium2.PdfiumError, IndexError, UnicodeDecodeError):
            return ""

    def is_picture(self, number: int, text: str) -> bool:
        """Return whether a page with this text is a picture: next to no text, a large image."""
        if len(text.strip()) >= _FEW_CHARACTERS:
            return False
        try:
            page = self._document[number - 1]
            area = page.get_width() * page.get_height()
            for count, item in enumerate(page.get_objects(max_depth=3)):
                if count > _MAX_OBJECTS:
                    break
                if item.type != raw.FPDF_PAGEOBJ_IMAGE:
                    continue
                left, bottom, right, top = item.get_bounds()
                if not text.strip() or (right - left) * (top - bottom) >= area * _LARGE_SHARE:
                    return True
        except (pypdfium2.PdfiumError, IndexError):
            return False
        return False

    def recognise(self, number: int) -> str:
        """Return what tesseract reads on a page's picture, empty where it is not installed."""
        program = shutil.which("tesseract")
        if program is None:
            return ""
        buffer = io.BytesIO()
        try:
            self._document[number - 1].render(scale=_SCALE).to_pil().save(buffer, "PNG")
        except (pypdfium2.PdfiumError, IndexError, MemoryError):
            return ""
        done = subprocess.run(  # noqa: S603 - a fixed program, the page on its input
            [program, "-", "-", "-l", _languages(program)],
            input=buffer.getvalue(), capture_output=True, timeout=_OCR_S, check=False,
        )  # fmt: skip
        return done.stdout.decode("utf-8", "replace")


def _languages(program: str) -> str:
    listed = subprocess.run(  # noqa: S603 - as above
        [program, "--list-langs"], capture_output=True, timeout=10, check=False
    )
    known = listed.stdout.decode("utf-8", "replace").split()
    return "+".join(code for code in ("kor", "eng") if code in known) or "eng"
