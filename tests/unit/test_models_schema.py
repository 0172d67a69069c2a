"""Schemas for replies that code reads."""

import json
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from agent.models.schema import faults, read_json, schema_of


class Inner(BaseModel):
    """Words for readers."""

    title: str = Field(description="A field that is called title.", max_length=9)


class Outer(BaseModel):
    """More words."""

    kind: Literal["a", "b"]
    inner: Inner
    many: list[Inner] = Field(default_factory=list, max_length=2)


def test_schema_of_a_model_has_no_references_and_no_words():
    schema = schema_of(Outer)
    text = json.dumps(schema)
    assert "$ref" not in text
    assert "words" not in text
    assert "description" not in text
    inner = schema["properties"]["inner"]
    assert inner["properties"] == {"title": {"type": "string", "maxLength": 9}}
    assert schema["properties"]["many"]["maxItems"] == 2
    assert schema["required"] == ["kind", "inner"]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        '```json\n{"a": 1}\n```',
        '```\n{"a": 1}```',
        'Sure: {"a": 1} Done.',
        ' {"a":1}\n',
    ],
)
def test_read_json_in_its_usual_wrappings_gives_the_value(text: str):
    assert read_json(text) == {"a": 1}


@pytest.mark.parametrize("text", ["", "no json", "{", '{"a": }', "}{"])
def test_read_json_of_no_json_raises_a_value_error(text: str):
    with pytest.raises(ValueError, match=r".+"):
        read_json(text)


@settings(deadline=None)  # a busy machine is no fault
@given(st.dictionaries(st.text(), st.integers() | st.text() | st.booleans(), max_size=4))
def test_read_json_of_dumped_json_gives_it_back(value: dict):
    assert read_json(json.dumps(value, ensure_ascii=False)) == value


SCHEMA = {
    "anyOf": [
        {
            "type": "object",
            "properties": {
                "tool": {"const": "add"},
                "args": {
                    "type": "object",
                    "properties": {"n": {"type": "integer", "minimum": 1, "maximum": 9}},
                    "required": ["n"],
                    "additionalProperties": False,
                },
            },
            "required": ["tool", "args"],
        },
        {
            "type": "object",
            "properties": {
                "tool": {"enum": ["none", "stop"]},
                "why": {"type": "string", "maxLength": 5},
                "list": {"type": "array", "items": {"type": "boolean"}, "maxItems": 1},
            },
            "required": ["tool"],
        },
    ]
}


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ({"tool": "add", "args": {"n": 3}}, True),
        ({"tool": "none"}, True),
        ({"tool": "stop", "why": "five.", "list": [True]}, True),
        ({"tool": "add", "args": {"n": 0}}, False),
        ({"tool": "add", "args": {"n": 10}}, False),
        ({"tool": "add", "args": {"n": True}}, False),
        ({"tool": "add", "args": {"n": 1, "m": 2}}, False),
        ({"tool": "add", "args": {}}, False),
        ({"tool": "add"}, False),
        ({"tool": "other"}, False),
        ({"tool": "none", "why": "too long"}, False),
        ({"tool": "none", "list": [True, True]}, False),
        ({"tool": "none", "list": ["no"]}, False),
        ([], False),
        (None, False),
    ],
)
def test_faults_of_a_value_are_empty_only_when_it_fits(value: object, fits: bool):
    assert (faults(value, SCHEMA) == "") is fits
