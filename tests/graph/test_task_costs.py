"""A step that works out costs: added up by the calculator, without a model call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from agent.approval_switches import Switches
from agent.money import Money
from agent.spending import Adder, against_budget
from agent.tools.calculator import CALCULATOR
from tests.graph.conversation import Conversation
from tests.graph.task_script import TaskScript

if TYPE_CHECKING:
    from store.library import Library

STEPS = (
    ("Write the script of the short", "A short script with a hook"),
    ("Turn product photos into an advert", "A vertical advert"),
    ("Work out the costs", "Amounts by item and a total"),
)
SERVICES = [
    {"name": "ShortsPen", "description": "Writes scripts for shorts with a hook", "price": "9 USD"},
    {"name": "AdLoom", "description": "Turns product photos into a vertical advert",
     "price": "17 USD"},
]  # fmt: skip
REQUEST = "Make a short that advertises my shop. The props cost 30 dollars and 5000 won."


@pytest.fixture
def stocked(library: Library) -> Library:
    library.add(json.dumps({"services": SERVICES}).encode(), name="tools.json")
    return library


def talk_with(library, tmp_path, script, switches=None):
    quiet = switches or Switches(master=False)
    return Conversation(library, [script] * 100, tmp_path / "run", switches=quiet)


def test_costs_step_adds_up_prices_and_amounts_of_the_request(stocked, tmp_path):
    script = TaskScript(steps=STEPS)
    state = talk_with(stocked, tmp_path, script).say(REQUEST)
    costs = state["step_results"][-1]
    assert costs["tools_used"] == ["calculator"]
    assert "Total: 9 + 17 + 30 = 56 USD" in costs["result"]
    assert "Total: 5,000 KRW" in costs["result"]
    assert state["sub_tasks"][-1]["id"] not in state["tool_recommendations"]
    assert script.asked["choose"] == script.asked["recommend"] == len(STEPS) - 1
    assert state["model_calls"] == script.total <= 6 + 4 * len(STEPS)


def test_costs_step_holds_the_total_against_the_budget(stocked, tmp_path):
    request = "Make a short that advertises my shop on a budget of 25 dollars."
    state = talk_with(stocked, tmp_path, TaskScript(steps=STEPS)).say(request)
    said = state["step_results"][-1]["result"]
    assert "Budget: 9 + 17 = 26 USD (limit 25 USD, over the budget" in said


def test_budget_that_is_settled_is_told_from_the_prices_known_by_then(stocked, tmp_path):
    request = "Make a short that advertises my shop on a budget of 25 dollars."
    steps = (*STEPS[:2], ("Set the budget", "What goes to what"))
    state = talk_with(stocked, tmp_path, TaskScript(steps=steps)).say(request)
    assert "Budget: 9 + 17 = 26 USD (limit 25 USD" in state["step_results"][-1]["result"]
    first = (("Set the budget", "What goes to what"), *STEPS[:2])
    script = TaskScript(steps=first)
    state = talk_with(stocked, tmp_path / "other", script).say(request)
    assert "Total" not in state["step_results"][0]["result"], "no price is known yet"


def test_costs_step_without_a_figure_says_which_are_missing(task):
    script = TaskScript(steps=[("Bake bread", "Warm loaves"), ("Work out the costs", "A total")])
    state = task(script).say("Plan a dinner with neighbours.")
    said = state["step_results"][-1]["result"]
    assert said.startswith("There is no amount to add up yet")
    assert "these steps: Bake bread" in said


def test_costs_step_that_is_asked_about_shows_the_sum_and_takes_the_persons_own(stocked, tmp_path):
    asking = Switches(clarification=False, plan=False, step=True, memory=False)
    talk = talk_with(stocked, tmp_path, TaskScript(steps=STEPS), asking)
    talk.say(REQUEST)
    for _ in range(2):
        talk.decide({"action": "accept"})
    payload = talk.open_questions()[0]["payload"]
    assert (payload["tool"], payload["arguments"]) == ("calculator", {"expression": "9 + 17 + 30"})
    state = talk.decide({"action": "edit_args", "arguments": {"expression": "9 + 17 + 40"}})
    said = state["step_results"][-1]["result"]
    assert "9 + 17 + 40 = 66" in said
    assert "Total: 9 + 17 + 30" not in said


def test_costs_step_of_which_the_person_says_more_is_worked_like_any_other(stocked, tmp_path):
    asking = Switches(clarification=False, plan=False, step=True, memory=False)
    talk = talk_with(stocked, tmp_path, TaskScript(steps=STEPS), asking)
    talk.say(REQUEST)
    for _ in range(2):
        talk.decide({"action": "accept"})
    state = talk.decide({"action": "respond", "text": "Only describe them in words"})
    assert state["step_results"][-1]["result"] == TaskScript().prose


def test_costs_step_of_a_korean_request_adds_won_and_names_the_rest(library, tmp_path):
    services = [
        {
            "이름": "쇼츠펜",
            "설명": "쇼츠 대본 쓰기, 장면별 대사가 들어간 대본",
            "가격": "9,000원",
        },
        {
            "이름": "영상방",
            "설명": "세로 화면에 맞춘 영상 편집하고 자막 달기",
            "가격": "12달러",
        },
    ]
    library.add(json.dumps({"services": services}, ensure_ascii=False).encode(), name="도구.json")
    request = "동네 카페를 알리는 유튜브 쇼츠를 만들고 싶어. 예산은 월 3만 원이야."
    script = TaskScript(prose="화면에 커피 잔이 보입니다.")
    state = talk_with(library, tmp_path, script).say(request)
    said = next(r["result"] for r in state["step_results"] if r["title"] == "비용 계산하기")
    assert "- 쇼츠펜: 9,000원" in said
    assert "예산: 9,000원 (한도 30,000원, 통화가 같은 것만 따지면 예산 안)" in said
    assert "환율이 주어지지 않아 예산과 견주지 못한 값: 영상방 12달러" in said


def test_costs_step_holds_the_total_against_a_budget_named_at_the_plan(stocked, tmp_path):
    asking = Switches(clarification=False, plan=True, step=False, memory=False)
    talk = talk_with(stocked, tmp_path, TaskScript(steps=STEPS), asking)
    talk.say(REQUEST)
    talk.decide({"action": "replan", "text": "keep the budget at 50 dollars"})
    payload = talk.open_questions()[0]["payload"]
    assert len(payload["sub_tasks"]) == len(STEPS)
    assert "budget is noted" in payload["unchanged"]
    said = talk.decide({"action": "accept"})["step_results"][-1]["result"]
    assert "limit 50 USD, over the budget" in said


def test_against_budget_holds_a_years_price_against_a_months_budget(around):
    amounts = {"A": Money(9900, "KRW", "month"), "B": Money(99_000, "KRW", "year")}
    adder = Adder(CALCULATOR, around)
    held = against_budget(amounts, "월 3만원 이하로 도구를 골라 줘", adder, "ko")
    assert (held["total"], held["fits"]) == (18_150, True)
    held = against_budget(amounts, "연 30만원 예산으로", adder, "ko")
    assert (held["total"], held["fits"]) == (9900 * 12 + 99_000, True)


@pytest.mark.parametrize(
    ("request_text", "said", "unsaid"),
    [
        ("Make a short for our team of 20, on a budget of 50 dollars", "9 + 340 = 349 USD", "fits"),
        ("Make a short, on a budget of 50 dollars", "it is not said how many: AdLoom", "within"),
    ],
)
def test_costs_step_takes_a_price_per_user_only_for_a_number_that_is_said(
    library, tmp_path, request_text, said, unsaid
):
    services = [SERVICES[0], {**SERVICES[1], "price": "17 USD per user"}]
    library.add(json.dumps({"services": services}).encode(), name="tools.json")
    state = talk_with(library, tmp_path, TaskScript(steps=STEPS)).say(request_text)
    result = state["step_results"][-1]["result"]
    assert said in result
    assert unsaid not in result + state["final_guide"]
