"""Files dropped into the page: read by a process of its own while the page goes on."""

from __future__ import annotations

import threading
import time

import pytest

from agent.ui.intake import Intake
from tests.store.conftest import slow_pdf
from tests.ui.conftest import ask, drawn, keys, press, said, show

CHAT = {"route": "chat", "tool_needed": False, "in_scope": True}


def until(reached, wait_s=120):
    """Look again and again until it is so."""
    pause, deadline = threading.Event(), time.monotonic() + wait_s
    while not reached():
        if time.monotonic() > deadline:
            pytest.fail("the files did not come so far")
        pause.wait(0.1)


def test_file_being_read_shows_its_progress_while_questions_are_answered(open_with):
    app = open_with(CHAT, "Hello!")
    page = show(app)
    page.file_uploader[0].set_value([("long.pdf", slow_pdf(300), "application/pdf")])
    drawn(page.run())
    until(lambda: any(row.done > 1 for row in app.library.ingest.progress()))
    ask(app, page, "hello")
    assert "Hello!" in said(page)
    (row,) = app.library.ingest.progress()
    assert row.stage == "read"
    assert page.progress[0].text.startswith("Reading")
    assert "/300 · about" in page.progress[0].text
    press(page, f"dismiss_{row.id}")
    until(lambda: not app.library.ingest.busy())
    assert app.library.documents() == []
    assert not [key for key in keys(drawn(page.run())) if key.startswith("dismiss_")]


def test_file_left_waiting_by_a_start_that_ended_is_read_by_the_next(open_with):
    first = open_with()
    first.library.ingest.enqueue([("garden.txt", b"The garden closes at nine.")], start=False)
    first.close()
    second = open_with()
    until(lambda: not second.library.ingest.busy())
    page = show(second)
    assert [document.name for document in second.library.documents()] == ["garden.txt"]
    assert "garden.txt" in [button.label for button in page.button]


def test_file_dropped_again_takes_the_place_of_the_one_that_was_not_taken(open_with):
    app = open_with()
    intake = Intake(app.library)

    def cards():
        until(lambda: not intake.busy())
        return [(job.name, job.state) for job in intake.jobs() if job.state != "done"]

    # two of one drop may be two files of one name
    intake.add([("garden.txt", b""), ("garden.txt", b""), ("yard.txt", b"")])
    assert cards() == [("garden.txt", "failed"), ("garden.txt", "failed"), ("yard.txt", "failed")]
    intake.add([("garden.txt", b"The garden closes at nine.")])
    assert cards() == [("yard.txt", "failed")]


def test_file_of_a_taken_name_still_asks_when_the_name_is_dropped_again(open_with):
    app = open_with()
    intake = Intake(app.library)
    for text in (b"The garden closes at nine.", b"It closes at eight.", b"It closes at seven."):
        intake.add([("garden.txt", text)])
        until(lambda: not intake.busy())
    assert [job.state for job in intake.jobs()] == ["done", "name_taken", "name_taken"]
