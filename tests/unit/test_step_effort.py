"""How long a step takes, by what is done in it."""

from __future__ import annotations

import pytest

from agent.planning import curated
from agent.prompts.plan_kinds import KINDS
from agent.step_effort import effort_of


@pytest.mark.parametrize(
    ("title", "language", "effort"),
    [
        ("카페 쇼츠 대본 쓰기", "ko", "half_day"),
        ("편집하고 자막 달기", "ko", "half_day"),
        ("자막과 제목 달기", "ko", "30m"),
        ("발송하고 반응 살피기", "ko", "1h"),
        ("분석으로 답할 질문 정하기", "ko", "1h"),
        ("비용 계산하기", "ko", "30m"),
        ("설문 응답 모집하기", "ko", "days"),
        ("Write the script", "en", "half_day"),
        ("Write down the present steps", "en", "30m"),
        ("Edit and add subtitles", "en", "half_day"),
        ("Check the design", "en", "30m"),
        ("Set up the channel", "en", "half_day"),
        ("Set the goal", "en", "1h"),
        ("Costs", "en", None),
        ("마지막", "ko", None),
    ],
)
def test_effort_of_goes_by_what_is_done(title, language, effort):
    assert effort_of(title, language) == effort


@pytest.mark.parametrize("language", ["ko", "en"])
def test_effort_of_is_known_for_nearly_all_curated_steps(language):
    titles = [task["title"] for kind in KINDS for task in curated(kind, language)]
    told = [effort_of(title, language) for title in titles]
    assert told.count(None) < len(told) / 20
    assert max(map(told.count, set(told))) < len(told) * 0.6
