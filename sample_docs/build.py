"""Build the sample PDFs from the readable text under `source/`.

All text was written for this project. Each `source/*.md` file becomes one PDF of the same name;
its first lines (`key: value`, closed by `---`) choose fonts, columns and the running header. The
Korean fonts are Debian's `fonts-nanum`; only the glyphs used are embedded. The same sources and
the same fonts give the same text on the same pages.

Usage:
    python sample_docs/build.py [--out FOLDER] [NAME ...]
"""

from __future__ import annotations

import argparse
import logging
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from paper import Look
from sheet import Sheet

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "source"
FONTS = Path("/usr/share/fonts/truetype/nanum")
CREATED = datetime(2026, 10, 30, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Source:
    """One source file: its settings and its blocks of text, in reading order."""

    name: str
    settings: dict[str, str]
    blocks: tuple[str, ...]


def read_source(path: Path) -> Source:
    """Split a source file into its settings and its blocks (separated by empty lines)."""
    head, _, body = path.read_text(encoding="utf-8").partition("\n---\n")
    settings = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    blocks = tuple(block.strip("\n") for block in body.split("\n\n") if block.strip())
    return Source(path.stem, settings, blocks)


def draw(sheet: Sheet, block: str) -> None:
    """Draw one block; its first characters say what it is.

    `#` title, `##` chapter, `###` article, `|` table (an optional first line `^ ` is its
    caption), `>` note, `!page` and `!columns N` move on, `= ` centred line, else a paragraph in
    which every line starting with `- ` or a clause mark is a line of its own.
    """
    if block.startswith("!page"):
        sheet.new_page()
    elif block.startswith("!columns"):
        sheet.set_columns(int(block.split()[1]))
    elif block.startswith("#"):
        marks, _, text = block.partition(" ")
        sheet.heading(len(marks), text)
    elif block.startswith(("|", "^")):
        lines = block.splitlines()
        caption = lines.pop(0)[2:] if lines[0].startswith("^") else ""
        rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in lines]
        sheet.table(rows, caption)
    elif block.startswith(">"):
        sheet.note(" ".join(line.lstrip("> ") for line in block.splitlines()))
    elif block.startswith("= "):
        sheet.centred([line[2:] for line in block.splitlines()])
    else:
        sheet.paragraphs(block.splitlines())


def build(source: Source, out: Path) -> Path:
    """Write the PDF of one source file into `out` and return its path."""
    sheet = Sheet(Look.from_settings(source.settings, FONTS), CREATED)
    missing = sheet.missing_glyphs("".join(source.blocks))
    if missing:
        message = f"{source.name}: the fonts have no glyph for {sorted(missing)!r}."
        raise ValueError(message)
    for block in source.blocks:
        draw(sheet, block)
    path = out / f"{source.name}.pdf"
    sheet.save(path)
    return path


def main(arguments: list[str] | None = None) -> int:
    """Build the named documents, or all of them; return the exit status."""
    parser = argparse.ArgumentParser(description="Build the sample PDFs.")
    parser.add_argument("names", nargs="*", help="names of source files without .md")
    parser.add_argument("--out", type=Path, default=HERE, help="folder for the PDFs")
    options = parser.parse_args(arguments)
    if not FONTS.is_dir():
        print(f"The fonts are not in {FONTS}. Install the package fonts-nanum.", file=sys.stderr)
        return 1
    logging.getLogger("fontTools.subset").setLevel(logging.ERROR)  # tells of dropped hint tables
    names = options.names or sorted(path.stem for path in SOURCE.glob("*.md"))
    for name in names:
        print(build(read_source(SOURCE / f"{name}.md"), options.out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
