"""One model call on the loop thread: its place in line, attempts, retries, streaming.

Nothing here blocks, so a cancel takes effect at once.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agent.errors import ModelBrokenOffError, ModelUnreachableError
from agent.models.odds import TOLD
from agent.models.think import ThoughtFilter, without_thoughts
from agent.models.translate import translated

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from agent.models.line import Line, Place
    from agent.models.values import Finish, Priority, Role

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent: ``schema`` is the format, ``streams`` tells to show tokens as they come.

    Where ``tools`` are given, the text of a reply that calls some is ``{calls, more}`` as JSON.
    ``weighed`` asks for the odds of the reply's true or false.
    """

    role: Role
    messages: Sequence[BaseMessage]
    options: dict[str, Any]
    schema: dict[str, Any] | None
    reasoning: bool | None
    priority: Priority
    streams: bool
    tools: tuple[dict[str, Any], ...] = ()
    weighed: bool = False


@dataclass(slots=True)
class Tally:
    """What came of a request so far. Written on the loop thread, read when it is over."""

    began: float = field(default_factory=time.monotonic)
    calls: int = 0
    text: str = ""
    finish: Finish = "stop"
    prompt_tokens: int = 0
    generated_tokens: int = 0
    first_token_s: float | None = None
    logprobs: list[dict[str, Any]] = field(default_factory=list)

    def start_over(self) -> None:
        """Forget a failed attempt's text."""
        self.text, self.finish, self.first_token_s, self.logprobs = "", "stop", None, []
        self.prompt_tokens = self.generated_tokens = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What every call needs."""

    model_for: Callable[[Role], Awaitable[BaseChatModel]]
    line: Line
    waits_s: Sequence[float]


async def carry_out(
    request: Request, tally: Tally, around: Surroundings, tell: Callable[[str], None]
) -> None:
    """Send ``request`` when its turn comes, again where that may help, and fill ``tally``.

    Once tokens were shown nothing is sent again: the person would read two beginnings.
    """

    async def attempt() -> None:
        tally.start_over()
        await _stream(request, tally, around, tell)

    await in_line(
        attempt,
        around,
        request.priority,
        may_give_way=not request.streams,
        may_retry=lambda: not (request.streams and tally.text),
    )


async def in_line(
    attempt: Callable[[], Awaitable[None]],
    around: Surroundings,
    priority: Priority,
    *,
    may_give_way: bool,
    may_retry: Callable[[], bool],
) -> None:
    """Run ``attempt`` at the server; after a lost connection again, after growing waits."""
    waits = list(around.waits_s)
    wait: float | None
    while True:
        async with around.line.place(priority) as place:
            try:
                if await _ended(attempt, place, may_give_way=may_give_way):
                    return
                wait = None
            except (ModelUnreachableError, ModelBrokenOffError) as error:
                if not waits or not may_retry():
                    raise
                wait = waits.pop(0)
                log.warning("model call failed, again in %s s: %s", wait, error)
        if wait is None:
            await around.line.quiet()
        else:
            await asyncio.sleep(wait)


async def _ended(
    attempt: Callable[[], Awaitable[None]], place: Place, *, may_give_way: bool
) -> bool:
    """Run an attempt; False when background work was asked to leave, and left."""
    task = asyncio.ensure_future(attempt())
    if may_give_way:
        place.give_way = task.cancel
    try:
        await task
    except asyncio.CancelledError:
        current = asyncio.current_task()
        if place.asked_back and current is not None and not current.cancelling():
            return False
        task.cancel()
        raise
    return True


async def _stream(
    request: Request, tally: Tally, around: Surroundings, tell: Callable[[str], None]
) -> None:
    model = await around.model_for(request.role)
    name = model_name(model)
    thoughts, raw, ended = ThoughtFilter(), "", False
    called: list[dict[str, Any]] = []

    def pass_on(piece: str) -> None:
        if piece:
            if tally.first_token_s is None:
                tally.first_token_s = time.monotonic() - tally.began
            tally.text += piece
            if request.streams:
                tell(piece)

    tally.calls += 1
    try:
        with translated(name, lambda: tally.text):
            async for chunk in model.astream(list(request.messages), **_arguments(request)):
                piece = str(chunk.text)
                raw += piece
                pass_on(thoughts.feed(piece))
                called += [{"tool": c["name"], "args": c["args"]} for c in chunk.tool_calls]
                tally.logprobs += map(dict, chunk.response_metadata.get("logprobs") or ())
                ended = _take_counts(chunk, tally) or ended
    except ModelUnreachableError:
        tally.calls -= 1  # nothing was sent
        raise
    if not ended:
        msg = f"The stream of {name!r} ended before its last part. Try again."
        raise ModelBrokenOffError(msg, tally.text)
    pass_on(thoughts.end())
    tally.text = _as_json(called) if called else without_thoughts(raw)


def _arguments(request: Request) -> dict[str, Any]:
    """Return what is sent beside the messages."""
    arguments: dict[str, Any] = {"options": request.options}
    if request.schema is not None:
        arguments["format"] = request.schema
    if request.reasoning is not None:
        arguments["reasoning"] = request.reasoning
    if request.weighed:
        arguments |= {"logprobs": True, "top_logprobs": TOLD}
    if request.tools:
        arguments["tools"] = list(request.tools)
    return arguments


def _as_json(called: list[dict[str, Any]]) -> str:
    return json.dumps({"calls": called, "more": False}, ensure_ascii=False)


def _take_counts(chunk: Any, tally: Tally) -> bool:  # noqa: ANN401 - a chunk of any provider
    """Read the server's counts off a chunk; tell whether it is the last."""
    if chunk.usage_metadata:
        tally.prompt_tokens = chunk.usage_metadata["input_tokens"]
        tally.generated_tokens = chunk.usage_metadata["output_tokens"]
    meta = chunk.response_metadata
    if meta.get("done_reason") == "length":
        tally.finish = "length"
    return bool(meta.get("done"))


def model_name(model: BaseChatModel) -> str:
    """Return the name the server knows the model by."""
    return str(getattr(model, "model", type(model).__name__))
