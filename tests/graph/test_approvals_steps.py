"""Every action at a step, through the app."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.approval_switches import Switches
from tests.graph.decisions import FIRST, REQUEST, THREAD, decide, drive, values
from tests.graph.notes import NOTES, SENDING, note_sender
from tests.graph.task_script import TaskScript

SAMPLES = Path(__file__).resolve().parents[2] / "sample_docs"

ONLY_STEP = Switches(clarification=False, plan=False, step=True, memory=False)

CLOCK = [{"tool": "get_time", "args": {"time_zone": "Asia/Seoul"}}]

FAILING = [{"tool": "get_time", "args": {"time_zone": "Nowhere/Land"}}]


def test_step_form_shows_tool_arguments_schema_and_readiness(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    payload = app.pending(THREAD)[0].payload
    assert (payload["tool"], payload["arguments"]) == ("get_time", {"time_zone": "Asia/Seoul"})
    assert "time_zone" in payload["schema"]["properties"]
    assert (payload["missing"], payload["readiness"]) == ([], 1.0)
    assert (payload["index"], payload["total"]) == (0, 2)
    assert len(payload["tools"]) == 5


def test_step_edited_arguments_run_as_they_were_edited(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "edit_args", "arguments": {"time_zone": "Europe/London"}})
    assert "Europe/London" in values(app)["step_results"][0]["result"]


def test_step_skipped_is_reported_and_not_worked(task_app):
    app = task_app(TaskScript(), ONLY_STEP)
    assert drive(app, FIRST | {"step": {"action": "skip"}}) == ["step", "step"]
    state = values(app)
    assert [r["status"] for r in state["step_results"]] == ["skipped", "skipped"]
    assert state["ending"] == "partly"
    assert "skipped" in state["final_guide"]


def test_step_words_lead_the_work(task_app):
    script = TaskScript()
    app = task_app(script, ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "respond", "text": "Keep it under ten words"})
    assert any("ten words" in text for place, text in script.prompts if place == "prose")


def test_step_cancel_delivers_what_is_done(task_app):
    app = task_app(TaskScript(), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "cancel"})
    state = values(app)
    assert len(state["step_results"]) == 1
    assert state["ending"] == "partly"
    assert "Edit the video" in state["final_guide"]


def test_plan_written_by_a_script_after_a_step_keeps_what_is_finished(task_app):
    app = task_app(TaskScript(), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    config = app.config(THREAD)
    app.graph.update_state(config, {"sub_tasks": ["Record a voice"]}, as_node="review_plan")
    app.graph.invoke(None, config)
    payload = app.pending(THREAD)[0].payload
    assert (payload["index"], payload["total"], payload["title"]) == (1, 2, "Record a voice")
    decide(app, {"action": "accept"})
    titles = [row["title"] for row in values(app)["step_results"]]
    assert titles == ["Write the script", "Record a voice"]
    assert all(f". {title}\n" in values(app)["final_guide"] for title in titles)


@pytest.mark.parametrize("action", ["reject", "cancel"])
def test_plan_made_anew_and_refused_delivers_what_is_done(task_app, action):
    asks_both = Switches(clarification=False, plan=True, step=True, memory=False)
    app = task_app(TaskScript(), asks_both)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "accept"})
    decide(app, {"action": "replan", "text": "Something with music"})
    assert app.pending(THREAD)[0].point == "plan"
    decide(app, {"action": action})
    state = values(app)
    assert state["ending"] == "partly"
    assert state["final_response"].startswith("**Write the script**")
    assert "Edit the video" in state["final_guide"]


def test_step_replan_keeps_the_finished_steps(task_app):
    change = {"op": "change", "step": 2, "to": 2, "title": "Publish it", "goal": "A public video"}
    app = task_app(TaskScript(edits=[change]), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "replan", "text": "Publish instead of editing", "from_step": 1})
    payload = app.pending(THREAD)[0].payload
    assert (payload["index"], payload["title"]) == (1, "Publish it")
    decide(app, {"action": "accept"})
    results = values(app)["step_results"]
    assert [r["title"] for r in results] == ["Write the script", "Publish it"]


@pytest.mark.parametrize(
    ("decision", "status"),
    [
        ({"action": "skip"}, "skipped"),
        ({"action": "edit_args", "arguments": {"time_zone": "Asia/Seoul"}}, "succeeded"),
    ],
)
def test_step_failed_asks_with_the_reason(task_app, decision, status):
    app = task_app(TaskScript(calls=FAILING), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    payload = app.pending(THREAD)[0].payload
    assert payload["index"] == 0
    assert "no known city" in payload["failure"]
    decide(app, decision)
    row = values(app)["step_results"][0]
    assert row["status"] == status
    assert row["tools_used"] == ["get_time"]


def test_step_failed_stop_delivers_what_is_there(task_app):
    app = task_app(TaskScript(calls=FAILING), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    decide(app, {"action": "cancel"})
    state = values(app)
    (row,) = state["step_results"]
    assert (row["status"], state["ending"]) == ("failed", "partly")
    assert "no known city" in row["failure_reason"]
    assert row["failure_reason"].endswith("you ended the work here")
    assert row["failure_reason"] in state["final_guide"]


def test_step_failed_planned_anew_keeps_nothing_of_the_step_it_was(task_app, library):
    library.add(SAMPLES / "ai_tools.json")
    change = {"op": "change", "step": 1, "to": 1, "title": "Publish it", "goal": "A public video"}
    app = task_app(TaskScript(calls=FAILING, edits=[change]), ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    assert app.pending(THREAD)[0].payload["failure"]
    assert list(values(app)["tool_recommendations"]) == ["s1"]
    decide(app, {"action": "replan", "text": "Publish instead of writing"})
    assert app.pending(THREAD)[0].payload["title"] == "Publish it"
    assert values(app)["tool_recommendations"] == {}


def test_step_failed_retry_runs_its_tool_again(task_app):
    went: list[str] = []

    def send(name: str) -> None:
        went.append(name)
        if len(went) == 1:
            msg = "the line is down"
            raise ConnectionError(msg)

    app = task_app(TaskScript(calls=SENDING, steps=NOTES), ONLY_STEP, note_sender(send))
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    assert app.pending(THREAD)[0].point == "tool_call"
    decide(app, {"action": "accept"})
    assert "ConnectionError" in app.pending(THREAD)[0].payload["failure"]
    decide(app, {"action": "retry"})
    assert app.pending(THREAD)[0].point == "tool_call"
    decide(app, {"action": "accept"})
    assert went == ["Kim", "Kim"]
    row = values(app)["step_results"][0]
    assert (row["status"], row["tools_used"], row["attempts"]) == ("succeeded", ["send_note"], 2)


def test_step_failed_words_lead_the_next_try(task_app):
    script = TaskScript(calls=FAILING)
    app = task_app(script, ONLY_STEP)
    list(app.ask(THREAD, REQUEST))
    decide(app, {"action": "accept"})
    script.calls = [{"tool": "finish", "args": {}}]
    decide(app, {"action": "respond", "text": "Leave the time out"})
    assert values(app)["step_results"][0]["status"] == "succeeded"


def test_step_failed_unasked_is_tried_once_more_then_reported(task_app):
    app = task_app(TaskScript(calls=FAILING), Switches(master=False))
    list(app.ask(THREAD, REQUEST))
    state = values(app)
    assert [r["status"] for r in state["step_results"]] == ["failed", "failed"]
    assert [r["attempts"] for r in state["step_results"]] == [2, 2]
    assert "no known city" in state["final_guide"]
    assert state["final_response"].startswith("No step of this task worked")
    assert state["ending"] == "partly"


def test_prediction_counts_ends_and_new_plans_against_and_failures_not_at_all(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    for thread, decision in zip("abcde", [*["accept"] * 4, "cancel"], strict=True):
        list(app.ask(thread, REQUEST))
        while app.pending(thread):
            decide(app, {"action": decision}, thread)
    list(app.ask(THREAD, REQUEST))
    history = values(app)["approval_history"]
    assert [e for e in history if e["point"] == "step" and e["automatic"]] == []
    failing = task_app(TaskScript(calls=FAILING), ONLY_STEP)
    list(failing.ask("f", REQUEST))
    decide(failing, {"action": "accept"}, "f")
    decide(failing, {"action": "skip"}, "f")
    decide(failing, {"action": "cancel"}, "f")
    told = failing.graph.get_state(failing.config("f")).values["approval_history"]
    assert [e["failed"] for e in told if e["point"] == "step"] == [False, True, False]


def test_prediction_approves_after_five_accepts_and_says_why(task_app):
    app = task_app(TaskScript(calls=CLOCK), ONLY_STEP)
    for thread in "abcde":
        list(app.ask(thread, REQUEST))
        while app.pending(thread):
            decide(app, {"action": "accept"}, thread)
    list(app.ask(THREAD, REQUEST))
    history = values(app)["approval_history"]
    assert [e["automatic"] for e in history if e["point"] == "step"] == [True, True]
    assert "accepted" in history[-1]["why"]
