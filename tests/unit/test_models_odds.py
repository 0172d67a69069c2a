"""How sure a reply's yes or no is."""

import pytest

from agent.models.odds import odds_of


def token(text, logprob, *others):
    top = [{"token": t, "logprob": p} for t, p in others]
    return {"token": text, "logprob": logprob, "top_logprobs": top}


@pytest.mark.parametrize(
    ("tokens", "odds"),
    [
        ([token('{"', -0.1), token(" true", -0.2, (" true", -0.2), (" false", -1.7))], 1.5),
        ([token("false", -0.1, ("true", -3.1), ("false", -0.1))], -3.0),
        ([token(" True", -0.5, ("true", -0.3), ("false", -2.3))], 2.0),
        ([token("true", -0.01)], 11.99),
        ([token("maybe", -0.1, ("true", -3.0))], None),
        ([], None),
    ],
)
def test_odds_of_the_first_true_or_false(tokens, odds):
    assert odds_of(tokens) == (pytest.approx(odds) if odds is not None else None)
