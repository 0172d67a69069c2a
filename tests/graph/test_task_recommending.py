"""One recommendation per step, from the person's catalogue and newer reports."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from agent.approval_switches import Switches
from agent.memory.experience import Experience
from agent.recommending import Candidate, reason
from agent.services import Service
from tests.graph.conversation import Conversation
from tests.graph.task_script import TaskScript

if TYPE_CHECKING:
    from store.library import Library

QUIET = Switches(master=False)
STEPS = (
    ("Write the script of the short", "A short script with a hook"),
    ("Turn product photos into an advert", "A vertical advert"),
)
SERVICES = [
    {"name": "ShortsPen", "description": "Writes scripts for shorts with a hook", "price": "9 USD"},
    {"name": "FrameOven", "description": "Turns product photos into adverts", "price": "12 USD"},
    {"name": "AdLoom", "description": "Weaves photos into a vertical advert", "price": "17 USD"},
    {"name": "SoilBase", "description": "Keeps records of laboratory samples", "price": "5 USD"},
]
REPORT = """# AI trends report, autumn 2026

Published 2026-10-26.

FrameOven was discontinued in September 2026. ShortsPen went from 9 USD to 7 USD.
"""


@pytest.fixture
def stocked(library: Library) -> Library:
    catalogue = {"title": "AI services", "updated": "2026-06-10", "services": SERVICES}
    added = library.add(json.dumps(catalogue).encode(), name="tools.json")
    assert added.document.kind == "catalogue"
    report = library.add(REPORT.encode(), name="ai_trends_report.md")
    library.set_kind(report.document.id, "report")
    return library


def work(
    library: Library, tmp_path: Any, script: TaskScript, request: str, **kwargs: Any
) -> dict[str, Any]:
    talk = Conversation(library, [script] * 100, tmp_path / "run", switches=QUIET, **kwargs)
    return talk.say(request)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("It writes scripts for shorts.", True),
        ("It weaves photos into a vertical advert.", False),
        ("It writes scripts for shorts with a hook, which is what the", False),
        ("People decide this themselves.", False),
        ("사람이 직접 정할 일입니다.", False),
    ],
)
def test_reason_that_is_none_or_another_services_gives_way_to_the_catalogue(said, kept):
    pen, loom = (
        Candidate(Service(row["name"], (), row["description"], all_text=row["description"]), 0.6)
        for row in (SERVICES[0], SERVICES[2])
    )
    expected = said if kept else "Writes scripts for shorts with a hook"
    assert reason(said, pen, [pen, loom]) == expected


def test_reason_that_says_the_request_again_gives_way_to_the_catalogue():
    text = "꽃집의 짧은 영상 대본을 써 준다"
    pen = Candidate(Service("ShortsPen", (), text, all_text=text), 0.6)
    request = "꽃집을 알리는 짧은 영상을 처음 만들려고 해. 대본부터 업로드까지 도와줘"
    echoed = f"ShortsPen은 {request}."
    assert reason(echoed, pen, [pen], [request, "대본 쓰기"]) == text
    own = "ShortsPen은 짧은 영상의 대본을 써 주므로 이 단계에 맞습니다."
    assert reason(own, pen, [pen], [request, "대본 쓰기"]) == own


def test_recommendation_is_one_per_step_with_price_date_and_sources(stocked, tmp_path):
    script = TaskScript(steps=STEPS)
    state = work(stocked, tmp_path, script, "Make a short that advertises my shop.")
    first, second = (state["tool_recommendations"][t["id"]] for t in state["sub_tasks"])
    assert (first["service"], first["price"], first["old_price"]) == ("ShortsPen", "7 USD", "9 USD")
    assert first["dated"] == "2026-10-26"
    assert second["service"] == "AdLoom"
    assert len(first["sources"]) == 2
    numbers = {s["n"] for s in state["sources"]}
    assert numbers == set(range(1, len(numbers) + 1))
    assert "**ShortsPen**" in state["final_guide"]
    assert "ai_trends_report.md, page 1" in state["final_guide"]
    assert "tools.json: ShortsPen" in state["final_guide"]


def test_recommendation_never_offers_an_ended_service(stocked, tmp_path):
    script = TaskScript(steps=STEPS)
    work(stocked, tmp_path, script, "Make a short that advertises my shop.")
    offered = [text for place, text in script.prompts if place == "recommend"]
    assert len(offered) == 2
    assert not any("FrameOven" in text for text in offered)


def test_recommendation_none_is_kept_as_a_wish(stocked, tmp_path):
    steps = (
        ("Choose a place for the photos", "A quiet street by the river at dawn"),
        ("Invite friends to watch the short", "An evening with tea and cake at home"),
    )
    script, experience = TaskScript(steps=steps, service="none"), Experience()
    request = "Make a short that advertises my shop."
    state = work(stocked, tmp_path, script, request, experience=experience)
    entry = state["tool_recommendations"][state["sub_tasks"][0]["id"]]
    assert entry["service"] == ""
    assert entry["wish"].startswith("Choose a place")
    assert "kept as a wish" in state["final_guide"]
    kept = [wish.step.partition(".")[0] for wish in experience.wishes()]
    assert sorted(kept) == sorted(title for title, _ in steps)


def test_recommendation_leaves_a_small_model_no_choice_far_behind_the_best(stocked, tmp_path):
    script = TaskScript(steps=STEPS, service="AdLoom")
    state = work(stocked, tmp_path, script, "Make a short that advertises my shop.")
    entry = state["tool_recommendations"][state["sub_tasks"][0]["id"]]
    assert entry["service"] == "ShortsPen"
    first = next(text for place, text in script.prompts if place == "recommend")
    assert "ShortsPen" in first
    assert "AdLoom" not in first


@pytest.mark.parametrize("limits", ["no adverts", "Korean only", "15 seconds at most"])
def test_recommendation_prefers_a_service_whose_limits_do_not_rule_it_out(
    library, tmp_path, limits
):
    services = [
        {**row, "limits": limits} if row["name"] == "FrameOven" else row for row in SERVICES
    ]
    library.add(json.dumps({"services": services}).encode(), name="tools.json")
    script = TaskScript(steps=STEPS)
    state = work(library, tmp_path, script, "Make a short of one minute that advertises my shop.")
    entry = state["tool_recommendations"][state["sub_tasks"][-1]["id"]]
    assert entry["service"] == "AdLoom"


def test_recommendation_with_limits_that_rule_all_out_names_them_in_the_guide(library, tmp_path):
    services = [{**row, "limits": "Korean only"} for row in SERVICES]
    library.add(json.dumps({"services": services}).encode(), name="tools.json")
    script = TaskScript(steps=STEPS)
    state = work(library, tmp_path, script, "Make a short that advertises my shop.")
    assert "Limits: Korean only" in state["final_guide"]


def test_recommendation_below_the_floor_asks_no_model(stocked, tmp_path):
    steps = (("Bake bread", "Warm loaves"), ("Invite neighbours", "Guests at table"))
    script = TaskScript(steps=steps)
    state = work(stocked, tmp_path, script, "Plan a dinner with neighbours.")
    assert script.asked["recommend"] == 0
    assert all(e["wish"] for e in state["tool_recommendations"].values())


def test_recommendation_adds_prices_up_against_the_budget(stocked, tmp_path):
    script = TaskScript(steps=STEPS)
    state = work(
        stocked, tmp_path, script, "Make a short that advertises my shop with 20 dollars a month."
    )
    last = state["tool_recommendations"][state["sub_tasks"][-1]["id"]]
    assert last["budget"]["total"] == 24
    assert last["budget"]["fits"] is False
    assert "over the budget" in state["final_guide"]


def test_recommendation_names_the_prices_in_another_currency_than_the_budget(stocked, tmp_path):
    script = TaskScript(steps=STEPS)
    state = work(
        stocked, tmp_path, script, "Make a short that advertises my shop with 30000 won a month."
    )
    last = state["tool_recommendations"][state["sub_tasks"][-1]["id"]]
    assert last["budget"]["sum"] == ""
    assert any("ShortsPen" in price for price in last["budget"]["uncounted"])
    assert "no exchange rate is given: ShortsPen 7 USD, AdLoom 17 USD." in state["final_guide"]
    assert "All recommended services together: 7 + 17 = 24 USD" in state["final_guide"]


@pytest.fixture
def mixed(library: Library) -> Library:
    """Services priced in won and in dollars."""
    services = [
        {**row, "price": price, "currency": currency, "free_plan": "3 a month"}
        for row in SERVICES
        for name, price, currency in (("ShortsPen", "9000", "KRW"), ("AdLoom", "12", "USD"))
        if row["name"] == name
    ]
    library.add(json.dumps({"services": services}).encode(), name="tools.json")
    return library


def test_recommendation_totals_each_currency_and_names_free_plans(mixed, tmp_path):
    request = "Make a short that advertises my shop with 30000 won a month."
    guide = work(mixed, tmp_path, TaskScript(steps=STEPS), request)["final_guide"]
    assert "All recommended services together: 9,000 KRW, 12 USD" in guide
    assert "Budget: 9,000 KRW (limit 30,000 KRW, within the budget as far as" in guide
    assert "no exchange rate is given: AdLoom 12 USD." in guide
    assert guide.count("Free plan: 3 a month") == 2


def test_recommendation_compares_currencies_by_a_rate_that_the_request_states(mixed, tmp_path):
    request = "Make a short that advertises my shop under 30000 won a month, at $1 = 1400 won."
    state = work(mixed, tmp_path, TaskScript(steps=STEPS), request)
    budget = state["tool_recommendations"][state["sub_tasks"][-1]["id"]]["budget"]
    assert (budget["total"], budget["fits"], budget["uncounted"]) == (25_800, True, [])
    assert "9000 + 12 * 1400 = 25,800 KRW (1 USD = 1,400 KRW)" in state["final_guide"]


def test_task_without_a_catalogue_recommends_nothing(library, tmp_path):
    state = work(library, tmp_path, TaskScript(steps=STEPS), "Make a short.")
    assert state["tool_recommendations"] == {}
    assert "without a source" in state["final_guide"]


def test_recommendations_keep_to_the_call_budget(stocked, tmp_path):
    steps = [(f"Write script {n} of the short", "A script with a hook") for n in range(1, 5)]
    calls = [{"tool": "retrieve_docs", "args": {"query": "script"}}]
    script = TaskScript(steps=steps, calls=calls)
    state = work(stocked, tmp_path, script, "Make four shorts that advertise my shop.")
    n = len(state["sub_tasks"])
    assert script.asked["recommend"] == n
    assert state["model_calls"] == script.total <= 6 + 4 * n


def test_step_tells_what_it_looks_for_and_that_it_writes(stocked, tmp_path):
    script = TaskScript(steps=STEPS)
    talk = Conversation(stocked, [script] * 100, tmp_path / "run", switches=QUIET)
    state = talk.say("Make a short that advertises my shop.")
    looked = [e for e in talk.events if e.kind == "tool_selected" and e.tool == "retrieve_docs"]
    ended = {e.call_id: e for e in talk.events if e.kind == "tool_finished"}
    assert [ended[event.call_id].preview for event in looked] == ["ShortsPen", "AdLoom"]
    written = [e.message_id for e in talk.events if e.kind == "generating" and e.what == "step"]
    assert written == [f"step-{result['id']}" for result in state["step_results"]]
