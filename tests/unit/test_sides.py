"""What two contracts say of a topic named in another language than theirs."""

import pytest

from agent.evidence import Evidence
from agent.sides import of_topic, telling_concepts

TEXTS = {
    "제4조(계약 기간)": "기간을 늘리려면 끝나기 15일 전까지 서면으로 합의한다.",
    "제6조(선금)": "계약을 맺은 날부터 7일 안에 계약금액의 30퍼센트를 선금으로 지급한다.",
    "제16조(검수)": "납품받은 날부터 10일 안에 검수하고 그 결과를 알린다.",
    "제17조(하자의 보수)": "검수에 합격한 날부터 6개월 동안 하자를 무상으로 고친다.",
    "제25조(계약의 해지)": "기간을 정하여 바로잡기를 요구하고 해지할 수 있다.",
}


def side(kind: str, first: int) -> list[Evidence]:
    return [
        Evidence(
            n, f"p{n}", kind, f"{kind}.pdf", 1, "1", 0, len(text), text, heading=heading, kind=kind
        )
        for n, (heading, text) in enumerate(TEXTS.items(), first)
    ]


BOTH = [*side("contract", 1), *side("standard", 11)]


@pytest.mark.parametrize(
    ("topic", "kept"),
    [
        ("inspection period", [3, 13]),
        ("defect warranty period", [4, 14]),
        ("advance payment", [2, 12]),
        ("termination", [5, 15]),
    ],
)
def test_topic_in_english_keeps_the_korean_passages_that_speak_of_it(topic, kept):
    assert [one.n for one in of_topic(topic, BOTH)] == kept


@pytest.mark.parametrize("topic", ["검수 기간", "zebra stripes"])
def test_topic_in_the_same_language_or_without_a_known_word_leaves_all(topic):
    assert of_topic(topic, BOTH) == BOTH


def test_kind_of_value_asked_for_tells_no_passage():
    assert telling_concepts("inspection period") == telling_concepts("inspection")
    assert telling_concepts("inspection")
    assert telling_concepts("zebra stripes") == []
