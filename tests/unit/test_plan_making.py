"""Plans: by the model freely, or by curated steps where the model is small and the plan Korean."""

from __future__ import annotations

import json

import pytest

from agent.memory.records import PastPlan
from agent.models.stop import StopSignal
from agent.models.values import ModelProfile
from agent.plan_making import PlanMaker
from agent.planning import without_copies
from tests.scripted import scripted_door, scripted_model

REQUEST = "마을 도서관의 여름 독서 교실을 준비하는 계획을 세워줘"
FREE = [
    {"title": "독서 교실 대상과 날짜 정하기", "goal": "학년과 날짜가 적힌 한 장"},
    {"title": "함께 읽을 책 고르기", "goal": "학년별 책 목록"},
    {"title": "독서 교실 알림 글 쓰기", "goal": "도서관에 붙일 글"},
]
LARGE = ModelProfile(parameters=8_000_000_000)


def titles(made):
    return [task["title"] for task in made.tasks]


def test_large_model_plans_in_korean_by_itself():
    door = scripted_door([json.dumps({"steps": FREE}, ensure_ascii=False)], profile=LARGE)
    made = PlanMaker(door, StopSignal(), REQUEST, "ko").make()
    assert titles(made) == [step["title"] for step in FREE]
    assert made.calls == 1
    (call,) = scripted_model(door).calls
    assert "Write Korean." in call.prompt


def test_large_model_that_plans_in_the_wrong_language_gives_a_curated_plan():
    wrong = json.dumps({"steps": [{"title": "Choose the books", "goal": "A list"}] * 2})
    door = scripted_door([wrong, wrong], profile=LARGE)
    made = PlanMaker(door, StopSignal(), REQUEST, "ko").make()
    assert made.calls == 2
    assert len(made.tasks) >= 2
    assert all("가" <= title[0] <= "힣" for title in titles(made))


@pytest.mark.parametrize(
    ("request_", "title", "language", "kept"),
    [
        ("Make a two-minute video about my cafe.", "Order the print", "en", False),
        ("Design a poster and have it printed.", "Order the print", "en", True),
        ("Compare these three quotes for me.", "Find the differences", "en", True),
        ("Plan a picnic and recommend a tool for each step.", "Order the print", "en", False),
        ("Make a two-minute video about my cafe.", "Order the props", "en", True),
        ("카페를 알리는 영상을 만들어 줘.", "요리책 인쇄 주문하기", "ko", False),
        ("우리 집 요리책을 만들어 줘.", "요리책 인쇄 주문하기", "ko", True),
    ],
)
def test_step_copied_from_an_example_stays_only_where_the_request_is_about_it(
    request_, title, language, kept
):
    tasks = [{"id": f"s{n}", "title": t, "goal": "g"} for n, t in enumerate(("A", "B", title))]
    found = without_copies(tasks, request_, language)
    assert (title in [task["title"] for task in found]) is kept


def test_steps_copied_from_an_example_stay_where_too_few_would_be_left():
    tasks = [{"id": "s1", "title": t, "goal": "g"} for t in ("Film it", "Order the print")]
    assert without_copies(tasks, "Make a video.", "en") == tasks


def test_small_model_only_names_the_kind_of_a_korean_plan():
    named = json.dumps({"kind": "course", "topic": "독서 교실"}, ensure_ascii=False)
    door = scripted_door([named], profile=ModelProfile(parameters=1_500_000_000))
    made = PlanMaker(door, StopSignal(), REQUEST, "ko").make()
    assert made.calls == 1
    assert any("독서 교실" in title for title in titles(made))


@pytest.mark.parametrize("request_text", ["마을 바자회를 계획해줘", "마을 장터를 계획해줘"])
def test_korean_plan_is_of_no_general_kind_where_a_word_names_one(request_text):
    general = json.dumps({"kind": "other", "topic": "마을"}, ensure_ascii=False)
    door = scripted_door([general] * 2, profile=ModelProfile(parameters=1_500_000_000))
    made = PlanMaker(door, StopSignal(), request_text, "ko").make()
    named = "바자회" in request_text
    assert ("마을 실행할 내용 쓰기" in titles(made)) is not named
    assert ("날짜와 장소 잡기" in titles(made)) is named


def test_korean_plan_that_no_word_names_is_of_no_kind_that_needs_one():
    contract = json.dumps({"kind": "contract_comparison", "topic": "세탁소"}, ensure_ascii=False)
    general = json.dumps({"kind": "other", "topic": "세탁소"}, ensure_ascii=False)
    door = scripted_door([contract, general], profile=ModelProfile(parameters=1_500_000_000))
    made = PlanMaker(door, StopSignal(), "세탁소를 맡을지 따져봐 줘", "ko").make()
    assert "세탁소 목표와 조건 정리하기" in titles(made)


@pytest.mark.parametrize(
    ("confidence", "reused"),
    [(0.4, False), (0.474, False), (0.6, False), (0.7, True), (0.79, True)],
)
def test_plan_of_the_same_request_is_reused_from_seven_tenths_of_confidence_on(confidence, reused):
    request = "Prepare the reading course of the village library."
    rows = [
        {"title": "Choose the books", "goal": "A list"},
        {"title": "Invite all", "goal": "Guests"},
    ]
    before = [{"id": "s1", "title": "Film it", "goal": ""}]
    past = [*before, {"id": "s2", "title": "Cut the film", "goal": "A film"}]
    door = scripted_door([{"steps": rows}])
    maker = PlanMaker(door, StopSignal(), request, "en")
    made = maker.make([PastPlan(request, before, past, 1.0, confidence, 1)])
    assert (titles(made)[:2] == ["Film it", "Cut the film"]) is reused
    assert ("Cut the film" in titles(made)) is reused
    assert bool(made.applied) is reused
    assert made.calls == (0 if reused else 1)
