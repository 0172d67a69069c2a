"""A step that is worked once more: what the last try left is cleared, its calls are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.step_results import judge_call

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agent.state import JsonObject
    from agent.tools.catalogue import Catalogue

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


def has_begun(step: JsonObject, results: Sequence[JsonObject]) -> bool:
    """Say whether a step did something, or tried to, which its ending must tell of."""
    return bool(results or step.get("earlier") or step.get("failure"))


def effects_of(calls: Iterable[JsonObject], tools: Catalogue) -> list[str]:
    """Return the calls, told as ``calls_told`` does, that changed something outside the app."""
    known = ((call, tools.get(str(call["tool"]))) for call in calls if call["ok"])
    return [
        f"{call['tool']}({', '.join(f'{k}={v}' for k, v in call['arguments'].items())})"
        for call, tool in known
        if tool is not None and not tool.read_only
    ]


def calls_told(results: Iterable[JsonObject]) -> list[JsonObject]:
    """Return calls as the step's file tells them: tool, arguments, ok, text, error."""
    return [
        {"tool": r["tool"], "arguments": r.get("arguments", {}), "ok": judge_call(r).ok,
         "text": r.get("text", ""), "error": r.get("error", "")}
        for r in results
    ]  # fmt: skip
