"""The real client against the server, as the app uses it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import ollama
import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_ollama import ChatOllama
from pydantic import BaseModel, Field

from agent.models.factory import close_chat_model
from agent.models.stop import StopSignal

if TYPE_CHECKING:
    from tests.wire.conftest import Target


class Person(BaseModel):
    """A person."""

    name: str = Field(max_length=30)
    age: int
    languages: list[str] = Field(max_length=4)


class Claim(BaseModel):
    """Whether a claim holds."""

    holds: bool


ADA = "Ada is 36 years old and speaks English and French. Return JSON."


def test_invoke_gives_text_and_counts(target: Target) -> None:
    reply = target.chat(target.large, temperature=0, num_predict=8).invoke(
        "Reply with the single word: pong"
    )
    assert "pong" in reply.content.lower()
    assert reply.usage_metadata["input_tokens"] > 20
    assert reply.response_metadata["done_reason"] == "stop"


def test_stream_gives_pieces_that_add_up_in_korean(target: Target) -> None:
    chat = target.chat(target.large, temperature=0, num_predict=24, seed=1)
    pieces = [chunk.content for chunk in chat.stream("'안녕하세요'라고만 답하세요.")]
    assert len([piece for piece in pieces if piece]) > 1
    assert "안녕" in "".join(pieces)
    assert "\ufffd" not in "".join(pieces)


def test_model_is_validated_on_init(target: Target) -> None:
    client = target.address.client_arguments()
    leaves = {"headers": {**(client.get("headers") or {}), "Connection": "close"}}
    arguments = {
        "base_url": target.address.url,
        "client_kwargs": {**client, **leaves},
        "validate_model_on_init": True,
    }
    close_chat_model(ChatOllama(model=target.small, **arguments))
    with pytest.raises(ValueError, match="not found"):
        ChatOllama(model="nope", **arguments)


def test_missing_model_raises_a_response_error_with_404(target: Target) -> None:
    with pytest.raises(ollama.ResponseError) as caught:
        target.chat("nope").invoke("x")
    assert caught.value.status_code == 404


@pytest.mark.parametrize("method", ["json_schema", "json_mode"])
def test_structured_output_is_held_to_json(target: Target, method: str) -> None:
    chat = target.chat(target.large, temperature=0, num_predict=120)
    person = chat.with_structured_output(Person, method=method).invoke(
        ADA + " Keys: name, age, languages."
    )
    assert person == Person(name="Ada", age=36, languages=["English", "French"])


def test_weighed_reply_tells_its_odds(engine_target: Target) -> None:
    door = engine_target.door(engine_target.large)
    odds = [
        door.parse(
            "writer",
            [HumanMessage(f"Is this true: {claim} Answer in JSON.")],
            Claim,
            default=Claim(holds=False),
            stop=StopSignal(),
            weighed=True,
        ).odds
        for claim in ("Snow is cold.", "Snow is hot.")
    ]
    assert odds[0] is not None
    assert odds[1] is not None
    assert odds[0] > odds[1]


def test_schema_holds_even_a_model_that_knows_nothing(target: Target) -> None:
    schema = {
        "type": "object",
        "properties": {"route": {"enum": ["chat", "documents"]}, "sure": {"type": "boolean"}},
        "required": ["route", "sure"],
    }
    chat = target.chat(target.small, temperature=1.2, num_predict=60)
    for seed in range(5):
        reply = chat.invoke("zzz", format=schema, options={"seed": seed, "temperature": 1.2})
        value = json.loads(reply.content)
        assert set(value) == {"route", "sure"}
        assert value["route"] in {"chat", "documents"}


def get_weather(city: str) -> str:
    """Get the current weather for a city."""
    return city


def test_tool_results_in_the_history_are_accepted(target: Target) -> None:
    call = {"name": "get_weather", "args": {"city": "Paris"}, "id": "1", "type": "tool_call"}
    messages = [
        HumanMessage("What is the weather in Paris?"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("17 degrees and rain", tool_call_id="1"),
    ]
    chat = target.chat(target.large, temperature=0, num_predict=4).bind_tools([get_weather])
    alone, with_result = chat.invoke(messages[:1]), chat.invoke(messages)
    more = with_result.usage_metadata["input_tokens"] - alone.usage_metadata["input_tokens"]
    assert 20 < more < 120, "call and result are in the prompt"


def test_engine_reads_the_call_that_the_model_writes_in_a_fence(engine_target: Target) -> None:
    """Real Ollama with this model's stock template gives the fence as text (0 of 15)."""
    chat = engine_target.chat(engine_target.large, temperature=0, num_predict=80)
    reply = chat.bind_tools([get_weather]).invoke("What is the weather in Paris?")
    assert [(call["name"], call["args"]) for call in reply.tool_calls] == [
        ("get_weather", {"city": "Paris"})
    ]
    assert reply.content == ""
