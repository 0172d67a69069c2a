"""A guide as a DOCX file, from the JSON that was saved beside its Markdown."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from docx import Document

from agent.docx_writing import add_markdown
from agent.guide_files import read_guide
from agent.guides import step_markdown, tail_markdown, words_of
from agent.run_files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from agent.language import Language
    from agent.state import JsonObject


_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_TITLE = 255
"""Of the file's properties; python-docx refuses more."""


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


def export_guide(run_folder: Path) -> bytes:
    """Return a run's guide as a DOCX file, and keep it beside the guide where that can be written.

    Raises:
        GuideMissingError: the run has no guide, or its file is damaged.
    """
    data = docx_of(read_guide(run_folder))
    write_atomically(run_folder / "guide.docx", data)
    return data
