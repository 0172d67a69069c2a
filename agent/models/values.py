"""What goes in and out of the door: roles, priorities, replies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

Role = Literal["router", "planner", "writer"]
Finish = Literal["stop", "length", "stopped"]
T = TypeVar("T")

ROLES: tuple[Role, ...] = ("router", "planner", "writer")


class Priority(IntEnum):
    """Who is served first when several calls wait for one server: the lowest number."""

    TURN = 0
    STEP = 1
    BACKGROUND = 2


@dataclass(frozen=True, slots=True)
class Reply:
    """Prose from the model.

    Attributes:
        text: All of it, thoughts removed; what had come when ``stopped``.
        stopped: The person pressed Stop.
        calls: Requests sent; 0 when the reply came from the cache.
        cached: The reply came from the cache.
        prompt_tokens: Tokens of the prompt as the server counted them, 0 when unknown.
        generated_tokens: Tokens of the reply as the server counted them, 0 when unknown.
        seconds: From the call to its end, waiting in line included.
        finish: ``length`` when cut at ``max_tokens`` or at the window's end.
        first_token_s: From the call to the first piece of text; None when none came.
        odds: ln(p(true) / p(false)) of a weighed reply; None where the server told nothing.
    """

    text: str
    stopped: bool = False
    calls: int = 1
    cached: bool = False
    prompt_tokens: int = 0
    generated_tokens: int = 0
    seconds: float = 0.0
    finish: Finish = "stop"
    first_token_s: float | None = None
    odds: float | None = None

    @property
    def context_used(self) -> int:
        """Tokens of the window that prompt and reply took."""
        return self.prompt_tokens + self.generated_tokens


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """A value read from a schema-held reply. ``ok`` is False when it is the stated default.

    ``odds`` are those of a weighed reply's true against its false, as a natural logarithm.
    """

    value: T
    ok: bool = True
    calls: int = 1
    seconds: float = 0.0
    prompt_tokens: int = 0
    cached: bool = False
    odds: float | None = None


LARGE_FROM = 3 * 10**9
"""Parameters. Smaller models choose worse by native calls than under a schema, and plan poorly in
Korean."""


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """What a model was seen to be able to do. The defaults suit a small instruct model.

    Attributes:
        json_schema: It keeps a schema given as ``format``.
        tools: Its server lists native tool calls among its abilities.
        calls_tools: It was seen to choose the right tool by native calls.
        thinking: It writes thoughts unless told not to.
        thinking_off: ``reasoning=False`` is accepted.
        context_length: Tokens it was trained for, 0 when unknown.
        parameters: Its size, 0 when unknown.
    """

    json_schema: bool = True
    tools: bool = False
    calls_tools: bool = False
    thinking: bool = False
    thinking_off: bool = True
    context_length: int = 0
    parameters: int = 0

    @property
    def large(self) -> bool:
        """Whether it is known to be of a size that plans and calls tools well in any language."""
        return self.parameters >= LARGE_FROM


@dataclass(frozen=True, slots=True)
class NativeChoice:
    """How a model that answers with native tool calls is asked for a choice.

    Attributes:
        messages: The prompt, which speaks of no JSON.
        tools: The tools as functions of a name, a description and parameters.
        schema: What ``{calls: [{tool, args}], more}`` made of its calls must be like.
    """

    messages: Sequence[BaseMessage]
    tools: tuple[dict[str, Any], ...]
    schema: dict[str, Any]
