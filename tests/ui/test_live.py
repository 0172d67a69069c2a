"""The fold of a run's events into what the page shows."""

from __future__ import annotations

from dataclasses import replace

from agent.events import (
    ApprovalRequested,
    ApprovalResolved,
    Ended,
    EvaluationResult,
    Failed,
    Generating,
    Notice,
    PassagesFound,
    Planning,
    Progress,
    Queued,
    Routed,
    Started,
    StepFinished,
    StepStarted,
    Stopped,
    Token,
    ToolFinished,
    ToolSelected,
)
from agent.ui.live import LiveRun, fold


def stamped(*events):
    """Number the events; each question starts a run of its own."""
    run, out = 0, []
    for place, event in enumerate(events, start=1):
        run += isinstance(event, Started) and event.purpose == "ask"
        out.append(replace(event, seq=place, run_id=f"r{run}"))
    return out


def test_fold_tokens_of_one_message_are_joined():
    run = fold(
        LiveRun(),
        stamped(
            Started(text="q"),
            Generating(message_id="a"),
            Token(message_id="a", text="연차"),
            Token(message_id="a", text="는"),
        ),
    )
    assert run.text == "연차는"


def test_fold_changed_message_id_starts_the_text_over():
    run = fold(
        LiveRun(), stamped(Token(message_id="a", text="half"), Token(message_id="b", text="whole"))
    )
    assert run.text == "whole"


def test_fold_event_seen_before_is_skipped():
    events = stamped(Started(text="q"), Token(message_id="a", text="x"))
    run = fold(fold(LiveRun(), events), events)
    assert run.text == "x"


def test_fold_new_start_forgets_the_run_before():
    events = stamped(
        Started(text="one"), Token(message_id="a", text="x"), Ended(), Started(text="two")
    )
    run = fold(LiveRun(), events)
    assert (run.question, run.text, run.over) == ("two", "", False)


def test_fold_decision_goes_on_with_the_same_run():
    events = stamped(
        Started(text="plan it"),
        Planning(text="steps"),
        ApprovalRequested(approval_id="i1", point="plan"),
        Started(purpose="decide"),
        ApprovalResolved(approval_id="i1", point="plan", outcome="accept"),
    )
    run = fold(LiveRun(), events)
    assert (run.question, run.approval_id, len(run.lines)) == ("plan it", "", 1)


def test_fold_ignored_answer_leaves_the_question_open():
    events = stamped(
        ApprovalRequested(approval_id="i1", point="plan"),
        ApprovalResolved(approval_id="i0", point="plan", outcome="ignored"),
    )
    assert fold(LiveRun(), events).approval_id == "i1"


def test_fold_passages_of_two_searches_are_listed_once():
    first = {"n": 1, "document_id": "d", "page": 1, "start": 0}
    second = {"n": 2, "document_id": "d", "page": 2, "start": 0}
    run = fold(
        LiveRun(),
        stamped(PassagesFound(passages=[first]), PassagesFound(passages=[first, second])),
    )
    assert run.passages == (first, second)


def test_fold_tool_call_line_takes_its_result():
    run = fold(
        LiveRun(),
        stamped(
            ToolSelected(call_id="c", tool="calculator", arguments={"expression": "1+1"}),
            ToolFinished(call_id="c", tool="calculator", ok=False, preview="bad"),
        ),
    )
    assert [(line.state, line.values["preview"]) for line in run.lines] == [("failed", "bad")]


def test_fold_new_line_closes_the_one_at_work():
    run = fold(LiveRun(), stamped(Planning(), Routed(route="documents"), Planning()))
    assert [line.state for line in run.lines] == ["done", "done", "working"]


def test_fold_missing_info_says_more_is_needed():
    run = fold(LiveRun(), stamped(EvaluationResult(sufficient=False, missing_info=["기간"])))
    assert (run.lines[0].key, run.lines[0].values["missing"]) == ("live.not_enough", "기간")


def test_fold_steps_keep_their_state_in_order():
    run = fold(
        LiveRun(),
        stamped(
            StepStarted(index=0, total=2, title="a"),
            StepFinished(index=0, total=2, title="a", status="failed"),
            StepStarted(index=1, total=2, title="b"),
        ),
    )
    assert [(step.title, step.status) for step in run.steps] == [("a", "failed"), ("b", "working")]


def test_fold_failure_ends_the_run_and_its_progress():
    run = fold(LiveRun(), stamped(Planning(), Progress(done=1, total=3), Failed(code="x")))
    assert (run.over, run.progress, run.lines[0].state) == (True, None, "failed")


def test_fold_queued_text_leaves_the_queue_when_its_run_starts():
    run = fold(LiveRun(), stamped(Started(text="a"), Queued(text="b"), Ended(), Started(text="b")))
    assert (run.question, run.queued) == ("b", ())


def test_fold_step_that_is_cut_off_is_stopped_and_works_again_after_another_try():
    begun = [
        Started(text="q", purpose="ask"),
        StepStarted(index=0, total=2, title="a"),
        StepFinished(index=0, total=2, title="a"),
        StepStarted(index=1, total=2, title="b"),
        Stopped(text="half"),
    ]
    run = fold(LiveRun(), stamped(*begun))
    assert [step.status for step in run.steps] == ["succeeded", "stopped"]
    run = fold(LiveRun(), stamped(*begun, Started(text="q", purpose="retry")))
    assert [step.status for step in run.steps] == ["succeeded", "working"]


def test_fold_planning_again_drops_the_step_at_work_and_takes_the_number_of_the_new_plan():
    begun = [
        Started(text="q"),
        StepStarted(index=0, total=3, title="a"),
        StepFinished(index=0, total=3, title="a"),
        StepStarted(index=1, total=3, title="b"),
        Started(text="other", purpose="decide"),
        Planning(),
    ]
    run = fold(LiveRun(), stamped(*begun))
    assert ([step.title for step in run.steps], run.total_steps) == (["a"], 0)
    plan = {"sub_tasks": [{"title": "a"}, {"title": "c"}]}
    run = fold(LiveRun(), stamped(*begun, ApprovalRequested(point="plan", payload=plan)))
    assert ([step.title for step in run.steps], run.total_steps) == (["a"], 2)


def test_fold_notice_given_again_is_kept_once():
    first, other = Notice(code="long_request"), Notice(code="long_request", text="other")
    run = fold(LiveRun(), stamped(first, first, other, first))
    assert [(notice.code, notice.text) for notice in run.notices] == [
        ("long_request", ""),
        ("long_request", "other"),
    ]
