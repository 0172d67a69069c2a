"""Plans as plain values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.plan_edits import apply_edits
from agent.planning import (
    STEPS,
    curated,
    in_language,
    normalise_sub_tasks,
    of_parts,
    plan_fault,
    with_asked_extras,
    with_finished,
    without_tool_choice,
)
from agent.prompts.plan_acts import ACT_WORDS
from agent.prompts.plan_kinds import KINDS, WORDS

PLAN = normalise_sub_tasks(["Write", "Record", "Edit", "Publish"])


def titles(tasks) -> list[str]:
    return [task["title"] for task in tasks]


def test_curated_tables_have_every_kind():
    assert set(STEPS["ko"]) == set(STEPS["en"]) == set(KINDS)
    assert set(WORDS) | set(ACT_WORDS) == set(KINDS) - {"other"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("language", "topic"), [("ko", "카페"), ("ko", ""), ("en", "cafe")])
def test_curated_plan_is_usable(kind, language, topic):
    tasks = curated(kind, language, topic)
    assert plan_fault(tasks, language) == ""
    assert not any("{" in t["title"] or "  " in t["title"] for t in tasks)


def test_normalise_takes_strings_and_drops_repeats_and_blanks():
    rows = ["Write it", {"title": " write  IT! "}, {"title": ""}, {"id": "s1", "title": "Send"}]
    tasks = normalise_sub_tasks(rows)
    assert titles(tasks) == ["Write it", "Send"]
    assert len({t["id"] for t in tasks}) == 2


@given(st.lists(st.one_of(st.text(max_size=30), st.dictionaries(st.text(), st.text())), max_size=9))
def test_normalise_twice_changes_nothing_more(rows):
    once = normalise_sub_tasks(rows)
    assert normalise_sub_tasks(once) == once


@pytest.mark.parametrize(
    ("text", "language", "fits"),
    [
        ("쇼츠 대본 쓰기", "ko", True),
        ("YouTube Shorts 만들기", "ko", False),
        ("SNS 글 쓰기", "ko", True),
        ("읽는 사람을吸引하기", "ko", False),
        ("Write the script", "ko", False),
        ("Write the script", "en", True),
        ("대본 쓰기", "en", False),
        ("Translate the menu for 두루 cafe", "en", True),
        ("Написать", "en", False),
    ],
)
def test_in_language(text, language, fits):
    assert in_language(text, language) is fits


@pytest.mark.parametrize("count", [0, 1, 8])
def test_plan_fault_wrong_number_of_steps(count):
    assert plan_fault(normalise_sub_tasks(f"Step {n}" for n in range(count)), "en")


def test_without_tool_choice_drops_a_step_that_only_recommends():
    tasks = normalise_sub_tasks(["Write", "Recommend an AI tool", "Edit"])
    assert titles(without_tool_choice(tasks)) == ["Write", "Edit"]


def test_of_parts_makes_a_step_for_each():
    tasks = of_parts(["포스터", "안내 방송"], "ko")
    assert titles(tasks)[1:3] == ["포스터 만들기", "안내 방송 만들기"]
    assert plan_fault(tasks, "ko") == ""


def test_asked_extras_add_costs_once():
    tasks = curated("podcast", "ko")
    extended = with_asked_extras(tasks, "팟캐스트를 시작하고 싶어. 예산은 5만 원이야", "ko")
    assert "비용 계산하기" in titles(extended)
    assert len(with_asked_extras(extended, "예산은 5만 원이야", "ko")) == len(extended)


@pytest.mark.parametrize(
    ("kind", "topic", "title"),
    [
        ("club", "독서 모임", "독서 모임의 목적과 방식 정하기"),
        ("game", "보드게임", "보드게임의 목표와 대상 정하기"),
        ("event", "행사", "행사의 목적과 규모 정하기"),
        ("event", "바자회", "바자회 행사의 목적과 규모 정하기"),
    ],
)
def test_curated_says_a_word_that_ends_the_topic_once(kind, topic, title):
    assert curated(kind, "ko", topic)[0]["title"] == title


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ({"op": "add", "step": 2, "title": "Cut", "goal": ""}, "Write Cut Record Edit Publish"),
        ({"op": "remove", "step": 4}, "Write Record Edit"),
        ({"op": "change", "step": 1, "title": "Draft", "goal": ""}, "Draft Record Edit Publish"),
        ({"op": "move", "step": 4, "to": 1}, "Publish Write Record Edit"),
        ({"op": "remove", "step": 9}, "Write Record Edit Publish"),
    ],
)
def test_apply_edits(edit, expected):
    assert titles(apply_edits(PLAN, [edit])) == expected.split()


def test_apply_edits_counts_all_steps_in_the_plan_before():
    edits = [{"op": "remove", "step": 2}, {"op": "add", "step": 4, "title": "Subtitle"}]
    assert titles(apply_edits(PLAN, edits)) == ["Write", "Edit", "Subtitle", "Publish"]


def test_apply_edits_never_touches_finished_steps():
    edits = [{"op": "remove", "step": 1}, {"op": "move", "step": 4, "to": 1}]
    assert titles(apply_edits(PLAN, edits, 2)) == ["Write", "Record", "Publish", "Edit"]


def test_normalise_gives_a_row_without_an_id_one_that_no_other_has():
    rows = [{"title": "New"}, {"id": "s1", "title": "Write"}, {"id": "s2", "title": "Post"}, "...!"]
    assert [t["id"] for t in normalise_sub_tasks(rows)] == ["s3", "s1", "s2"]


def test_normalise_of_many_rows_gives_each_an_id():
    tasks = normalise_sub_tasks([f"Step {n}" for n in range(150)])
    assert len({t["id"] for t in tasks}) == 150


def test_with_finished_puts_finished_steps_before_a_plan_without_them():
    done = [{"id": "s1", "title": "Write", "goal": "A text", "status": "succeeded"}]
    plan = normalise_sub_tasks(["Record a voice", "Print a poster"])
    titles = [t["title"] for t in with_finished(plan, done)]
    assert titles == ["Write", "Record a voice", "Print a poster"]
    assert with_finished(normalise_sub_tasks(["Write", "Post"]), done)[0]["title"] == "Write"


def test_curated_topic_that_is_the_word_of_the_steps_stands_once():
    titles = [task["title"] for task in curated("event", "ko", "행사")]
    assert not any("행사 행사" in title for title in titles)
    assert any(title.startswith("행사의") for title in titles)
