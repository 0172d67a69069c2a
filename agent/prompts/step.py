"""The prompt of a step: writing what the step gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language
    from agent.state import JsonObject

_WRITE = {
    "ko": (
        "당신은 큰 부탁의 한 단계를 맡아 그 결과물을 한국어로 바로 씁니다. "
        "단계의 목표에 적힌 것을 실제로 만드세요: 대본이면 대본, 목록이면 목록, 표면 항목별 정리. "
        "자료가 있으면 자료의 사실과 숫자만 쓰고, 없는 사실은 지어내지 않습니다. "
        "머리말과 맺음말 없이 6문장 또는 6줄 안으로 씁니다."
    ),
    "en": (
        "You do one step of a larger request and write its result at once, in English. "
        "Make what the goal of the step names: a script, a list, a table by items. "
        "Where material is given, use its facts and figures only; never invent facts. "
        "No introduction and no closing, at most 6 sentences or 6 lines."
    ),
}
_TO_DO = {
    "ko": (
        "당신은 큰 부탁의 한 단계를 어떻게 하는지 한국어로 씁니다. 이 부탁에 맞는 할 일을 순서대로, "
        "한 줄에 하나씩, 다섯 줄 안으로 씁니다. 제목과 머리말은 쓰지 않습니다."
    ),
    "en": (
        "You say in English how one step of a larger request is done: what to do, in order, made "
        "for this request, one thing a line, at most five lines. No title and no introduction."
    ),
}
_WORDS = {
    "ko": {
        "request": "부탁", "done": "앞 단계의 결과", "step": "이번 단계", "goal": "목표",
        "material": "자료", "note": "사용자의 말", "service": "추천 서비스", "result": "결과물",
    },
    "en": {
        "request": "Request", "done": "Results of earlier steps", "step": "This step",
        "goal": "Goal", "material": "Material", "note": "The person says",
        "service": "Recommended service", "result": "Result",
    },
}  # fmt: skip


_BY_HAND = re.compile(
    r"녹음|촬영|찍|발송|보내|게시|업로드|올리기|인쇄|주문|예약|배포|공개|등록|돌리기|연습|편집|자막|보정|"
    r"그리기|그림|사진|로고|음악|음성|소리|영상|디자인|설치|시험|출시|응답|반응|검토|점검|교정|"
    r"^(?:record|film|shoot|edit|cut|publish|post|upload|send|print|order|schedule|distribute|"
    r"launch|rehearse|practi[cs]e|install|set up|test|monitor|collect|conduct|run|transcribe|"
    r"clean|remove|review|proofread|check|verify|design|draw|mix|export|share|submit|book|buy|invite|"
    r"(?:add|make|create|produce|generate) (?:an? |the |your )?(?:\w+ )?(?:narration|subtitles?|"
    r"captions?|music|sounds?|logo|jingle|videos?|images?|illustrations?|pictures?|scenes?))\b|"
    r"\band (?:edit|print|publish|share|upload)\b",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(
    r"정하|정해|정리|쓰기|쓰고|작성|문구|문항|질문|대본|원고|(?:소개|홍보) 글|목록|계획|기준|"
    r"\b(?:scripts?|texts?|drafts?|outlines?|questions?|lists?|plans?|titles?|copy|answers?|"
    r"write|outline|define|decide|choose)\b",
    re.IGNORECASE,
)


def is_by_hand(title: str) -> bool:
    """Say whether a step is one that a person does in the world, and that no text can be.

    Asked for its result, a model tells that the film was shot and the letters were answered, and
    that what it never saw was checked.
    """
    return bool(_BY_HAND.search(title)) and not _IN_WORDS.search(title)


def headings(language: Language) -> list[str]:
    """Return what heads the parts of the prompt that a result has no use for."""
    parts = ("request", "done", "step", "material", "note", "service")
    return [_WORDS[language][part] for part in parts]


def all_headings(language: Language) -> list[str]:
    """Return what heads the parts of the prompt."""
    return list(_WORDS[language].values())


def step_text(step: JsonObject) -> str:
    """Return a step's title, goal and the person's words as one text, for searching and choosing."""
    parts = [str(step.get("title", "")), str(step.get("goal", "")), str(step.get("note", ""))]
    return ". ".join(part.rstrip(".") for part in parts if part)


def render_work(  # noqa: PLR0913 - each is a part of the prompt
    step: JsonObject,
    request: str,
    language: Language,
    *,
    done: Sequence[str] = (),
    material: Sequence[str] = (),
    service: str = "",
    to_do: bool = False,
) -> list[BaseMessage]:
    """Return the prompt that writes what a step gives.

    Args:
        step: Title, goal and note of the step.
        request: The whole request.
        language: Language of the result.
        done: What earlier steps gave, a line each.
        material: What tools gave.
        service: The recommended service, if any.
        to_do: Whether it is for what a person does in the step, in place of its result.
    """
    w = _WORDS[language]
    lines = [f"{w['request']}: {request}"]
    if done:
        lines += [f"{w['done']}:", *(f"- {line}" for line in done)]
    if material:
        lines += [f"{w['material']}:", *material]
    lines += [f"{w['step']}: {step['title']}", f"{w['goal']}: {step.get('goal', '')}"]
    if step.get("note"):
        lines.append(f"{w['note']}: {step['note']}")
    if service:
        lines.append(f"{w['service']}: {service}")
    lines.append(f"{w['result']}:")
    return [SystemMessage((_TO_DO if to_do else _WRITE)[language]), HumanMessage("\n".join(lines))]
