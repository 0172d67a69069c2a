"""Which tools fit a step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.memory.records import ToolRecord
from agent.tool_index import ToolIndex
from agent.tools.builtin import builtin_tools
from store.memories import LooseMemories

TOOLS = builtin_tools().all()


@pytest.mark.parametrize(
    ("step", "tool"),
    [
        ("Work out the total of the percentages", "calculator"),
        ("계약서 조 번호로 조항을 가져온다", "get_article_by_index"),
        ("Find services and prices in the catalogues", "retrieve_docs"),
    ],
)
def test_recommend_by_words_finds_the_tool(step, tool):
    names = ToolIndex().recommend(step, TOOLS)
    assert tool in names
    assert len(names) == 5


@pytest.mark.parametrize(
    ("step", "clock", "sums"),
    [
        ("영상 장면 만들기\n대본에 맞춘 촬영본", False, False),
        ("비용 계산하기\n예산과 견준 합계", False, True),
        ("오늘 날짜 확인하기", True, False),
        ("런던 시간 확인하기", True, False),
        ("연습하고 고치기\n시간에 맞춘 발표와 고친 자료", False, False),
        ("행사 순서 점검하기\n시간대별 점검표와 시간표", False, False),
        ("Write the invitation\nA page of text", False, False),
        ("Add up the monthly costs", False, True),
        ("Find how many days are left until the deadline", True, True),
    ],
)
def test_recommend_offers_clock_and_sums_only_to_a_step_that_speaks_of_them(step, clock, sums):
    names = ToolIndex().recommend(step, TOOLS, k=9)
    assert ("get_time" in names, "calculator" in names) == (clock, sums)


def test_recommend_record_lifts_and_avoids():
    index, step = ToolIndex(), "Compare the clauses"
    plain = index.recommend(step, TOOLS, k=9)
    last, first = plain[-1], plain[0]
    records = {last: ToolRecord(3, 1.0), first: ToolRecord(3, 0.0)}
    ranked = index.recommend(step, TOOLS, records, k=9)
    assert ranked.index(last) < plain.index(last)
    assert first not in ranked


def test_refresh_writes_only_what_changed():
    index = ToolIndex()
    assert len(index.refresh(TOOLS)[0]) == len(TOOLS)
    assert index.refresh(TOOLS) == ([], [])
    changed = [replace(TOOLS[0], description="Something else."), *TOOLS[2:]]
    assert index.refresh(changed) == ([TOOLS[0].name], [TOOLS[1].name])


@pytest.mark.parametrize(
    ("watched", "waited", "known"),
    [
        (True, 299.0, False),
        (True, 300.0, True),
        (False, 9000.0, False),
    ],
)
def test_recommend_looks_for_new_tools_only_when_it_is_time(watched, waited, known):
    rows, now = LooseMemories(), [0.0]
    index = ToolIndex(rows, watched=watched, every_s=300.0, clock=lambda: now[0])
    index.recommend("Compare the clauses", TOOLS[1:])
    now[0] = waited
    index.recommend("Compare the clauses", TOOLS)
    assert (TOOLS[0].name in {row.id for row in rows.of_kind("tool_index")}) is known
