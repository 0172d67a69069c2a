"""Stop, texts that wait, failures, another try and another wording."""

from __future__ import annotations

import threading
import time

import pytest

from agent.errors import ModelUnreachableError, ThreadBusyError, ThreadMissingError
from agent.events import Ended, Failed, Queued, Started, Stopped, Token
from tests.graph.test_app_turns import THREAD, kinds, of
from tests.scripted import Break, Pause


def test_stop_in_mid_stream_keeps_the_partial_text(app_with):
    pause = Pause("half an ans")
    app = app_with(pause, "whole")
    events = app.ask(THREAD, "hi")
    assert pause.reached.wait(10)
    began = time.monotonic()
    app.stop(THREAD)
    told = list(events)
    assert time.monotonic() - began < 1.0
    assert of(told, Stopped).text == "half an ans"
    _person, answer = app.history(THREAD)
    assert (answer.text, answer.stopped, answer.error) == ("half an ans", True, None)
    stored = app.graph.get_state(app.config(THREAD)).values["messages"]
    assert stored[-1].additional_kwargs == {"stopped": True}
    assert list(app.ask(THREAD, "again"))[-1].response == "whole"
    assert [m.text for m in app.history(THREAD)] == ["hi", "half an ans", "again", "whole"]


def test_stop_while_a_step_does_not_come_back_frees_the_viewer_in_a_second(app_with, monkeypatch):
    app = app_with("one")
    hangs, released = threading.Event(), threading.Event()

    def hang(*_: object) -> None:
        hangs.set()
        released.wait(20)

    monkeypatch.setattr("tests.graph.toy._note", hang)
    list(app.ask(THREAD, "plan a trip"))
    events = app.decide(THREAD, app.pending(THREAD)[0].id, {"action": "accept"})
    assert hangs.wait(10)
    began = time.monotonic()
    app.stop(THREAD)
    assert kinds(list(events))[-1] == "stopped"
    assert time.monotonic() - began < 1.2
    queued = app.ask(THREAD, "next")
    assert of([next(queued)], Queued).text == "next"
    with pytest.raises(ThreadBusyError):
        app.retry(THREAD)
    released.set()
    assert kinds([e for e in app.events(THREAD) if isinstance(e, Stopped)]) == ["stopped"]


def test_stop_while_a_plan_is_open_cancels_it(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    app.stop(THREAD)
    assert kinds(list(app.events(THREAD)))[-1] == "ended"
    assert app.pending(THREAD) == []


def test_retry_after_stop_goes_on_at_the_step(app_with):
    pause = Pause("tw")
    app = app_with("one", pause, "two")
    list(app.ask(THREAD, "plan a trip"))
    events = app.decide(THREAD, app.pending(THREAD)[0].id, {"action": "accept"})
    assert pause.reached.wait(10)
    app.stop(THREAD)
    list(events)
    again = list(app.retry(THREAD))
    assert of(again, Ended).response == "one; two"
    assert of(again, Started).purpose == "retry"
    (effects,) = app.settings.runs_path.rglob("effects.txt")
    assert effects.read_text("utf-8").split() == ["first", "second"]
    assert [m.text for m in app.history(THREAD)] == ["plan a trip", "one; two"]


def test_ask_while_working_waits_for_its_turn(app_with):
    pause = Pause("first ", after="answer")
    app = app_with(pause, "second answer", "third answer")
    first = app.ask(THREAD, "one")
    assert pause.reached.wait(10)
    second, third = app.ask(THREAD, "two"), app.ask(THREAD, "three")
    assert app.busy(THREAD)
    pause.release()
    assert of(list(first), Ended).response == "first answer"
    told = list(third)
    assert [e.response for e in told if isinstance(e, Ended)][-1] == "third answer"
    list(second)
    queued = [e for e in app.recorded(THREAD) if isinstance(e, Queued)]
    assert [(e.text, e.position) for e in queued] == [("two", 1), ("three", 2)]
    assert [m.text for m in app.history(THREAD) if m.role == "person"] == ["one", "two", "three"]


def test_model_unreachable_fails_with_words_in_the_threads_language(app_with):
    app = app_with(*[ModelUnreachableError("no server answers at 'x'; start it")] * 4, "now")
    failed = of(list(app.ask(THREAD, "안녕하세요 반갑습니다")), Failed)
    assert failed.code == "model_unreachable"
    assert "다시 시도" in failed.message
    message = app.history(THREAD)[-1]
    assert message.error == {"code": "model_unreachable", "message": failed.message}
    assert of(list(app.retry(THREAD)), Ended).response == "now"
    assert [(m.text, m.error) for m in app.history(THREAD)] == [
        ("안녕하세요 반갑습니다", None),
        ("now", None),
    ]


def test_stream_that_breaks_off_keeps_what_had_come(app_with):
    app = app_with(*[Break("some words ", ConnectionError("gone"))] * 4)
    events = list(app.ask(THREAD, "hi"))
    assert events[-1].kind == "failed"
    assert app.history(THREAD)[-1].text.strip() == "some words"
    assert any(isinstance(e, Token) for e in events)


def test_unexpected_error_fails_as_internal_and_is_logged(app_with, monkeypatch, caplog):
    app = app_with("one")

    def burst(*_: object) -> None:
        message = "burst"
        raise ZeroDivisionError(message)

    monkeypatch.setattr("tests.graph.toy._note", burst)
    list(app.ask(THREAD, "plan a trip"))
    events = list(app.decide(THREAD, app.pending(THREAD)[0].id, {"action": "accept"}))
    assert of(events, Failed).code == "internal"
    assert "ZeroDivisionError" in caplog.text
    assert "burst" not in of(events, Failed).message


def test_retry_after_an_answer_asks_again(app_with):
    app = app_with("one", "two")
    list(app.ask(THREAD, "hi"))
    assert of(list(app.retry(THREAD)), Ended).response == "two"
    assert [m.text for m in app.history(THREAD)] == ["hi", "two"]


def test_edit_replaces_the_last_question(app_with):
    app = app_with("a1", "a2", "a3")
    list(app.ask(THREAD, "q1"))
    list(app.ask(THREAD, "q2"))
    assert of(list(app.edit(THREAD, "q2 better")), Ended).response == "a3"
    assert [m.text for m in app.history(THREAD)] == ["q1", "a1", "q2 better", "a3"]
    stored = app.graph.get_state(app.config(THREAD)).values["messages"]
    assert [m.text for m in stored] == ["q1", "a1", "q2 better", "a3"]


def test_edit_first_question_with_an_open_plan_starts_over(app_with):
    app = app_with("just talk")
    list(app.ask(THREAD, "plan a trip"))
    assert of(list(app.edit(THREAD, "hello")), Ended).response == "just talk"
    assert app.pending(THREAD) == []
    assert [m.text for m in app.history(THREAD)] == ["hello", "just talk"]


def test_retry_unknown_thread_says_so(app_with):
    with pytest.raises(ThreadMissingError, match="nowhere"):
        app_with().retry("nowhere")


def test_delete_thread_leaves_nothing(app_with):
    app = app_with("one", "two", "x")
    list(app.ask(THREAD, "plan a trip"))
    list(app.decide(THREAD, app.pending(THREAD)[0].id, {"action": "accept"}))
    app.delete(THREAD)
    assert app.threads() == []
    assert app.history(THREAD) == []
    assert app.recorded(THREAD) == []
    assert list(app.settings.runs_path.rglob("*.txt")) == []
    assert app.snapshot(THREAD) == {}


def test_rename_and_export(app_with):
    app = app_with("the answer")
    list(app.ask(THREAD, "hi"))
    app.rename(THREAD, "Greetings")
    text = app.export(THREAD)
    assert text.startswith("# Greetings\n")
    assert "## You\n\nhi\n" in text
    assert "- [1]" in text
    data = app.export(THREAD, "json")
    assert [m["text"] for m in data["messages"]] == ["hi", "the answer"]


def test_export_of_one_turn_holds_that_turn_alone(app_with):
    app = app_with("one", "two")
    list(app.ask(THREAD, "first"))
    list(app.ask(THREAD, "second"))
    run = app.history(THREAD)[-1].run_id
    data = app.export(THREAD, "json", run_id=run)
    assert [m["text"] for m in data["messages"]] == ["second", "two"]
    assert "## You\n\nfirst\n" not in app.export(THREAD, run_id=run)
    with pytest.raises(ThreadMissingError, match="no such run"):
        app.export(THREAD, run_id="no such run")


def test_fork_at_plan_asks_again_in_a_new_thread(app_with):
    app = app_with("one", "two", "mine")
    list(app.ask(THREAD, "plan a trip"))
    list(app.decide(THREAD, app.pending(THREAD)[0].id, {"action": "accept"}))
    point = next(c for c in app.checkpoints(THREAD) if c.next_nodes == ("review_plan",))
    new = app.fork(THREAD, point.id)
    list(app.events(new))
    (approval,) = app.pending(new)
    rows = [{"id": "1", "title": "mine"}]
    events = list(app.decide(new, approval.id, {"action": "edit_plan", "rows": rows}))
    assert of(events, Ended).response == "mine"
    assert [m.text for m in app.history(new)] == ["plan a trip", "mine"]
    assert [m.text for m in app.history(THREAD)] == ["plan a trip", "one; two"]


def test_fork_before_a_step_goes_on_with_retry(app_with):
    app = app_with("one", "two", "new two")
    list(app.ask(THREAD, "plan a trip"))
    list(app.decide(THREAD, app.pending(THREAD)[0].id, {"action": "accept"}))
    points = [c for c in app.checkpoints(THREAD) if c.next_nodes == ("prepare_step",)]
    assert [point.step_index for point in points] == [1, 0]
    new = app.fork(THREAD, points[0].id)
    assert of(list(app.retry(new)), Ended).response == "one; new two"


def test_script_accepts_a_plan_by_update_state(app_with):
    app = app_with("only")
    list(app.ask(THREAD, "plan a trip"))
    config = app.config(THREAD)
    entry = {"action": "accept", "point": "plan"}
    rows = [{"id": "1", "title": "scripted"}]
    app.graph.update_state(
        config,
        {"sub_tasks": rows, "approval_history": [entry], "user_feedback": ""},
        as_node="review_plan",
    )
    assert app.pending(THREAD) == []
    assert app.graph.invoke(None, config)["final_response"] == "only"
    assert [m.text for m in app.history(THREAD)] == ["plan a trip", "only"]


def test_script_invoke_alone_asks_again(app_with):
    app = app_with()
    list(app.ask(THREAD, "plan a trip"))
    app.graph.invoke(None, app.config(THREAD))
    assert len(app.pending(THREAD)) == 1
