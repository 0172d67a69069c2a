"""A step that is worked once more: what the last try left is cleared, its calls are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.step_results import judge_call

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agent.state import JsonObject

_LEFT_OVER = frozenset(
    {
        "failure", "results", "call_ids", "rounds", "tools_done", "text", "written", "skipped",
        "guided",
    }
)  # fmt: skip


def cleared(step: JsonObject) -> JsonObject:
    """Return a step without what an earlier try left."""
    return {key: value for key, value in step.items() if key not in _LEFT_OVER}


def tried_again(step: JsonObject) -> JsonObject:
    """Return a failed step at its next attempt; ``earlier`` holds the calls of those before."""
    earlier = [*step.get("earlier", []), *calls_told(step.get("results", []))]
    return {**cleared(step), "attempt": int(step["attempt"]) + 1, "earlier": earlier}


def calls_told(results: Iterable[JsonObject]) -> list[JsonObject]:
    """Return calls as the step's file tells them: tool, arguments, ok, text, error."""
    return [
        {"tool": r["tool"], "arguments": r.get("arguments", {}), "ok": judge_call(r).ok,
         "text": r.get("text", ""), "error": r.get("error", "")}
        for r in results
    ]  # fmt: skip
