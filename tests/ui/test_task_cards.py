"""The cards of a larger piece of work: the plan changed from a step on, a step's form."""

from __future__ import annotations

import re

import pytest

from agent.approval_switches import Switches
from agent.approvals import ALLOWED, Approval
from agent.events import ApprovalResolved
from tests.graph.task_script import TaskScript
from tests.graph.test_task_writing import SCRIPT, Steps
from tests.scripted import Pause
from tests.ui.conftest import ask, drawn, keys, press, rest, said, show

REQUEST = "I want to make a YouTube short about my cafe. Plan it from script to upload."
CHANGE = {"op": "change", "step": 2, "to": 2, "title": "Post it", "goal": "A public post"}
CLOCK = [{"tool": "get_time", "args": {"time_zone": "Asia/Seoul"}}]


def key_of(page, beginning):
    return next(key for key in keys(page) if key.startswith(beginning))


def push(app, page, thread, beginning):
    """Press the button whose key begins so, and wait for what it starts."""
    press(page, key_of(page, beginning))
    rest(app, thread)
    drawn(page.run())


def changed_after_a_step(app, wish):
    """Return the page and thread of a task whose plan is changed when its first step is done."""
    app.approvals.write(Switches(clarification=False, plan=True, step=True, memory=False))
    page = show(app)
    thread = ask(app, page, REQUEST)
    push(app, page, thread, "accept_")
    push(app, page, thread, "accept_")
    press(page, key_of(page, "replan_"))
    page.text_area[0].set_value(wish)
    push(app, page, thread, "replan_send_")
    return page, thread


def plan_of(page):
    return "\n".join(element.proto.body for element in page.get("html"))


def test_step_card_changes_the_plan_from_there_and_keeps_the_finished_step(open_with):
    app = open_with(TaskScript(edits=[CHANGE], calls=CLOCK), forever=True)
    page, thread = changed_after_a_step(app, "Post it instead")
    assert "Finished" in plan_of(page)
    assert "Post it" in plan_of(page)
    push(app, page, thread, "accept_")
    push(app, page, thread, "accept_")
    state = app.graph.get_state(app.config(thread)).values
    assert [r["title"] for r in state["step_results"]] == ["Write the script", "Post it"]


def test_plan_card_without_a_step_left_to_do_takes_a_new_one(open_with):
    app = open_with(TaskScript(calls=CLOCK), forever=True)
    page, thread = changed_after_a_step(app, "Leave out step 2")
    press(page, key_of(page, "edit_"))
    table = page.data_editor[0].value
    assert {"order", "title", "goal"} <= set(table.columns)
    press(page, key_of(page, "back_"))
    press(page, key_of(page, "words_"))
    page.text_area[0].set_value("Add a step: post it on Instagram")
    push(app, page, thread, "replan_")
    tasks = app.pending(thread)[0].payload["sub_tasks"]
    assert [task["id"] for task in tasks] == ["s1", "s2"]
    assert "Instagram" in tasks[1]["title"]


def test_plan_card_says_why_a_change_was_not_made(open_with):
    app = open_with(TaskScript(edits=[]), forever=True)
    page = show(app)
    thread = ask(app, page, REQUEST)
    press(page, key_of(page, "words_"))
    page.text_area[0].set_value("Do it without the voice")
    push(app, page, thread, "replan_")
    assert "It is not clear what should go" in said(page)
    assert "Write the script" in plan_of(page)


def test_plan_card_change_from_the_second_step_leaves_the_first(open_with):
    change = {"op": "change", "step": 1, "to": 1, "title": "Film it", "goal": "A film"}
    app = open_with(TaskScript(edits=[change]), forever=True)
    page = show(app)
    thread = ask(app, page, REQUEST)
    press(page, key_of(page, "words_"))
    page.number_input[0].set_value(2)
    page.text_area[0].set_value("Film it")
    push(app, page, thread, "replan_")
    titles = [task["title"] for task in app.pending(thread)[0].payload["sub_tasks"]]
    assert titles == ["Write the script", "Edit the video", "Film it"]


def test_changes_asked_for_one_after_the_other_all_stay_in_the_conversation(open_with):
    app = open_with(TaskScript(edits=[CHANGE], calls=CLOCK), forever=True)
    page = show(app)
    thread = ask(app, page, REQUEST)
    for wish in ("Post it instead", "Post it on Monday"):
        press(page, key_of(page, "words_"))
        page.text_area[0].set_value(wish)
        push(app, page, thread, "replan_")
    people = [message.text for message in app.history(thread) if message.role == "person"]
    assert people == [REQUEST, "Post it instead", "Post it on Monday"]


def test_words_said_on_a_card_stay_in_the_conversation_and_are_not_the_question(open_with):
    app = open_with(TaskScript(edits=[CHANGE], calls=CLOCK), forever=True)
    page = show(app)
    thread = ask(app, page, REQUEST)
    press(page, key_of(page, "words_"))
    page.text_area[0].set_value("Post it instead")
    push(app, page, thread, "replan_")
    push(app, page, thread, "accept_")
    people = [message.text for message in app.history(thread) if message.role == "person"]
    assert people == [REQUEST, "Post it instead"]
    press(page, "edit")
    assert page.text_area[0].value == REQUEST


def test_step_card_has_a_field_per_argument_and_sends_what_was_edited(open_with):
    app = open_with(TaskScript(calls=CLOCK), forever=True)
    app.approvals.write(Switches(clarification=False, plan=False, step=True, memory=False))
    page = show(app)
    thread = ask(app, page, REQUEST)
    field = next(one for one in page.text_input if one.key.endswith("_time_zone"))
    assert field.label == "Time zone or city (empty for here)"
    assert field.value == "Asia/Seoul"
    field.set_value("Europe/London")
    drawn(page.run())
    push(app, page, thread, "accept_")
    state = app.graph.get_state(app.config(thread)).values
    assert "Europe/London" in state["step_results"][0]["result"]


def test_step_card_of_a_failed_call_offers_to_try_again_and_to_approve_what_was_edited(open_with):
    wrong = [{"tool": "calculator", "args": {"expression": "1/0"}}]
    app = open_with(TaskScript(calls=wrong), forever=True)
    app.approvals.write(Switches(clarification=False, plan=False, step=True, memory=False))
    page = show(app)
    thread = ask(app, page, REQUEST)
    push(app, page, thread, "accept_")
    assert app.pending(thread)[0].payload["failure"]
    assert not any(key.startswith("accept_") for key in keys(page))
    assert page.button(key=key_of(page, "retry_")).proto.type == "primary"
    next(one for one in page.text_input if one.key.endswith("_expression")).set_value("1/2")
    drawn(page.run())
    assert page.button(key=key_of(page, "retry_")).proto.type == "secondary"
    push(app, page, thread, "accept_")
    assert not app.pending(thread)[0].payload["failure"]


def test_step_card_lists_what_is_missing_and_how_far_it_is_filled(open_with):
    empty = [{"tool": "calculator", "args": {"expression": ""}}]
    app = open_with(TaskScript(calls=empty), forever=True)
    app.approvals.write(Switches(clarification=False, plan=False, step=True, memory=False))
    page = show(app)
    ask(app, page, REQUEST)
    assert "Still needed: Expression (0% ready)" in said(page)
    next(one for one in page.text_input if one.key.endswith("_expression")).set_value("1 + 1")
    drawn(page.run())
    assert "Still needed" not in said(page)


def test_task_stopped_in_its_second_step_shows_the_first_and_offers_to_go_on(open_with):
    pause = Pause("Door, coun")
    app = open_with(Steps(SCRIPT, pause), forever=True)
    app.approvals.write(Switches(master=False))
    thread = app.create_thread()
    app.ask(thread, REQUEST)
    assert pause.reached.wait(30)
    page = show(app, thread)
    press(page, "stop")
    rest(app, thread)
    drawn(page.run())
    assert "The owner opens" in said(page)
    assert "Door, coun" in said(page)
    assert page.button(key=key_of(page, "retry_")).label == "Continue"
    assert '<li class="stopped">' in plan_of(page)


def test_clarification_card_says_why_it_is_still_open(open_with):
    app = open_with(TaskScript(), forever=True)
    app.approvals.write(Switches(clarification=True, plan=False, step=False, memory=False))
    page = show(app)
    thread = ask(app, page, "Compare these two contracts, step by step, and draft my position.")
    page.text_input[0].set_value("added")
    drawn(page.run())
    push(app, page, thread, "answer_")
    assert "They are still not there" in said(page)


def test_plan_changed_at_a_steps_card_is_listed_without_the_old_step(open_with):
    script = TaskScript(edits=[CHANGE], calls=CLOCK)
    script.steps = (*script.steps, ("Upload it", "It is online"))
    app = open_with(script, forever=True)
    page, _ = changed_after_a_step(app, "Post it instead")
    html = [element.proto.body for element in page.get("html")]
    steps = next(body for body in html if 'class="gp-steps"' in body)
    assert re.findall(r'class="(\w+)"><span>([^<]+)', steps) == [
        ("succeeded", "Write the script"),
        ("waiting", "Post it"),
        ("waiting", "Upload it"),
    ]


@pytest.mark.parametrize(
    ("outcome", "kept"), [("accept", ("web_thing",)), ("invalid", ()), ("ignored", ())]
)
def test_tool_is_always_allowed_only_where_the_answer_was_taken(
    open_with, monkeypatch, outcome, kept
):
    app = open_with({"route": "chat", "tool_needed": False, "in_scope": True}, "Hi.")
    page = show(app)
    thread = ask(app, page, "hello")
    asked = Approval(
        id="x1",
        thread_id=thread,
        point="tool_call",
        payload={"tool": "web_thing", "arguments": {}, "schema": {}, "always_allowed": True},
        allowed=ALLOWED["tool_call"],
        asked_at=0.0,
    )
    told = ApprovalResolved(approval_id="x1", point="tool_call", outcome=outcome)
    monkeypatch.setattr(app, "pending", lambda _thread: [asked])
    monkeypatch.setattr(app, "decide", lambda *_, **__: iter([told]))
    drawn(page.run())
    page.checkbox(key="always_x1_web_thing").set_value(True)
    drawn(page.run())
    press(page, "accept_x1")
    assert app.approvals.read().always_allowed == kept
