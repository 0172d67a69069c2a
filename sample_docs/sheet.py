"""The page layout of the sample PDFs: columns, headings, tables, notes.

A thin layer over fpdf2. Paragraphs are never split over two pages or columns, so that every fact
stands on exactly one page. What the text says is the business of `source/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from fpdf.enums import MethodReturnValue, XPos, YPos
from fpdf.fonts import TTFFont
from paper import RGB, SIDE, Look, Paper

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

TOP, BOTTOM, GAP = 26.0, 20.0, 8.0
CELL_PADDING = 1.4
CHAPTER = 2
KEEP_WHOLE = 0.4  # a table under this share of the page's height is not split


class Sheet:
    """A document being drawn from top to bottom, column by column."""

    def __init__(self, look: Look, created: datetime) -> None:
        """Open the first page; `created` is the date written into the file."""
        self.look = look
        self.pdf = Paper(look)
        self.pdf.set_auto_page_break(auto=False)
        self.pdf.add_font("text", style="", fname=look.regular)
        self.pdf.add_font("text", style="B", fname=look.bold)
        self.pdf.set_title(look.title)
        self.pdf.set_creation_date(created)
        self.columns, self.column, self.column_top = look.columns, 0, TOP
        self._waiting: list[tuple[int, str]] = []
        self.new_page()

    @property
    def width(self) -> float:
        """Width of a column in millimetres."""
        return (self.pdf.w - 2 * SIDE - GAP * (self.columns - 1)) / self.columns

    @property
    def left(self) -> float:
        """Left edge of the current column."""
        return SIDE + self.column * (self.width + GAP)

    @property
    def line(self) -> float:
        """Height of a text line in millimetres."""
        return self.look.size * 0.585

    def new_page(self) -> None:
        """Start a page in its first column."""
        self.pdf.add_page()
        self.column, self.column_top = 0, TOP
        self.pdf.set_y(TOP)

    def set_columns(self, count: int) -> None:
        """Change the number of columns from here down."""
        self.columns, self.column = count, 0
        self.column_top = self.pdf.get_y() + 2
        self.pdf.set_y(self.column_top)

    def missing_glyphs(self, text: str) -> set[str]:
        """Return the characters of `text` that the two fonts do not both have."""
        fonts = [font for font in self.pdf.fonts.values() if isinstance(font, TTFFont)]
        return {mark for mark in text if any(ord(mark) not in font.cmap for font in fonts)} - {"\n"}

    def save(self, path: Path) -> None:
        """Write the file."""
        self.pdf.output(str(path))

    def _room_for(self, height: float) -> None:
        """Move on if the waiting headings and `height` do not fit, then draw the headings."""
        headings, self._waiting = self._waiting, []
        needed = height + sum(self._heading_height(*heading) for heading in headings)
        if self.pdf.get_y() + needed > self.pdf.h - BOTTOM:
            if self.column + 1 < self.columns:
                self.column += 1
                self.pdf.set_y(self.column_top)
            else:
                self.new_page()
        for heading in headings:
            self._draw_heading(*heading)

    def _lines(self, text: str, width: float, height: float) -> int:
        lines = self.pdf.multi_cell(
            width, height, text, align="L", dry_run=True, output=MethodReturnValue.LINES
        )
        return len(cast("list[str]", lines))  # what the output value LINES gives

    def _write(self, text: str, *, indent: float = 0, height: float | None = None) -> None:
        height = height or self.line
        width = self.width - indent
        self.pdf.set_x(self.left + indent)
        self.pdf.multi_cell(
            width, height, text, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT, padding=0
        )

    def _style(self, style: str, size: float, colour: RGB = (25, 25, 25)) -> None:
        self.pdf.set_font("text", style=style, size=size)
        self.pdf.set_text_color(*colour)

    def heading(self, level: int, text: str) -> None:
        """Take a title (1), a chapter (2) or an article heading (3), drawn with what follows."""
        if level == 1:
            self.centred(text.split(" // "), size=self.look.size + 8.5, colour=self.look.accent)
        else:
            self._waiting.append((level, text))

    def _heading_style(self, level: int) -> tuple[float, float, float]:
        """Set the style of a heading; return its line height and the space before and after."""
        size = self.look.size + (3.0 if level == CHAPTER else 0.7)
        self._style("B", size, self.look.accent if level == CHAPTER else (25, 25, 25))
        return (size * 0.55, 4.0, 2.0) if level == CHAPTER else (size * 0.55, 2.6, 0.8)

    def _heading_height(self, level: int, text: str) -> float:
        height, before, after = self._heading_style(level)
        return before + height * self._lines(text, self.width, height) + after

    def _draw_heading(self, level: int, text: str) -> None:
        height, before, after = self._heading_style(level)
        if self.pdf.get_y() > self.column_top:
            self.pdf.set_y(self.pdf.get_y() + before)
        self._write(text, height=height)
        self.pdf.set_y(self.pdf.get_y() + after)

    def centred(
        self, lines: Sequence[str], *, size: float | None = None, colour: RGB = (60, 60, 60)
    ) -> None:
        """Draw lines in the middle of the column."""
        size = size or self.look.size
        for text in lines:
            self._style("B" if size > self.look.size else "", size, colour)
            self.pdf.set_x(self.left)
            self.pdf.multi_cell(
                self.width, size * 0.6, text, align="C", new_x=XPos.LEFT, new_y=YPos.NEXT
            )
        self.pdf.set_y(self.pdf.get_y() + 1.5)

    def paragraphs(self, lines: Sequence[str]) -> None:
        """Draw lines of text, each kept whole; lines that start with a dash are indented."""
        for text in lines:
            indent = 4.0 if text.startswith(("- ", "  ")) else 0.0
            shown = "· " + text[2:] if text.startswith("- ") else text.strip()
            self._style("", self.look.size)
            self._room_for(self._lines(shown, self.width - indent, self.line) * self.line)
            self._style("", self.look.size)
            self._write(shown, indent=indent)
            self.pdf.set_y(self.pdf.get_y() + 0.7)
        self.pdf.set_y(self.pdf.get_y() + 0.9)

    def note(self, text: str) -> None:
        """Draw a shaded note."""
        self._style("", self.look.size - 0.7, (50, 50, 50))
        height = self.line * 0.95
        total = self._lines(text, self.width - 8, height) * height + 4
        self._room_for(total + 3)
        self._style("", self.look.size - 0.7, (50, 50, 50))
        top = self.pdf.get_y() + 1
        self.pdf.set_fill_color(240, 243, 247)
        self.pdf.rect(self.left, top, self.width, total, style="F")
        self.pdf.set_fill_color(*self.look.accent)
        self.pdf.rect(self.left, top, 1.2, total, style="F")
        self.pdf.set_xy(self.left + 4, top + 2)
        self.pdf.multi_cell(
            self.width - 8, height, text, align="L", new_x=XPos.LEFT, new_y=YPos.NEXT
        )
        self.pdf.set_y(top + total + 3)

    def table(self, rows: Sequence[Sequence[str]], caption: str = "") -> None:
        """Draw a table whose first row is its head; rows are kept whole."""
        widths = self._column_widths(rows)
        heights = [self._row_height(row, widths, bold=not at) for at, row in enumerate(rows)]
        whole = sum(heights) + (self.line * 1.5 if caption else 0)
        self._room_for(whole if whole < self.pdf.h * KEEP_WHOLE else heights[0] + heights[1])
        if caption:
            self._style("B", self.look.size - 0.8, (70, 70, 70))
            self._write(caption)
            self.pdf.set_y(self.pdf.get_y() + 0.8)
        for number, row in enumerate(rows):
            before = (self.pdf.page_no(), self.column)
            self._room_for(heights[number])
            if number and (self.pdf.page_no(), self.column) != before:
                self._row(rows[0], widths, head=True)
            self._row(row, widths, head=number == 0)
        self.pdf.set_y(self.pdf.get_y() + 3)

    def _column_widths(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Give narrow columns what they want and share the rest among the wide ones."""
        self._style("B", self.look.size - 1)
        wants = [
            max(self.pdf.get_string_width(cell) for cell in column) + 2 * CELL_PADDING + 2.4
            for column in zip(*rows, strict=True)
        ]
        fair = self.width / len(wants)
        if sum(wants) <= self.width:
            return [want * self.width / sum(wants) for want in wants]
        spare = self.width - sum(want for want in wants if want <= fair)
        wide = sum(want for want in wants if want > fair)
        return [want if want <= fair else spare * want / wide for want in wants]

    def _row_height(self, row: Sequence[str], widths: Sequence[float], *, bold: bool) -> float:
        self._style("B" if bold else "", self.look.size - 1)
        height = self.line * 0.92
        counts = [
            self._lines(cell, width - 2 * CELL_PADDING, height)
            for cell, width in zip(row, widths, strict=True)
        ]
        return max(counts) * height + 2 * CELL_PADDING

    def _row(self, row: Sequence[str], widths: Sequence[float], *, head: bool) -> None:
        total = self._row_height(row, widths, bold=head)
        top, left = self.pdf.get_y(), self.left
        self.pdf.set_draw_color(170)
        self.pdf.set_fill_color(228, 233, 240)
        for cell, width in zip(row, widths, strict=True):
            self.pdf.rect(left, top, width, total, style="DF" if head else "D")
            self.pdf.set_xy(left + CELL_PADDING, top + CELL_PADDING)
            self.pdf.multi_cell(
                width - 2 * CELL_PADDING,
                self.line * 0.92,
                cell,
                align="L",
                new_x=XPos.RIGHT,
                new_y=YPos.TOP,
            )
            left += width
        self.pdf.set_y(top + total)
