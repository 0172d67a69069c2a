"""The prompts of planning: naming the kind of task, planning freely, changing a plan."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field

from agent.prompts.plan_kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language
    from agent.state import JsonObject


class PlannedStep(BaseModel):
    """One step as the model writes it."""

    title: str = Field(min_length=2, max_length=60)
    goal: str = Field(min_length=2, max_length=110)


class Plan(BaseModel):
    """A plan as the model writes it."""

    steps: list[PlannedStep] = Field(min_length=2, max_length=6)


class PlanEdit(BaseModel):
    """One change to a plan. ``step`` and ``to`` count from 1; unused texts are empty."""

    op: Literal["add", "remove", "change", "move"]
    step: int = Field(ge=1, le=20)
    to: int = Field(ge=1, le=20)
    title: str = Field(max_length=60)
    goal: str = Field(max_length=110)


class PlanEdits(BaseModel):
    """The changes that a wish comes to."""

    edits: list[PlanEdit] = Field(min_length=1, max_length=3)


_NAME = (
    "Name the kind of task: the nearest one, other only if none is near. topic: the subject in "
    "two or three words copied from the request, without the kind."
)
_NAMED: tuple[tuple[str, str, str], ...] = (
    ("우리 빵집을 알리는 쇼츠를 만들고 싶어. 대본부터 올리기까지 계획해줘", "short_video", "빵집"),
    ("마을 잔치의 초대장과 현수막, 무대 음악을 준비해줘", "event", "마을 잔치"),
    ("납품 계약서를 표준계약서와 비교해서 의견서를 써줘", "contract_review", "납품"),
    ("양봉을 시작하려는데 무엇부터 해야 할지 단계별로 알려줘", "growing", "양봉"),
    ("멈춘 벽시계를 뜯어서 다시 가게 하고 싶어. 순서를 계획해줘", "other", "벽시계"),
)

_PLAN = (
    "You split a large request into 3 to 6 steps that a person does one after the other. "
    "A title starts with a verb; the goal says what is there when the step is done. "
    "Name the subject of the request in the steps. Every step is different. "
    "No step is about choosing tools. "
)
_WRITE_IN = {"en": "Write English.", "ko": "Write Korean."}
_PLANNED_EN: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Plan a two-day team workshop on customer service for 15 people and write the agenda.",
        (
            ("Collect the learning goals", "Three goals for customer service that the team agreed on"),
            ("Set the timetable for both days", "A timetable with sessions and breaks"),
            ("Choose the exercises", "One exercise for every session with 15 people"),
            ("Write the agenda", "A one-page agenda to send to the team"),
        ),
    ),
    (
        "Turn my recipe notes into a printed cookbook and recommend a tool for each step.",
        (
            ("Sort the recipe notes", "Recipes grouped by kind, doubles removed"),
            ("Edit the recipe texts", "Every recipe in the same clear form"),
            ("Take photos of the dishes", "One good photo for each recipe"),
            ("Design the cookbook pages", "A finished layout of text and photos"),
            ("Order the print", "A printed cookbook of the right format and price"),
        ),
    ),
    (
        "Compare the two rental contracts and draft my position for the talk.",
        (
            ("List the terms of each contract", "The main terms of both contracts side by side"),
            ("Find the differences", "A table of terms that differ"),
            ("Judge the risks", "For each difference what it means for me"),
            ("Draft the position", "A short text with what I ask for and why"),
        ),
    ),
)  # fmt: skip

_PLANNED_KO: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "직원 15명이 이틀 동안 고객 응대를 배우는 워크숍을 계획하고 일정표를 써줘.",
        (
            ("고객 응대 학습 목표 모으기", "팀이 함께 정한 고객 응대 목표 세 가지"),
            ("이틀 일정 짜기", "시간별 강의와 쉬는 시간이 적힌 일정"),
            ("시간마다 할 실습 고르기", "15명이 함께할 수 있는 실습 목록"),
            ("워크숍 일정표 쓰기", "직원에게 보낼 한 장짜리 일정표"),
        ),
    ),
    (
        "적어 둔 요리법을 인쇄한 요리책으로 만들고 싶어. 단계별로 도와줘.",
        (
            ("요리법 메모 분류하기", "겹치는 것을 빼고 종류별로 묶은 요리법"),
            ("요리법 글 다듬기", "같은 틀로 고친 요리법 글"),
            ("요리 사진 찍기", "요리마다 고른 사진 한 장"),
            ("요리책 쪽 꾸미기", "글과 사진의 배치가 끝난 편집본"),
            ("요리책 인쇄 주문하기", "판형과 가격을 정한 인쇄 주문"),
        ),
    ),
    (
        "임대차 계약서 두 개를 비교하고 협상에서 할 말을 정리해줘.",
        (
            ("두 계약서의 조건 뽑기", "두 계약서의 주요 조건을 나란히 적은 표"),
            ("다른 조건 찾기", "서로 다른 조건의 목록"),
            ("조건마다 위험 따져 보기", "다른 조건이 나에게 주는 영향"),
            ("협상에서 할 말 쓰기", "무엇을 왜 요구하는지 적은 짧은 글"),
        ),
    ),
)  # fmt: skip
_PLANNED = {"en": _PLANNED_EN, "ko": _PLANNED_KO}

_EDIT = (
    "Change the plan as the person wishes. Reply with JSON edits: add (step = place of the new "
    "step), remove, change (new title and goal), move (from step to place to). "
    "Only what the wish says; unused texts are empty. Write in the language of the plan."
)
_EDITED: dict[str, tuple[tuple[str, str, list[JsonObject]], ...]] = {
    "ko": (
        ("1. 원고 쓰기\n2. 표지 만들기\n3. 인쇄 주문하기", "표지 전에 교정하는 단계를 넣어줘",
         [{"op": "add", "step": 2, "to": 2, "title": "원고 교정하기", "goal": "틀린 곳을 고친 원고"}]),
        ("1. 장소 잡기\n2. 초대장 보내기\n3. 음식 주문하기", "음식은 필요 없어",
         [{"op": "remove", "step": 3, "to": 3, "title": "", "goal": ""}]),
        ("1. 글감 모으기\n2. 글 쓰기\n3. 사진 찍기", "글은 세 편으로 해줘",
         [{"op": "change", "step": 2, "to": 2, "title": "글 세 편 쓰기", "goal": "다듬은 글 세 편"}]),
        ("1. 자료 찾기\n2. 설문 돌리기\n3. 보고서 쓰기", "설문을 먼저 하자",
         [{"op": "move", "step": 2, "to": 1, "title": "", "goal": ""}]),
    ),
    "en": (
        ("1. Write the manuscript\n2. Make the cover\n3. Order the print", "Add proofreading before the cover.",
         [{"op": "add", "step": 2, "to": 2, "title": "Proofread the manuscript", "goal": "A corrected manuscript"}]),
        ("1. Book the place\n2. Send invitations\n3. Order the food", "We do not need food.",
         [{"op": "remove", "step": 3, "to": 3, "title": "", "goal": ""}]),
        ("1. Collect topics\n2. Write the post\n3. Take photos", "Make it three posts.",
         [{"op": "change", "step": 2, "to": 2, "title": "Write three posts", "goal": "Three edited posts"}]),
        ("1. Find sources\n2. Run the survey\n3. Write the report", "Do the survey first.",
         [{"op": "move", "step": 2, "to": 1, "title": "", "goal": ""}]),
    ),
}  # fmt: skip


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def example_request(title: str, language: Language) -> str:
    """Return the request of the prompt's own example that has a step of this title, or nothing."""
    told = title.strip().casefold()
    for request, steps in _PLANNED[language]:
        if any(told == known.casefold() for known, _ in steps):
            return request
    return ""


def naming_schema(kinds: Sequence[str]) -> JsonObject:
    """Return the schema of a naming: one of ``kinds``, and the topic."""
    return {
        "type": "object",
        "properties": {
            "kind": {"type": "string", "enum": list(kinds)},
            "topic": {"type": "string", "maxLength": 24},
        },
        "required": ["kind", "topic"],
        "additionalProperties": False,
    }


def render_naming(request: str) -> list[BaseMessage]:
    """Return the prompt that names the kind of task."""
    kinds = "\n".join(f"- {name}: {words}" for name, words in KINDS.items())
    messages: list[BaseMessage] = [SystemMessage(f"{_NAME}\n\nKinds:\n{kinds}")]
    for text, kind, topic in _NAMED:
        messages += [HumanMessage(text), AIMessage(_json({"kind": kind, "topic": topic}))]
    return [*messages, HumanMessage(request)]


def render_plan(
    request: str, language: Language, done: Sequence[JsonObject] = (), fault: str = ""
) -> list[BaseMessage]:
    """Return the prompt that plans freely.

    Args:
        request: What is asked for.
        language: Of the plan.
        done: Finished steps that stay; only what follows is planned.
        fault: What was wrong with the plan before.
    """
    messages: list[BaseMessage] = [SystemMessage(_PLAN + _WRITE_IN[language])]
    for text, steps in _PLANNED[language]:
        rows = [{"title": title, "goal": goal} for title, goal in steps]
        messages += [HumanMessage(text), AIMessage(_json({"steps": rows}))]
    notes = [request]
    if done:
        notes.append("Already done: " + "; ".join(str(t["title"]) for t in done))
    if fault:
        notes.append(f"The plan before could not be used: {fault}.")
    return [*messages, HumanMessage("\n".join(notes))]


def render_edits(tasks: Sequence[JsonObject], wish: str, language: Language) -> list[BaseMessage]:
    """Return the prompt that turns a wish into edits of the plan."""
    messages: list[BaseMessage] = [SystemMessage(_EDIT)]
    for plan, text, edits in _EDITED[language]:
        messages += [HumanMessage(f"{plan}\n\n{text}"), AIMessage(_json({"edits": edits}))]
    plan = "\n".join(f"{n}. {t['title']}" for n, t in enumerate(tasks, 1))
    return [*messages, HumanMessage(f"{plan}\n\n{wish}")]
