"""What a line of a scripted model's script may be."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage


@dataclass
class Pause:
    """Says ``before``, then waits until ``release()`` (or for ever), then says ``after``.

    ``reached`` is set when the model waits: a test presses Stop then, without sleeping.
    """

    before: str = ""
    after: str = ""
    reached: threading.Event = field(default_factory=threading.Event)
    _released: threading.Event = field(default_factory=threading.Event)
    _wakers: list[Callable[[], None]] = field(default_factory=list)

    def release(self) -> None:
        self._released.set()
        for wake in self._wakers:
            wake()

    async def wait(self) -> None:
        loop, woken = asyncio.get_running_loop(), asyncio.Event()
        self._wakers.append(lambda: loop.call_soon_threadsafe(woken.set))
        self.reached.set()
        if not self._released.is_set():
            await woken.wait()


@dataclass
class Break:
    """Says ``before``, then raises ``error``: a stream that breaks off."""

    before: str
    error: Exception


@dataclass
class Calls:
    """Calls tools natively: name and arguments of each, with ``text`` beside them."""

    calls: Sequence[tuple[str, dict[str, Any]]]
    text: str = ""


@dataclass
class Weighed:
    """Says ``text``, its true or false with these odds against the other word."""

    text: str
    odds: float


@dataclass
class ScriptedCall:
    """One call as the model saw it."""

    messages: list[BaseMessage]
    options: dict[str, Any]
    format: Any
    kwargs: dict[str, Any]

    @property
    def prompt(self) -> str:
        """All messages' text, one under the other."""
        return "\n".join(str(message.content) for message in self.messages)

    @property
    def last(self) -> str:
        return str(self.messages[-1].content)


Answer = str | dict[str, Any] | BaseModel | Exception | Pause | Break | Calls | Weighed
Line = Answer | Callable[..., Answer]
