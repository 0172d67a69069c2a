"""What a task had given when it broke off: the texts of its steps, as far as they came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.events import Started, StepFinished, StepStarted, Token

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agent.events import Event

STEP_MESSAGE = "step-"
"""What the ids of messages begin with in which a step's text is written."""


@dataclass(slots=True)
class _Part:
    title: str
    text: str = ""
    message_id: str = ""
    finished: bool = False


def half_done(events: Iterable[Event], results: Mapping[str, str] | None = None) -> tuple[str, int]:
    """Return the steps' texts as Markdown, and how many steps were finished; "" without a step.

    What was streamed after the steps, the beginning of the result or the guide, comes last.

    Args:
        events: Of the run, in order.
        results: By title, what finished steps gave, where the checkpoint still has it; of others
            the events tell what was streamed, or the beginning.
    """
    whole = results or {}
    parts: dict[int, _Part] = {}
    current, after = _Part(""), _Part("")
    for event in events:
        match event:
            case Started():
                # a step that was broken off is written anew, from its first word
                after = _Part("")
                if not current.finished:
                    current.text = ""
            case StepStarted():
                current = parts[event.index] = _Part(event.title)
            case StepFinished():
                part = parts.setdefault(event.index, _Part(event.title))
                part.finished = True
                part.text = whole.get(event.title) or part.text or event.preview
            case Token() if parts:
                _add(current if event.message_id.startswith(STEP_MESSAGE) else after, event)
    if not parts:
        return "", 0
    shown = [
        f"**{n + 1}. {part.title}**\n\n{part.text}".strip()
        for n, part in sorted(parts.items())
        if part.text or part.finished or (part is current and not after.text)
    ]
    text = "\n\n".join([*shown, after.text] if after.text else shown)
    return text, sum(part.finished for part in parts.values())


def _add(part: _Part, token: Token) -> None:
    if token.message_id != part.message_id:
        part.message_id, part.text = token.message_id, ""
    part.text += token.text
