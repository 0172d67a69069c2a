"""Prose gives way to the sentence that was found to answer, unless it says the same."""

from dataclasses import replace

import pytest

from agent.answering import finish
from agent.citations.marking import Proof
from agent.citations.matching import Support
from agent.evidence import Evidence

STUDY = "Employees who study have eight study days in a leave year."
SETTLING = "Newcomers have two settling-in days, and 3 months to take them."
DESK = "The desk is open from nine. The keys lie in the green cupboard."
QUESTION = "How many settling-in days does a newcomer have?"


def evidence(*texts):
    return [
        Evidence(n, f"p{n}", f"d{n}", f"rules{n}.pdf", 1, "1", 0, len(text), text)
        for n, text in enumerate(texts, 1)
    ]


def told(prose, question, passages, judged, sentence):
    one = passages[judged - 1]
    start = one.text.index(sentence)
    proof = Proof(one, Support(1.0, start, start + len(sentence)))
    return finish(prose, question, passages, "en", judged=proof)


def test_prose_that_takes_another_sentence_gives_way_to_the_judged_one():
    answer = told(f"{STUDY} [1]", QUESTION, evidence(STUDY, SETTLING), 2, SETTLING)
    assert SETTLING in answer.text
    assert STUDY not in answer.text
    assert [source["document"] for source in answer.sources] == ["rules2.pdf"]


@pytest.mark.parametrize(
    "prose", ["A newcomer has two settling-in days [2].", "Newcomers have two settling-in days."]
)
def test_prose_that_says_what_the_judged_sentence_does_stays(prose):
    answer = told(prose, QUESTION, evidence(STUDY, SETTLING), 2, SETTLING)
    assert answer.text.startswith(prose.split(" [")[0].rstrip("."))
    assert "rules2.pdf" in [source["document"] for source in answer.sources]


def test_prose_without_a_value_stays_where_it_rests_on_the_same_passage():
    question = "Where is the desk and where are the keys?"
    keys = "The keys lie in the green cupboard."
    answer = told(f"{keys} [1]", question, evidence(DESK, STUDY), 1, "The desk is open from nine.")
    assert answer.text.startswith("The keys lie")


def test_prose_from_another_passage_gives_way_where_no_value_is_asked():
    answer = told(f"{STUDY} [2]", "Where are the keys?", evidence(DESK, STUDY), 1, DESK)
    assert "green cupboard" in answer.text
    assert STUDY not in answer.text


KOREAN = (
    "제22조(항공권)\n① 항공권은 일반석으로 한다.\n② 항공권은 지정 여행사 달빛투어에서 예약한다."
)
WHO = "Which agency books the flights?"


def test_translated_prose_is_quoted_by_the_judged_sentence():
    judged = "② 항공권은 지정 여행사 달빛투어에서 예약한다."
    answer = told("The agency books all flights [1].", WHO, evidence(KOREAN), 1, judged)
    assert [source["quote"] for source in answer.sources] == [judged]


def test_translated_prose_without_a_judgement_is_not_proven_by_a_heading():
    passage = replace(evidence(KOREAN)[0], heading="제22조(항공권)")
    answer = finish("The agency books all flights [1].", WHO, [passage], "en")
    assert [source["quote"] for source in answer.sources] == ["① 항공권은 일반석으로 한다."]
