"""``POST /api/chat``: checks a request as Ollama does, fits it to the window, streams the reply."""

from __future__ import annotations

import time
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.models.engine.calls import CallReader
from agent.models.engine.options import (
    check_types,
    grammar,
    keep_alive,
    logprobs,
    sampling,
    whole,
)
from agent.models.engine.runner import Ending
from agent.models.engine.thoughts import ThoughtSplitter
from agent.models.engine.wire import JsonObject, WireError, nanoseconds, stamp

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from datetime import timedelta

    from agent.models.engine.memory import Memory
    from agent.models.engine.runner import Runner
    from agent.models.engine.shelf import ModelFile, Shelf

KEPT_AT_THE_FRONT = 4


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """A checked request."""

    name: str
    model: ModelFile
    messages: list[JsonObject]
    tools: list[JsonObject]
    stream: bool
    think: bool | None
    num_ctx: int
    fields: JsonObject
    keep: timedelta


def check(body: JsonObject, shelf: Shelf, default_ctx: int) -> ChatRequest:
    """Read a request's body.

    Raises:
        WireError: with Ollama's status and sentence.
    """
    name = body.get("model")
    if not isinstance(name, str) or not name:
        raise WireError(400, "model is required")
    keep = keep_alive(body.get("keep_alive"))
    model = shelf.find(name, f'model "{name}" not found, try pulling it first')
    options = body.get("options") or {}
    if not isinstance(options, dict):
        raise WireError(400, "options must be an object")
    options = {name: value for name, value in options.items() if value is not None}
    check_types(options)
    tools = body.get("tools") or []
    if tools and "tools" not in model.capabilities:
        raise WireError(400, f"{model.tagged} does not support tools")
    think = body.get("think")
    if think and not model.thinks:
        raise WireError(400, f"{model.tagged} does not support thinking")
    most = model.header.context_length
    num_ctx = max(1, whole(options, "num_ctx", default_ctx))
    return ChatRequest(
        name=name,
        model=model,
        messages=_messages(body.get("messages")),
        tools=tools,
        stream=body.get("stream", True) is not False,
        think=None if think is None else bool(think),
        num_ctx=min(num_ctx, most) if most else num_ctx,
        fields=sampling(options, num_ctx) | grammar(body.get("format")) | logprobs(body),
        keep=keep,
    )


def _messages(value: object) -> list[JsonObject]:
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise WireError(400, "messages must be a list of objects")
    found = []
    for item in value:
        message: JsonObject = {
            "role": str(item.get("role", "user")),
            "content": str(item.get("content") or ""),
        }
        if item.get("tool_calls"):
            message["tool_calls"] = [{"type": "function", **call} for call in item["tool_calls"]]
        found.append(message)
    return found


async def reply(
    request: ChatRequest, memory: Memory, note: Callable[[Ending], None]
) -> AsyncGenerator[JsonObject, None]:
    """Yield the reply's parts as Ollama frames them; the last has ``done`` set.

    ``note`` is told the counts at the end. Closing the iterator cancels the work.

    Raises:
        WireError: the model cannot be loaded or refuses the request.
    """
    began = time.monotonic()
    async with memory.use(request.model, request.num_ctx, request.keep) as runner:
        loaded_s = time.monotonic() - began
        prompt = await _fitted(request, runner)
        thoughts = ThoughtSplitter(apart=bool(request.think))
        calls = CallReader(_tool_names(request.tools)) if request.tools else None
        ending: Ending | None = None
        told: list[JsonObject] = []
        async with aclosing(runner.complete(prompt, request.fields)) as parts:
            async for part in parts:
                if isinstance(part, Ending):
                    ending = part
                    continue
                told += part.logprobs
                thought, text = thoughts.feed(part.text)
                text = calls.feed(text) if calls else text
                if thought or text:
                    yield _part(request, text, thought=thought) | _told(told)
                    told = []
        thought, text = thoughts.end()
        text, found = calls.end(text) if calls else (text, [])
        if thought or text or found or told:
            yield _part(request, text, thought=thought, calls=found) | _told(told)
        if ending is None:
            raise WireError(500, "llama runner process has terminated: no ending came")
        note(ending)
        yield _last(request, ending, time.monotonic() - began, loaded_s)


async def _fitted(request: ChatRequest, runner: Runner) -> list[int]:
    """Return the prompt's tokens, cut silently to the window as Ollama does.

    The oldest messages go first, never a system message or the last one; if that is not enough,
    the first few tokens and the tail stay.
    """
    tokens = await runner.tokens(request.messages, request.tools, think=request.think)
    older = enumerate(request.messages[:-1])
    droppable = [at for at, message in older if message["role"] != "system"]
    if len(tokens) > request.num_ctx and droppable:
        low, high = 1, len(droppable)
        while low < high:
            middle = (low + high) // 2
            tokens = await _without(request, runner, droppable[:middle])
            low, high = (low, middle) if len(tokens) <= request.num_ctx else (middle + 1, high)
        tokens = await _without(request, runner, droppable[:low])
    if len(tokens) <= request.num_ctx:
        return tokens
    kept = min(KEPT_AT_THE_FRONT, request.num_ctx // 2)
    return tokens[:kept] + tokens[len(tokens) - (request.num_ctx - kept) :]


async def _without(request: ChatRequest, runner: Runner, dropped: list[int]) -> list[int]:
    kept = [message for at, message in enumerate(request.messages) if at not in dropped]
    return await runner.tokens(kept, request.tools, think=request.think)


def _tool_names(tools: list[JsonObject]) -> set[str]:
    return {str(tool.get("function", {}).get("name", "")) for tool in tools}


def _told(logprobs: list[JsonObject]) -> JsonObject:
    return {"logprobs": logprobs} if logprobs else {}


def _part(
    request: ChatRequest, text: str, *, thought: str = "", calls: list[JsonObject] | None = None
) -> JsonObject:
    message: JsonObject = {"role": "assistant", "content": text}
    if thought:
        message["thinking"] = thought
    if calls:
        message["tool_calls"] = calls
    return {"model": request.name, "created_at": stamp(), "message": message, "done": False}


def _last(request: ChatRequest, ending: Ending, total_s: float, loaded_s: float) -> JsonObject:
    return {
        "model": request.name,
        "created_at": stamp(),
        "message": {"role": "assistant", "content": ""},
        "done_reason": ending.reason,
        "done": True,
        "total_duration": nanoseconds(total_s),
        "load_duration": nanoseconds(loaded_s),
        "prompt_eval_count": ending.prompt_tokens,
        "prompt_eval_duration": nanoseconds(ending.prompt_s),
        "eval_count": ending.generated,
        "eval_duration": nanoseconds(ending.generated_s),
    }


def joined(parts: list[JsonObject]) -> JsonObject:
    """Return a streamed reply as the one object of a request with ``stream`` off."""
    whole: JsonObject = {"role": "assistant", "content": ""}
    for part in parts:
        message = part["message"]
        whole["content"] += message["content"]
        if "thinking" in message:
            whole["thinking"] = whole.get("thinking", "") + message["thinking"]
        if "tool_calls" in message:
            whole["tool_calls"] = [*whole.get("tool_calls", []), *message["tool_calls"]]
    told = [entry for part in parts for entry in part.get("logprobs", [])]
    return {**parts[-1], "message": whole} | _told(told)
