"""The guide of a task to take along, as Markdown and as a Word file."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st

from agent.guide_files import GuideMissingError, guide_file, guide_text, read_guide
from agent.ui import render

if TYPE_CHECKING:
    from pathlib import Path

    from agent.threads import Message
    from agent.ui.view import View


def draw_downloads(view: View, message: Message) -> None:
    """Draw the buttons; where there is nothing to make a Word file of, say so."""
    runs = view.app.settings.runs_path
    path = guide_file(message.guide_path, runs, view.thread_id, message.run_id)
    title = message.text.partition("\n")[0].strip("# *")
    readable = False
    with suppress(GuideMissingError):
        title = str(read_guide(path.parent)["title"])
        readable = True
    st.download_button(
        view.words("run.guide_md"),
        data=lambda: guide_text(path, message.text),
        file_name=render.file_name(title or "guide", "md"),
        mime="text/markdown",
        key=f"guide_{message.id}",
        icon=":material/download:",
        on_click="ignore",
    )
    if not readable:
        st.caption(view.words("error.guide_missing"))
        return
    st.download_button(
        view.words("run.guide_docx"),
        data=lambda: _word_guide(path.parent),
        file_name=render.file_name(title or "guide", "docx"),
        key=f"guide_docx_{message.id}",
        icon=":material/download:",
        on_click="ignore",
    )


def _word_guide(run_folder: Path) -> bytes:
    from agent.guide_export import export_guide  # noqa: PLC0415 - python-docx, only when wanted

    return export_guide(run_folder)
