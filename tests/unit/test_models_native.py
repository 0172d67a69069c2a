"""Choices of tools by native calls, where the model was seen to make them."""

from __future__ import annotations

import pytest

from agent.errors import StoppedByPerson
from agent.models.cache import ReplyCache
from agent.models.door import ModelProfile, StopSignal
from agent.tools.builtin import builtin_tools
from agent.tools.choosing import choose
from tests.scripted import Calls, Pause, scripted_door, scripted_model

REQUEST = "Fetch article 9 of the employee handbook."
HELD = {"calls": [{"tool": "get_time", "args": {"time_zone": ""}}], "more": False}


def chosen(*replies, tools=True):
    """Choose for the request and return the choice and the calls that the model saw."""
    door = scripted_door(list(replies), profile=ModelProfile(tools=True, calls_tools=tools))
    choice = choose(door, REQUEST, builtin_tools().all(), stop=StopSignal())
    return choice, scripted_model(door).calls


def test_choice_of_a_model_that_calls_natively_comes_from_its_calls():
    choice, (seen,) = chosen(Calls([("get_article_by_index", {"number": "9"})]))
    assert [(c.tool, c.arguments) for c in choice.calls] == [
        ("get_article_by_index", {"number": "9"})
    ]
    assert seen.format is None
    names = [tool["function"]["name"] for tool in seen.kwargs["tools"]]
    assert names == builtin_tools().names()
    assert "JSON" not in seen.prompt


def test_choice_of_a_model_that_does_not_call_natively_is_held_to_the_schema():
    choice, (seen,) = chosen(HELD, tools=False)
    assert [c.tool for c in choice.calls] == ["get_time"]
    assert "tools" not in seen.kwargs
    assert seen.format


def test_native_prose_without_a_call_means_none():
    choice, seen = chosen("OK")
    assert (choice.finish, len(seen)) == (True, 1)


def test_native_call_written_into_the_text_counts():
    choice, seen = chosen('{"name": "get_time", "arguments": {"time_zone": "Asia/Seoul"}}')
    assert [(c.tool, c.arguments) for c in choice.calls] == [
        ("get_time", {"time_zone": "Asia/Seoul"})
    ]
    assert len(seen) == 1


@pytest.mark.parametrize(
    "useless",
    [
        Calls([("send_rocket", {})]),
        Calls([("get_article_by_index", {"document": "handbook"})]),
        "{ not JSON",
    ],
)
def test_native_calls_of_no_use_are_asked_for_again_under_the_schema(useless):
    choice, seen = chosen(useless, HELD)
    assert [c.tool for c in choice.calls] == ["get_time"]
    assert [bool(call.format) for call in seen] == [False, True]
    assert choice.model_calls == 2


def test_native_replies_are_kept_apart_from_held_ones(tmp_path):

    cache = ReplyCache(tmp_path / "replies.sqlite")
    door = scripted_door(
        [Calls([("get_time", {})])], cache=cache, profile=ModelProfile(calls_tools=True)
    )
    for calls in (1, 0):
        choice = choose(door, REQUEST, builtin_tools().all(), stop=StopSignal())
        assert ([c.tool for c in choice.calls], choice.model_calls) == (["get_time"], calls)
    cache.close()


def test_native_calls_that_are_stopped_end_the_choice():

    stop = StopSignal()
    stop.set()
    door = scripted_door([Pause()], profile=ModelProfile(calls_tools=True))
    with pytest.raises(StoppedByPerson):
        choose(door, REQUEST, builtin_tools().all(), stop=stop)
