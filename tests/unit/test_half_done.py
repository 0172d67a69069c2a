"""What a task had given when it broke off."""

from __future__ import annotations

from agent.events import Started, StepFinished, StepStarted, Token
from agent.half_done import half_done

BEGUN = [
    Started(text="q"),
    StepStarted(index=0, total=3, title="Write"),
    Token(message_id="step-s1", text="A scr"),
    Token(message_id="step-s1", text="ipt"),
    StepFinished(index=0, total=3, title="Write", preview="A script"),
    StepStarted(index=1, total=3, title="Count"),
]


def test_half_done_of_a_plain_answer_is_nothing():
    assert half_done([Started(text="q"), Token(message_id="m", text="Hello")]) == ("", 0)


def test_half_done_shows_what_each_step_gave():
    text, done = half_done([*BEGUN, StepFinished(index=1, total=3, title="Count", preview="12")])
    assert text == "**1. Write**\n\nA script\n\n**2. Count**\n\n12"
    assert done == 2


def test_half_done_takes_a_text_that_was_written_anew():
    anew = [Token(message_id="step-s2", text="x"), Token(message_id="step-s2-anew", text="Ten")]
    text, done = half_done([*BEGUN, *anew])
    assert text.endswith("**2. Count**\n\nTen")
    assert done == 1


def test_half_done_after_another_try_has_no_text_twice():
    again = [Token(message_id="step-s2", text="Te"), Started(text="q", purpose="retry")]
    text, _done = half_done([*BEGUN, *again, Token(message_id="step-s2", text="Ten")])
    assert text.endswith("**2. Count**\n\nTen")
    assert "A script" in text


def test_half_done_ends_with_the_beginning_of_the_guide():
    text, _done = half_done([*BEGUN, Token(message_id="guide", text="# Guide")])
    assert text == "**1. Write**\n\nA script\n\n# Guide"  # the second step is out of the plan


def test_half_done_takes_the_whole_result_where_the_checkpoint_has_it():
    finished = StepFinished(index=1, total=3, title="Count", preview="12 of")
    text, _done = half_done([*BEGUN, finished], {"Count": "12 of 30 chairs"})
    assert text.endswith("**2. Count**\n\n12 of 30 chairs")
