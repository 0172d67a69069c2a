"""Decisions checked against the open question, and answers in plain words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.answers import joined, read_decision, when_stopped, without_asking
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
    allowed_at,
    words_of,
)
from agent.errors import DecisionError
from agent.graph_threads import Question
from agent.planning import key_of
from agent.typed_answers import in_words

SCHEMA = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "k": {"type": "integer"}},
    "required": ["query"],
}


def question(point: Point, **payload: Any) -> Question:
    return Question("q1", point, payload, allowed_at(point, payload))


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
        ({"action": "answer", "answers": {"Where?": "..."}}, "letter or digit"),
        ({"action": "answer", "answers": {"Where?": "\u200b"}}, "empty"),
        ({"action": "answer", "answers": {"Where?": "where"}}, "repeats the question"),
        ({"action": "answer", "answers": {"Where?": "Seoul " * 400}}, "2000"),
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
        ("plan", "그대로 진행해 주세요", Accept()),
        ("plan", "그대로 진행하지 마", Replan(text="그대로 진행하지 마")),
        ("plan", "그대로 진행해주세요", Accept()),
        ("plan", "취소", Reject()),
        ("plan", "취소할게요", Reject()),
        ("plan", "no thanks", Reject()),
        ("plan", "네, 좋아요", Accept()),
        ("plan", "Yes please.", Accept()),
        ("plan", "네, 2단계는 빼줘", Replan(text="네, 2단계는 빼줘")),
        ("plan", "yes, but shorter", Replan(text="yes, but shorter")),
        ("tool_call", "Yes, send it please", Accept()),
        ("tool_call", "ok go ahead", Accept()),
        ("tool_call", "run it", Accept()),
        ("tool_call", "yes, do it now", Accept()),
        ("plan", "Sounds good to me, let's go!", Accept()),
        ("plan", "이대로 좋아요", Accept()),
        ("plan", "계속", Accept()),
        ("plan", "그대로 진행 " * 300 + "x", Replan(text="그대로 진행 " * 300 + "x")),
        ("plan", "계속 짧게", Replan(text="계속 짧게")),
        ("tool_call", "네 진행해 주세요", Accept()),
        ("plan", "ㄱㄱ", Accept()),
        ("step", "스킵", Skip()),
        ("step", "이건 스킵해줘", Skip()),
        ("step", "이 단계는 건너뛰어 주세요", Skip()),
        ("step", "이건 짧게 해줘", Respond(text="이건 짧게 해줘")),
        ("tool_call", "승인합니다", Accept()),
        ("tool_call", "네, 보내 주세요", Accept()),
        ("tool_call", "보내지 마세요", Skip()),
        ("tool_call", "no, please don't send it", Skip()),
        ("tool_call", "stop it", Cancel()),
        ("tool_call", "please stop", Cancel()),
        ("tool_call", "멈춰 주세요", Cancel()),
        ("tool_call", "send it to Lee", Respond(text="send it to Lee")),
        ("tool_call", "네, 그런데 Lee에게", Respond(text="네, 그런데 Lee에게")),
        ("plan", "no", Reject()),
        ("plan", "no, shorter please", Replan(text="no, shorter please")),
        ("step", "yes", Accept()),
        ("plan", "stop", Cancel()),
        ("step", "아니요", Skip()),
        ("step", "건너뛰기", Skip()),
        ("step", "skip this step", Skip()),
        ("step", "Stop.", Cancel()),
        ("step", "다시", Retry()),
        ("step", "try again", Retry()),
        ("step", "try again with the other file", Respond(text="try again with the other file")),
        ("tool_call", "skip", Skip()),
        ("tool_call", "중단해 주세요", Cancel()),
        ("tool_call", "취소", Cancel()),
        ("tool_call", "use the other file", Respond(text="use the other file")),
        ("clarification", "그냥 진행해", Proceed()),
        ("clarification", "취소", Cancel()),
        ("clarification", "Seoul", Answer(answers={"Where? / When?": "Seoul"})),
        ("clarification", "yes", Answer(answers={"Where? / When?": "yes"})),
    ],
)
def test_in_words_means_the_decision(point, text, decision):
    asked = CLARIFY if point == "clarification" else question(point, failure="it failed")
    assert in_words(asked, text) == decision


@pytest.mark.parametrize("point", ["step", "tool_call"])
def test_in_words_again_where_nothing_has_failed_says_so(point):
    asked = question(point, tool="search")
    with pytest.raises(DecisionError, match="not been tried"):
        read_decision(asked, in_words(asked, "try again"), "en")


def test_allowed_at_leaves_out_what_has_no_object():
    assert not {"retry", "edit_args"} & set(allowed_at("step", {"tool": ""}))
    assert {"retry", "edit_args"} < set(allowed_at("step", {"tool": "clock", "failure": "late"}))
    assert "reuse" not in allowed_at("clarification", {"past": []})


@pytest.mark.parametrize(("text", "reason"), [("", "Write something"), ("x" * 4001, "4000")])
def test_read_decision_words_that_are_empty_or_too_long_say_so_in_a_sentence(text, reason):
    for point in ("plan", "step") if text else ():
        with pytest.raises(DecisionError, match=reason):
            read_decision(question(point), in_words(question(point), text), "en")
    with pytest.raises(DecisionError, match=reason) as refused:
        read_decision(question("plan", steps=[]), {"action": "replan", "text": text}, "en")
    assert "String" not in str(refused.value)


@pytest.mark.parametrize("place", [2, 20])
def test_read_decision_from_a_step_that_is_not_there_says_how_many_there_are(place):
    asked = question("plan", sub_tasks=[{"title": "Write"}, {"title": "Post"}])
    with pytest.raises(DecisionError, match="has 2"):
        read_decision(asked, {"action": "replan", "text": "shorter", "from_step": place}, "en")


def test_read_decision_from_behind_the_last_step_is_taken_when_all_are_finished():
    asked = question("plan", sub_tasks=[{"title": "Write"}], finished=1)
    change = {"action": "replan", "text": "Post it too", "from_step": 1}
    assert read_decision(asked, change, "en").from_step == 1
    with pytest.raises(DecisionError, match="has 1"):
        read_decision(asked, {**change, "from_step": 2}, "en")


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([{"title": "Post it!"}, {"title": "post it"}], "Post it!"),
        (["Post it", "..."], "'...' has no letter or digit"),
        (["Post it", "🎬"], "'🎬' has no letter or digit"),
        (["Post it", "\u200b"], "no title"),
        (["Post it", {"goal": "A post"}], "no title"),
        (["Post it", ""], "no title"),
        ([], "no step"),
        ([f"Post {n}" for n in range(21)], "up to 20"),
        (["Write", "Post it"], "'Write'"),
    ],
)
def test_read_decision_rows_that_are_the_same_or_nameless_say_so(rows, reason):
    finished = {"sub_tasks": [{"title": "Write"}, {"title": "Sing"}], "finished": 1}
    with pytest.raises(DecisionError, match=reason) as refused:
        read_decision(question("plan", **finished), {"action": "edit_plan", "rows": rows}, "en")
    assert "validation" not in str(refused.value)


def test_read_decision_rows_may_be_titles_alone():
    taken = read_decision(
        question("plan"), {"action": "edit_plan", "rows": ["Write", "Post"]}, "en"
    )
    assert [row.title for row in taken.rows] == ["Write", "Post"]


@given(
    st.sampled_from(["clarification", "plan", "step", "tool_call"]),
    st.text(min_size=1, max_size=2000).filter(lambda text: key_of(text) not in {"", "wherewhen"}),
)
def test_in_words_any_text_with_a_letter_is_taken(point, text):
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


def test_words_of_a_decision_are_what_the_person_wrote_and_of_a_button_nothing():
    assert words_of(Replan(text=" Without the voice ")) == "Without the voice"
    assert words_of(Respond(text="Use the draft")) == "Use the draft"
    assert words_of(Answer(answers={"Who for?": "Guests", "When?": " ", "How long?": "1 min"})) == (
        "Guests\n1 min"
    )
    assert words_of(Accept()) == words_of(EditArgs(arguments={"query": "x"})) == ""
