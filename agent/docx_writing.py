"""Markdown as the paragraphs, lists and tables of a DOCX file.

CommonMark with tables, read by markdown-it-py. Links and pictures are written out as text: what a
model wrote must not become something that opens at a click.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from agent.asterisks import STAND_IN, with_stand_ins

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import _Cell
    from docx.text.paragraph import Paragraph
    from docx.text.run import Run

_READER = (
    MarkdownIt("commonmark", {"html": False})
    .enable("table")
    # a rule of dashes below a line, an indented line and "[1]: ..." are plain text in a draft
    .disable(["lheading", "code", "reference"])
)
_DEEPEST_LIST = 3
_MONOSPACED = "Consolas"
_BOLD_LEFT = re.compile(r"\*\*(.+?)\*\*")
"""Emphasis that CommonMark does not see where a particle follows a bracket or quotation mark."""


def add_markdown(document: Document, text: str) -> None:
    """Append ``text`` to the document; ``#`` and ``##`` are headings of level 1, ``###`` of 2."""
    for node in SyntaxTreeNode(_READER.parse(with_stand_ins(text))).children:
        _add_block(document, node)


def _add_block(document: Document, node: SyntaxTreeNode, style: str | None = None) -> None:
    match node.type:
        case "heading":
            level = max(int(node.tag[1:]) - 1, 1)
            _write(document.add_heading(level=level), node)
        case "paragraph":
            _write(document.add_paragraph(style=style), node)
        case "bullet_list" | "ordered_list":
            _add_list(document, node, depth=1)
        case "blockquote":
            for child in node.children:
                _add_block(document, child, "Quote")
        case "fence":
            run = _add_run(document.add_paragraph(style=style), node.content.rstrip("\n"))
            run.font.name = _MONOSPACED
        case "table":
            _add_table(document, node)


def _add_list(document: Document, node: SyntaxTreeNode, depth: int) -> None:
    """Append a list; a numbered one counts from its own first number."""
    level = "" if depth == 1 else f" {depth}"
    numbered = node.type == "ordered_list"
    style = f"List Number{level}" if numbered else f"List Bullet{level}"
    start = int(node.attrs.get("start", 1))
    number = _new_numbering(document, style, start) if numbered else None
    for item in node.children:
        marked = False
        for child in item.children:
            if child.type in {"bullet_list", "ordered_list"}:
                _add_list(document, child, min(depth + 1, _DEEPEST_LIST))
            elif child.type == "paragraph" and not marked:
                marked = True
                paragraph = document.add_paragraph(style=style)
                _write(paragraph, child)
                if number is not None:
                    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
                    properties.get_or_add_numId().val = number
            else:
                _add_block(document, child, f"List Continue{level}")


def _new_numbering(document: Document, style: str, start: int) -> int:
    """Return the id of a numbering like the style's that begins at ``start``."""
    definitions = document.part.numbering_part.element
    of_style = document.styles[style].element.pPr.numPr.numId.val
    number = definitions.add_num(definitions.num_having_numId(of_style).abstractNumId.val)
    number.add_lvlOverride(ilvl=0).add_startOverride(start)
    return int(number.numId)


def _add_table(document: Document, node: SyntaxTreeNode) -> None:
    rows = [row.children for part in node.children for row in part.children]
    table = document.add_table(rows=len(rows), cols=len(rows[0]), style="Table Grid")
    for row, cells in zip(table.rows, rows, strict=True):
        for cell, said in zip(row.cells, cells, strict=True):
            _write_cell(cell, said)


def _write_cell(cell: _Cell, node: SyntaxTreeNode) -> None:
    paragraph = cell.paragraphs[0]
    _write(paragraph, node)
    if node.type == "th":
        for run in paragraph.runs:
            run.bold = True


def _write(paragraph: Paragraph, node: SyntaxTreeNode) -> None:
    for inline in node.children:
        for piece in inline.children:
            _write_piece(paragraph, piece, bold=False, italic=False)


def _write_piece(paragraph: Paragraph, node: SyntaxTreeNode, *, bold: bool, italic: bool) -> None:
    match node.type:
        case "text":
            for place, text in enumerate(_BOLD_LEFT.split(node.content)):
                if not text:
                    continue
                run = _add_run(paragraph, text)
                run.bold, run.italic = bold or place % 2 == 1, italic
        case "code_inline":
            _add_run(paragraph, node.content).font.name = _MONOSPACED
        case "softbreak" | "hardbreak":
            paragraph.add_run().add_break()
        case "image":
            _add_run(paragraph, node.content)
        case _:
            for child in node.children:
                _write_piece(
                    paragraph, child,
                    bold=bold or node.type == "strong", italic=italic or node.type == "em",
                )  # fmt: skip
            address = _address(node) if node.type == "link" else ""
            if address and address not in paragraph.text:
                _add_run(paragraph, f" ({address})")


def _add_run(paragraph: Paragraph, text: str) -> Run:
    return paragraph.add_run(text.replace(STAND_IN, "*"))


def _address(link: SyntaxTreeNode) -> str:
    """Return where a link leads, which the reader has written with escapes."""
    return str(link.attrGet("href") or "").replace(quote(STAND_IN), "*")
