"""A door that notes what is asked of the model, and the model asked the same without the app."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from agent.models.door import Door
    from agent.models.server import Address

ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool"}


@dataclass
class RecordingDoor:
    """Passes every call on to ``door`` and keeps the messages of the last prose call."""

    door: Door
    written: list[BaseMessage] = field(default_factory=list)

    def write(self, role: str, messages: Sequence[BaseMessage], **options: Any) -> Any:
        self.written = list(messages)
        return self.door.write(role, messages, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.door, name)


@dataclass(frozen=True)
class Bare:
    """Seconds of the model alone."""

    first_token_s: float
    total_s: float
    tokens: int


def ask_bare(
    address: Address, model: str, messages: Sequence[BaseMessage], num_ctx: int, max_tokens: int
) -> Bare:
    """Send the messages straight to the server, with the options the app uses."""
    body = {
        "model": model,
        "messages": [
            {"role": ROLES[message.type], "content": str(message.content)} for message in messages
        ],
        "options": {
            "temperature": 0, "num_ctx": num_ctx, "num_batch": 64, "num_predict": max_tokens,
        },
    }  # fmt: skip
    begun, first, last = time.monotonic(), None, {}
    with (
        httpx.Client(timeout=600, **address.client_arguments()) as client,
        client.stream("POST", f"{address.url}/api/chat", json=body) as answer,
    ):
        for line in answer.iter_lines():
            last = json.loads(line)
            if first is None and last.get("message", {}).get("content"):
                first = time.monotonic() - begun
    return Bare(first or 0.0, time.monotonic() - begun, int(last.get("eval_count", 0)))
