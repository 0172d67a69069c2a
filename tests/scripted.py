"""A chat model that follows a script, and a door on top of it.

It records what it was sent, streams in chunks, says so when the script runs dry, and can be
cancelled at any await, as a real client can.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from pydantic import BaseModel, PrivateAttr

from agent.models.door import Door
from tests.script_lines import Answer, Break, Calls, Line, Pause, ScriptedCall, Weighed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun


class ScriptedChatModel(BaseChatModel):
    """Answers with the next line of ``replies``.

    A line is a string; a dict or pydantic model, said as JSON; a function of ``(messages,
    kwargs)`` that returns one of these; an exception, raised before any token; a ``Pause`` or a
    ``Break``. With ``forever`` the last line is repeated.
    """

    replies: list[Any]
    forever: bool = False
    model: str = "scripted"
    chunk_size: int = 5

    _calls: list[ScriptedCall] = PrivateAttr(default_factory=list)
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)

    @property
    def calls(self) -> list[ScriptedCall]:
        return self._calls

    @property
    def left(self) -> int:
        """Lines not said yet."""
        return max(0, len(self.replies) - len(self._calls))

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _next(self, messages: list[BaseMessage], kwargs: dict[str, Any]) -> Answer:
        with self._lock:
            number = len(self._calls)
            self._calls.append(
                ScriptedCall(
                    list(messages), kwargs.get("options", {}), kwargs.get("format"), kwargs
                )
            )
        if number >= len(self.replies) and not (self.forever and self.replies):
            tail = str(messages[-1].content)[-300:]
            msg = (
                f"the script ran dry: call {number + 1}, but only {len(self.replies)} replies "
                f"were given; the last message was: {tail!r}"
            )
            raise AssertionError(msg)
        line: Any = self.replies[min(number, len(self.replies) - 1)]
        return line(messages, kwargs) if callable(line) else line

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        answer = self._next(messages, kwargs)
        if isinstance(answer, Calls):
            said = AIMessage(answer.text, tool_calls=_native(answer))
        else:
            said = AIMessage(_text(answer))
        return ChatResult(generations=[ChatGeneration(message=said)])

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        answer = self._next(messages, kwargs)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Calls):
            chunk = AIMessageChunk(content="", tool_calls=_native(answer))
            yield ChatGenerationChunk(message=chunk)
            answer = answer.text
        if isinstance(answer, Weighed):
            yield _weighed_chunk(answer)
            answer = ""
        text = answer.before if isinstance(answer, Pause | Break) else _text(answer)
        for piece in _pieces(text, self.chunk_size):
            yield _chunk(piece)
            await asyncio.sleep(0)
        if isinstance(answer, Break):
            raise answer.error
        if isinstance(answer, Pause):
            await answer.wait()
            for piece in _pieces(answer.after, self.chunk_size):
                yield _chunk(piece)
            text += answer.after
        words = sum(len(str(message.content).split()) for message in messages)
        yield _last_chunk(words, len(text.split()))


def _text(answer: Answer) -> str:
    if isinstance(answer, Exception):
        raise answer
    if isinstance(answer, BaseModel):
        return answer.model_dump_json()
    if isinstance(answer, dict):
        return json.dumps(answer, ensure_ascii=False)
    if isinstance(answer, Pause | Break | Calls | Weighed):
        msg = "a Pause, a Break, Calls or Weighed can only be streamed"
        raise AssertionError(msg)  # noqa: TRY004 - the test is wrong, not a type
    return answer


def _pieces(text: str, size: int) -> Iterator[str]:
    for match in re.finditer(rf"(?s).{{1,{size}}}", text):
        yield match.group()


def _chunk(text: str) -> ChatGenerationChunk:
    return ChatGenerationChunk(message=AIMessageChunk(content=text))


def _weighed_chunk(answer: Weighed) -> ChatGenerationChunk:
    top = [
        {"token": "true", "logprob": min(0.0, answer.odds)},
        {"token": "false", "logprob": min(0.0, -answer.odds)},
    ]
    said = max(top, key=lambda entry: entry["logprob"])
    meta = {"logprobs": [{**said, "top_logprobs": top}]}
    return ChatGenerationChunk(message=AIMessageChunk(content=answer.text, response_metadata=meta))


def _native(answer: Calls) -> list[dict[str, Any]]:
    return [
        {"name": name, "args": arguments, "id": f"native_{n}", "type": "tool_call"}
        for n, (name, arguments) in enumerate(answer.calls)
    ]


def _last_chunk(prompt_tokens: int, generated: int) -> ChatGenerationChunk:
    meta = {"done": True, "done_reason": "stop"}
    return ChatGenerationChunk(
        message=AIMessageChunk(
            content="",
            response_metadata=meta,
            usage_metadata={
                "input_tokens": prompt_tokens,
                "output_tokens": generated,
                "total_tokens": prompt_tokens + generated,
            },
        ),
        generation_info=meta,
    )


def scripted_door(
    replies: Sequence[Line] | None = None,
    *,
    model: ScriptedChatModel | None = None,
    forever: bool = False,
    window: int = 4096,
    **kwargs: Any,
) -> Door:
    """A door whose three roles are one scripted model; reach it with ``scripted_model(door)``.

    Retries wait no time. Give ``model`` to keep the model, or ``replies`` to have one made.
    """
    chat = model or ScriptedChatModel(replies=list(replies or []), forever=forever)
    kwargs.setdefault("waits_s", (0.0, 0.0, 0.0))
    door = Door({"router": chat, "planner": chat, "writer": chat}, window=window, **kwargs)
    _MODELS[id(door)] = chat
    return door


_MODELS: dict[int, ScriptedChatModel] = {}


def scripted_model(door: Door) -> ScriptedChatModel:
    """The model behind a ``scripted_door``."""
    return _MODELS[id(door)]
