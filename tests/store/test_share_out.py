"""How much each part of a Korean word weighs."""

from store.background import Background
from store.scoring import Question

TEXT = "마루한빛연구소에서 인정하는 편도 거리는?"


def test_of_a_question_with_a_long_name_lets_no_word_outweigh_the_rest():
    question = Question.of(TEXT, "ko", Background(rows=100, sampled=100))
    name = sum(weight for term, weight in question.weights.items() if term in "마루한빛연구소에서")
    short = question.weights["편도"]
    assert 0 < name <= short * 1.01


def test_of_a_question_with_one_pair_to_a_word_leaves_its_weight_alone():
    background = Background(rows=100, sampled=100)
    question = Question.of("편도", "ko", background)
    assert question.weights["편도"] == background.rarity("편도")
