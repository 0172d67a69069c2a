"""Whether a decision fits the open question."""

from __future__ import annotations

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
    Replan,
    Respond,
    Retry,
    Reuse,
    SubTask,
    decision_adapter,
)
from agent.error_texts import shows_nothing
from agent.errors import DecisionError
from agent.models.schema import faults
from agent.planning import key_of
from agent.prompts.reasons import reason_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agent.graph_threads import Question
    from agent.language import Language

_LONGEST_ANSWER = 2000
_WORKED = ("step", "tool_call")
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
    "meaningless": (
        "이 답에는 글자나 숫자가 없거나 질문만 그대로 들어 있습니다. 내용을 적거나 그냥 진행을 "
        "골라 주세요.",
        "This answer has no letter or digit, or only repeats the question. Write what is meant, or "
        "choose to go on without it.",
    ),
    "too_long": (
        "답이 {0}자보다 깁니다. 줄여 적거나, 긴 글은 파일로 끌어다 놓아 주세요.",
        "The answer is longer than {0} characters. Shorten it, or drop long texts as a file.",
    ),
    "not_tried": (
        "아직 하지 않은 일이라 다시 할 것이 없습니다. 승인하거나, 어떻게 할지 적어 주세요.",
        "This has not been tried yet, so it cannot be tried again. Approve it, or say what to do.",
    ),
    "step_number": (
        "이 계획에는 {0}번째 단계가 없습니다. 단계는 {1}개입니다.",
        "This plan has no step {0}: it has {1}.",
    ),
    "same_title": (
        "같은 제목의 단계가 두 번 있습니다: {0!r}. 하나를 바꾸거나 지워 주세요.",
        "Two steps have the title {0!r}. Reword or remove one.",
    ),
    "no_title": (
        "제목이 없는 단계가 있습니다. 제목을 적거나 그 줄을 지워 주세요.",
        "A step has no title. Write one, or remove the row.",
    ),
    "wordless_title": (
        "단계 제목에 글자나 숫자가 없습니다: {0!r}. 무엇을 하는지 적어 주세요.",
        "The title {0!r} has no letter or digit. Write what the step does.",
    ),
    "no_rows": (
        "계획에 단계가 없습니다. 한 단계는 남기거나, 필요 없다면 계획을 거절해 주세요.",
        "The plan has no step. Leave at least one, or reject the plan if it is not wanted.",
    ),
    "many_rows": (
        "단계는 {0}개까지 됩니다. 몇 개를 합치거나 지워 주세요.",
        "A plan takes up to {0} steps. Join or remove some.",
    ),
    "arguments": (
        "도구의 입력이 맞지 않습니다: {0}",
        "The tool's arguments do not fit: {0}",
    ),
}

_FAULTS = {
    ("text", "string_too_short"): ("empty", "min_length"),
    ("text", "string_too_long"): ("too_long", "max_length"),
    ("title", "string_too_short"): ("no_title", "min_length"),
    ("title", "missing"): ("no_title", ""),
    ("title", "string_too_long"): ("too_long", "max_length"),
    ("goal", "string_too_long"): ("too_long", "max_length"),
    ("rows", "too_short"): ("no_rows", "min_length"),
    ("rows", "too_long"): ("many_rows", "max_length"),
}
"""The field and the fault that pydantic names, and what is said of them."""


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
        known = _FAULTS.get((str(first["loc"][-1]) if first["loc"] else "", first["type"]))
        if known is not None:
            reason, bound = known
            limit = first.get("ctx", {}).get(bound, "")
            raise DecisionError(_why(reason, language, limit)) from error
        place = ".".join(str(part) for part in first["loc"])
        raise DecisionError(_why("shape", language, f"{place} {first['msg']}".strip())) from error
    except (TypeError, ValueError) as error:
        raise DecisionError(_why("shape", language, type(decision).__name__)) from error
    if taken.action == "retry" and "retry" not in question.allowed and question.point in _WORKED:
        raise DecisionError(_why("not_tried", language))
    if taken.action not in question.allowed:
        raise DecisionError(_why("action", language, taken.action, ", ".join(question.allowed)))
    _check(question, taken, language)
    return taken


def _check(question: Question, decision: Decision, language: Language) -> None:
    payload = question.payload
    match decision:
        case EditPlan(rows=rows):
            _check_rows(rows, _finished_titles(payload), language)
        case Replan(text=text, from_step=place):
            _check_words(text, language)
            total = int(payload.get("total", len(payload.get("sub_tasks", []))))
            # where all steps left are finished, a new one can only come after them
            end = total + (payload.get("finished") == total)
            if place is not None and place >= max(1, end):
                raise DecisionError(_why("step_number", language, place + 1, total))
        case Respond(text=text):
            _check_words(text, language)
        case Answer(answers=answers):
            _check_answers(payload, answers, language)
        case Reuse(id=name):
            if name not in [str(past.get("id")) for past in payload.get("past", [])]:
                raise DecisionError(_why("unknown_past", language, name))
        case EditArgs(arguments=arguments):
            _check_arguments(payload, arguments, language)
        case _:
            pass


def _finished_titles(payload: dict[str, Any]) -> list[str]:
    """Return the titles of steps that are finished: rows are those that come after them."""
    tasks = payload.get("sub_tasks", [])[: int(payload.get("finished") or 0)]
    return [str(task["title"]) for task in tasks]


def _check_rows(rows: list[SubTask], finished: list[str], language: Language) -> None:
    keys = [key_of(row.title) for row in rows]
    for row, key in zip(rows, keys, strict=True):
        if shows_nothing(row.title):
            raise DecisionError(_why("no_title", language))
        if not key:
            raise DecisionError(_why("wordless_title", language, row.title))
    known = [*map(key_of, finished), *keys]
    twice = next(
        (row.title for row, key in zip(rows, keys, strict=True) if known.count(key) > 1), ""
    )
    if twice:
        raise DecisionError(_why("same_title", language, twice))


def _check_words(text: str, language: Language) -> None:
    if shows_nothing(text):
        raise DecisionError(_why("empty", language))


def _check_answers(payload: dict[str, Any], answers: dict[str, str], language: Language) -> None:
    asked = [str(text) for text in payload.get("questions", [])]
    strange = [name for name in answers if name not in (*asked, joined(asked))]
    if strange:
        raise DecisionError(_why("unknown_question", language, strange[0]))
    given = [text for text in answers.values() if not shows_nothing(text)]
    if not given:
        raise DecisionError(_why("empty", language))
    known = {key_of(text) for text in (*asked, joined(asked))}
    if not any(key_of(text) and key_of(text) not in known for text in given):
        raise DecisionError(_why("meaningless", language))
    if max(map(len, given)) > _LONGEST_ANSWER:
        raise DecisionError(_why("too_long", language, _LONGEST_ANSWER))


def _check_arguments(
    payload: dict[str, Any], arguments: dict[str, Any], language: Language
) -> None:
    fault = faults(arguments, payload.get("schema") or {}, "the input")
    if fault:
        raise DecisionError(_why("arguments", language, reason_in(fault, language)))


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
