"""The tools of a chat: when they are called, what comes of it, and where it ends."""

import dataclasses

from langchain_core.messages import AIMessage, ToolMessage

from agent.settings import Settings
from agent.tools.builtin import builtin_tools
from agent.tools.catalogue import Catalogue
from tests.graph.papers import CHAT_TOOL, searches


def test_calculator_takes_three_model_calls_and_the_exact_value(converse_with):
    talk = converse_with(
        CHAT_TOOL, searches(("calculator", {"expression": "123 * 456"})), "답은 56,088입니다."
    )
    state = talk.say("123 * 456 계산해줘")
    assert state["model_calls"] == 3
    assert state["tools_used"] == ["calculator"]
    assert "56,088" in state["final_response"]
    assert "123 * 456 = 56,088" in talk.model.calls[2].prompt
    assert talk.kinds().index("tool_started") < talk.kinds().index("tool_finished")


def test_tool_that_the_route_sees_without_any_mark_of_one_costs_no_call(converse_with):
    talk = converse_with(CHAT_TOOL, "Once there was a keeper.")
    state = talk.say("Please tell me a story about a lighthouse")
    assert state["model_calls"] == 2
    assert state["final_response"] == "Once there was a keeper."


def test_tool_that_was_added_is_always_worth_the_call(converse_with):
    tools = builtin_tools()
    added = dataclasses.replace(tools.all()[0], name="feed_fish")
    talk = converse_with(
        CHAT_TOOL, searches(("finish", {})), "Done.", tools=Catalogue([*tools.all(), added])
    )
    assert talk.say("Please feed the fish")["model_calls"] == 3


def test_calculator_miscopied_by_the_model_is_put_right(converse_with):
    talk = converse_with(
        CHAT_TOOL, searches(("calculator", {"expression": "123 * 456"})), "The result is 56,188."
    )
    state = talk.say("What is 123 * 456?")
    assert state["final_response"].startswith("123 * 456 = 56,088")


def test_calculator_wrong_expression_gives_the_error_to_the_answer(converse_with):
    talk = converse_with(
        CHAT_TOOL, searches(("calculator", {"expression": "abc"})), "계산식이 올바르지 않습니다."
    )
    state = talk.say("잘못된 계산식")
    assert state["final_response"] == "계산식이 올바르지 않습니다."
    assert "no arithmetic" in talk.model.calls[2].prompt
    answers = [m for m in state["messages"] if isinstance(m, ToolMessage)]
    assert [m.status for m in answers] == ["error"]


def test_every_tool_call_has_exactly_one_answer(converse_with):
    two = searches(("calculator", {"expression": "1+1"}), ("get_time", {"time_zone": "서울"}))
    talk = converse_with(CHAT_TOOL, two, "2, and it is half past nine.")
    state = talk.say("1+1 and the time in Seoul?")
    asked = [c["id"] for m in state["messages"] if isinstance(m, AIMessage) for c in m.tool_calls]
    answered = [m.tool_call_id for m in state["messages"] if isinstance(m, ToolMessage)]
    assert sorted(asked) == sorted(answered)
    assert len(asked) == 2


def test_tools_loop_past_its_limit_says_too_complex(converse_with):
    rounds = [
        searches(("calculator", {"expression": "1+1"}), more=True),
        searches(("get_time", {"time_zone": ""}), more=True),
    ]
    talk = converse_with(CHAT_TOOL, *rounds, settings=Settings(max_tool_rounds=2))
    state = talk.say("do everything at once, 1+1")
    assert state["error"]["code"] == "round_limit"
    assert "too complex" in state["error"]["message"]
    assert talk.kinds()[-1] == "failed"


def test_tool_is_not_offered_twice_in_one_turn(converse_with):
    talk = converse_with(
        CHAT_TOOL,
        searches(("calculator", {"expression": "1+1"}), more=True),
        searches(("finish", {})),
        "2",
    )
    talk.say("1+1?")
    second = talk.model.calls[2].format["properties"]["calls"]["items"]["anyOf"]
    assert "calculator" not in [o["properties"]["tool"]["const"] for o in second]
