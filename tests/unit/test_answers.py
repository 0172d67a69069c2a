"""Decisions checked against the open question, and answers in plain words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers import in_words, joined, read_decision, when_stopped, without_asking
from agent.approvals import (
    ALLOWED,
    Accept,
    Answer,
    Cancel,
    EditArgs,
    Point,
    Proceed,
    Reject,
    Replan,
    Respond,
    Retry,
    Skip,
)
from agent.errors import DecisionError
from agent.graph_threads import Question

SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "k": {"type": "integer"}},
    "required": ["query"],
}


def question(point: Point, **payload: Any) -> Question:
    return Question("q1", point, payload, ALLOWED[point])


CLARIFY = question(
    "clarification", questions=["Where?", "When?"], past=[{"id": "p1", "question": "Where?"}]
)
CALL = question("tool_call", tool="search", arguments={}, schema=SCHEMA)


@pytest.mark.parametrize(
    "decision",
    [
        {"action": "answer", "answers": {"Where?": "Seoul"}},
        {"action": "answer", "answers": {"Where?": "", "When?": "May"}},
        {"action": "answer", "answers": {joined(["Where?", "When?"]): "Seoul, May"}},
        {"action": "proceed"},
        {"action": "reuse", "id": "p1"},
        {"action": "cancel"},
    ],
)
def test_read_decision_that_fits_a_clarification_is_taken(decision):
    assert read_decision(CLARIFY, decision, "en").action == decision["action"]


@pytest.mark.parametrize(
    ("decision", "reason"),
    [
        ({"action": "answer", "answers": {"Where?": " ", "When?": ""}}, "empty"),
        ({"action": "answer", "answers": {}}, "right form"),
        ({"action": "answer", "answers": {"Who?": "me"}}, "Who"),
        ({"action": "reuse", "id": "p9"}, "p9"),
        ({"action": "accept"}, "does not take"),
        ({"action": "proceed", "extra": 1}, "right form"),
        (42, "right form"),
    ],
)
def test_read_decision_that_does_not_fit_says_why(decision, reason):
    with pytest.raises(DecisionError, match=reason):
        read_decision(CLARIFY, decision, "en")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [({}, "query"), ({"query": 3}, "query"), ({"query": "x", "k": "many"}, "'k'")],
)
def test_read_decision_arguments_against_the_schema_say_why(arguments, reason):
    with pytest.raises(DecisionError, match=reason):
        read_decision(CALL, EditArgs(arguments=arguments), "en")


def test_read_decision_arguments_that_fit_are_taken():
    edit = EditArgs(arguments={"query": "x", "k": 3})
    assert read_decision(CALL, edit, "en") == edit


@pytest.mark.parametrize("point", list(ALLOWED))
def test_read_decision_action_of_another_point_is_refused_in_both_languages(point):
    asked = question(point)
    strange = "accept" if point == "clarification" else "proceed"
    for language, words in (("ko", "답할 수 없습니다"), ("en", "does not take")):
        with pytest.raises(DecisionError, match=words):
            read_decision(asked, {"action": strange}, language)


@pytest.mark.parametrize(
    ("point", "text", "decision"),
    [
        ("plan", "네", Accept()),
        ("plan", "OK!", Accept()),
        ("plan", "그대로 진행해 주세요", Replan(text="그대로 진행해 주세요")),
        ("plan", "그대로 진행해주세요", Accept()),
        ("plan", "취소", Reject()),
        ("plan", "no", Reject()),
        ("plan", "no, shorter please", Replan(text="no, shorter please")),
        ("step", "yes", Accept()),
        ("step", "아니요", Skip()),
        ("tool_call", "use the other file", Respond(text="use the other file")),
        ("clarification", "그냥 진행해", Proceed()),
        ("clarification", "Seoul", Answer(answers={"Where? / When?": "Seoul"})),
        ("clarification", "yes", Answer(answers={"Where? / When?": "yes"})),
    ],
)
def test_in_words_means_the_decision(point, text, decision):
    asked = CLARIFY if point == "clarification" else question(point)
    assert in_words(asked, text) == decision


@given(
    st.sampled_from(["clarification", "plan", "step", "tool_call"]),
    st.text(min_size=1, max_size=4000).filter(str.strip),
)
def test_in_words_any_visible_text_is_taken(point, text):
    asked = CLARIFY if point == "clarification" else question(point)
    assert read_decision(asked, in_words(asked, text), "en").action in asked.allowed


@pytest.mark.parametrize(
    ("asked", "decision"),
    [
        (CLARIFY, Proceed()),
        (question("plan"), Accept()),
        (question("step"), Accept()),
        (question("step", failure="it failed"), Retry()),
        (CALL, None),
    ],
)
def test_without_asking_decides_what_the_point_stands_for(asked, decision):
    assert without_asking(asked) == decision


def test_when_stopped_cancels_what_can_be_cancelled():
    assert when_stopped(question("plan")) == Cancel()
    assert when_stopped(question("memory")) is None
