"""Thoughts in front of a reply."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.models.think import ThoughtFilter, without_thoughts


def streamed(pieces: list[str]) -> str:
    thoughts = ThoughtFilter()
    return "".join(map(thoughts.feed, pieces)) + thoughts.end()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<think>hm</think>\n\nYes.", "Yes."),
        ("\n<think>\nhm\n</think>Yes <b>", "Yes <b>"),
        ("<think>never closed", ""),
        ("Plain", "Plain"),
        ("The tag <think> is a tag</think>.", "The tag <think> is a tag</think>."),
        ("<thin ice", "<thin ice"),
        ("", ""),
    ],
)
def test_reply_with_or_without_thoughts_shows_the_reply(text: str, shown: str):
    assert without_thoughts(text) == shown
    assert streamed(list(text)) == shown
    assert streamed([text]) == shown


def test_closing_tag_alone_ends_a_thought_the_template_opened():
    assert without_thoughts("hm, let me see</think>\nYes.") == "Yes."


@settings(deadline=None)  # a busy machine is no fault
@given(st.text(alphabet="<think>/a \n가", max_size=40), st.data())
def test_streaming_gives_the_same_however_the_text_is_split(text: str, data: st.DataObject):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert streamed(pieces) == streamed(list(text))
