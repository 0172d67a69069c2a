"""The prompts of the task path, kept as snapshots."""

from __future__ import annotations

import json

import pytest

from agent.prompts.clarify import Clarity, render_clarify
from agent.prompts.guide import (
    GuideEntry,
    TimedEntry,
    is_example,
    render_entry,
    render_result,
)
from agent.prompts.plan import (
    Plan,
    PlanEdits,
    naming_schema,
    render_edits,
    render_naming,
    render_plan,
)
from agent.prompts.recommend import recommend_schema, render_recommend
from agent.prompts.step import is_by_hand, render_work
from agent.services import Service
from tests.snapshot import check, in_words

REQUEST = {"ko": "빵집을 알리는 쇼츠를 만들고 싶어", "en": "Make a short about my bakery."}
STEP = {
    "ko": {"id": "s1", "title": "쇼츠 대본 쓰기", "goal": "짧은 대본", "note": "열 줄 안으로"},
    "en": {"id": "s1", "title": "Write the script", "goal": "A short script", "note": "Ten lines"},
}
SERVICES = [
    Service("ShortsPen", ("ShortsPen",), "writes scripts", "3 minutes at most", "7 USD"),
    Service("SoilBase", ("SoilBase",), "keeps samples"),
]


def prompts(language: str) -> dict:
    request, step = REQUEST[language], STEP[language]
    title = str(step["title"])
    return {
        "clarify": render_clarify(request, language),
        "naming": render_naming(request),
        "plan": render_plan(request, language, [step], "too few steps"),
        "edits": render_edits([step], "Make it longer", language),
        "recommend": render_recommend(title, request, SERVICES, language),
        "work": render_work(
            step, request, language, done=["A: b"], material=["A fact"], service="ShortsPen"
        ),
        "to_do": render_work(step, request, language, to_do=True),
        "guide": render_entry(step, "ShortsPen", "A script", language),
        "guide_timed": render_entry(step, "ShortsPen", "A script", language, timed=True),
        "result": render_result(request, [(title, "A script")], language),
    }


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("name", prompts("en"))
def test_prompt_is_as_it_was(name, language):
    check(f"task_{name}_{language}", in_words(prompts(language)[name]))


@pytest.mark.parametrize(
    ("title", "by_hand"),
    [
        ("내레이션 녹음하기", True),
        ("발송하고 반응 살피기", True),
        ("설문 돌리기", True),
        ("검토하고 고치기", True),
        ("Review and correct", True),
        ("영상 대본 쓰기", False),
        ("제목과 태그를 정해 업로드하기", False),
        ("수정 요청서 쓰기", False),
        ("Record the podcast", True),
        ("Add subtitles", True),
        ("Make the scenes", True),
        ("Review and print", True),
        ("Edit the script", False),
        ("Set goal and date of the launch", False),
        ("Draft the position", False),
    ],
)
def test_step_by_hand_is_told_from_one_that_a_text_can_be(title, by_hand):
    assert is_by_hand(title) is by_hand


@pytest.mark.parametrize("language", ["ko", "en"])
def test_examples_of_the_guide_are_known_as_such(language):
    prompt = render_entry(STEP[language], "", "", language)
    for message in prompt[2::2]:
        entry = json.loads(str(message.text))
        assert all(is_example(line, "") for line in (*entry["actions"], entry["risk"]))
    assert not is_example("Upload the film to the page.", "")


@pytest.mark.parametrize(
    ("line", "told", "leaked"),
    [
        ("모임에 참석하여 사진을 찍습니다.", "사진책 만들기", True),
        ("모임에 참석하여 사진을 찍습니다.", "독서 모임의 사진책 만들기", False),
        ("Upload the lecture.", "Make a short about my cafe", True),
        ("Upload the lecture.", "Put my lecture online", False),
    ],
)
def test_line_that_speaks_of_the_examples_of_the_guide_alone_is_known(line, told, leaked):
    assert is_example(line, told) is leaked


def test_schemas_are_as_they_were():
    schemas = {
        "clarify": Clarity.model_json_schema(),
        "naming": naming_schema(["blog", "other"]),
        "plan": Plan.model_json_schema(),
        "edits": PlanEdits.model_json_schema(),
        "recommend": recommend_schema(["ShortsPen"], none=True),
        "guide": GuideEntry.model_json_schema(),
        "guide_timed": TimedEntry.model_json_schema(),
    }
    check("task_schemas", json.dumps(schemas, indent=1, ensure_ascii=False) + "\n")
