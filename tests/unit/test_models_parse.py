"""The door where a reply is held to a schema."""

import threading

import httpx
import pytest
from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import BaseModel, Field

from agent.errors import (
    StoppedByPerson,
)
from agent.models.door import Door, ModelProfile, StopSignal
from agent.models.values import Priority
from tests.scripted import Break, Pause, scripted_door, scripted_model

ASK = [SystemMessage("Be brief."), HumanMessage("Hello?")]

DIED = httpx.RemoteProtocolError("incomplete chunked read")


class Route(BaseModel):
    route: str = Field(max_length=9)
    sure: bool


HOME = Route(route="chat", sure=False)


def parse(door: Door, *, stop: StopSignal | None = None):
    return door.parse("router", ASK, Route, default=HOME, stop=stop or StopSignal())


def test_parse_reads_a_held_reply_and_sends_the_schema_at_temperature_zero():
    door = scripted_door([{"route": "task", "sure": True}])
    parsed = parse(door)
    call = scripted_model(door).calls[0]
    assert (parsed.value, parsed.ok, parsed.calls) == (Route(route="task", sure=True), True, 1)
    assert call.format["properties"]["route"] == {"type": "string", "maxLength": 9}
    assert call.options["temperature"] == 0
    assert call.options["repeat_penalty"] == 1.0


def test_parse_of_a_bad_reply_is_repaired_once_with_the_fault():
    door = scripted_door(['{"route": "much too long"}', '{"route": "task", "sure": true}'])
    parsed = parse(door)
    assert (parsed.value.route, parsed.ok, parsed.calls) == ("task", True, 2)
    repair = scripted_model(door).calls[1]
    assert "route: String should have at most 9 characters" in repair.last
    assert repair.messages[-2].content == '{"route": "much too long"}'


def test_parse_of_two_bad_replies_takes_the_default():
    parsed = parse(scripted_door(["junk", "more junk"]))
    assert (parsed.value, parsed.ok, parsed.calls) == (HOME, False, 2)


def test_parse_that_breaks_off_in_mid_reply_is_sent_again():
    door = scripted_door([Break('{"route": ', DIED), {"route": "chat", "sure": True}])
    assert parse(door).value.sure


def test_parse_stopped_raises_control_flow_and_no_default():
    stop, pause = StopSignal(), Pause("{")
    threading.Thread(target=lambda: pause.reached.wait(20) and stop.set()).start()
    with pytest.raises(StoppedByPerson):
        parse(scripted_door([pause]), stop=stop)


def test_parse_with_a_model_that_keeps_no_schema_says_it_in_words():
    door = scripted_door([{"route": "chat", "sure": True}], profile=ModelProfile(json_schema=False))
    parse(door)
    assert '"maxLength": 9' in scripted_model(door).calls[0].last


def test_choose_checks_the_reply_against_the_raw_schema():
    schema = {
        "type": "object",
        "properties": {"tool": {"enum": ["add", "none"]}},
        "required": ["tool"],
    }
    door = scripted_door(['{"tool": "rm"}', '{"tool": "add"}', "{}", "{}"])
    stop, default = StopSignal(), {"tool": "none"}
    first = door.choose("router", ASK, schema, default=default, stop=stop)
    second = door.choose("router", ASK, schema, default=default, stop=stop)
    assert (first.value, first.ok, first.calls) == ({"tool": "add"}, True, 2)
    assert (second.value, second.ok) == ({"tool": "none"}, False)


def test_background_call_gives_way_to_a_turn_and_begins_again():
    pause = Pause('{"route": ')
    door = scripted_door([pause, "The turn.", {"route": "chat", "sure": True}])
    results: list[object] = []

    def background() -> None:
        parsed = door.parse(
            "router", ASK, Route, default=HOME, stop=StopSignal(), priority=Priority.BACKGROUND
        )
        results.append(parsed.value.sure)

    thread = threading.Thread(target=background)
    thread.start()
    assert pause.reached.wait(20)
    assert not door.idle()
    turn = door.write("writer", ASK, on_token=lambda _text: None, stop=StopSignal(), max_tokens=100)
    assert turn.text == "The turn."
    thread.join(20)
    assert results == [True]
    assert door.idle()
