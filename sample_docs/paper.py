"""The paper the sample PDFs are drawn on: fonts and colours, running header and footer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fpdf import FPDF

if TYPE_CHECKING:
    from pathlib import Path

RGB = tuple[int, int, int]
SIDE = 22.0  # millimetres of margin at the left and right


@dataclass(frozen=True)
class Look:
    """How one document looks: fonts, text size (points), columns, colours, running header."""

    regular: Path
    bold: Path
    title: str
    header: str
    footer: str
    size: float
    columns: int
    accent: RGB

    @classmethod
    def from_settings(cls, settings: dict[str, str], fonts: Path) -> Look:
        """Read the settings at the head of a source file."""
        red, green, blue = (int(part) for part in settings.get("accent", "40 70 110").split())
        return cls(
            regular=fonts / settings["font"],
            bold=fonts / settings["bold"],
            title=settings["title"],
            header=settings["header"],
            footer=settings.get("footer", "- {page} -"),
            size=float(settings.get("size", "10.5")),
            columns=int(settings.get("columns", "1")),
            accent=(red, green, blue),
        )


class Paper(FPDF):
    """FPDF with the document's running header and footer."""

    def __init__(self, look: Look) -> None:
        """Take an A4 sheet."""
        super().__init__(format="A4")
        self.look = look

    def header(self) -> None:
        """Draw the line at the top of each page."""
        self.set_font("text", size=8)
        self.set_text_color(110)
        self.set_xy(SIDE, 12)
        self.cell(0, 5, self.look.header, align="L")
        self.set_draw_color(190)
        self.line(SIDE, 18, self.w - SIDE, 18)

    def footer(self) -> None:
        """Draw the page label."""
        self.set_font("text", size=8)
        self.set_text_color(110)
        self.set_xy(SIDE, self.h - 14)
        self.cell(self.w - 2 * SIDE, 5, self.look.footer.format(page=self.page_no()), align="C")
