"""The form of a call: every value it is given comes back as it was, until somebody edits it."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

STRING, NULL, NUMBER = {"type": "string"}, {"type": "null"}, {"type": "number"}
INTEGER, BOOLEAN = {"type": "integer"}, {"type": "boolean"}
COLOUR = {"type": "string", "enum": ["red", "blue"]}
REFERRED = {"$ref": "#/$defs/Colour"}
HUGE = 2**53 + 1


def form(spec: Any, *given: Any) -> AppTest:
    """Draw the form of one argument, which is given or not."""
    return form_of("", "a", spec, *given)


def form_of(tool: str, name: str, spec: Any, *given: Any, language: str = "en") -> AppTest:
    """Draw the form of one argument of a tool on a page in the language."""

    def body():
        from types import SimpleNamespace  # noqa: PLC0415 - runs as a script of its own

        import streamlit as st  # noqa: PLC0415

        from agent.ui.argument_form import argument_form  # noqa: PLC0415
        from agent.ui.words import Words  # noqa: PLC0415

        asked = SimpleNamespace(id="x", payload=st.session_state["payload"])
        view = SimpleNamespace(words=Words(st.session_state["language"]))
        st.session_state["out"] = argument_form(view, asked, st.session_state["given"])

    page = AppTest.from_function(body)
    schema = {"properties": {name: spec}, "$defs": {"Colour": COLOUR}}
    page.session_state["payload"] = {"tool": tool, "schema": schema}
    page.session_state["given"] = {name: given[0]} if given else {}
    page.session_state["language"] = language
    return drawn(page)


def drawn(page: AppTest) -> AppTest:
    page.run()
    assert not page.exception, page.exception
    return page


def out(page: AppTest) -> Any:
    return page.session_state["out"]


@pytest.mark.parametrize(
    ("spec", "given"),
    [
        (STRING, "  one\ntwo "),
        (STRING, 5),
        (STRING, ["x"]),
        ({"anyOf": [STRING, NULL]}, None),
        ({"type": ["string", "null"]}, None),
        ({"anyOf": [BOOLEAN, NULL]}, None),
        (BOOLEAN, False),
        (BOOLEAN, "yes"),
        (INTEGER, 3),
        (INTEGER, 2.5),
        (INTEGER, HUGE),
        (INTEGER, -HUGE),
        (NUMBER, HUGE),
        (NUMBER, 3),
        (NUMBER, 0.00072),
        (NUMBER, 1e200),
        (NUMBER, float("inf")),
        (NUMBER, "three"),
        ({"anyOf": [INTEGER, STRING]}, "abc"),
        ({}, 5),
        ({}, None),
        (True, 0.5),
        ({"anyOf": [COLOUR, NULL]}, None),
        ({"anyOf": [REFERRED, NULL]}, "red"),
        (COLOUR, "green"),
        ({"$ref": "#/$defs/Nowhere"}, {"k": 1}),
        ({"anyOf": [{"type": "array"}, NULL]}, None),
        ({"type": "array"}, [1, 2]),
        ({"type": "object"}, "no object"),
    ],
)
def test_untouched_form_gives_back_what_the_call_had(spec, given):
    value = out(form(spec, given))["a"]
    assert (type(value), value) == (type(given), given)


@pytest.mark.parametrize(
    "spec", [STRING, BOOLEAN, INTEGER, NUMBER, COLOUR, {**BOOLEAN, "default": True}, {}]
)
def test_untouched_form_adds_no_argument_that_the_call_lacked(spec):
    assert out(form(spec)) == {}


@pytest.mark.parametrize(
    "spec", [COLOUR, REFERRED, {"anyOf": [REFERRED, NULL]}, {"allOf": [REFERRED]}]
)
def test_choices_are_offered_wherever_the_schema_keeps_them(spec):
    page = form(spec, None)
    assert page.selectbox[0].options[:2] == ["red", "blue"]
    page.selectbox[0].select("blue")
    assert out(drawn(page)) == {"a": "blue"}


def test_yes_or_no_that_was_left_open_can_be_answered_with_no():
    page = form(BOOLEAN)
    assert page.selectbox[0].options == ["Yes", "No"]
    page.selectbox[0].set_value(False)
    assert out(drawn(page)) == {"a": False}


def test_decimal_number_is_shown_whole():
    assert form(NUMBER, 0.00072).number_input[0].proto.format == "%g"


def test_number_too_large_for_a_browser_is_edited_as_text():
    page = form(INTEGER, HUGE)
    assert page.text_area[0].value == str(HUGE)
    page.text_area[0].set_value(str(HUGE + 2))
    assert out(drawn(page)) == {"a": HUGE + 2}


def test_field_that_cannot_be_drawn_as_what_it_is_becomes_text():
    page = form(STRING, "\ud800 cut")
    assert page.text_area[0].value == '"\\ud800 cut"'
    assert out(page) == {"a": "\ud800 cut"}


def test_our_own_tool_has_its_fields_in_the_language_of_the_page():
    spec = {"type": "string", "description": "Article number such as 7 or 7-2"}
    field = form_of("get_article_by_index", "number", spec, language="ko").text_input[0]
    assert field.label.startswith("조항 번호")
    assert not field.help


def test_tool_of_others_keeps_its_own_words_for_an_argument_called_like_ours():
    spec = {"type": "string", "description": "The house number"}
    field = form_of("post_letter", "number", spec, language="ko").text_input[0]
    assert (field.label, field.help) == ("Number", "The house number")
