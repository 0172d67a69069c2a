"""Open questions answered in the input field: in words, at length, with other documents."""

from __future__ import annotations

import pytest

from agent.approval_switches import Switches
from agent.events import ApprovalResolved
from tests.graph.decisions import THREAD, decide, values
from tests.graph.notes import NOTES, SENDING, note_sender
from tests.graph.papers import CHAT_TOOL, MINE, STANDARD
from tests.graph.task_script import TaskScript

ONLY_STEP = Switches(clarification=False, plan=False, step=True, memory=False)


@pytest.mark.parametrize(
    ("typed", "sent", "tools"),
    [
        ("Yes, send it please", ["Kim", "Kim"], ["send_note"]),
        ("I sent it myself", [], []),
    ],
)
def test_tool_call_answered_in_words_is_told_as_it_was(task_app, typed, sent, tools):
    went: list[str] = []
    script = TaskScript(calls=SENDING, steps=NOTES)
    app = task_app(script, Switches(master=False), note_sender(went.append))
    list(app.ask(THREAD, "Send two notes to Kim."))
    while app.pending(THREAD):
        list(app.ask(THREAD, typed))
    assert went == sent
    assert [row["tools_used"] for row in values(app)["step_results"]] == [tools, tools]


def test_step_answered_at_more_length_than_is_taken_stays_open_and_says_so(task_app):
    app = task_app(TaskScript(), ONLY_STEP)
    list(app.ask(THREAD, "Make a video for me."))
    (told,) = app.ask(THREAD, "Mention my dog Bori. " * 300)
    assert isinstance(told, ApprovalResolved)
    assert told.outcome == "invalid"
    assert "4000" in told.why
    assert app.pending(THREAD)[0].payload["index"] == 0


def test_step_answered_at_length_is_led_by_both_ends_and_says_so(task_app):
    script = TaskScript()
    app = task_app(script, ONLY_STEP)
    list(app.ask(THREAD, "Make a video for me."))
    events = list(app.ask(THREAD, "Keep it calm. " * 250 + "End with my dog Bori"))
    assert "long_request" in [e.code for e in events if e.kind == "notice"]
    (prompt,) = [text for place, text in script.prompts if place == "prose"]
    assert "my dog Bori" in prompt
    assert len(prompt) < 2500


@pytest.mark.parametrize("by_words", [True, False])
def test_documents_chosen_while_a_question_is_open_are_bound_by_its_answer(
    task_app, library, by_words
):
    mine = library.add(MINE.encode(), name="my contract.txt").document
    app = task_app(TaskScript(), Switches(plan=False))
    list(app.ask(THREAD, "Compare these two contracts and draft mine.", documents=[mine.id]))
    other = library.add(STANDARD.encode(), name="standard contract.txt").document
    both = [mine.id, other.id]
    if by_words:
        list(app.ask(THREAD, "added", documents=both))
    else:
        question = app.pending(THREAD)[0]
        answers = {question.payload["questions"][0]: "added"}
        decision = {"action": "answer", "answers": answers}
        list(app.decide(THREAD, question.id, decision, documents=both))
    assert values(app)["bound_documents"] == both
    assert values(app)["final_guide"]


def test_tool_call_of_a_chat_that_is_cancelled_speaks_of_no_plan(task_app):
    def script(_messages, kwargs):
        if "route" in str(kwargs.get("format")):
            return CHAT_TOOL
        return {"calls": SENDING, "more": False}

    app = task_app(script, Switches(), note_sender(lambda _to: None))
    list(app.ask(THREAD, "Please send a note to Kim"))
    decide(app, {"action": "cancel"})
    assert "plan" not in values(app)["final_response"]
    assert values(app)["final_response"].startswith("Understood")


@pytest.mark.parametrize(
    "typed", ["no, cancel it", "아니, 취소해줘", "No. Forget it.", "아니 그만할래요"]
)
def test_plan_is_given_up_by_words_of_no_and_stop_together(task_app, typed):
    app = task_app(TaskScript(), Switches(clarification=False, step=False))
    list(app.ask(THREAD, "Make a video for me."))
    list(app.ask(THREAD, typed))
    assert not app.pending(THREAD)
    assert values(app)["step_results"] == []


def test_question_typed_while_a_plan_waits_leaves_the_plan_as_it_is_and_says_so(task_app):
    app = task_app(TaskScript(), Switches(clarification=False, step=False))
    list(app.ask(THREAD, "Make a video for me."))
    before = app.pending(THREAD)[0].payload["sub_tasks"]
    list(app.ask(THREAD, "How many days of leave do I have?"))
    payload = app.pending(THREAD)[0].payload
    assert payload["sub_tasks"] == before
    assert "question" in payload["unchanged"]
