import threading

import httpx
import pytest

from agent.errors import ModelBrokenOffError, StoppedByPerson
from agent.models.cache import ReplyCache
from store.library import Library
from tests.graph.papers import DOCUMENTS, HANDBOOK, add, add_contracts
from tests.scripted import Break, Pause, scripted_door

FOUND = {"found": True}
LEAVE = "How many days of annual leave do full-time employees have?"


def test_answer_streams_and_the_kept_text_is_put_right(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "Full-time employees have 27 days of annual leave [9].")
    state = talk.say(LEAVE)
    streamed = "".join(e.text for e in talk.events if e.kind == "token")
    assert streamed.endswith("[9].")
    assert "[9]" not in state["final_response"]
    assert "27 days of annual leave. [1]" in state["final_response"]
    ids = {e.message_id for e in talk.events if e.kind == "token"}
    assert ids == {state["messages"][-1].id}


def test_answer_with_an_invented_sentence_is_marked_and_partly(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        DOCUMENTS,
        "Full-time employees have 27 days of annual leave [1]. Dogs are welcome in the canteen.",
    )
    state = talk.say(LEAVE)
    assert state["ending"] == "partly"
    marked = [state["final_response"][m["start"] : m["end"]] for m in state["response_marks"]]
    assert marked == ["Dogs are welcome in the canteen."]


def test_answer_with_a_wrong_number_is_marked_and_the_sentence_quoted(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "Full-time employees have 72 days of annual leave [1].")
    state = talk.say(LEAVE)
    assert [m["kind"] for m in state["response_marks"]] == ["number"]
    assert (
        "Full-time employees have 27 days of annual leave in a leave year."
        in state["final_response"]
    )


def test_answer_without_any_proof_gives_way_to_the_document_itself(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "The moon is made of green cheese.")
    state = talk.say(LEAVE)
    assert "cheese" not in state["final_response"]
    assert "27 days of annual leave" in state["final_response"]
    assert len(state["sources"]) == 1


def test_answer_without_proof_where_the_document_has_no_such_value_is_not_found(
    converse_with, library
):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, FOUND, "Annual leave costs 90 euros [1].")
    state = talk.say("How much does annual leave cost full-time employees?")
    assert state["ending"] == "not_found"
    assert "90" not in state["final_response"]


def test_name_that_no_document_holds_is_not_found(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, FOUND, "Martin Crane invented this in Oslo.")
    state = talk.say("Who approves annual leave of full-time employees in a leave year?")
    assert state["ending"] == "not_found"


def test_sources_point_to_document_page_article_and_span(converse_with, library: Library):
    ids = add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "Full-time employees have 27 days of annual leave [1].")
    state = talk.say(LEAVE)
    (source,) = state["sources"]
    page = library.page_text(ids["handbook"], source["page"])
    assert (source["document"], source["article"]) == ("handbook.txt", "1")
    assert " ".join(page[source["start"] : source["end"]].split()) == source["quote"]
    (event,) = [e for e in talk.events if e.kind == "sources"]
    assert event.sources == state["sources"]


def test_comparison_keeps_both_sides_apart_and_cites_both(converse_with, library):
    add_contracts(library)
    talk = converse_with(
        DOCUMENTS,
        "내 계약서: 지체상금은 하루에 계약금액의 1000분의 3입니다 [1]. "
        "표준계약서: 지체상금은 하루에 계약금액의 1000분의 1입니다 [2].",
    )
    state = talk.say("내 계약서의 지체상금을 표준계약서와 비교해줘")
    assert state["tools_used"] == ["hybrid_search", "lookup_standard_contract"]
    assert state["model_calls"] == 2
    assert {s["document"] for s in state["sources"]} == {"mine.txt", "standard.txt"}
    assert state["response_marks"] == []


def test_comparison_with_the_sides_mixed_up_lets_the_contracts_speak(converse_with, library):
    add_contracts(library)
    talk = converse_with(
        DOCUMENTS, "내 계약서: 지체상금은 늦춘 하루마다 계약금액의 1000분의 1입니다 [2]."
    )
    state = talk.say("내 계약서의 지체상금을 표준계약서와 비교해줘")
    mine, standard = state["final_response"].split("표준계약서:")
    assert "내 계약서:" in mine
    assert "1000분의 3" in mine
    assert "1000분의 1" not in mine
    assert "1000분의 1" in standard
    assert {s["document"] for s in state["sources"]} == {"mine.txt", "standard.txt"}


def test_comparison_asked_in_another_language_is_looked_for_in_the_contracts_own(
    converse_with, library
):
    add_contracts(library)
    talk = converse_with(DOCUMENTS, '{"query": "지체상금"}', "My contract: three days.")
    state = talk.say("Compare the late delivery penalty of my contract with the standard contract")
    asked = [row["arguments"]["query"] for row in state["tool_history"]]
    assert asked[2:] == ["지체상금", "지체상금"]
    assert {s["document"] for s in state["sources"]} == {"mine.txt", "standard.txt"}
    assert "1000분의 3" in state["final_response"]


def test_question_for_two_values_is_answered_for_each(converse_with, library):
    text = (
        "Article 1. Leave\nThe notice period is six weeks. "
        "\n\nArticle 2. Loans\nThe deposit is 40 euros."
    )
    add(library, rules=text)
    talk = converse_with(DOCUMENTS, "The notice period is six weeks [1].")
    state = talk.say("What are the notice period and the deposit?")
    assert "40 euros" in state["final_response"]
    assert {s["article"] for s in state["sources"]} == {"1", "2"}


def test_comparison_looks_for_the_own_side_in_contracts_alone(converse_with, library):
    add_contracts(library)
    add(library, handbook="Handbook\n\nA delay penalty of 9 pounds a day is due for late keys.")
    talk = converse_with(
        DOCUMENTS,
        "내 계약서: 지체상금은 하루에 계약금액의 1000분의 3입니다 [1]. "
        "표준계약서: 지체상금은 하루에 계약금액의 1000분의 1입니다 [2].",
    )
    state = talk.say(
        "Compare the delay penalty (지체상금) in my contract with the standard contract"
    )
    assert {row["document"] for row in state["retrieved_docs"]} == {"mine.txt", "standard.txt"}


def test_newer_source_wins_and_the_older_is_shown(converse_with, library):
    add(
        library,
        prices_2025="Prices, issued 1 March 2025\n\nThe SceneMaker plan costs 15 dollars a month.",
        prices_2026="Prices, issued 1 May 2026\n\nThe SceneMaker plan costs 19 dollars a month.",
    )
    talk = converse_with(DOCUMENTS, "The SceneMaker plan costs 19 dollars a month [1].")
    state = talk.say("How much does the SceneMaker plan cost a month?")
    dated = {row["document"]: row["dated"] for row in state["retrieved_docs"]}
    if not all(dated.values()):
        pytest.fail(f"the documents' dates were not read: {dated}")
    assert "prices_2025.txt (2025-03-01) says" in state["final_response"]
    assert {s["document"] for s in state["sources"]} == {"prices_2025.txt", "prices_2026.txt"}


def test_stop_while_answering_keeps_what_had_come(converse_with, library):
    add(library, handbook=HANDBOOK)
    pause = Pause(before="Full-time employees", after=" never")
    talk = converse_with(DOCUMENTS, pause)

    def press() -> None:
        pause.reached.wait(30)
        talk.stop.set()

    threading.Thread(target=press, daemon=True).start()
    with pytest.raises(StoppedByPerson) as stopped:
        talk.say(LEAVE)
    assert stopped.value.partial == "Full-time employees"


def test_model_gone_in_mid_answer_raises_with_the_partial_text(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, Break("Full-time employees", httpx.ReadError("gone")))
    with pytest.raises(ModelBrokenOffError) as broken:
        talk.say(LEAVE)
    assert broken.value.partial == "Full-time employees"


def test_same_question_again_comes_from_the_cache_and_says_so(converse_with, library, tmp_path):
    add(library, handbook=HANDBOOK)
    replies = [DOCUMENTS, "Full-time employees have 27 days of annual leave [1]."]
    cache = ReplyCache(tmp_path / "replies.sqlite")
    first = converse_with(*replies)
    first.door = scripted_door(replies, cache=cache)
    first.say(LEAVE)
    second = converse_with()
    second.door = scripted_door([], cache=cache)
    state = second.say(LEAVE)
    cache.close()
    assert state["model_calls"] == 0
    assert "27 days" in state["final_response"]
    assert "from_cache" in [e.code for e in second.events if e.kind == "notice"]


def test_tool_result_beside_passages_is_in_the_answer_exactly(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(
        {**DOCUMENTS, "tool_needed": True},
        {"calls": [{"tool": "calculator", "args": {"expression": "27 * 8"}}], "more": False},
        "Full-time employees have 27 days of annual leave, which is 215 hours [1].",
    )
    state = talk.say("27 * 8: how many days of annual leave do full-time employees have?")
    assert state["model_calls"] == 3
    assert "216" in state["final_response"]
