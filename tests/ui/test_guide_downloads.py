"""The end of a task on the page: its guide to take along, and the way back to a step."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from agent.approval_switches import Switches
from tests.graph.task_script import TaskScript
from tests.ui.conftest import keys, rest, said, show

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."


def worked(app, *answers, before=lambda _thread: None):
    """Work a task to its end with these answers to its cards and return the conversation."""
    app.approvals.write(Switches(clarification=False, plan=True, step=True, memory=False))
    thread = app.create_thread()
    before(thread)
    app.ask(thread, REQUEST)
    rest(app, thread)
    for action in answers:
        app.decide(thread, app.pending(thread)[0].id, {"action": action})
        rest(app, thread)
    return thread


def labels(page):
    return [button.proto.label for button in page.get("download_button")]


def test_task_whose_folder_cannot_be_written_is_partly_done_and_goes_back_to_a_step(open_with):
    app = open_with(TaskScript(), forever=True)

    def in_the_way(thread):
        app.settings.runs_path.mkdir(exist_ok=True)
        (app.settings.runs_path / thread).write_text("in the way")

    thread = worked(app, "accept", "accept", "skip", before=in_the_way)
    assert app.history(thread)[-1].guide_path == ""
    page = show(app, thread)
    assert "Partly done" in said(page)
    assert any(key.startswith("back_go_") for key in keys(page))
    assert "Download guide (Markdown)" in labels(page)


@pytest.mark.parametrize("damaged", [b"{oops", b"{}", b"\xff\xfe"])
def test_damaged_guide_is_said_to_have_no_word_version(open_with, damaged):
    app = open_with(TaskScript(), forever=True)
    thread = worked(app, "accept", "accept", "accept")
    page = show(app, thread)
    assert "Download guide (Word)" in labels(page)
    Path(app.history(thread)[-1].guide_path).with_name("guide.json").write_bytes(damaged)
    page = show(app, thread)
    assert "Download guide (Word)" not in labels(page)
    assert "Download guide (Markdown)" in labels(page)
    assert "missing or damaged" in said(page)


def test_guide_is_there_after_the_data_folder_has_moved(open_with, home, tmp_path, monkeypatch):
    app = open_with(TaskScript(), forever=True)
    thread = worked(app, "accept", "accept", "accept")
    app.close()
    moved = tmp_path / "moved"
    shutil.move(str(home), str(moved))
    monkeypatch.setenv("GUIDEPOST_HOME", str(moved))
    page = show(open_with(), thread)
    assert "Download guide (Word)" in labels(page)
