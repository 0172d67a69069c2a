"""Whether a step succeeded, judged from what it gave and not from the absence of an error.

A text that quotes an error is no failure: what counts is an error flag in structured data, or an
error message that the whole text is (``error_texts``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from agent.error_texts import is_error, shows_nothing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.state import JsonObject

Status = Literal["succeeded", "failed", "skipped"]

_FIRST_HTTP_ERROR = 400
_FLAGS = ("isError", "is_error", "iserror")
_NESTED = ("result", "response", "data", "content")
_DEEPEST = 5
_REASON = 200


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a result counts as success, and why not."""

    ok: bool
    reason: str = ""


def _flagged(value: object, depth: int = 0) -> str:
    """Return the reason that structured data flags an error, or an empty string.

    The items of a list may be records with a status of their own: there only flags count, and
    one item without a flag is a result.
    """
    if depth > _DEEPEST:
        return ""
    if isinstance(value, str):
        return value.strip().splitlines()[0][:_REASON] if is_error(value) else ""
    if isinstance(value, list):
        flagged = [isinstance(item, dict) and _has_flag(item) for item in value]
        return _flagged(value[0] if flagged and all(flagged) else _text_of(value), depth + 1)
    if not isinstance(value, dict):
        return ""
    inside = (_flagged(value.get(name), depth + 1) for name in _NESTED)
    return _flagged_itself(value) or next(filter(None, inside), "")


def _text_of(parts: list[Any]) -> str:
    """Return the text of a list of content parts, each ``{"type": "text", "text": ...}``."""
    of_text = all(isinstance(part, dict) and part.get("type") == "text" for part in parts)
    return "\n".join(str(part.get("text", "")) for part in parts) if of_text else ""


def _has_flag(value: JsonObject) -> bool:
    return any(str(value.get(name)).strip().casefold() in {"true", "1"} for name in _FLAGS)


def _only_errors(value: JsonObject) -> bool:
    """Say whether errors are all that data holds: beside results they are what was looked for."""
    return isinstance(value.get("errors"), list) and not any(
        held for name, held in value.items() if name not in {"errors", "message", "status"}
    )


def _flagged_itself(value: JsonObject) -> str:
    message = value.get("message")
    errors = value.get("errors")
    error = value.get("error") or (_only_errors(value) and errors)
    code = value.get("status_code", value.get("statusCode"))
    reason: object = ""
    if _has_flag(value):
        reason = value.get("content") or message or "the result is flagged as an error"
    elif isinstance(error, list) and error:
        first = error[0]
        reason = (first.get("message") if isinstance(first, dict) else first) or error
    elif isinstance(error, dict) and error:
        reason = error.get("message") or error
    elif error and not isinstance(error, bool):
        reason = error
    elif error is True or value.get("ok") is False or value.get("success") is False:
        reason = message or "the result says that it failed"
    elif isinstance(code, int) and code >= _FIRST_HTTP_ERROR:
        reason = f"status {code}"
    elif str(value.get("status", "")).casefold() in {"error", "failed", "failure"}:
        reason = message or f"status {value['status']}"
    return str(reason)[:_REASON]


def _as_json(text: str) -> object:
    stripped = text.strip()
    if not stripped.startswith(("{", "[")):
        return None
    try:
        parsed: object = json.loads(stripped)
    except (ValueError, RecursionError):
        return None
    return parsed


def _judge_emptiness(text: str) -> Verdict:
    empty = shows_nothing(text) or _as_json(text) in ({}, [])
    return Verdict(ok=not empty, reason="the result is empty" if empty else "")


def judge_text(text: str) -> Verdict:
    """Judge a result of a tool that is a text, structured or not."""
    verdict = _judge_emptiness(text)
    if not verdict.ok:
        return verdict
    parsed = _as_json(text)
    if parsed is not None:
        reason = _flagged(parsed)
        return Verdict(ok=not reason, reason=reason)
    if is_error(text):
        return Verdict(ok=False, reason=text.strip().splitlines()[0][:_REASON])
    return Verdict(ok=True)


def judge_call(result: JsonObject) -> Verdict:
    """Judge the result of one tool call, as the tools loop keeps it: ok, text, data, error."""
    if not result.get("ok"):
        return Verdict(ok=False, reason=str(result.get("error") or "the tool failed")[:_REASON])
    data = result.get("data") or {}
    if reason := _flagged(data):
        return Verdict(ok=False, reason=reason)
    if data.get("passages") and str(result.get("text") or "").strip():
        return Verdict(ok=True)  # the words are a document's, whatever they say
    return judge_text(str(result.get("text") or ""))


def missing_fields(arguments: JsonObject, schema: JsonObject) -> list[str]:
    """Return the required fields of a tool that ``arguments`` leave empty."""
    required = schema.get("required", [])
    return [name for name in required if arguments.get(name) in (None, "", [], {})]


def readiness(arguments: JsonObject, schema: JsonObject) -> float:
    """Return the share of required fields that are filled; 1 where none is required."""
    required = schema.get("required", [])
    if not required:
        return 1.0
    return round(1 - len(missing_fields(arguments, schema)) / len(required), 2)


def judge_step(text: str, calls: Sequence[JsonObject]) -> Verdict:
    """Judge a whole step: of its last calls one must have worked, and its text must not be empty.

    The text is prose, which may have an error for its subject: only tools are held to patterns.
    """
    verdicts = [judge_call(call) for call in calls]
    if verdicts and not any(v.ok for v in verdicts):
        return verdicts[-1]
    return _judge_emptiness(text)


def succeeded(results: Iterable[JsonObject]) -> list[JsonObject]:
    """Return the results of steps that worked, in order."""
    return [row for row in results if row["status"] == "succeeded"]


def statistics(results: Iterable[JsonObject], total: int) -> JsonObject:
    """Return the run's figures: rates are shares of 0 to 1, ``completed_at`` is the last step's."""
    rows = list(results)
    by: dict[str, int] = {"succeeded": 0, "failed": 0, "skipped": 0}
    for row in rows:
        by[str(row["status"])] += 1
    tried = by["succeeded"] + by["failed"]
    figures: dict[str, Any] = {"total": total, "done": len(rows), **by}
    figures["success_rate"] = round(by["succeeded"] / tried, 3) if tried else 0.0
    figures["completion"] = round(len(rows) / total, 3) if total else 0.0
    figures["overall_success"] = by["succeeded"] > 0
    figures["validation_errors"] = sum(not row.get("validation_passed", True) for row in rows)
    figures["validation_rate"] = (
        round(1 - figures["validation_errors"] / len(rows), 3) if rows else 0.0
    )
    figures["result_length"] = sum(len(str(row.get("result", ""))) for row in rows)
    figures["completed_at"] = max(
        (float(row.get("completed_at", 0.0)) for row in rows), default=0.0
    )
    return figures
