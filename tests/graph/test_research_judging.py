"""What the model says of the nearest sentence, and how much it counts."""

import json

import pytest

from tests.graph.papers import DOCUMENTS, HANDBOOK, LOANS, add, of_kind, searches
from tests.scripted import Weighed


@pytest.mark.parametrize(
    ("said", "odds", "enough"),
    [(True, 6.0, True), (True, -1.0, False), (False, -4.0, False)],
)
def test_verdict_counts_as_much_as_its_odds(converse_with, library, said, odds, enough):
    add(library, handbook=HANDBOOK)
    question = "Is telecommuting from the office laptop allowed?"
    talk = converse_with(
        DOCUMENTS,
        Weighed(json.dumps({"found": said}), odds),
        "Three days [1]." if enough else searches(("hybrid_search", {"query": question})),
    )
    talk.say(question)
    (first, *_) = of_kind(talk, "evaluation_result")
    assert (first.by, first.sufficient) == ("model", enough)


@pytest.mark.parametrize(("first", "ending"), [(1.2, "answered"), (-4.0, "not_found")])
def test_bad_translation_takes_nothing_from_what_the_question_itself_made_likely(
    converse_with, library, first, ending
):
    add(library, loans=LOANS)
    talk = converse_with(
        DOCUMENTS,
        Weighed(json.dumps({"found": first > 0}), first),
        {"query": "노트북 대여 사과 기간"},
        Weighed(json.dumps({"found": False}), -4.0),
        "A laptop is lent for 21 days [1]." if ending == "answered" else searches(("finish", {})),
    )
    state = talk.say("How many days may I borrow a laptop?")
    assert [e.by for e in of_kind(talk, "evaluation_result")][:2] == ["model", "model"]
    assert state["ending"] == ending


def test_question_is_judged_without_the_name_of_whose_document_it_means(converse_with, library):
    add(library, handbook=f"Handbook of Brook Joinery Ltd.\n\n{HANDBOOK}")
    talk = converse_with(
        DOCUMENTS, Weighed(json.dumps({"found": True}), 6.0), "Three days a week [1]."
    )
    talk.say("Is telecommuting from Brook's office laptop allowed at Brook Joinery?")
    judged = str(talk.model.calls[1].messages[-1].text)
    assert "Is telecommuting from the office laptop allowed" in judged
