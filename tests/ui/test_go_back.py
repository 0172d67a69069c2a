"""The way back from a finished task to one of its steps: a branch, with a wish for what follows."""

from __future__ import annotations

from agent.approval_switches import Switches
from tests.graph.task_script import TaskScript
from tests.ui.conftest import ask, drawn, press, rest, said, show
from tests.ui.test_task_cards import CHANGE, CLOCK, REQUEST, key_of, push


def test_finished_task_goes_back_to_a_step_in_a_new_conversation(open_with):
    change = {"op": "change", "step": 2, "to": 2, "title": "Post it", "goal": "A public post"}
    app = open_with(TaskScript(edits=[change]), forever=True)
    app.approvals.write(Switches(clarification=False, plan=True, step=False, memory=False))
    page = show(app)
    thread = ask(app, page, REQUEST)
    push(app, page, thread, "accept_")
    page.selectbox[0].set_value(1)
    page.text_area[0].set_value("Post it instead")
    press(page, key_of(page, "back_go_"))
    branch = page.query_params["thread"]
    assert branch != thread
    rest(app, branch)
    drawn(page.run())
    push(app, page, branch, "accept_")
    done = {
        name: [row["title"] for row in app.snapshot(name)["step_results"]]
        for name in (thread, branch)
    }
    assert done == {
        thread: ["Write the script", "Edit the video"],
        branch: ["Write the script", "Post it"],
    }


def test_finished_task_keeps_the_wish_of_going_back_in_the_branch(open_with):
    app = open_with(TaskScript(edits=[CHANGE], calls=CLOCK), forever=True)
    app.approvals.write(Switches(master=False))
    page = show(app)
    thread = ask(app, page, REQUEST)
    page.selectbox[0].set_value(1)
    page.text_area[0].set_value("Post it instead")
    press(page, key_of(page, "back_go_"))
    branch = page.query_params["thread"]
    rest(app, branch)
    drawn(page.run())
    people = {
        name: [message.text for message in app.history(name) if message.role == "person"]
        for name in (thread, branch)
    }
    assert people == {thread: [REQUEST], branch: [REQUEST, "Post it instead"]}
    assert "Post it instead" in said(page)
    assert "Post it instead" in app.export(branch)


def test_wish_of_going_back_that_cannot_be_applied_is_told_where_no_plan_is_asked_about(open_with):
    app = open_with(TaskScript(calls=CLOCK), forever=True)
    app.approvals.write(Switches(master=False))
    page = show(app)
    ask(app, page, REQUEST)
    page.selectbox[0].set_value(1)
    page.text_area[0].set_value("Do it without the voice")
    press(page, key_of(page, "back_go_"))
    branch = page.query_params["thread"]
    rest(app, branch)
    drawn(page.run())
    told = [event.text for event in app.recorded(branch) if event.kind == "notice"]
    assert any("It is not clear what should go" in text for text in told)
    assert "the work goes on with the plan as it was" in said(page)
