"""The prompt that picks one service for a step from candidates that code found."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language
    from agent.services import Service
    from agent.state import JsonObject

NONE = "none"
_SHOWN = 150

_SYSTEM = {
    "ko": (
        "단계의 일을 바로 그 용도로 해 주는 서비스 하나를 고릅니다. 한계에 걸리는 것은 고르지 않습니다. "
        "맞는 것이 없거나 사람이 직접 할 일이면 none을 고릅니다. why에는 이유를 한국어 한 문장으로 씁니다."
    ),
    "en": (
        "Pick the one service that is made for what the step does. Do not pick one whose limits rule it out. "
        "Pick none if nothing fits or the step needs no service. why: the reason in one English sentence."
    ),
}  # fmt: skip
_EXAMPLES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "ko": (
        (
            "단계: 강의 녹음을 글로 옮기기\n- 받아쓰미: 녹음을 글로 옮긴다 (한계: 3시간까지)\n- 그림붓: 그림을 그린다",
            "받아쓰미",
            "녹음을 글로 옮기는 서비스라서 이 단계에 맞습니다.",
        ),
        (
            "단계: 모임 날짜 정하기\n- 그림붓: 그림을 그린다\n- 받아쓰미: 녹음을 글로 옮긴다",
            NONE,
            "사람이 직접 정할 일입니다.",
        ),
    ),
    "en": (
        (
            "Step: Write down a recorded lecture\n- TypeEar: turns recordings into text (limits: up to 3 hours)\n- InkBrush: draws pictures",
            "TypeEar",
            "It turns recordings into text, which is what the step needs.",
        ),
        (
            "Step: Agree on a date for the meeting\n- InkBrush: draws pictures\n- TypeEar: turns recordings into text",
            NONE,
            "People decide this themselves.",
        ),
    ),
}  # fmt: skip


_EXAMPLE_REASONS = frozenset(why for rows in _EXAMPLES.values() for _, _, why in rows)


def is_example(why: str) -> bool:
    """Say whether a reason is one of the prompt's own examples, which a small model copies."""
    return why.strip() in _EXAMPLE_REASONS


def recommend_schema(names: Sequence[str], *, none: bool) -> JsonObject:
    """Return the schema of the choice: one of ``names``, or none where that is allowed, and why."""
    return {
        "type": "object",
        "properties": {
            "service": {"type": "string", "enum": [*names, *([NONE] if none else [])]},
            "why": {"type": "string", "maxLength": 110},
        },
        "required": ["service", "why"],
        "additionalProperties": False,
    }


def render_recommend(
    step: str, request: str, services: Sequence[Service], language: Language
) -> list[BaseMessage]:
    """Return the prompt: the step and a line per candidate, best first."""
    messages: list[BaseMessage] = [SystemMessage(_SYSTEM[language])]
    for text, name, why in _EXAMPLES[language]:
        reply = json.dumps({"service": name, "why": why}, ensure_ascii=False)
        messages += [HumanMessage(text), AIMessage(reply)]
    head = "단계" if language == "ko" else "Step"
    limits = "한계" if language == "ko" else "limits"
    lines = [f"{head}: {step}"]
    if request and request not in step:
        lines.append(
            f"({'전체 부탁' if language == 'ko' else 'the whole request'}: {request[:160]})"
        )
    for service in services:
        tail = f" ({limits}: {service.limits[:90]})" if service.limits else ""
        lines.append(f"- {service.name}: {service.text[:_SHOWN]}{tail}")
    return [*messages, HumanMessage("\n".join(lines))]
