"""What a request says of its plan."""

from __future__ import annotations

import pytest

from agent.plan_request import kinds_named, quoted_from, things_named, topic_named
from agent.prompts.plan_kinds import NAMED_ONLY, WORDS


@pytest.mark.parametrize(
    ("request_text", "kind"),
    [
        ("카페를 알리는 유튜브 쇼츠를 만들고 싶어", "short_video"),
        ("동네 꽃집을 알리는 1분짜리 홍보 영상을 만들고 싶어", "short_video"),
        ("30초 영상 광고를 만들어줘", "short_video"),
        ("제품 사용법 동영상을 찍고 싶어", "long_video"),
        ("석사 학위 논문 심사 발표를 준비해야 해", "presentation"),
        ("여행 사진 600장을 사진책으로 만들어", "photo_book"),
        ("Launch a podcast about local history", "podcast"),
        ("계약서 세 개를 비교해서 의견서를 써줘", "contract_comparison"),
        ("내 계약서를 표준계약서와 비교해줘", "contract_review"),
        ("멈춘 재봉틀을 고쳐서 다시 쓰고 싶어", "repair"),
        ("관리실과 흡연 문제를 협상하려고 해", "persuasion"),
        ("우리 반 청소 규칙을 새로 쓰고 싶어", "rules"),
        ("Buy a second-hand van for our choir", "purchase"),
        ("경비원 여섯 명의 다음 달 근무표를 짜줘", "schedule"),
        ("우리 공방을 동네에 알리고 싶어", "promotion"),
    ],
)
def test_kinds_named_finds_the_kind(request_text, kind):
    assert kind in kinds_named(request_text)


@pytest.mark.parametrize(
    ("request_text", "things"),
    [
        (
            "마을 잔치의 초대장과 현수막, 무대 음악을 준비해줘",
            ["마을 잔치의 초대장", "현수막", "무대 음악"],
        ),
        ("로고하고 간판을 만들어줘", ["로고", "간판"]),
        ("포스터와 안내문과 배너를 만들어줘", ["포스터", "안내문", "배너"]),
        ("우리 치과 홍보 영상을 만들고 싶어", []),
        ("설문 결과 보고서를 만들어줘", []),
        ("동물병원 내과 안내문과 현수막을 만들어줘", ["동물병원 내과 안내문", "현수막"]),
        ("카페를 알리는 쇼츠를 만들고 싶어", []),
        ("여행 사진 600장을 사진책으로 만들어 부모님께 드리고 싶어", []),
        (
            "찻집 홍보 포스터와 30초 쇼츠 대본을 만드는 계획을 세워줘",
            ["찻집 홍보 포스터", "30초 쇼츠 대본"],
        ),
    ],
)
def test_things_named_splits_what_is_to_be_made(request_text, things):
    assert things_named(request_text) == things


def test_quoted_from_takes_only_words_of_the_request():
    assert quoted_from("동네 카페를 알리고 싶어", "동네 카페") == "동네 카페"
    assert quoted_from("동네 카페를 알리고 싶어", "빵집") == ""


def test_kinds_named_a_deadline_that_is_missed_is_no_handover():
    assert kinds_named("마감일을 넘긴 손님에게 알려줘") == []


@pytest.mark.parametrize(
    ("request_text", "kinds"),
    [
        ("마당에 작은 연못을 파고 싶어", ["craft"]),
        ("발표할 안건 표를 만들어줘", ["presentation"]),
        ("손님에게 보낼 문구를 만들어줘", []),
        ("빠진 절차도 새로 만들어줘", []),
        ("닫을 계정의 목록부터 만들어줘", []),
        ("전세 계약이 끝나서 보증금을 돌려받아야 해", ["paperwork"]),
        ("세 계약서를 비교해줘", ["contract_review", "contract_comparison", "comparison"]),
    ],
)
def test_kinds_named_a_verb_names_one_where_no_noun_does(request_text, kinds):
    assert sorted(kinds_named(request_text)) == sorted(kinds)


def test_kinds_named_only_are_kinds_with_words():
    assert set(NAMED_ONLY) <= set(WORDS)


def test_kinds_named_parts_of_a_task_name_no_kind_where_something_else_does():
    assert kinds_named("직원 두 명을 뽑으려고 해. 공고부터 계약까지 도와줘") == ["hiring"]
    assert kinds_named("대본부터 발표까지 도와줘") == ["presentation"]


@pytest.mark.parametrize(
    ("request_text", "kind", "words", "topic"),
    [
        ("석사 학위 논문 심사 발표를 준비해", "presentation", "석사", "석사 학위 논문 심사"),
        ("아주 긴 이름의 석사 학위 논문 심사 위원회 발표를 준비해", "presentation", "석사", "석사"),
        ("아들의 여름방학 공부 계획을 짜줘", "learning", "아들", "아들"),
        ("동네 카페를 알리는 쇼츠를 만들어줘", "short_video", "카페", "카페"),
        ("세 사람이 갈 강릉을 정해줘", "other", "강릉", "강릉"),
        ("동네 카페를 알리는 쇼츠를 만들어줘", "short_video", "빵집", ""),
        ("할머니 집 마당에 작은 연못을 파고 싶어", "craft", "할머니 집 마당", "연못"),
        ("법에 따라 개인정보 처리 방침을 고쳐야 해", "rules", "개인정보", "개인정보 처리 방침"),
        ("마을 사진으로 달력을 만들어 팔고 싶어", "craft", "마을", "달력"),
        ("시끄러운 윗집과 이야기하고 싶어. 순서를 짜줘", "persuasion", "윗집", "윗집"),
    ],
)
def test_topic_named_takes_the_nouns_before_the_kind(request_text, kind, words, topic):
    assert topic_named(request_text, kind, words) == topic
