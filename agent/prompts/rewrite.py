"""The prompt that makes a whole question of one that leans on the question before it.

Routing asks for it beside other things, and a small model then often copies what was typed; asked
for this alone it does better. What it writes is checked by code, as any model's word is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field

if TYPE_CHECKING:
    from agent.language import Language


class Rewritten(BaseModel):
    """The question as it is understood without the one before."""

    question: str = Field(max_length=160, description="The whole question")


_ROLE = {
    "en": (
        "You get an earlier question and what was said next. Rewrite what was said next as a whole "
        "question that is understood without the earlier one. Reply with JSON."
    ),
    "ko": (
        "앞의 질문과 이어진 말을 받습니다. 이어진 말을 앞의 질문 없이도 알 수 있는 온전한 질문으로 다시 씁니다. "
        "JSON으로 답합니다."
    ),
}
_WORDS = {"en": ("Earlier", "Next"), "ko": ("앞의 질문", "이어진 말")}
FOLLOWED: dict[Language, tuple[tuple[str, str, str, str], ...]] = {
    "en": (
        (
            "How much notice does the caterer need?",
            "At least ten days.",
            "And for cancelling?",
            "How much notice does the caterer need for cancelling?",
        ),
        (
            "How high may a garden fence be?",
            "At most 1.5 metres, 1.2 towards the street.",
            "What about a hedge?",
            "How high may a garden hedge be?",
        ),
    ),
    "ko": (
        (
            "주차비 지원은 얼마야?",
            "월 8만원까지 지원됩니다.",
            "그럼 그건 언제 신청해?",
            "주차비 지원은 언제 신청해?",
        ),
        ("어른 입장권은 얼마예요?", "8,000원입니다.", "초등학생은?", "초등학생 입장권은 얼마예요?"),
    ),
}
"""A question, its answer, what is said next and how that is understood; routing shows them too."""
_SHOTS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "en": (
        (
            "What does the blue ticket cost?",
            "And on Sundays for two?",
            "What does the blue ticket cost on Sundays for two?",
        ),
        (
            "How do I clean the filter?",
            "How long does that take?",
            "How long does it take to clean the filter?",
        ),
        ("What is model K7?", "Where is it made?", "Where is model K7 made?"),
    ),
    "ko": (
        (
            "회의실은 누가 예약할 수 있어?",
            "취소는 며칠 전까지 해야 해?",
            "회의실 예약 취소는 며칠 전까지 해야 해?",
        ),
        (
            "복사기 사용법을 알려줘.",
            "컬러면 얼마야? 양면으로 할 때로 알려줘.",
            "복사기로 컬러 양면 복사를 하면 얼마야?",
        ),
        (
            "이사 갈 때 지원금이 있어?",
            "언제까지 청구해야 해?",
            "이사 지원금은 언제까지 청구해야 해?",
        ),
    ),
}


def render_rewriting(earlier: str, question: str, language: Language) -> list[BaseMessage]:
    """Return the prompt that asks for ``question`` as it stands without ``earlier``."""
    messages: list[BaseMessage] = [SystemMessage(_ROLE[language])]
    followed = ((before, said, whole) for before, _, said, whole in FOLLOWED[language])
    for before, said, whole in (*followed, *_SHOTS[language]):
        messages += [
            HumanMessage(_asked(before, said, language)),
            AIMessage(Rewritten(question=whole).model_dump_json()),
        ]
    return [*messages, HumanMessage(_asked(earlier, question, language))]


def _asked(earlier: str, question: str, language: Language) -> str:
    before, following = _WORDS[language]
    return f"{before}: {earlier}\n{following}: {question}"
