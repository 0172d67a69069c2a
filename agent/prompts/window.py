"""Prompts of the conversation window: summarising, and showing summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language

_SUMMARISE = {
    "en": "Summarise the conversation in at most three short lines: who the user is, what they want, and what was decided. Keep every name, number, amount and date exactly. No introduction.",
    "ko": "다음 대화를 짧은 세 줄 이내로 요약하세요: 사용자가 누구인지, 무엇을 원하는지, 무엇이 정해졌는지. 이름, 숫자, 금액, 날짜는 그대로 옮기세요. 머리말은 쓰지 마세요.",
}
EARLIER = {"en": "Earlier in this conversation:", "ko": "이전 대화 요약:"}
_LABEL = {"en": "Conversation record", "ko": "대화 기록"}


def render_summary(lines: Sequence[str], language: Language) -> list[BaseMessage]:
    """Return the prompt that summarises a stretch of conversation given line by line."""
    return [SystemMessage(_SUMMARISE[language]), HumanMessage("\n".join(lines))]


def numbered(summaries: Sequence[str], language: Language) -> str:
    """Return the summaries as numbered records, oldest first; empty for none."""
    label = _LABEL[language]
    return "\n\n".join(f"[{label} {n}]\n{text}" for n, text in enumerate(summaries, 1))
