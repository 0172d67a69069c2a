"""How sure it is that passages answer: each sign speaks in its own direction."""

from dataclasses import replace

import pytest

from agent.evidence import Evidence
from agent.sureness import Signs, sureness, unsaid

SIGNS = Signs(odds=1.0, unsaid=1, confidence=0.8, near=0.5)


@pytest.mark.parametrize(
    "better",
    [{"odds": 2.0}, {"unsaid": 0}, {"confidence": 0.95}, {"near": 0.9}],
)
def test_sureness_rises_with_every_sign(better):
    assert sureness(replace(SIGNS, **better)) > sureness(SIGNS)


def test_sureness_of_strong_signs_says_yes_and_of_weak_ones_no():
    assert sureness(Signs(odds=4.0, unsaid=0, confidence=0.99, near=0.9)) > 0
    assert sureness(Signs(odds=-2.0, unsaid=3, confidence=0.2, near=0.1)) < 0


@pytest.mark.parametrize("confidence", [0.0, 1.0])
def test_sureness_of_the_ends_is_finite(confidence):
    assert abs(sureness(replace(SIGNS, confidence=confidence))) < 10


def passage(text, heading=""):
    return Evidence(
        n=1, passage_id="p", document_id="d", document="house_rules.pdf", page=1, label="1",
        start=0, end=len(text), text=text, heading=heading,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "text", "words"),
    [
        ("What dental cover is there?", "Travel insurance covers luggage.", ("dental",)),
        ("창립 기념일은 언제인가요?", "시행일은 3월 1일이다.", ("창립", "기념일")),
        ("연차는 며칠인가요?", "연차는 16일이다.", ()),
        ("What is the deposit?", "보증금은 5만원이다.", ()),
        ("Which rules are for the house?", "Doors close at ten.", ()),
    ],
)
def test_unsaid_names_the_subjects_words_that_no_passage_says(question, text, words):
    assert unsaid(question, [passage(text)]) == words
