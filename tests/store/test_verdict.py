"""What the verdict is made from: the words of a question that nobody uses."""

from __future__ import annotations

import pytest

from store import verdict
from store.question_words import PREDICATE, subject_weight
from store.terms import terms


def unknown(text: str, *passages: str) -> float:
    return verdict.unknown(text, frozenset(t for passage in passages for t in terms(passage)))


@pytest.mark.parametrize("word", ["얼마나", "어떻게", "며칠", "much", "often"])
def test_subject_weight_question_word_is_nothing(word: str):
    assert subject_weight(word) == 0.0


@pytest.mark.parametrize("word", ["걸리나요", "받으면", "알려야", "쓸", "takes", "Need"])
def test_subject_weight_verb_is_little(word: str):
    assert subject_weight(word) == PREDICATE


@pytest.mark.parametrize("word", ["어린이집은", "연차휴가", "정산", "insurance", "E09"])
def test_subject_weight_noun_is_whole(word: str):
    assert subject_weight(word) == 1.0


def test_unknown_noun_that_no_passage_has_weighs_more_than_a_verb():
    passage = "연차휴가는 15일이다."
    assert unknown("연차휴가는 얼마나 길게 쓰나요?", passage) < 0.5
    assert unknown("어린이집은 얼마나 길게 쓰나요?", passage) > 0.7


def test_unknown_korean_particle_does_not_count():
    assert unknown("연차휴가는?", "연차휴가가 있다.") == unknown("연차휴가", "연차휴가가 있다.")


def test_unknown_question_of_empty_words_alone_is_nothing():
    assert unknown("그럼 얼마야?", "연차휴가") == 0.0


def test_unknown_word_of_the_other_language_is_known_by_its_concept():
    assert unknown("annual leave", "연차를 준다.") < unknown("dental plan", "연차를 준다.")
