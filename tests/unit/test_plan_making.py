"""Plans: by the model freely, or by curated steps where the model is small and the plan Korean."""

from __future__ import annotations

import json

from agent.models.stop import StopSignal
from agent.models.values import ModelProfile
from agent.plan_making import PlanMaker
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


def test_small_model_only_names_the_kind_of_a_korean_plan():
    named = json.dumps({"kind": "event", "topic": "독서 교실", "parts": []}, ensure_ascii=False)
    door = scripted_door([named], profile=ModelProfile(parameters=1_500_000_000))
    made = PlanMaker(door, StopSignal(), REQUEST, "ko").make()
    assert made.calls == 1
    assert any("독서 교실" in title for title in titles(made))
