"""A guide as a DOCX file, from the JSON that was saved beside its Markdown."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

from docx import Document

from agent.errors import InputError
from agent.guides import step_markdown, tail_markdown, words_of
from agent.run_files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from docx.document import Document as DocxDocument

    from agent.language import Language
    from agent.state import JsonObject


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_TITLE = 255
"""Of the file's properties; python-docx refuses more."""


class GuideMissingError(InputError):
    """The run has no guide that could be exported."""

    code = "guide_missing"


def _for_xml(text: str) -> str:
    """Return the text without the characters that no XML file may hold."""
    return _NOT_XML.sub("", text)


def _add_line(document: DocxDocument, line: str) -> None:
    text = _for_xml(line).strip()
    if not text:
        return
    if text.startswith("### "):
        document.add_heading(text[4:], level=2)
        return
    style = None
    number, dot, rest = text.partition(". ")
    if text.startswith("- "):
        text, style = text[2:], "List Bullet"
    elif dot and number.isdigit():
        text, style = rest, "List Number"
    paragraph = document.add_paragraph(style=style)
    for place, piece in enumerate(text.split("**")):
        paragraph.add_run(piece).bold = place % 2 == 1


def docx_of(guide: JsonObject) -> bytes:
    """Return a guide, with its result before it, as the bytes of a DOCX file."""
    language: Language = "ko" if guide["language"] == "ko" else "en"
    document = Document()
    title = _for_xml(str(guide["title"]))
    document.core_properties.title = title[:_LONGEST_TITLE]
    document.add_heading(title, level=0)
    for line in str(guide.get("result", "")).splitlines():
        _add_line(document, line)
    document.add_heading(words_of(language)["title"], level=1)
    for entry in guide["steps"]:
        for line in step_markdown(entry, language).splitlines():
            _add_line(document, line)
    for line in tail_markdown(guide, language).splitlines():
        _add_line(document, line)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def export_guide(run_folder: Path) -> Path:
    """Write ``guide.docx`` beside a run's guide and return its path.

    Raises:
        GuideMissingError: the run has no guide, or its file cannot be read or written.
    """
    try:
        guide = json.loads((run_folder / "guide.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        message = f"{run_folder.name!r} has no guide; work a task to its end first"
        raise GuideMissingError(message) from error
    path = run_folder / "guide.docx"
    if not write_atomically(path, docx_of(guide)):
        message = f"{str(path)!r} cannot be written; free some space and try again"
        raise GuideMissingError(message)
    return path
