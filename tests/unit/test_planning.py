"""Plans as plain values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.plan_edits import addition_asked, apply_edits, besides_removal, removal_asked, wants_less
from agent.plan_request import kinds_named, quoted_from, things_named, topic_named
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
from agent.prompts.plan_kinds import KINDS, NAMED_ONLY, WORDS

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
        ("카페를 알리는 쇼츠를 만들고 싶어", []),
        ("여행 사진 600장을 사진책으로 만들어 부모님께 드리고 싶어", []),
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


def test_apply_edits_never_touches_finished_steps():
    edits = [{"op": "remove", "step": 1}, {"op": "move", "step": 4, "to": 1}]
    assert titles(apply_edits(PLAN, edits, 2)) == ["Write", "Record", "Publish", "Edit"]


@pytest.mark.parametrize(
    ("wish", "step"),
    [
        ("2단계는 빼줘", 2),
        ("3번째 단계를 삭제해 주세요", 3),
        ("마지막 단계는 없애줘", 4),
        ("Please remove step 1", 1),
        ("drop the last step", 4),
        ("drop the first step", 1),
        ("두 번째 단계는 필요 없으니 빼줘", 2),
        ("첫 번째 단계를 지워줘", 1),
    ],
)
def test_removal_asked_reads_the_number(wish, step):
    assert removal_asked(wish, 4) == [{"op": "remove", "step": step}]


def test_removal_asked_other_wishes_are_left_to_the_model():
    assert removal_asked("Add a step for music", 4) == []


@pytest.mark.parametrize(
    ("wish", "rest"),
    [
        ("3단계는 빼고, 예산을 먼저 정해 주세요", "예산을 먼저 정해 주세요"),
        ("Leave out step 3 and settle the budget first", "settle the budget first"),
        ("2단계는 빼줘", ""),
        ("Please remove step 1", ""),
        ("마지막 단계는 삭제해 주세요", ""),
    ],
)
def test_besides_removal_leaves_what_else_is_wished(wish, rest):
    assert besides_removal(wish) == rest


@pytest.mark.parametrize(
    ("wish", "less"),
    [("음악은 필요 없어", True), ("Do it without music", True), ("Add a step for music", False)],
)
def test_wants_less_tells_a_removal_from_an_addition(wish, less):
    assert wants_less(wish) is less


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


@pytest.mark.parametrize(
    ("wish", "place", "title", "rest"),
    [
        ("마지막에 다과 준비 단계를 넣고 예산은 5만 원", 4, "다과 준비", "예산은 5만 원"),
        ("안내문 검토하는 단계를 추가해줘", 4, "안내문 검토", ""),
        ("2번째 단계 앞에 장소 예약 단계를 넣어 주세요", 2, "장소 예약", ""),
        ("첫 번째 다음에 답사 순서를 하나 추가해 줘", 2, "답사", ""),
        ("처음에 목표 정하기 단계도 넣어줘", 1, "목표 정하기", ""),
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
    ],
)
def test_addition_asked_of_another_wish_is_none(wish):
    assert addition_asked(wish, 3) == ([], wish)
