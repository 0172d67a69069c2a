"""What a wish about a plan says by its words alone."""

from __future__ import annotations

import pytest

from agent.plan_wishes import (
    addition_asked,
    names_a_budget,
    only_asks,
    removal_asked,
    wants_less,
)

TITLES = [
    "Name the shop",
    "Design the packaging",
    "포장 상자 고르기",
    "Price the packaging and logo",
]


@pytest.mark.parametrize(
    ("wish", "steps"),
    [
        ("2단계는 빼줘", [2]),
        ("3번째 단계를 삭제해 주세요", [3]),
        ("마지막 단계는 없애줘", [4]),
        ("Please remove step 1", [1]),
        ("drop the last step", [4]),
        ("drop the first step", [1]),
        ("두 번째 단계는 필요 없으니 빼줘", [2]),
        ("첫 번째 단계를 지워줘", [1]),
        ("첫 단계를 지워줘", [1]),
        ("2번과 4번 단계를 빼줘", [2, 4]),
        ("1, 3단계는 빼줘", [1, 3]),
        ("2번이랑 3번 빼줘", [2, 3]),
        ("2단계와 3단계를 모두 지워줘", [2, 3]),
        ("remove step 2 and 4", [2, 4]),
        ("Drop steps 1, 2 and 3.", [1, 2, 3]),
        ("마지막 두 단계를 빼줘", [3, 4]),
        ("첫 두 단계는 필요 없어", [1, 2]),
        ("drop the last two steps", [3, 4]),
        ("remove the first 3 steps", [1, 2, 3]),
        ("Remove steps 2 to 4", [2, 3, 4]),
        ("remove steps 2-4", [2, 3, 4]),
        ("drop step 2 through step 3", [2, 3]),
        ("Drop steps 1 to 2 and 4", [1, 2, 4]),
        ("2~3단계를 빼줘", [2, 3]),
        ("2번부터 4번까지 빼줘", [2, 3, 4]),
        ("2단계에서 3단계까지는 모두 지워줘", [2, 3]),
        ("Remove the design step and the last step", [2, 4]),
        ("Please drop the logo step.", [4]),
        ("Remove the second step and the name step", [2, 1]),
        ("포장 단계와 마지막 단계를 빼줘", [3, 4]),
        ("상자 단계는 필요 없어", [3]),
    ],
)
def test_removal_asked_reads_the_numbers(wish, steps):
    edits = [{"op": "remove", "step": n} for n in steps]
    assert removal_asked(wish, TITLES) == (edits, "")


@pytest.mark.parametrize(
    "wish",
    [
        "Add a step for music",
        "Don't remove step 2, I need it",
        "do not drop the last step",
        "2번 단계는 빼지 마",
        "마지막 단계는 빼지 말아줘",
        "3단계 빼고 다 지워줘",
        "remove everything but step 3",
        "remove step 3's deadline",
        "2단계의 마감을 빼줘",
        "두 단계를 빼줘",
        "remove steps 2 to 9",
        "remove steps 4 to 2",
        "2~9단계를 빼줘",
        "2번부터 9번까지 빼줘",
        "2~3단계로 줄여줘",
        "7단계를 빼줘",
        "remove the packaging step",
        "Drop the logo step, but keep the name",
        "Make the design step shorter",
        "상자 단계는 빼지 마",
    ],
)
def test_removal_asked_other_wishes_are_left_to_the_model(wish):
    assert removal_asked(wish, TITLES) == ([], wish)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("그런데 연차 이월은 최대 며칠이야?", True),
        ("예산은 얼마야?", True),
        ("How many days of leave do I have?", True),
        ("By the way, what is a deposit?", True),
        ("How about doing the poster first?", False),
        ("What if we skip step 2?", False),
        ("왜 이렇게 길어? 줄여줘", False),
        ("언제까지 할지 정하는 단계를 추가해줘", False),
        ("누구에게 보낼지 정하기", False),
    ],
)
def test_only_asks_tells_a_question_from_a_wish(text, asks):
    assert only_asks(text) is asks


@pytest.mark.parametrize(
    ("wish", "rest"),
    [
        ("3단계는 빼고, 예산을 먼저 정해 주세요", "예산을 먼저 정해 주세요"),
        ("Leave out step 3 and settle the budget first", "settle the budget first"),
        ("3단계는 빼도 될 것 같아", ""),
        ("3단계는 빼도 돼요, 그리고 예산을 먼저 정해 주세요", "그리고 예산을 먼저 정해 주세요"),
    ],
)
def test_removal_asked_leaves_what_else_is_wished(wish, rest):
    assert removal_asked(wish, TITLES) == ([{"op": "remove", "step": 3}], rest)


@pytest.mark.parametrize(
    ("wish", "less"),
    [
        ("음악은 필요 없어", True),
        ("Do it without music", True),
        ("교정 단계를 넣지 말아줘", True),
        ("Don't remove step 2", True),
        ("Add a step for music", False),
    ],
)
def test_wants_less_tells_a_removal_from_an_addition(wish, less):
    assert wants_less(wish) is less


@pytest.mark.parametrize(
    ("wish", "place", "title", "rest"),
    [
        ("마지막에 다과 준비 단계를 넣고 예산은 5만 원", 4, "다과 준비", "예산은 5만 원"),
        ("안내문 검토하는 단계를 추가해줘", 4, "안내문 검토", ""),
        ("2번째 단계 앞에 장소 예약 단계를 넣어 주세요", 2, "장소 예약", ""),
        ("첫 번째 다음에 답사 순서를 하나 추가해 줘", 2, "답사", ""),
        ("처음에 목표 정하기 단계도 넣어줘", 1, "목표 정하기", ""),
        ("2번과 3번 사이에 교정 단계를 추가해줘", 3, "교정", ""),
        ("마지막 단계 앞에 교정 단계를 넣어줘", 3, "교정", ""),
        ("제목을 정하는 단계를 추가해줘", 4, "제목을 정하는", ""),
    ],
)  # fmt: skip
def test_addition_asked_reads_title_place_and_the_rest(wish, place, title, rest):
    assert addition_asked(wish, 3) == ([{"op": "add", "step": place, "title": title}], rest)


@pytest.mark.parametrize(
    "wish",
    [
        "더 짧게 해줘",
        "새로운 단계를 추가해줘",
        "3단계로 줄여줘",
        "음악을 넣어줘",
        "Add a step for music",
        "교정 단계를 넣지 말아줘",
        "교정 단계는 추가하지 마",
        "편집 단계를 빼고 자막 단계를 추가해줘",
        "좀 더 많은 단계를 추가해줘",
        "하나 더 단계를 추가해줘",
        "초안 쓰기 전에 자료 조사 단계를 추가해줘",
    ],
)
def test_addition_asked_of_another_wish_is_none(wish):
    assert addition_asked(wish, 3) == ([], wish)


@pytest.mark.parametrize(
    ("wish", "named"),
    [
        ("budget of 50 dollars", True),
        ("예산은 5만 원으로", True),
        ("the budget is too high", False),
    ],
)
def test_names_a_budget_needs_a_figure(wish, named):
    assert names_a_budget(wish) is named
