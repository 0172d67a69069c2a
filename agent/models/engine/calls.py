"""Tool calls found in streamed text, as Ollama finds them.

Small models write a call in the template's tag, in a JSON fence, or bare. Text before it is
passed on; from the first mark on everything is held back until the end, when it is either calls
or, if it cannot be read as such, text after all.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agent.models.engine.wire import JsonObject

_MARKS = ("<tool_call>", "```json", "```\n{")
_WRAPPING = re.compile(r"</?tool_call>|```(?:json)?")
_ARGUMENTS = ("arguments", "parameters", "args")


class CallReader:
    """Splits a reply into text to show and tool calls."""

    def __init__(self, names: set[str]) -> None:
        """Look for calls of the tools called ``names``."""
        self._names = names
        self._held = ""
        self._holding = False
        self._begun = False

    def feed(self, piece: str) -> str:
        """Return what of the text so far is surely no call."""
        self._held += piece
        if self._holding:
            return ""
        start = self._mark()
        if start < 0:
            start = len(self._held) - _unsure_tail(self._held)
        else:
            self._holding = True
        passed, self._held = self._held[:start], self._held[start:]
        self._begun = self._begun or bool(passed.strip())
        return passed

    def end(self, last: str = "") -> tuple[str, list[JsonObject]]:
        """Take the last piece; return the rest: text, or the calls it holds."""
        passed = self.feed(last)
        held, self._held = self._held, ""
        calls = find_calls(held, self._names) if self._holding else []
        return (passed, calls) if calls else (passed + held, [])

    def _mark(self) -> int:
        found = [at for mark in _MARKS if (at := self._held.find(mark)) >= 0]
        bare = self._held.lstrip()
        if not self._begun and bare[:1] in {"{", "["}:
            found.append(len(self._held) - len(bare))
        return min(found, default=-1)


def _unsure_tail(text: str) -> int:
    """Return the length of an end of ``text`` that may become a mark."""
    longest = max(len(mark) for mark in _MARKS) - 1
    for size in range(min(longest, len(text)), 0, -1):
        if any(mark.startswith(text[-size:]) for mark in _MARKS):
            return size
    return 0


def find_calls(text: str, names: set[str]) -> list[JsonObject]:
    """Return the calls of known tools in ``text``, in Ollama's form: name and arguments."""
    calls: list[JsonObject] = []
    for value in _json_values(_WRAPPING.sub(" ", text)):
        items = value if isinstance(value, list) else [value]
        calls += [call for item in items if (call := _as_call(item, names))]
    return calls


def _as_call(value: Any, names: set[str]) -> JsonObject | None:  # noqa: ANN401 - any JSON
    if not isinstance(value, dict):
        return None
    if isinstance(value.get("function"), dict):
        value = value["function"]
    arguments: Any = next((value[key] for key in _ARGUMENTS if key in value), {})
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return None
    if value.get("name") not in names or not isinstance(arguments, dict):
        return None
    return {"function": {"name": value["name"], "arguments": arguments}}


def _json_values(text: str) -> Iterator[object]:
    decoder = json.JSONDecoder()
    at = 0
    while (found := re.search(r"[{\[]", text[at:])) is not None:
        at += found.start()
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            at += 1
            continue
        yield value
