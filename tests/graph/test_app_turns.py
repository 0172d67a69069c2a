"""A whole turn through the app: events, history, approvals, and what a second reader sees."""

from __future__ import annotations

from typing import Any

import pytest

from agent.approvals import Accept, EditPlan, Reject, Replan, SubTask
from agent.events import (
    ApprovalResolved,
    Ended,
    Event,
    Failed,
    Started,
    Token,
)

THREAD = "t1"


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def of(events: list[Event], kind: type[Event]) -> Any:
    return next(event for event in events if isinstance(event, kind))


def test_ask_plain_question_streams_and_ends(app_with):
    app = app_with("hello there, friend")
    events = list(app.ask(THREAD, "hi"))
    assert kinds(events)[0] == "started"
    assert kinds(events)[-1] == "ended"
    assert "".join(e.text for e in events if isinstance(e, Token)) == "hello there, friend"
    ended = of(events, Ended)
    assert (ended.response, ended.session_id, ended.model_calls) == (
        "hello there, friend",
        THREAD,
        1,
    )
    assert [e.seq for e in events] == list(range(1, len(events) + 1))
    assert {e.run_id for e in events} == {events[0].run_id}


def test_events_second_reader_sees_the_same(app_with):
    app = app_with("the answer")
    first = list(app.ask(THREAD, "hi"))
    assert list(app.events(THREAD)) == first
    assert list(app.events(THREAD, after=2)) == first[2:]
    assert app.recorded(THREAD, 2) == first[2:]


def test_ask_dropped_iterator_run_goes_on(app_with):
    app = app_with("the answer")
    iterator = app.ask(THREAD, "hi")
    next(iterator)
    del iterator
    assert kinds(list(app.events(THREAD)))[-1] == "ended"


def test_history_after_turn_has_question_answer_and_sources(app_with):
    app = app_with("the answer", "another")
    list(app.ask(THREAD, "first question"))
    list(app.ask(THREAD, "second question"))
    messages = app.history(THREAD)
    assert [(m.role, m.text) for m in messages] == [
        ("person", "first question"),
        ("assistant", "the answer"),
        ("person", "second question"),
        ("assistant", "another"),
    ]
    assert messages[1].sources == [{"n": 1, "document_id": "d1", "page": 3, "removed": True}]
    assert messages[1].ending == "answered"
    assert app.threads()[0].title == "first question"


def test_ask_with_history_begins_with_it(app_with):
    app = app_with("ok")
    earlier = [{"role": "user", "content": "q0"}, {"role": "assistant", "content": "a0"}]
    list(app.ask(THREAD, "q1", history=earlier))
    assert [m.text for m in app.history(THREAD)] == ["q0", "a0", "q1", "ok"]


@pytest.mark.parametrize("text", ["", "  \n "])
def test_ask_empty_says_so_and_keeps_nothing(app_with, text):
    app = app_with()
    events = list(app.ask(THREAD, text))
    assert [(e.kind, e.code) for e in events if isinstance(e, Failed)] == [
        ("failed", "empty_question")
    ]
    assert "empty" in of(events, Failed).message
    assert app.history(THREAD) == []


def test_plan_accepted_works_the_steps(app_with):
    app = app_with("one", "two")
    events = list(app.ask(THREAD, "plan a trip"))
    assert kinds(events)[-1] == "approval_requested"
    (approval,) = app.pending(THREAD)
    assert (approval.point, approval.payload["request"]) == ("plan", "plan a trip")
    assert app.threads()[0].waiting
    assert not app.busy(THREAD)
    events = list(app.decide(THREAD, approval.id, Accept()))
    assert of(events, ApprovalResolved).outcome == "accept"
    assert of(events, Ended).response == "one; two"
    assert app.pending(THREAD) == []
    assert [m.text for m in app.history(THREAD)] == ["plan a trip", "one; two"]
    entry = app.snapshot(THREAD)["approval_history"][0]
    assert entry["action"] == "accept"
    assert entry["asked_at"] <= entry["answered_at"]


def test_plan_edited_works_the_edited_rows(app_with):
    app = app_with("only")
    list(app.ask(THREAD, "plan a trip"))
    rows = [SubTask(id="9", title="mine")]
    events = list(app.decide(THREAD, app.pending(THREAD)[0].id, EditPlan(rows=rows)))
    assert of(events, Ended).response == "only"


def test_plan_changed_in_words_asks_again(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    first = app.pending(THREAD)[0]
    events = list(app.decide(THREAD, first.id, Replan(text="add a third")))
    assert kinds(events)[-1] == "approval_requested"
    second = app.pending(THREAD)[0]
    assert second.id != first.id
    assert second.payload["sub_tasks"][2]["title"] == "add a third"


def test_decide_second_answer_is_ignored(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    first = app.pending(THREAD)[0]
    list(app.decide(THREAD, first.id, Replan(text="more")))
    events = list(app.decide(THREAD, first.id, Accept()))
    assert [e.outcome for e in events if isinstance(e, ApprovalResolved)] == ["ignored"]
    assert len(app.pending(THREAD)) == 1


def test_decide_twice_at_once_resumes_once(app_with):
    app = app_with("one", "two")
    list(app.ask(THREAD, "plan a trip"))
    name = app.pending(THREAD)[0].id
    first, second = app.decide(THREAD, name, Accept()), app.decide(THREAD, name, Accept())
    outcomes = {e.outcome for e in second if isinstance(e, ApprovalResolved)}
    list(first)
    assert "ignored" in outcomes
    resolved = [e for e in app.events(THREAD) if isinstance(e, ApprovalResolved)]
    assert sorted(e.outcome for e in resolved) == ["accept", "ignored"]
    effects = list(app.settings.runs_path.rglob("effects.txt"))
    assert [path.read_text("utf-8").split() for path in effects] == [["first", "second"]]


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ({"action": "answer", "answers": {"q": "a"}}, "does not take"),
        ({"action": "edit_plan", "rows": []}, "no step"),
        ({"action": "edit_plan"}, "right form"),
        ({"action": "edit_plan", "rows": [{"id": "1", "title": " "}]}, "no title"),
        (
            {"action": "edit_plan", "rows": [{"id": "1", "title": "A"}, {"id": "2", "title": "a"}]},
            "Two steps",
        ),
        ({"action": "replan", "text": "  "}, "empty"),
        ({"action": "dance"}, "right form"),
        ({}, "right form"),
        ("accept", "right form"),
        (None, "right form"),
    ],
)
def test_decide_wrong_shape_leaves_the_question_open(app_with, decision, reason):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    approval = app.pending(THREAD)[0]
    events = list(app.decide(THREAD, approval.id, decision))
    assert [e.outcome for e in events if isinstance(e, ApprovalResolved)] == ["invalid"]
    assert reason in of(events, ApprovalResolved).why
    assert app.pending(THREAD) == [approval]


def test_decide_wrong_shape_in_korean_thread_says_why_in_korean(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan 여행 계획을 세워 주세요"))
    events = list(app.decide(THREAD, app.pending(THREAD)[0].id, {"action": "replan", "text": " "}))
    assert "비어" in of(events, ApprovalResolved).why


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("yes", "accept"),
        ("네!", "accept"),
        ("진행해 주세요", "accept"),
        ("no", "reject"),
        ("아니요.", "reject"),
        ("add a budget step", "replan"),
    ],
)
def test_ask_while_plan_is_open_is_its_answer(app_with, text, outcome):
    app = app_with("one", "two")
    list(app.ask(THREAD, "plan a trip"))
    events = list(app.ask(THREAD, text))
    assert of(events, ApprovalResolved).outcome == outcome
    assert of(events, Started).text == text


def test_plan_rejected_ends_the_turn(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    events = list(app.decide(THREAD, app.pending(THREAD)[0].id, Reject()))
    assert of(events, Ended).response == "nothing done"


def test_apply_switches_resolves_the_open_question_automatically(app_with):
    app = app_with("one", "two")
    list(app.ask(THREAD, "plan a trip"))
    app.apply_switches(THREAD)
    assert len(app.pending(THREAD)) == 1
    app.approvals.write(type(app.approvals.read())(plan=False))
    app.apply_switches(THREAD)
    events = list(app.events(THREAD))
    resolved = of(events, ApprovalResolved)
    assert (resolved.outcome, resolved.automatic, resolved.why) == ("accept", True, "switched_off")
    assert app.snapshot(THREAD)["approval_history"][0]["automatic"] is True


def test_memory_proposal_is_decided_once(app_with):
    app = app_with()
    name = app._log.outbox.propose(
        app.create_thread(), kind="preference", text="short answers", source="you", payload={}
    )
    thread = app.threads()[0].id
    (approval,) = app.pending(thread)
    assert (approval.id, approval.point, approval.allowed) == (name, "memory", ("accept", "reject"))
    outcomes = [
        e.outcome
        for decision in ({"action": "skip"}, Accept(), Accept())
        for e in app.decide(thread, name, decision)
        if isinstance(e, ApprovalResolved)
    ]
    assert outcomes == ["invalid", "accept", "ignored"]
    assert app.pending(thread) == []
