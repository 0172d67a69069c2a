"""The page over a real app: what a person sees and can do, without a browser."""

from __future__ import annotations

import pytest

from agent.errors import ModelUnreachableError
from agent.ui.mirror import MIRRORED
from tests.scripted import Pause
from tests.ui.conftest import ask, drawn, keys, press, rest, said, show

CHAT = {"route": "chat", "tool_needed": False, "in_scope": True}
FOLLOW_UP = {**CHAT, "needs_previous_context": False, "standalone_question": "and now?"}


def test_desk_empty_offers_examples_and_an_input(open_with):
    page = show(open_with())
    assert page.chat_input[0].placeholder == "Ask a question or hand over some work"
    assert len([key for key in keys(page) if key.startswith("empty.")]) == 3


def test_desk_question_is_answered_and_named_in_the_address(open_with):
    app = open_with(CHAT, "Hello! How can I help?")
    page = show(app)
    thread_id = ask(app, page, "hello")
    assert [message.text for message in app.history(thread_id)] == [
        "hello",
        "Hello! How can I help?",
    ]
    assert "Hello! How can I help?" in said(page)


@pytest.mark.parametrize(("mode", "told"), [("memory", True), ("file", False)])
def test_desk_in_memory_mode_says_that_nothing_survives(open_with, monkeypatch, mode, told):
    monkeypatch.setenv("GUIDEPOST_PERSISTENCE_MODE", mode)
    page = show(open_with())
    assert any("do not survive" in caption.value for caption in page.caption) is told


def test_desk_second_session_shows_the_same_conversation(open_with):
    app = open_with(CHAT, "Good morning.")
    first = show(app)
    thread_id = ask(app, first, "hello")
    second = show(app, thread_id)
    assert said(second) == said(first)


def test_desk_session_state_mirrors_the_checkpoint(open_with):
    app = open_with(CHAT, "Good morning.")
    page = show(app)
    thread_id = ask(app, page, "hello")
    snapshot = app.snapshot(thread_id)
    held = {name: page.session_state[name] for name in MIRRORED if name in page.session_state}
    assert held == {name: snapshot[name] for name in MIRRORED if name in snapshot}
    assert held["final_response"] == "Good morning."


def test_desk_new_conversation_forgets_what_was_mirrored(open_with):
    app = open_with(CHAT, "Good morning.")
    page = show(app)
    ask(app, page, "hello")
    press(page, "new_thread")
    assert "final_response" not in page.session_state
    assert "thread" not in page.query_params


def test_desk_opened_in_mid_run_shows_what_has_come_and_stop_ends_it(open_with):
    pause = Pause(before="It takes a while, ")
    app = open_with(CHAT, pause)
    thread_id = app.create_thread()
    app.ask(thread_id, "hello")
    assert pause.reached.wait(30)
    page = show(app, thread_id)
    assert "stop" in keys(page)
    page.button(key="stop").click()
    page.run()
    rest(app, thread_id)
    drawn(page.run())
    assert "It takes a while," in said(page)
    assert "Stopped here" in said(page)


def test_desk_stopped_before_any_text_does_not_say_that_text_is_kept(open_with):
    pause = Pause()
    app = open_with(CHAT, pause)
    thread_id = app.create_thread()
    app.ask(thread_id, "hello")
    assert pause.reached.wait(30)
    page = show(app, thread_id)
    page.button(key="stop").click()
    page.run()
    rest(app, thread_id)
    drawn(page.run())
    assert "Stopped before any of the answer was written." in said(page)
    assert "is kept" not in said(page)


def test_desk_question_behind_another_conversations_says_that_it_waits(open_with):
    pause = Pause(before="It takes ", after="a while.")
    app = open_with(CHAT, pause, CHAT, "Now you.")
    first, second = app.create_thread(), app.create_thread()
    app.ask(first, "hello")
    assert pause.reached.wait(30)
    app.ask(second, "hello too")
    page = show(app, second)
    assert any("works for another conversation" in html.proto.body for html in page.get("html"))
    pause.release()
    rest(app, first)
    rest(app, second)
    drawn(page.run())
    assert "Now you." in said(page)


def test_desk_text_typed_while_a_run_works_is_queued_and_answered(open_with):
    pause = Pause(before="First ", after="answer.")
    app = open_with(CHAT, pause, FOLLOW_UP, "Second answer.")
    thread_id = app.create_thread()
    app.ask(thread_id, "one")
    assert pause.reached.wait(30)
    page = show(app, thread_id)
    page.chat_input[0].set_value("two")
    drawn(page.run())
    assert "Handled next" in said(page)
    pause.release()
    rest(app, thread_id)
    drawn(page.run())
    assert "First answer." in said(page)
    assert "Second answer." in said(page)


def test_desk_run_that_follows_a_stopped_one_can_be_stopped_too(open_with):
    first, second = Pause(before="First "), Pause(before="Second ")
    app = open_with(CHAT, first, FOLLOW_UP, second)
    thread_id = app.create_thread()
    app.ask(thread_id, "one")
    assert first.reached.wait(30)
    app.ask(thread_id, "two")
    page = show(app, thread_id)
    page.button(key="stop").click()
    drawn(page.run())
    assert second.reached.wait(30)
    drawn(page.run())
    assert not page.button(key="stop").disabled
    page.button(key="stop").click()
    drawn(page.run())
    rest(app, thread_id)


def test_desk_failed_turn_is_told_in_a_sentence_and_retried(open_with):
    down = ModelUnreachableError("no server")
    app = open_with(CHAT, down, down, down, down, "There you are.")
    page = show(app)
    thread_id = ask(app, page, "hello")
    retry = next(key for key in keys(page) if key.startswith("retry_"))
    assert page.warning
    press(page, retry)
    rest(app, thread_id)
    drawn(page.run())
    assert "There you are." in said(page)
    assert not page.warning


def test_desk_blank_question_says_so_and_makes_no_conversation(open_with):
    app = open_with()
    page = show(app)
    page.chat_input[0].set_value("   ")
    drawn(page.run())
    assert "The question is empty" in said(page)
    assert app.threads() == []


def test_desk_unknown_thread_in_the_address_gives_a_new_conversation(open_with):
    page = show(open_with(), "nowhere")
    assert page.toast[0].value.startswith("The conversation in the address does not exist")
    assert "thread" not in page.query_params


def test_desk_last_question_reworded_takes_its_place(open_with):
    app = open_with(CHAT, "Wrong.", CHAT, "Right.")
    page = show(app)
    thread_id = ask(app, page, "helo")
    press(page, "edit")
    page.text_area[0].set_value("hello")
    press(page, "edit_send")
    rest(app, thread_id)
    drawn(page.run())
    assert [message.text for message in app.history(thread_id)] == ["hello", "Right."]


def test_desk_conversation_is_renamed_and_deleted(open_with):
    app = open_with(CHAT, "Hi.")
    page = show(app)
    thread_id = ask(app, page, "hello")
    page.text_input(key=f"name_{thread_id}").set_value("Greeting")
    press(page, "rename_thread")
    assert [thread.title for thread in app.threads()] == ["Greeting"]
    press(page, "delete_thread_yes")
    assert app.threads() == []
    assert "thread" not in page.query_params


def test_desk_switches_are_written_and_read_live(open_with):
    app = open_with()
    page = show(app)
    assert page.toggle(key="switch_memory").disabled
    page.toggle(key="switch_step").set_value(True)
    drawn(page.run())
    assert app.approvals.read().step
    page.toggle(key="switch_master").set_value(False)
    drawn(page.run())
    assert not app.approvals.read().master
    assert page.toggle(key="switch_plan").disabled


def test_desk_language_chosen_is_kept_for_every_session(open_with):
    app = open_with()
    page = show(app)
    page.segmented_control(key="page_language").set_value("ko")
    drawn(page.run())
    assert page.chat_input[0].placeholder == "질문하거나 일을 맡기세요"
    assert show(app).chat_input[0].placeholder == "질문하거나 일을 맡기세요"


def test_desk_all_conversations_stay_shown_until_the_box_is_unticked(open_with):
    app = open_with()
    for number in range(15):
        app.rename(app.create_thread(), f"Conversation {number}")
    page = show(app)

    def shown():
        return sum(key.startswith("open_thread_") for key in keys(page))

    assert shown() == 12
    page.checkbox(key="all_threads").set_value(True)
    for _ in range(3):
        drawn(page.run())
        assert shown() == 15
    page.checkbox(key="all_threads").set_value(False)
    drawn(page.run())
    assert shown() == 12
