"""What was learnt, and how little few samples weigh."""

from __future__ import annotations

import pytest

from agent.memory.experience import Experience
from agent.memory.prediction import predict
from agent.memory.records import adjusted, multiplier
from store.errors import DamagedDatabaseError

ASK = "Make a video about my cafe"
PLAN = [{"id": "s1", "title": "Write", "goal": ""}]
LONGER = [*PLAN, {"id": "s2", "title": "Check the rights", "goal": ""}]


@pytest.mark.parametrize(
    ("samples", "weight"), [(0, 0.0), (1, 0.3), (2, 0.5), (3, 0.7), (4, 0.7), (5, 1.0), (9, 1.0)]
)
def test_multiplier_grows_with_samples(samples, weight):
    assert multiplier(samples) == weight
    assert adjusted(0.8, samples) == pytest.approx(0.8 * (0.7 + 0.3 * weight))


def test_clarification_of_one_run_is_one_record():
    experience = Experience()
    for _ in range(2):
        experience.keep_clarification("r1", ASK, {"answers": {"Q": "A"}}, success=True, at=1.0)
    found = experience.clarifications(ASK)
    assert [(p.answers, p.reuse_count) for p in found] == [({"Q": "A"}, 0)]


def test_clarification_that_led_to_failures_is_not_offered():
    experience = Experience()
    experience.keep_clarification("r1", ASK, {"answers": {"Q": "A"}}, success=False, at=1.0)
    assert experience.clarifications(ASK) == []


def test_clarification_passed_over_three_times_is_not_offered_again():
    experience = Experience()
    experience.keep_clarification("r0", ASK, {"answers": {"Q": "A"}}, success=True, at=1.0)
    name = experience.clarifications(ASK)[0].id
    for run in range(1, 4):
        assert experience.clarifications(ASK)
        experience.keep_clarification(f"r{run}", ASK, {"offered": [name]}, success=True, at=2.0)
    assert experience.clarifications(ASK) == []


def test_clarification_with_as_many_failures_as_successes_lacks_confidence():
    experience = Experience()
    experience.keep_clarification("r0", ASK, {"answers": {"Q": "A"}}, success=True, at=1.0)
    name = experience.clarifications(ASK)[0].id
    experience.keep_clarification("r1", ASK, {"reused": name}, success=False, at=2.0)
    assert experience.clarifications(ASK) == []


@pytest.mark.parametrize(
    ("failures", "request_", "figures", "at_once"),
    [
        (0, ASK, (5, 1.0, 1.0), True),
        (1, ASK, (5, 0.833, 1.0), False),
        (2, ASK, (5, 0.667, 1.0), False),
        (0, "Make a video about my garden", (5, 1.0, 0.75), True),
        (0, "Make a poster about my cafe", (5, 1.0, 0.5714), False),
    ],
)
def test_clarification_used_five_times_is_reused_at_once_only_if_trusted_and_nearly_the_same(
    failures, request_, figures, at_once
):
    experience = Experience()
    experience.keep_clarification("r0", ASK, {"answers": {"Q": "A"}}, success=True, at=0.0)
    used = {"reused": experience.clarifications(ASK)[0].id}
    for run in range(1, 6):
        experience.keep_clarification(f"r{run}", ASK, used, success=run > failures, at=float(run))
    (past,) = experience.clarifications(request_)
    assert (past.reuse_count, past.confidence, past.similarity) == figures
    assert past.at_once is at_once


@pytest.mark.parametrize(
    ("failures", "runs", "confidence"), [(1, 9, 0.889), (1, 10, 0.9), (2, 10, 0.8)]
)
def test_clarification_is_reused_at_once_from_a_confidence_of_nine_tenths_on(
    failures, runs, confidence
):
    experience = Experience()
    experience.keep_clarification("r0", ASK, {"answers": {"Q": "A"}}, success=True, at=0.0)
    used = {"reused": experience.clarifications(ASK)[0].id}
    for run in range(1, runs):
        experience.keep_clarification(f"r{run}", ASK, used, success=run > failures, at=float(run))
    (past,) = experience.clarifications(ASK)
    assert (past.confidence, past.at_once) == (confidence, confidence >= 0.9)


def test_clarification_answered_alike_twice_is_one_record_used_once_more():
    experience = Experience()
    experience.keep_clarification("r1", ASK, {"answers": {"Q": "Tea"}}, success=True, at=1.0)
    experience.keep_clarification("r2", f" {ASK}", {"answers": {"Q": "tea "}}, success=True, at=2.0)
    assert [(p.reuse_count, p.success_rate) for p in experience.clarifications(ASK)] == [(1, 1.0)]


def test_clarification_kept_before_the_end_gets_its_outcome_later():
    experience = Experience()
    for success in (None, False):
        experience.keep_clarification("r1", ASK, {"answers": {"Q": "A"}}, success=success, at=1.0)
        offered = [past.success_rate for past in experience.clarifications(ASK)]
        assert offered == ([1.0] if success is None else [])


def test_clarification_of_another_subject_is_not_found():
    experience = Experience()
    experience.keep_clarification("r1", ASK, {"answers": {"Q": "A"}}, success=True, at=1.0)
    assert experience.clarifications("계약서를 비교해줘") == []


def test_plans_confidence_counts_runs_by_the_same_plan():
    experience = Experience()
    experience.keep_plan("r1", ASK, PLAN, LONGER, success_rate=1.0, at=1.0)
    once = experience.plans(ASK)[0].confidence
    for run in range(2, 6):
        experience.keep_plan(f"r{run}", ASK, PLAN, LONGER, success_rate=1.0, at=float(run))
    assert (once, experience.plans(ASK)[0].confidence) == (0.79, 1.0)


@pytest.mark.parametrize(
    ("rate", "runs", "confidences"),
    [(0.4, 1, []), (0.4, 5, []), (0.5, 1, [0.395]), (0.6, 1, [0.474]), (0.6, 5, [0.6])],
)
def test_plans_of_less_than_half_a_success_are_not_found(rate, runs, confidences):
    experience = Experience()
    for run in range(runs):
        experience.keep_plan(f"r{run}", ASK, PLAN, LONGER, success_rate=rate, at=float(run))
    assert [p.confidence for p in experience.plans(ASK)[:1]] == confidences


def test_plans_success_is_that_of_all_runs_by_the_same_plan():
    experience = Experience()
    for run, rate in enumerate((1.0, 0.0, 0.0)):
        experience.keep_plan(f"r{run}", ASK, PLAN, LONGER, success_rate=rate, at=float(run))
    assert experience.plans(ASK) == []


@pytest.mark.parametrize(
    ("outcomes", "rate", "boost"),
    [
        ((True,), 1.0, 0.3),
        ((True, False), 0.5, 0.15),
        ((True, False, False, False), 0.25, 0.075),
        ((False,), 0.0, 0.0),
    ],
)
def test_tools_boost_is_three_tenths_of_the_success_rate(outcomes, rate, boost):
    experience = Experience()
    for n, ok in enumerate(outcomes):
        experience.keep_tool(f"a{n}", "Add the costs", "calculator", {"e": n}, ok=ok, at=float(n))
    record = experience.tools("Add the costs")["calculator"]
    assert (record.samples, record.success_rate) == (len(outcomes), rate)
    assert record.boost == pytest.approx(boost)


def test_tools_success_lifts_and_repeated_failure_rules_out():
    experience = Experience()
    for n in range(3):
        experience.keep_tool(f"a{n}", "Add the costs", "calculator", {"e": n}, ok=True, at=n)
        experience.keep_tool(f"b{n}", "Add the costs", "get_time", {}, ok=False, at=n)
    records = experience.tools("Add the costs")
    assert (records["calculator"].boost, records["calculator"].arguments) == (0.3, {"e": 2})
    assert records["get_time"].avoid


def test_wish_that_comes_up_again_is_one_record_that_counts():
    experience = Experience()
    for run, step in (("r1", "Bake bread"), ("r1", "Bake bread"), ("r2", "bake  bread")):
        experience.keep_wish(run, step, 1.0)
    experience.keep_wish("r2", "Invite neighbours", 2.0)
    told = [(wish.step, wish.times) for wish in experience.wishes()]
    assert told == [("bake  bread", 2), ("Invite neighbours", 1)]


class BrokenRows:
    """A table whose file is gone."""

    def put(self, rows):
        raise DamagedDatabaseError

    def of_kind(self, kind):
        raise DamagedDatabaseError

    def nearest(self, kind, text, k=5):
        raise DamagedDatabaseError


def test_experience_with_a_broken_store_finds_nothing_and_fails_nothing():
    experience = Experience(BrokenRows())
    experience.keep_clarification("r1", ASK, {"answers": {"Q": "A"}}, success=True, at=1.0)
    experience.keep_wish("r1", ASK, 1.0)
    experience.keep_plan("r1", ASK, PLAN, PLAN, success_rate=1.0, at=1.0)
    assert experience.clarifications(ASK) == []
    assert experience.wishes() == []
    assert experience.plans(ASK) == []


def test_disabled_experience_keeps_and_finds_nothing():
    experience = Experience(enabled=False)
    experience.keep_plan("r1", ASK, PLAN, PLAN, success_rate=1.0, at=1.0)
    assert experience.plans(ASK) == []


@pytest.mark.parametrize(
    ("actions", "approves"),
    [
        (["accept"], False),
        (["accept"] * 4, False),
        (["accept"] * 5, True),
        (["accept"] * 4 + ["skip"], False),
        (["accept"] * 9 + ["edit_args"], True),
    ],
)
def test_predict_needs_five_samples_and_more_than_four_fifths(actions, approves):
    assert predict(actions).approves is approves


@pytest.mark.parametrize(
    ("step", "offered"),
    [
        ("Find services for the flyer of the bakery", {"query": "flyers"}),
        ("Find services for the poster of the school fair", {}),
    ],
)
def test_tools_offers_arguments_of_a_step_that_is_nearly_the_same_alone(step, offered):
    experience = Experience()
    told = "Find services for the flyer of a bakery"
    experience.keep_tool("r/s1/0", told, "retrieve_docs", {"query": "flyers"}, ok=True, at=1.0)
    record = experience.tools(step)["retrieve_docs"]
    assert (record.samples, record.arguments) == (1, offered)
