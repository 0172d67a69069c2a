"""How sure it is that passages answer: each sign speaks in its own direction."""

from dataclasses import replace

import pytest

from agent.sureness import Signs, sureness

SIGNS = Signs(odds=1.0, confidence=0.8, near=0.5)


@pytest.mark.parametrize(
    "better",
    [{"odds": 2.0}, {"confidence": 0.95}, {"near": 0.9}],
)
def test_sureness_rises_with_every_sign(better):
    assert sureness(replace(SIGNS, **better)) > sureness(SIGNS)


def test_sureness_of_strong_signs_says_yes_and_of_weak_ones_no():
    assert sureness(Signs(odds=4.0, confidence=0.99, near=0.9)) > 0
    assert sureness(Signs(odds=-2.0, confidence=0.2, near=0.1)) < 0


@pytest.mark.parametrize("confidence", [0.0, 1.0])
def test_sureness_of_the_ends_is_finite(confidence):
    assert abs(sureness(replace(SIGNS, confidence=confidence))) < 10
