"""Whether a decision fits the open question, and what an answer in plain words means."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from agent.approvals import (
    Accept,
    Answer,
    Cancel,
    Decision,
    EditArgs,
    EditPlan,
    Proceed,
    Reject,
    Replan,
    Respond,
    Retry,
    Reuse,
    Skip,
    decision_adapter,
)
from agent.errors import DecisionError
from agent.models.schema import faults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agent.graph_threads import Question
    from agent.language import Language

_YES = re.compile(
    "yes|y|yeah|yep|ok|okay|sure|fine|good|accept|approved?|go|go ahead|do it|looks good|proceed|"
    "네|예|넵|응|그래|좋아|좋아요|좋습니다|승인|수락|확인|오케이|ㅇㅇ|ㅇㅋ|"
    "(그대로 )?진행(해|해줘|해주세요)?|그렇게 (해|해줘|해주세요)"
)
_NO = re.compile(
    "no|n|nope|reject(ed)?|cancel|don't|do not|never mind|"
    "아니|아니[요오]|아뇨|싫어요?|안 ?돼요?|거절|거부|취소(해|해줘|해주세요)?|"
    "그만|됐어요?|하지 ?마(세요)?|ㄴㄴ"
)
_JUST_GO_ON = re.compile(
    "proceed|skip|whatever|go ahead|just do it|(그냥 )?진행(해|해줘|해주세요)?|그냥 (해|해줘)|"
    "건너뛰기|알아서( 해| 해줘)?"
)
_REASONS: dict[str, tuple[str, str]] = {
    "shape": ("답의 형식이 맞지 않습니다: {0}", "The answer does not have the right form: {0}"),
    "action": (
        "이 질문에는 {0!r}(으)로 답할 수 없습니다. 가능한 답: {1}",
        "This question does not take {0!r}. It takes: {1}",
    ),
    "empty": (
        "답이 비어 있습니다. 내용을 적거나 다른 답을 골라 주세요.",
        "The answer is empty. Write something, or choose another answer.",
    ),
    "unknown_question": (
        "묻지 않은 질문에 대한 답입니다: {0}",
        "This answers a question that was not asked: {0}",
    ),
    "unknown_past": (
        "그런 지난 답이 없습니다: {0!r}",
        "There is no such past answer: {0!r}",
    ),
    "same_title": (
        "같은 제목의 단계가 두 번 있습니다: {0!r}. 하나를 바꾸거나 지워 주세요.",
        "Two steps have the title {0!r}. Reword or remove one.",
    ),
    "arguments": (
        "도구의 입력이 맞지 않습니다: {0}",
        "The tool's arguments do not fit: {0}",
    ),
}


def read_decision(
    question: Question, decision: Decision | Mapping[str, Any], language: Language
) -> Decision:
    """Return the decision if it can be taken for this question.

    Args:
        question: The open question.
        decision: A decision or its JSON form.
        language: Of the reason that is given where it cannot.

    Raises:
        DecisionError: It cannot; the message is for the person and the question stays open.
    """
    try:
        data = dict(decision) if not isinstance(decision, Decision) else decision.model_dump()
        taken = decision_adapter.validate_python(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise DecisionError(_why("shape", language, f"{place} {first['msg']}".strip())) from error
    except (TypeError, ValueError) as error:
        raise DecisionError(_why("shape", language, type(decision).__name__)) from error
    if taken.action not in question.allowed:
        raise DecisionError(_why("action", language, taken.action, ", ".join(question.allowed)))
    _check(question, taken, language)
    return taken


def _check(question: Question, decision: Decision, language: Language) -> None:
    payload = question.payload
    match decision:
        case EditPlan(rows=rows):
            titles = [" ".join(row.title.split()).casefold() for row in rows]
            if not all(titles):
                raise DecisionError(_why("empty", language))
            twice = next((row.title for row in rows if titles.count(_key(row.title)) > 1), None)
            if twice is not None:
                raise DecisionError(_why("same_title", language, twice))
        case Replan(text=text) | Respond(text=text):
            if not text.strip():
                raise DecisionError(_why("empty", language))
        case Answer(answers=answers):
            _check_answers(payload, answers, language)
        case Reuse(id=name):
            if name not in [str(past.get("id")) for past in payload.get("past", [])]:
                raise DecisionError(_why("unknown_past", language, name))
        case EditArgs(arguments=arguments):
            _check_arguments(payload, arguments, language)
        case _:
            pass


def _key(title: str) -> str:
    return " ".join(title.split()).casefold()


def _check_answers(payload: dict[str, Any], answers: dict[str, str], language: Language) -> None:
    asked = [str(text) for text in payload.get("questions", [])]
    strange = [name for name in answers if name not in (*asked, joined(asked))]
    if strange:
        raise DecisionError(_why("unknown_question", language, strange[0]))
    if not any(text.strip() for text in answers.values()):
        raise DecisionError(_why("empty", language))


def _check_arguments(
    payload: dict[str, Any], arguments: dict[str, Any], language: Language
) -> None:
    fault = faults(arguments, payload.get("schema") or {}, "the input")
    if fault:
        raise DecisionError(_why("arguments", language, fault))


def in_words(question: Question, text: str) -> Decision:
    """Return what typed text means as the answer to an open question.

    A plan takes short words of yes and no, anything else asks for a change. A clarification takes
    the text as the answer, or goes on without one. A step or tool call takes short words of yes
    and no, anything else is said to it.
    """
    words = re.sub(r"[\s.!~?,]+", " ", text).strip().casefold()
    if question.point == "clarification":
        if _JUST_GO_ON.fullmatch(words):
            return Proceed()
        asked = [str(one) for one in question.payload.get("questions", [])]
        return Answer(answers={joined(asked) or "?": text})
    if _YES.fullmatch(words):
        return Accept()
    if question.point == "plan":
        return Reject() if _NO.fullmatch(words) else Replan(text=text[:4000] or " ")
    return Skip() if _NO.fullmatch(words) else Respond(text=text[:4000] or " ")


def joined(questions: list[str]) -> str:
    """Return the questions as one, the key of an answer that was typed for all of them."""
    return " / ".join(questions)


def without_asking(question: Question) -> Decision | None:
    """Return what is decided when the person switched the question's point off, if anything."""
    match question.point:
        case "clarification":
            return Proceed()
        case "step" if question.payload.get("failure"):
            return Retry()
        case "plan" | "step" | "memory":
            return Accept()
        case _:
            return None


def when_stopped(question: Question) -> Decision | None:
    """Return what Stop means for an open question, if the question can be cancelled."""
    return Cancel() if "cancel" in question.allowed else None


def _why(reason: str, language: Language, *values: object) -> str:
    korean, english = _REASONS[reason]
    return (korean if language == "ko" else english).format(*values)
