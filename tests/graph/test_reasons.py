"""Reasons of failed calls are told in the person's language."""

from __future__ import annotations

import re

import pytest

from agent.prompts.reasons import ended_early, reason_in
from agent.tools.builtin import builtin_tools
from agent.tools.running import new_call, run_one

HANGUL, QUOTED = re.compile(r"[가-힣]"), re.compile(r"'[^']*'|Asia/Seoul|[A-Z]{3}")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("calculator", {"expression": "1/0"}),
        ("calculator", {"expression": "what is this"}),
        ("calculator", {"expression": "9**9**9"}),
        ("calculator", {"expression": "1; 2"}),
        ("calculator", {"expression": "50000원 + 30달러"}),
        ("calculator", {}),
        ("get_time", {"time_zone": "Nowhere"}),
        ("lookup_standard_contract", {"query": "rent"}),
        ("read_file", {"name": "missing.pdf", "page": 1}),
        ("no_such_tool", {}),
    ],
)
def test_reason_of_a_failed_call_is_told_in_korean(around, tool, arguments):
    result = run_one(new_call(tool, arguments), builtin_tools().get(tool), around)
    assert not result.ok
    told = reason_in(result.error, "ko")
    assert HANGUL.search(told), told
    assert reason_in(result.error, "en") == result.error
    if arguments:
        assert not re.search("[A-Za-z]{3}", QUOTED.sub("", told)), told


def test_reason_of_another_maker_stays_as_it_is():
    assert reason_in("quota exceeded", "ko") == "quota exceeded"


def test_ended_early_tells_the_failure_and_what_took_effect():
    assert ended_early("it failed.", ["send(to=Kim)"], "en") == (
        "it failed; you ended the work here; already done: send(to=Kim)"
    )
    assert ended_early("", [], "ko") == "여기에서 작업을 끝내셨습니다"
