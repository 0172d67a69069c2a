"""A tool with an effect: it sends notes, and always asks before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from agent.tools.catalogue import Tool, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable


SENDING = [{"tool": "send_note", "args": {"to": "Kim"}}]
NOTES = (("Send a note to a person", "A note"), ("Send a second note", "A note to a person"))
"""The steps of a task that sends."""


class SendArgs(BaseModel):
    to: str


def note_sender(send: Callable[[str], Any], told: str = "") -> Tool:
    """Return the tool; ``send`` gets whom a note goes to, ``told`` is what the tool says then."""

    def run(args: BaseModel, _around: Any) -> ToolResult:
        assert isinstance(args, SendArgs)
        send(args.to)
        return ToolResult(ok=True, text=told or f"sent to {args.to}")

    return Tool(
        name="send_note",
        description="Send a note to a person.",
        description_ko="쪽지를 보냅니다.",
        args=SendArgs,
        run=run,
        asks=True,
        read_only=False,
    )
