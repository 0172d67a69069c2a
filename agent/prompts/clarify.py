"""The prompt that asks whether a large request is clear enough to be planned."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field

if TYPE_CHECKING:
    from agent.language import Language

MAX_QUESTIONS = 3


class Clarity(BaseModel):
    """What the model says of a request.

    ``verdict``: clear (can be planned), unclear (questions first), question (a plain question
    that needs no plan). Longer lists than the schema allows are cut by who asks, not refused.
    """

    verdict: Literal["clear", "unclear", "question"]
    questions: list[Annotated[str, Field(json_schema_extra={"maxLength": 120})]] = Field(
        json_schema_extra={"maxItems": MAX_QUESTIONS}
    )


_SYSTEM = (
    "You check a request before it is planned. Reply with JSON. "
    "verdict is clear if it says what is to be made and about what; "
    "unclear if the subject or the thing to be made is missing; "
    "question if it only wants a short answer and no work. "
    "questions: only when unclear, at most 3 short questions in the language of the request."
)
_EXAMPLES: dict[str, tuple[tuple[str, str, list[str]], ...]] = {
    "ko": (
        ("우리 꽃집의 봄 행사 포스터를 만들고 싶어. 문구부터 인쇄까지 도와줘", "clear", []),
        ("영상 하나 만들어줘", "unclear", ["무엇에 관한 영상인가요?", "길이와 올릴 곳은 어디인가요?"]),
        ("한국의 수도는 어디야?", "question", []),
        ("임대차 계약서 두 개를 비교하고 협상할 내용을 정리해줘", "clear", []),
        ("발표 준비 좀 도와줘", "unclear", ["발표 주제는 무엇인가요?", "발표 시간과 듣는 사람은 누구인가요?"]),
        ("연차는 며칠이야?", "question", []),
        ("중고 자전거 가게를 열기까지 할 일을 단계별로 나눠줘", "clear", []),
    ),
    "en": (
        ("Make a spring poster for my flower shop, from the text to the print.", "clear", []),
        ("Make a video for me.", "unclear", ["What is the video about?", "How long is it and where will it be shown?"]),
        ("What is the capital of Canada?", "question", []),
        ("Compare two rental contracts and draft what to negotiate.", "clear", []),
        ("Help me prepare a presentation.", "unclear", ["What is the subject of the talk?", "How long is it and who listens?"]),
        ("How many days of leave do I have?", "question", []),
        ("Break down what it takes to open a second-hand bike shop.", "clear", []),
    ),
}  # fmt: skip


def clarity_json(verdict: str, questions: list[str]) -> str:
    """Return the reply that stands for this verdict."""
    return json.dumps({"verdict": verdict, "questions": questions}, ensure_ascii=False)


def render_clarify(request: str, language: Language) -> list[BaseMessage]:
    """Return the prompt for one request."""
    messages: list[BaseMessage] = [SystemMessage(_SYSTEM)]
    for text, verdict, questions in _EXAMPLES[language]:
        messages += [HumanMessage(text), AIMessage(clarity_json(verdict, questions))]
    return [*messages, HumanMessage(request)]


_ADDED = {"ko": "추가 정보", "en": "Additional information"}
_PAST = {"ko": "지난번에 답한 내용", "en": "Answered on an earlier occasion"}
_UNUSABLE = {
    "ko": "답이 비어 있습니다. 내용을 적거나 그냥 진행을 골라 주세요.",
    "en": "The answer is empty. Write something, or choose to go on without it.",
}


def merged(request: str, answers: dict[str, str], language: Language, *, past: bool = False) -> str:
    """Return the request with the answers beside it."""
    lines = [f"- {q}: {a.strip()}" for q, a in answers.items() if a.strip()]
    head = (_PAST if past else _ADDED)[language]
    return "\n".join([request, f"{head}:", *lines]) if lines else request


def unusable_sentence(language: Language) -> str:
    """Return why a question stays open after an unusable answer."""
    return _UNUSABLE[language]
