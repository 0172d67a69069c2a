"""Which contract a question means, where it names none."""

from __future__ import annotations

import pytest

from agent.evidence import Evidence
from agent.relevance import relevance

MINE = "An advance of 10 percent is paid within 20 days."
STANDARD = "An advance of 30 percent of the price is paid within 7 days."


def passage(n: int, text: str, kind: str) -> Evidence:
    return Evidence(n, f"p{n}", f"d{n}", f"{kind}.pdf", 1, "1", 0, len(text), text, kind=kind)


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Within how many days is the advance of the price paid?", MINE),
        ("Within how many days is the advance paid in the standard contract?", STANDARD),
    ],
)
def test_question_of_a_contract_means_the_one_that_was_signed(question, first):
    rows = relevance(question, [passage(1, STANDARD, "standard"), passage(2, MINE, "contract")])
    assert rows[0].evidence.text == first


def test_standard_contract_alone_is_no_further_away_than_any_document():
    question = "Within how many days is the advance paid?"
    alone = relevance(question, [passage(1, STANDARD, "standard")])
    as_policy = relevance(question, [passage(1, STANDARD, "policy")])
    assert alone[0].rank == pytest.approx(as_policy[0].rank, abs=0.2)


def test_part_or_translation_means_the_contract_of_the_whole_question():
    whole = "When does the advance fall due under the standard contract, and how much is it?"
    passages = [passage(1, STANDARD, "standard"), passage(2, MINE, "contract")]
    rows = relevance("How much is the advance of the price?", passages, None, whole)
    assert rows[0].evidence.text == STANDARD
