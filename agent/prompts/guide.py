"""The prompts of the ending: the result put together, and one guide entry per step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language
    from agent.state import JsonObject

Effort = Literal["10m", "30m", "1h", "half_day", "1d", "days"]


LONGEST_LINE = 110
"""Characters of an action or a risk."""


class GuideEntry(BaseModel):
    """What the model says of one step. The service's name is put beside it by code."""

    actions: list[Annotated[str, Field(min_length=2, max_length=LONGEST_LINE)]] = Field(
        min_length=1, max_length=3
    )
    risk: str = Field(max_length=LONGEST_LINE)


class TimedEntry(GuideEntry):
    """What a large model says of one step. A small one says the same time of every step."""

    time: Effort


EFFORTS: dict[str, dict[str, str]] = {
    "ko": {
        "10m": "10분쯤", "30m": "30분쯤", "1h": "1시간쯤",
        "half_day": "반나절", "1d": "하루", "days": "며칠",
    },
    "en": {
        "10m": "about 10 minutes", "30m": "about 30 minutes", "1h": "about an hour",
        "half_day": "half a day", "1d": "a day", "days": "several days",
    },
}  # fmt: skip

_ENTRY = {
    "ko": (
        "안내서의 한 단계를 씁니다. actions: 사람이 할 일 1~3가지를 짧은 한국어 문장으로. "
        "서비스가 주어지면 그 서비스로 하는 방법을 씁니다. 다른 서비스 이름은 쓰지 않습니다. "
        "risk: 조심할 점 한 문장."
    ),
    "en": (
        "Write one step of a guide. actions: 1 to 3 things the person does, as short English "
        "sentences. Where a service is given, say how to do it with that service; name no other. "
        "risk: one sentence on what to watch for."
    ),
}
_ENTRIES: dict[str, tuple[tuple[str, list[str], Effort, str], ...]] = {
    "ko": (
        (
            "단계: 강의 녹음을 글로 옮기기\n목표: 고칠 수 있는 원고\n서비스: 받아쓰미",
            ["받아쓰미에 녹음 파일을 올립니다.", "만들어진 글을 내려받아 이름과 숫자를 확인합니다."],
            "30m",
            "3시간이 넘는 녹음은 나누어 올려야 합니다.",
        ),
        (
            "단계: 모임 날짜 정하기\n목표: 모두가 올 수 있는 날짜\n서비스: 없음",
            ["참석자에게 가능한 날짜를 세 개씩 묻습니다.", "가장 많이 겹치는 날로 정해 알립니다."],
            "10m",
            "답이 늦으면 날짜를 다시 정해야 합니다.",
        ),
    ),
    "en": (
        (
            "Step: Write down a recorded lecture\nGoal: a text that can be edited\nService: TypeEar",
            ["Upload the recording to TypeEar.", "Download the text and check names and figures."],
            "30m",
            "Recordings of more than three hours must be split.",
        ),
        (
            "Step: Agree on a date\nGoal: a date that suits everyone\nService: none",
            ["Ask everyone for three possible dates.", "Choose the date that most have and tell them."],
            "10m",
            "Late answers may force a new round.",
        ),
    ),
}  # fmt: skip

_EXAMPLE_LINES = frozenset(
    line for rows in _ENTRIES.values() for _, actions, _, risk in rows for line in (*actions, risk)
)
_EXAMPLE_SUBJECTS = (
    "강의",
    "받아쓰미",
    "모임",
    "참석자",
    "올 수 있는 날",
    "답이 늦",
    "lecture",
    "TypeEar",
)

_RESULT = {
    "ko": (
        "부탁받은 일의 최종 결과를 한국어로 씁니다. 단계별 결과를 하나로 모아, 부탁한 것 자체를 "
        "맨 앞에 둡니다(초안이면 초안, 비교면 비교). 결과에 있는 이름, 숫자, 문장을 그대로 살리고 "
        "없는 사실은 더하지 않습니다. 인사말과 과정 설명은 쓰지 않습니다."
    ),
    "en": (
        "Write the final result of the request in English. Put the results of the steps together; "
        "begin with the very thing that was asked for (the draft, the comparison). Keep names, "
        "figures and wording, add no facts. No greeting and no account of the process."
    ),
}
_HEADS = {
    "ko": {"request": "부탁", "steps": "단계별 결과", "result": "최종 결과", "none": "없음",
           "step": "단계", "goal": "목표", "service": "서비스", "got": "이미 나온 결과"},
    "en": {"request": "Request", "steps": "Results of the steps", "result": "Final result",
           "none": "none", "step": "Step", "goal": "Goal", "service": "Service",
           "got": "Result so far"},
}  # fmt: skip


def is_example(line: str, told: str) -> bool:
    """Say whether a line is one of the prompt's examples, or speaks of what only they speak of.

    Args:
        line: An action or a risk, as a small model wrote it.
        told: The request and the step that it is about.
    """
    foreign = (subject for subject in _EXAMPLE_SUBJECTS if subject not in told)
    return line.strip() in _EXAMPLE_LINES or any(subject in line for subject in foreign)


def is_heading(line: str, language: Language) -> bool:
    """Say whether a line of an entry only repeats a part of the prompt under its heading."""
    return line.strip().startswith(tuple(f"{head}:" for head in _HEADS[language].values()))


def render_entry(
    task: JsonObject, service: str, got: str, language: Language, *, timed: bool = False
) -> list[BaseMessage]:
    """Return the prompt for one step's entry of the guide.

    Args:
        task: Title and goal of the step.
        service: The recommended service, empty for none.
        got: What the step gave, cut.
        language: Language of the guide.
        timed: Whether the entry tells a time: the form is ``TimedEntry`` then.
    """
    messages: list[BaseMessage] = [SystemMessage(_ENTRY[language])]
    for text, actions, time, risk in _ENTRIES[language]:
        entry: JsonObject = {"actions": actions, "risk": risk, **({"time": time} if timed else {})}
        messages += [HumanMessage(text), AIMessage(json.dumps(entry, ensure_ascii=False))]
    w = _HEADS[language]
    lines = [
        f"{w['step']}: {task['title']}",
        f"{w['goal']}: {task.get('goal', '')}",
        f"{w['service']}: {service or w['none']}",
    ]
    if got:
        lines.append(f"{w['got']}: {got}")
    return [*messages, HumanMessage("\n".join(lines))]


def result_headings(language: Language) -> list[str]:
    """Return what heads the parts of the result's prompt."""
    return [_HEADS[language][part] for part in ("request", "steps", "result")]


def render_result(
    request: str, results: Sequence[tuple[str, str]], language: Language
) -> list[BaseMessage]:
    """Return the prompt that puts the steps' results together; ``results`` are title and text."""
    w = _HEADS[language]
    lines = [f"{w['request']}: {request}", "", f"{w['steps']}:"]
    lines += [f"[{title}]\n{text}" for title, text in results]
    lines += ["", f"{w['result']}:"]
    return [SystemMessage(_RESULT[language]), HumanMessage("\n".join(lines))]
