import dataclasses
import threading

from langchain_core.messages import AIMessage

from agent.tools.builtin import builtin_tools
from agent.tools.catalogue import Catalogue, ToolResult
from tests.graph.papers import (
    DOCUMENTS,
    HANDBOOK,
    add,
    add_contracts,
    found,
    of_kind,
    searches,
)


def test_question_clearly_answered_by_the_first_search_takes_two_model_calls(
    converse_with, library
):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "Full-time employees have 27 days of annual leave [1].")
    state = talk.say("How many days of annual leave do full-time employees have?")
    assert state["model_calls"] == 2
    assert state["ending"] == "answered"
    assert state["tools_used"] == ["hybrid_search"]
    (evaluation,) = of_kind(talk, "evaluation_result")
    assert (evaluation.sufficient, evaluation.by) == (True, "rule")


def test_events_of_an_answer_come_in_the_stated_order(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "Full-time employees have 27 days of annual leave [1].")
    talk.say("How many days of annual leave do full-time employees have?")
    kinds = [kind for kind in dict.fromkeys(talk.kinds()) if kind != "notice"]
    assert kinds == [
        "routed", "planning", "tool_selected", "tool_started", "tool_finished", "passages_found",
        "evaluation_result", "generating", "token", "sources",
    ]  # fmt: skip


def test_unclear_question_is_judged_by_the_model(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, found(), "It must be reported within two hours [1].")
    state = talk.say("Someone stole my laptop, how fast do I tell the desk?")
    assert state["model_calls"] == 3
    (evaluation,) = of_kind(talk, "evaluation_result")
    assert (evaluation.sufficient, evaluation.by) == (True, "model")


def test_article_number_is_fetched_by_rule_and_needs_no_judge(converse_with, library):
    add_contracts(library)
    talk = converse_with(DOCUMENTS, "지체상금은 늦춘 하루마다 계약금액의 1000분의 3입니다 [1].")
    state = talk.say("제4조 내용이 뭐야?")
    assert state["tools_used"] == ["get_article_by_index"]
    assert state["model_calls"] == 2
    assert [s["article"] for s in state["sources"]] == ["4"]
    assert "4" in state["explored_articles"]


def test_absent_article_is_named_as_not_found(converse_with, library):
    add_contracts(library)
    talk = converse_with(DOCUMENTS, found(False), searches(("finish", {})))
    state = talk.say("제44조에서는 뭐라고 해?")
    assert state["ending"] == "not_found"
    assert state["final_response"].startswith("문서에서")


def test_quoted_title_is_fetched_by_title(converse_with, library):
    add_contracts(library)
    talk = converse_with(DOCUMENTS, "을은 용역을 제3자에게 재위탁할 수 없습니다 [1].")
    state = talk.say("'재위탁' 조항을 알려줘")
    assert state["tools_used"] == ["get_article_by_title"]


def test_bound_documents_are_the_only_ones_searched(converse_with, library):
    ids = add_contracts(library)
    talk = converse_with(DOCUMENTS, "1000분의 1입니다 [1].")
    state = talk.say("지체상금은 하루에 계약금액의 얼마야?", bound_documents=[ids["standard"]])
    assert {row["document_id"] for row in state["retrieved_docs"]} == {ids["standard"]}


def test_search_in_an_empty_library_says_so_without_a_model(converse_with):
    talk = converse_with(DOCUMENTS)
    state = talk.say("연차는 며칠이야?")
    assert state["ending"] == "not_found"
    assert state["model_calls"] == 1
    assert "문서가 없" in state["final_response"]
    assert [e.code for e in of_kind(talk, "notice")][-1] == "no_documents"


def failing(name, **more):
    """A search tool that fails, or takes longer than it may."""
    tool = builtin_tools().get(name)
    gives = more.pop("run", lambda _args, _around: ToolResult(ok=False, text="", error="no index"))
    return Catalogue([dataclasses.replace(t, run=gives, **more) if t is tool or t.name == name
                      else t for t in builtin_tools().all()])  # fmt: skip


def test_search_that_fails_is_told_and_not_called_an_absence(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, tools=failing("hybrid_search"))
    state = talk.say("How many days of annual leave do full-time employees have?")
    assert "no index" in state["final_response"]
    assert "I could not find this" not in state["final_response"]
    assert [e.ok for e in of_kind(talk, "tool_finished")] == [False]


def test_one_side_that_fails_leaves_the_other_side_of_a_comparison(converse_with, library):
    add_contracts(library)
    talk = converse_with(
        DOCUMENTS,
        "내 계약서: 지체상금은 하루에 계약금액의 1000분의 3입니다 [1].",
        tools=failing("lookup_standard_contract"),
    )
    library.set_kind(library.find("standard.txt").id, "standard")
    state = talk.say("내 계약서의 지체상금을 표준계약서와 비교해줘")
    assert [e.ok for e in of_kind(talk, "tool_finished")] == [True, False]
    assert "1000분의 3" in state["final_response"]


def test_search_that_takes_too_long_is_left_and_told(converse_with, library):
    add(library, handbook=HANDBOOK)
    never = threading.Event()

    def hang(_args, _around):
        never.wait(20)
        return ToolResult(ok=True, text="late")

    talk = converse_with(DOCUMENTS, tools=failing("hybrid_search", run=hang, timeout_s=0.1))
    state = talk.say("How many days of annual leave do full-time employees have?")
    never.set()
    assert "took longer than 0.1 s" in state["final_response"]


def test_text_only_search_says_so(converse_with, library):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "Full-time employees have 27 days of annual leave [1].")
    talk.say("How many days of annual leave do full-time employees have?")
    assert "text_only" in [event.code for event in of_kind(talk, "notice")]


def test_rephrasing_the_last_answer_needs_no_search_and_says_so(converse_with, library):
    add(library, handbook=HANDBOOK)
    follow = {
        "needs_previous_context": True, "standalone_question": "annual leave in short",
        "route": "documents", "tool_needed": False, "in_scope": True,
    }  # fmt: skip
    talk = converse_with(
        DOCUMENTS, "Full-time employees have 27 days of annual leave [1].", follow, "27 days."
    )
    talk.say("How many days of annual leave do full-time employees have?")
    state = talk.say("make it shorter please")
    assert state["tools_used"] == []
    assert state["sources"] == []
    assert "not searched again" in state["final_response"]


def test_retrieved_passages_keep_their_numbers_and_leave_their_text_in_the_store(
    converse_with, library
):
    add(library, handbook=HANDBOOK)
    talk = converse_with(DOCUMENTS, "Full-time employees have 27 days of annual leave [1].")
    state = talk.say("How many days of annual leave do full-time employees have?")
    (shown,) = of_kind(talk, "passages_found")
    assert [p["n"] for p in shown.passages] == list(range(1, len(shown.passages) + 1))
    assert all(p["text"] for p in shown.passages)
    assert all("text" not in row for row in state["retrieved_docs"])
    assert isinstance(state["messages"][-1], AIMessage)


def test_search_calls_of_one_round_run_side_by_side(converse_with, library):
    add_contracts(library)
    met = threading.Barrier(2, timeout=20)

    def meet(_args, _around):
        met.wait()
        return ToolResult(ok=True, text="nothing", data={"passages": []})

    tools = failing("hybrid_search", run=meet)
    tools = Catalogue(
        [
            dataclasses.replace(tool, run=meet) if tool.name == "lookup_standard_contract" else tool
            for tool in tools.all()
        ]
    )
    talk = converse_with(DOCUMENTS, searches(("finish", {})), tools=tools)
    talk.say("내 계약서의 지체상금을 표준계약서와 비교해줘")
    assert [e.ok for e in of_kind(talk, "tool_finished")] == [True, True]


def test_answer_that_leans_on_the_conversation_is_given_its_summaries(converse_with, library):
    add(library, handbook=HANDBOOK)
    follow = {
        "needs_previous_context": True,
        "standalone_question": "How many days of annual leave may full-time employees carry over?",
        "route": "documents", "tool_needed": False, "in_scope": True,
    }  # fmt: skip
    leave = "Full-time employees have 27 days of annual leave [1]."
    talk = converse_with(DOCUMENTS, leave, follow, found(), "Up to six days [1].", DOCUMENTS, leave)
    talk.say("How many days of annual leave do full-time employees have?")
    talk.say("And how many of them may they carry over?", summary="The user is called Mina.")
    checked, prompt = (call.prompt for call in talk.model.calls[3:5])
    assert "called Mina" not in checked
    at = [prompt.index(part) for part in ("called Mina", "Up to six days", "Question: How many")]
    assert prompt.rindex("called Mina") == at[0]
    assert at[0] < prompt.rindex("Up to six days may be carried") < prompt.rindex("Question:")
    talk.say("How many days of annual leave do full-time employees have in a leave year?")
    assert "called Mina" not in talk.model.calls[-1].prompt


def test_question_of_two_parts_is_searched_and_shown_for_each(converse_with, library):
    add(library, handbook=HANDBOOK)
    answer = (
        "Full-time employees have 27 days of annual leave [1]. "
        "A lost laptop must be reported to the security desk within two hours [3]."
    )
    talk = converse_with(DOCUMENTS, answer)
    state = talk.say(
        "How many days of annual leave do full-time employees have and "
        "when must a lost laptop be reported to the security desk?"
    )
    assert state["tools_used"] == ["hybrid_search", "hybrid_search"]
    assert state["ending"] == "answered"
    assert {source["article"] for source in state["sources"]} == {"1", "3"}
    shown = {row["n"]: row["article"] for row in state["retrieved_docs"]}
    (judged,) = [row for row in state["decision_log"] if row["action"] == "evaluated"]
    assert {shown[n] for n in judged["shown"]} >= {"1", "3"}
