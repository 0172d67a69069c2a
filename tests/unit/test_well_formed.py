"""Whatever text comes in can be encoded afterwards, and what could be stays as it is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.approvals import EditArgs
from agent.well_formed import all_well_formed, well_formed

ANY_CHARACTER = st.characters(categories=["L", "N", "P", "Cs", "So"])


@given(st.text(ANY_CHARACTER))
def test_well_formed_of_any_text_can_be_stored(text):
    assert well_formed(text).encode().decode() == well_formed(well_formed(text))


@given(st.text())
def test_well_formed_of_a_good_text_is_the_text(text):
    assert well_formed(text) == text


def test_well_formed_with_halves_replaces_the_lone_and_joins_the_pair():
    assert well_formed("a\ud800b \udc80 \ud83d\ude00") == "a\ufffdb \ufffd \U0001f600"


def test_all_well_formed_of_a_decision_is_its_plain_form():
    found = all_well_formed({"x\ud800": [EditArgs(arguments={"y": "\udfff"}), 1, None]})
    arguments = {"y": "\ufffd"}
    assert found == {"x\ufffd": [{"action": "edit_args", "arguments": arguments}, 1, None]}
