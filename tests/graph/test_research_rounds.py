"""The rounds of a search: when another follows, and how they end."""

from agent.fixed_prompts import fixed_prompts
from agent.nodes.search_further import SEARCH_TOOLS
from agent.settings import Settings
from agent.tools.builtin import builtin_tools
from tests.graph.papers import (
    DOCUMENTS,
    HANDBOOK,
    LOANS,
    add,
    add_contracts,
    found,
    of_kind,
    searches,
)


def test_second_round_takes_at_most_two_more_model_calls(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        DOCUMENTS,
        found(False),
        searches(("hybrid_search", {"query": "remote probation"})),
        found(),
        "Three days a week after probation [2].",
    )
    state = talk.say("Is telecommuting from the office laptop allowed?")
    assert state["model_calls"] == 5
    assert state["iteration_count"] == 2
    assert [e.round for e in of_kind(talk, "evaluation_result")] == [1, 2]


def test_title_that_the_model_chose_in_a_later_round_is_judged_like_any_passage(
    converse_with, library
):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        DOCUMENTS,
        found(False),
        searches(("get_article_by_title", {"title": "Lost Devices"})),
        found(False),
        searches(("finish", {})),
    )
    state = talk.say("Is telecommuting from the office laptop allowed?")
    assert state["ending"] == "not_found"
    assert [e.by for e in of_kind(talk, "evaluation_result")][:2] == ["model", "rule"]


def test_same_search_again_is_not_run_and_goes_to_evaluation(converse_with, library):
    add(library, handbook=HANDBOOK)
    question = "Is telecommuting from the office laptop allowed?"
    talk = converse_with(
        DOCUMENTS, found(False), searches(("hybrid_search", {"query": question})), "unused"
    )
    state = talk.say(question)
    assert len(of_kind(talk, "tool_started")) == 1
    assert state["ending"] == "not_found"
    assert talk.model.left == 1


def test_search_rounds_past_their_limit_end_with_what_was_searched(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        DOCUMENTS,
        found(False),
        searches(("hybrid_search", {"query": "annual leave laptop"})),
        found(False),
        settings=Settings(max_search_rounds=2),
    )
    state = talk.say("Is telecommuting from the office laptop allowed?")
    assert state["iteration_count"] == 2
    assert state["ending"] == "not_found"
    assert "handbook.txt" in state["final_response"]
    assert state["sources"] == []


def test_search_that_brings_nothing_new_ends_without_another_judgement(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        DOCUMENTS,
        found(False),
        searches(("hybrid_search", {"query": "lost laptop"})),
        "unused",
    )
    state = talk.say("Is telecommuting from the office laptop allowed?")
    assert state["ending"] == "not_found"
    assert state["model_calls"] == 3
    assert [(e.by, e.sufficient) for e in of_kind(talk, "evaluation_result")] == [
        ("model", False), ("rule", False),
    ]  # fmt: skip
    assert talk.model.left == 1


def test_search_that_stays_below_the_floor_ends_in_its_second_round(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        DOCUMENTS, searches(("hybrid_search", {"query": "parking spot"})), "unused"
    )
    state = talk.say("Who waters the orchids in Honolulu?")
    assert state["ending"] == "not_found"
    assert state["iteration_count"] == 2
    assert talk.model.left == 1


def test_search_rounds_past_their_limit_answer_with_what_there_is_and_say_what_is_missing(
    converse_with, library
):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        DOCUMENTS,
        found(False),
        "A lost laptop must be reported to the security desk within two hours [1].",
        settings=Settings(max_search_rounds=1),
    )
    state = talk.say("How soon must a lost laptop or a lost telephone be reported?")
    assert state["ending"] == "partly"
    assert "within two hours. [1]" in state["final_response"]
    assert "Not found in your documents: telephone." in state["final_response"]
    assert [s["article"] for s in state["sources"]] == ["3"]


def test_missing_information_leads_the_choice_of_the_next_search(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, found(False), searches(("finish", {})))
    state = talk.say("Is telecommuting from the office laptop allowed?")
    assert "telecommuting" in state["missing_info"]
    assert "Still missing: telecommuting" in talk.model.calls[-1].prompt
    assert "telecommuting" in of_kind(talk, "planning")[-1].text


def test_research_fields_hold_what_was_asked_found_and_missed(converse_with, library):
    add_contracts(library)
    talk = converse_with(DOCUMENTS, found(False), searches(("finish", {})))
    state = talk.say("제4조와 제44조의 지체상금을 알려줘")
    assert [(row["tool"], row["found"]) for row in state["collected_info"]] == [
        ("get_article_by_index", 1), ("get_article_by_index", 0),
    ]  # fmt: skip
    assert all("text" not in row for row in state["collected_info"])
    assert "4" in state["explored_articles"]
    assert state["unexplored_articles"] == ["44"]
    assert state["missing_info"]
    assert [row["action"] for row in state["decision_log"]] == [
        "evaluated", "all_repeats", "evaluated",
    ]  # fmt: skip


def test_answer_without_proof_from_passages_far_off_is_not_found(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, found(), "Yes, telecommuting is allowed on Sundays.")
    state = talk.say("Is telecommuting from the office laptop allowed?")
    assert state["ending"] == "not_found"
    assert "Sundays" not in state["final_response"]
    assert "comes nearest" in state["final_response"]
    assert [row["quote"] in HANDBOOK for row in state["sources"]] == [True]
    assert state["model_calls"] == 3


def test_value_that_was_found_far_off_is_quoted_where_the_prose_has_no_proof(
    converse_with, library
):
    add(library, loans=LOANS)
    talk = converse_with(
        DOCUMENTS, found(False), {"query": "노트북 대여"}, found(), "It is a month."
    )
    state = talk.say("How many days may a borrower keep a portable computer?")
    assert state["ending"] == "answered"
    assert "a month" not in state["final_response"]
    assert "21일" in state["final_response"]
    assert [s["article"] for s in state["sources"]] == ["1"]


def test_prompt_that_chooses_a_search_begins_like_the_one_that_is_read_beforehand(
    converse_with, library
):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, found(False), searches(("finish", {})))
    talk.say("Is telecommuting from the office laptop allowed?")
    warmed = fixed_prompts(builtin_tools(), online=False)[-1]
    asked = talk.model.calls[-1]
    assert [m.text for m in asked.messages[: len(warmed) - 1]] == [m.text for m in warmed[:-1]]
    offered = asked.format["properties"]["calls"]["items"]["anyOf"]
    names = {option["properties"]["tool"]["const"] for option in offered}
    assert names == {*SEARCH_TOOLS, "finish"}
