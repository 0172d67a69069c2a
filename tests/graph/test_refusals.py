"""What a refusal says besides that nothing was found."""

import json

import pytest

from store.ingest_rows import Job
from tests.graph.papers import DOCUMENTS, HANDBOOK, add, found, of_kind, searches
from tests.scripted import Weighed


@pytest.mark.parametrize(("odds", "quoted"), [(-1.0, True), (-6.0, False)])
def test_refusal_shows_the_nearest_sentence_only_where_it_may_tell(
    converse_with, library, odds, quoted
):
    add(library, handbook=HANDBOOK)
    question = "Is telecommuting from the office laptop allowed?"
    talk = converse_with(
        DOCUMENTS,
        Weighed(json.dumps({"found": odds > 0}), odds),
        searches(("hybrid_search", {"query": question})),
    )
    state = talk.say(question)
    assert state["ending"] == "not_found"
    assert ("comes nearest:\n\n> “" in state["final_response"]) is quoted
    assert [row["quote"] in HANDBOOK for row in state["sources"]] == [True] * quoted
    if quoted:
        assert f"[{state['sources'][0]['n']}]" in state["final_response"]
        assert of_kind(talk, "sources")[-1].sources == state["sources"]


def test_refusal_names_the_files_that_are_still_being_read(converse_with, library, tmp_path):
    add(library, handbook=HANDBOOK)
    library.ingest.jobs.put(Job(0, "rules.pdf", tmp_path / "rules.pdf", False, False, True, False))
    talk = converse_with(DOCUMENTS, found(False), searches(("finish", {})))
    state = talk.say("Is telecommuting from the office laptop allowed?")
    assert state["ending"] == "not_found"
    assert "Still being read: rules.pdf." in state["final_response"]


def test_refusal_while_the_first_file_is_read_does_not_say_that_there_is_none(
    converse_with, library, tmp_path
):
    library.ingest.jobs.put(Job(0, "rules.pdf", tmp_path / "rules.pdf", False, False, True, False))
    state = converse_with(DOCUMENTS, searches(("finish", {}))).say("How much leave is there?")
    assert state["ending"] == "not_found"
    assert state["final_response"].startswith("Still being read: rules.pdf.")
    assert "no documents" not in state["final_response"]
