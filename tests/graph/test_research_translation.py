"""A question is translated where the documents speak another language."""

import json

import pytest

from tests.graph.papers import DOCUMENTS, HANDBOOK, LOANS, add, found, of_kind, searches


def test_question_in_another_language_is_translated_for_the_second_round(converse_with, library):
    add(library, loans=LOANS)
    talk = converse_with(
        DOCUMENTS,
        found(False),
        {"query": "노트북 대여 기간"},
        found(),  # what a small model translated is judged, however near it comes
        "A laptop is lent for 21 days [1].",
    )
    state = talk.say("How many days may I borrow a laptop?")
    queries = [row["arguments"]["query"] for row in state["tool_history"]]
    assert queries == ["How many days may I borrow a laptop?", "노트북 대여 기간"]
    assert state["ending"] == "answered"
    assert "21 days" in state["final_response"]
    assert [s["article"] for s in state["sources"]] == ["1"]


def test_question_far_from_its_own_language_is_translated_before_anything_is_judged(
    converse_with, library
):
    add(
        library, handbook=HANDBOOK, music="악기 규칙\n\n제1조(가야금)\n가야금은 21일 뒤에 돌려준다."
    )
    talk = converse_with(
        DOCUMENTS,
        {"query": "가야금 돌려주는 날"},
        found(),
        "A zither is given back after 21 days [2].",
    )
    state = talk.say("After how many days do employees bring the zither back?")
    assert state["decision_log"][0]["why"] == "far"
    assert [e.by for e in of_kind(talk, "evaluation_result")] == ["rule", "model"]
    assert "query" in json.dumps(talk.model.calls[1].format)
    assert [s["document"] for s in state["sources"]] == ["music.txt"]


@pytest.mark.parametrize(
    "query",
    [
        "휴가 휴식 휴식 휴식 휴식 휴식",
        "도서 연체료는 하루에 얼마인가요?",
        "annual leave",
    ],
)
def test_translation_that_is_none_gives_way_to_the_words_of_the_glossary(
    converse_with, library, query
):
    add(library, handbook=HANDBOOK, loans=LOANS)
    script = (found(False), {"query": query}, found(False), searches(("finish", {})))
    talk = converse_with(DOCUMENTS, *script)
    state = talk.say("Is telecommuting from the office laptop allowed?")
    searched = [row["arguments"]["query"] for row in state["tool_history"]]
    assert searched[1:] == ["사무실 노트북"]
    assert state["ending"] == "not_found"


def test_question_far_from_everything_is_still_judged_where_no_translation_comes(
    converse_with, library
):
    add(library, handbook=HANDBOOK, loans=LOANS)
    talk = converse_with(DOCUMENTS, {"query": ""}, found(), "Up to six days may be carried over.")
    state = talk.say("How many days may employees of this company keep for later?")
    assert [e.by for e in of_kind(talk, "evaluation_result")] == ["rule", "model"]
    assert state["ending"] == "answered"


def test_translation_that_did_not_come_is_not_asked_for_twice(converse_with, library):
    add(
        library, handbook=HANDBOOK, music="악기 규칙\n\n제1조(가야금)\n가야금은 21일 뒤에 돌려준다."
    )
    talk = converse_with(DOCUMENTS, {"query": ""}, found(False), searches(("finish", {})))
    state = talk.say("After how many days do employees bring the zither back?")
    assert state["ending"] == "not_found"
    assert state["model_calls"] == 4
    assert "calls" in json.dumps(talk.model.calls[-1].format)
