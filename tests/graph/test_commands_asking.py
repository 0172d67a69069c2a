"""The commands that talk, on an app whose model follows a script."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agent.commands import line
from agent.errors import DecisionError, ThreadMissingError
from agent.events import Ended, Generating, Token


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]):
    """Run a command in an app; return its exit code and what it printed."""

    def work(app: Any, *words: str) -> tuple[int, str]:
        args = line.parser().parse_args(words)
        args.check(args)
        code = args.work(app, args)
        return code, capsys.readouterr().out

    return work


def last(printed: str) -> dict[str, Any]:
    return json.loads(printed.splitlines()[-1])


def test_ask_prints_the_answer_and_its_sources(app_with, run):
    code, printed = run(app_with("the answer"), "ask", "a", "question")
    assert code == 0
    assert printed.splitlines()[0] == "the answer"
    assert "[1]" in printed
    assert "p. 3" in printed


def test_ask_whose_answer_was_put_right_prints_what_counts(app_with, run, monkeypatch):
    app = app_with("the answer")
    events = list(app.ask("t9", "a question"))
    first, last = events[0], events[-1]
    wrong = Token(seq=first.seq, message_id="m", text="something else")
    monkeypatch.setattr(app, "ask", lambda *_, **__: iter([wrong, last]))
    code, printed = run(app, "ask", "a", "question")
    assert code == 0
    lines = [line for line in printed.splitlines() if line]
    assert lines[:3] == ["something else", "(put right)", "the answer"]


def test_ask_prints_result_and_guide_of_a_task_once(app_with, run, monkeypatch):
    app = app_with("the answer")
    told = [
        Generating(message_id="step-s1", what="step"), Token(message_id="step-s1", text="A draft"),
        Generating(message_id="r", what="result"), Token(message_id="r", text="The result"),
        Generating(message_id="g", what="guide"), Token(message_id="g", text="The guide"),
        Ended(response="The result\n\nThe guide"),
    ]  # fmt: skip
    monkeypatch.setattr(app, "ask", lambda *_, **__: iter(told))
    assert run(app, "ask", "a", "task") == (0, "The result\n\nThe guide\n")


def test_ask_json_ends_with_the_sum_of_the_turn(app_with, run):
    code, printed = run(app_with("the answer"), "ask", "--json", "--thread", "t1", "hi")
    assert code == 0
    told = last(printed)
    assert told.pop("execution_time") >= 0
    assert told == {
        "response": "the answer",
        "session_id": "t1",
        "tools_used": [],
        "sources": [{"n": 1, "document": None, "page": 3, "article": None, "quote": None}],
        "route": "chat",
        "ending": "answered",
        "model_calls": 1,
    }
    kinds = [json.loads(row)["kind"] for row in printed.splitlines()[:-1]]
    assert kinds[0] == "started"
    assert kinds[-1] == "ended"


def test_ask_that_fails_exits_with_1_and_says_why(app_with, run):
    app = app_with(ValueError("the model broke"))
    code, printed = run(app, "ask", "--json", "hi")
    assert code == 1
    told = last(printed)
    assert told["error_code"]
    assert told["error"]
    assert told["response"] == ""


def test_a_plan_is_shown_listed_and_decided(app_with, run):
    app = app_with("one", "two")
    code, printed = run(app, "ask", "--json", "--thread", "t1", "plan a trip")
    assert code == 3
    told = last(printed)
    assert told["ending"] == "waiting"
    approval_id = told["pending"][0]["id"]

    code, printed = run(app, "pending")
    assert code == 0
    assert approval_id in printed
    assert "1. first" in printed

    code, printed = run(app, "decide", approval_id[:8], "accept", "--json")
    assert code == 0
    assert last(printed)["response"] == "one; two"
    assert run(app, "pending", "--json") == (0, '{"pending": []}\n')


def test_a_plan_changed_in_words_waits_again(app_with, run):
    app = app_with()
    _, printed = run(app, "ask", "--json", "plan a trip")
    approval_id = last(printed)["pending"][0]["id"]
    code, printed = run(app, "decide", approval_id, "replan", "--text", "add a third", "--json")
    assert code == 3
    rows = last(printed)["pending"][0]["payload"]["sub_tasks"]
    assert [row["title"] for row in rows] == ["first", "second", "add a third"]


def test_a_plan_edited_by_json_is_worked_as_edited(app_with, run):
    app = app_with("only one")
    _, printed = run(app, "ask", "--json", "plan a trip")
    approval_id = last(printed)["pending"][0]["id"]
    rows = json.dumps({"rows": [{"id": "1", "title": "only"}]})
    code, printed = run(app, "decide", approval_id, "edit_plan", "--data", rows, "--json")
    assert code == 0
    assert last(printed)["response"] == "only one"


def test_decide_with_an_unknown_id_says_how_to_find_one(app_with, run):
    with pytest.raises(DecisionError, match="pending"):
        run(app_with(), "decide", "nothing", "accept")


def test_stop_cancels_an_open_question(app_with, run):
    app = app_with()
    run(app, "ask", "--thread", "t1", "plan a trip")
    assert run(app, "stop", "t1", "--json") == (0, '{"stopped": "t1"}\n')
    assert app.pending("t1") == []


def test_stop_takes_the_beginning_of_an_id_and_the_whole_one_first(app_with, run):
    app = app_with()
    for thread in ("7c1e", "7c1e20", "3f2a"):
        run(app, "ask", "--thread", thread, "plan a trip")
    assert run(app, "stop", "3f", "--json") == (0, '{"stopped": "3f2a"}\n')
    assert run(app, "stop", "7c1e", "--json") == (0, '{"stopped": "7c1e"}\n')
    assert [bool(app.pending(t)) for t in ("7c1e", "7c1e20", "3f2a")] == [False, True, False]


def test_stop_with_too_little_of_an_id_asks_for_more_of_it(app_with, run):
    app = app_with()
    for thread in ("t1", "t2"):
        run(app, "ask", "--thread", thread, "plan a trip")
    with pytest.raises(ThreadMissingError, match=r"2 conversations.*more of"):
        run(app, "stop", "t")
    assert app.pending("t1")
    assert app.pending("t2")


def test_stop_of_an_unknown_conversation_says_so(app_with, run):
    with pytest.raises(ThreadMissingError, match="nowhere"):
        run(app_with(), "stop", "nowhere")


def test_decide_on_a_question_of_two_conversations_names_them_and_takes_one(app_with, run):
    app = app_with("one", "two")
    run(app, "ask", "--thread", "t1", "plan a trip")
    point = next(p for p in app.checkpoints("t1") if p.next_nodes == ("review_plan",))
    branch = app.fork("t1", point.id)
    list(app.events(branch))
    approval_id = app.pending("t1")[0].id
    assert app.pending(branch)[0].id == approval_id
    with pytest.raises(DecisionError, match=r"(?s)t1.*--thread") as refused:
        run(app, "decide", approval_id, "accept")
    assert branch in str(refused.value)
    code, _ = run(app, "decide", approval_id, "accept", "--thread", branch)
    assert code == 0
    assert app.pending(branch) == []
    assert [one.id for one in app.pending("t1")] == [approval_id]


def test_decide_with_too_little_of_an_id_asks_for_more_of_it(app_with, run):
    app = app_with()
    shared, ids = "", set()
    while not shared:  # the ids are random: of 17 two begin alike
        thread = f"t{len(ids)}"
        run(app, "ask", "--thread", thread, "plan a trip")
        approval_id = app.pending(thread)[0].id
        shared = approval_id[0] if approval_id[0] in {one[0] for one in ids} else ""
        ids.add(approval_id)
    with pytest.raises(DecisionError, match="more of"):
        run(app, "decide", shared, "accept")


def test_decide_and_stop_with_nothing_for_an_id_leave_the_only_question_open(app_with, run):
    app = app_with()
    run(app, "ask", "--thread", "t1", "plan a trip")
    approval_id = app.pending("t1")[0].id
    with pytest.raises(DecisionError, match="empty"):
        run(app, "decide", "", "accept")
    with pytest.raises(ThreadMissingError, match="empty"):
        run(app, "decide", approval_id, "accept", "--thread", "")
    with pytest.raises(ThreadMissingError, match="empty"):
        run(app, "stop", "")
    assert app.pending("t1")


def test_pending_of_an_unknown_conversation_says_so(app_with, run):
    app = app_with()
    run(app, "ask", "--thread", "7c1e", "plan a trip")
    with pytest.raises(ThreadMissingError, match="nowhere"):
        run(app, "pending", "--thread", "nowhere")
    assert app.pending("7c1e")[0].id in run(app, "pending", "--thread", "7c")[1]


def test_decide_with_another_action_in_its_data_leaves_the_question_open(app_with, run):
    app = app_with()
    run(app, "ask", "--thread", "t1", "plan a trip")
    with pytest.raises(DecisionError, match="cancel"):
        run(app, "decide", app.pending("t1")[0].id, "accept", "--data", '{"action": "cancel"}')
    assert app.pending("t1")
