"""Token counts and what fits."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage, SystemMessage

from agent.models.budget import Estimator, cut, fit, fit_newest

# Text and its count by the tokenizer of Qwen 2.5, as the built-in model counts it.
COUNTED = [
    ("You may take annual leave in half days. Ask your lead two weeks ahead.", 16),
    ("연차 휴가는 반일 단위로 사용할 수 있으며, 2주 전에 팀장에게 신청해야 합니다.", 30),
    ("제12조(계약의 해지) ① 당사자는 30일 전에 서면으로 통지하여 계약을 해지할 수 있다.", 37),
    ('{"route": "documents", "in_scope": true, "standalone_question": "휴가는 며칠인가요?"}', 28),
    ("Total: 1,234,567.89 KRW on 2026-11-27 (VAT 10%), order #A-4471/B.", 46),
]


@pytest.mark.parametrize(("text", "counted"), COUNTED)
def test_count_of_a_sentence_is_near_and_rather_high(text: str, counted: int):
    estimate = Estimator().count(text)
    assert counted * 0.9 <= estimate <= counted * 1.6


def test_count_of_a_mixed_page_is_not_low():
    page = "\n".join(text for text, _ in COUNTED * 5)
    true = sum(counted for _, counted in COUNTED * 5)
    assert true <= Estimator().count(page) <= true * 1.3


def test_count_of_messages_adds_the_templates_marks():
    messages = [SystemMessage("one two"), HumanMessage("three")]
    estimator = Estimator()
    text = estimator.count("one two") + estimator.count("three")
    assert estimator.count_messages(messages) > text + 10


def test_learning_that_counts_were_low_corrects_at_once():
    estimator = Estimator()
    before = estimator.count("word " * 200)
    estimator.learn(200, 300)
    assert estimator.count("word " * 200) == pytest.approx(before * 1.5, rel=0.02)


def test_learning_that_counts_were_high_corrects_slowly_and_not_below_a_floor():
    estimator = Estimator()
    before = estimator.count("word " * 200)
    estimator.learn(300, 200)
    assert before * 0.9 < estimator.count("word " * 200) < before
    for _ in range(200):
        estimator.learn(300, 100)
    assert estimator.count("word " * 200) == pytest.approx(before * 0.7, rel=0.02)


def test_learning_from_a_short_prompt_changes_nothing():
    estimator = Estimator()
    estimator.learn(10, 60)
    assert estimator.count("x" * 100) == Estimator().count("x" * 100)


@settings(deadline=None)  # a busy machine is no fault
@given(st.lists(st.integers(1, 50), max_size=12), st.integers(0, 100))
def test_fit_takes_a_start_within_budget_and_loses_nothing(costs: list[int], budget: int):
    taken, left = fit(costs, budget, lambda cost: cost)
    assert taken + left == costs
    assert sum(taken) <= budget
    assert not left or sum(taken) + left[0] > budget


def test_fit_keeps_the_first_ones_asked_for_whatever_they_cost():
    assert fit([90, 5, 5], 10, lambda cost: cost, keep=1) == ([90], [5, 5])


def test_fit_newest_drops_the_oldest():
    assert fit_newest([1, 2, 3, 4], 8, lambda cost: cost) == ([3, 4], [1, 2])


@settings(deadline=None)  # a busy machine is no fault
@given(st.text(max_size=80), st.integers(0, 30))
def test_cut_gives_the_longest_start_within_budget(text: str, budget: int):
    count = Estimator().count
    start = cut(text, budget, count)
    assert text.startswith(start)
    assert count(start) <= budget or start == ""
    assert start == text or count(text[: len(start) + 1]) > budget
