"""A guide as a DOCX file, from the JSON that was saved beside its Markdown."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING

from docx import Document

from agent.docx_writing import add_markdown
from agent.errors import InputError
from agent.guides import step_markdown, tail_markdown, words_of
from agent.run_files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

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


def docx_of(guide: JsonObject) -> bytes:
    """Return a guide, with its result before it, as the bytes of a DOCX file."""
    language: Language = "ko" if guide["language"] == "ko" else "en"
    document = Document()
    title = _for_xml(str(guide["title"]))
    document.core_properties.title = title[:_LONGEST_TITLE]
    document.add_heading(title, level=0)
    add_markdown(document, _for_xml(str(guide.get("result", ""))))
    document.add_heading(words_of(language)["title"], level=1)
    parts = [step_markdown(entry, language) for entry in guide["steps"]]
    add_markdown(document, _for_xml("".join([*parts, tail_markdown(guide, language)])))
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
