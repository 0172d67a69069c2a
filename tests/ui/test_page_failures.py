"""What the page does when something under it fails: one sentence, and the rest goes on."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from agent.events import ApprovalResolved
from agent.ui.deciding import untaken
from agent.ui.words import Words
from store.errors import LibraryBusyError
from tests.scripted import Pause
from tests.ui.conftest import ask, drawn, keys, press, rest, said, show, show_document
from tests.ui.test_run_view import tick

CHAT = {"route": "chat", "tool_needed": False, "in_scope": True}
BUSY = "Another process is writing to the library"


def toasts(page):
    return "\n".join(toast.value for toast in page.toast)


def unwritable(path):
    """Put a folder where a file should be written, which no user's rights get around."""
    path.unlink(missing_ok=True)
    path.mkdir(parents=True)


def at_work(open_with):
    """Show a conversation whose model pauses in its answer; return app, page, thread and pause."""
    pause = Pause(before="It takes ", after="a while.")
    app = open_with(CHAT, pause)
    thread = app.create_thread()
    app.ask(thread, "hello")
    assert pause.reached.wait(30)
    return app, show(app, thread), thread, pause


def in_use(*_, **__):
    message = "another process writes"
    raise LibraryBusyError(message)


def test_deleting_a_conversation_that_works_says_so_and_draws_the_rest(open_with):
    app, page, thread, pause = at_work(open_with)
    press(page, "delete_thread_yes")
    assert "Another run works in this conversation" in toasts(page)
    assert "stop" in keys(page)
    assert page.chat_input
    pause.release()
    rest(app, thread)
    assert [message.text for message in app.history(thread)] == ["hello", "It takes a while."]


def test_switch_that_cannot_be_stored_says_so_and_stays_as_it_was(open_with, home):
    page = show(open_with())
    unwritable(home / "switches.json")
    page.toggle(key="switch_plan").set_value(False)
    drawn(page.run())
    assert "The data folder cannot be read or written" in toasts(page)
    assert page.toggle(key="switch_plan").value
    assert page.chat_input


def test_language_that_cannot_be_stored_says_so_and_stays_as_it_was(open_with, home):
    page = show(open_with())
    unwritable(home / "settings.json")
    page.segmented_control(key="page_language").set_value("ko")
    drawn(page.run())
    assert "A setting cannot be used" in toasts(page)
    assert page.segmented_control(key="page_language").value == "en"
    assert page.chat_input


def test_stop_that_cannot_be_stored_says_so_and_may_be_pressed_again(open_with, monkeypatch):
    app, page, thread, pause = at_work(open_with)
    with monkeypatch.context() as patched:
        patched.setattr(app, "stop", in_use)
        press(page, "stop")
    assert BUSY in toasts(page)
    assert not page.button(key="stop").disabled
    pause.release()
    rest(app, thread)


def test_look_for_work_done_elsewhere_that_fails_gives_a_sentence(open_with, monkeypatch):
    app = open_with(CHAT, "Hi.")
    page = show(app)
    ask(app, page, "hello")
    with monkeypatch.context() as patched:
        patched.setattr(app, "busy", in_use)
        tick(page, monkeypatch)
    assert BUSY in said(page)


def test_page_of_a_source_that_cannot_be_read_gives_a_sentence(open_with, monkeypatch, tmp_path):
    app = open_with()
    page, _ = show_document(app, tmp_path / "leave.txt")
    monkeypatch.setattr(app, "page_image", in_use)
    press(page, "document_open")
    assert BUSY in said(page)


@pytest.mark.parametrize("outcome", ["ignored", "invalid", "accept"])
def test_reason_a_decision_was_not_taken_is_shown_as_it_is(outcome):
    view = SimpleNamespace(words=Words("en"))
    told = untaken(view, ApprovalResolved(outcome=outcome, why="*a* ![x](http://e)"))
    assert r"\*a\* !\[x\]" in told if outcome == "invalid" else "*" not in told
    assert bool(told) is (outcome != "accept")


def test_failure_of_a_turn_is_shown_as_it_was_told_and_draws_no_picture():
    def body():
        from types import SimpleNamespace  # noqa: PLC0415 - runs as a script of its own

        from agent.ui.messages import _draw_error  # noqa: PLC0415
        from agent.ui.words import Words  # noqa: PLC0415

        _draw_error(SimpleNamespace(words=Words("en")), {"message": "![x](http://e.x/a) *gone*"})

    page = AppTest.from_function(body).run()
    assert page.warning[0].value == r"!\[x\](http\://e.x/a) \*gone\*"
