"""One loaded model: llama.cpp's server inside this process, spoken to over loopback.

Its own HTTP is used rather than its Python calls, because only a closed connection cancels a
prompt that is still being read.
"""

from __future__ import annotations

import json
import secrets
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent.models.engine.loopback import Loopback, refusal
from agent.models.engine.wire import JsonObject, WireError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from agent.models.engine.shelf import ModelFile

BATCH = 32
"""Tokens per step through a prompt: a lost client is noticed between steps. Measured on two cores
with 1.5 billion weights: 0.7 s a step at 32, 1.3 s at 64, half a minute at llama.cpp's 2048; the
prompt is read equally fast at all of them, within 5 in 100."""
SLACK = 256
"""Tokens kept free behind ``num_ctx``, so that a prompt that fills the window can be answered."""
CACHE_MIB = 512
_UNLIMITED = -1


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a reply, with what is known of its tokens where that was asked for."""

    text: str
    logprobs: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """The counts at the end of a completion. ``cached`` prompt tokens cost nothing."""

    reason: str
    prompt_tokens: int
    cached: int
    prompt_s: float
    generated: int
    generated_s: float


class Runner:
    """A model in memory. ``close`` frees it."""

    def __init__(self, model: ModelFile, num_ctx: int, threads: int) -> None:
        """Load the model; blocks for seconds and holds the interpreter meanwhile.

        Raises:
            WireError: 500, the file cannot be loaded.
        """
        import xllamacpp  # noqa: PLC0415 - only a process that loads a model pays for it

        key = secrets.token_urlsafe(24)
        params = xllamacpp.CommonParams()
        params.model.path = str(model.path)
        params.n_ctx = num_ctx + SLACK
        params.n_batch = params.n_ubatch = BATCH
        params.cache_ram_mib = CACHE_MIB
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        params.n_parallel = 1
        params.fit_params = False
        params.port = 0
        params.api_keys = [key]
        params.ui = False
        params.verbosity = 1
        self.model = model
        self.num_ctx = num_ctx
        try:
            self._server: Any = xllamacpp.Server(params)
        except RuntimeError as error:
            text = (
                f"unable to load model: {model.path.name}: the file is damaged or there is too "
                "little memory; free memory, or delete the file and fetch it again"
            )
            raise WireError(500, text) from error
        self._loopback = Loopback(self._server.listening_address, key)

    async def close(self) -> None:
        """Free the model's memory."""
        await self._loopback.close()
        self._server = None

    async def tokens(
        self, messages: list[JsonObject], tools: list[JsonObject], *, think: bool | None
    ) -> list[int]:
        """Return a conversation as tokens, through the model's own template."""
        body: JsonObject = {"messages": messages}
        if tools:
            body["tools"] = tools
        if think is not None:
            body["chat_template_kwargs"] = {"enable_thinking": think}
        prompt = (await self._loopback.post("/apply-template", body))["prompt"]
        body = {"content": prompt, "add_special": True, "parse_special": True}
        found: list[int] = (await self._loopback.post("/tokenize", body))["tokens"]
        return found

    async def complete(
        self, prompt: list[int], fields: JsonObject
    ) -> AsyncGenerator[Piece | Ending, None]:
        """Stream the continuation of ``prompt``, then its ending. Closing it cancels the work.

        Raises:
            WireError: llama.cpp refused the request or cannot be reached.
        """
        limit = max(1, self.num_ctx + SLACK - len(prompt) - 1)
        wanted = fields.get("n_predict", _UNLIMITED)
        body = {
            **fields,
            "prompt": prompt,
            "stream": True,
            "cache_prompt": True,
            "return_progress": True,  # a sign of life per step: only then a closed end is noticed
            "n_predict": limit if wanted < 0 else min(wanted, limit),
        }
        async with aclosing(self._loopback.stream("/completion", body)) as lines:
            async for line in lines:
                if line.startswith("error:"):
                    raise refusal(line[6:].encode())
                if not line.startswith("data:"):
                    continue
                part = json.loads(line[5:])
                if "error" in part:
                    raise refusal(line[5:].encode())
                told = tuple(map(_logprob, part.get("completion_probabilities") or ()))
                if part.get("content") or told:
                    yield Piece(part.get("content", ""), told)
                if part.get("stop"):
                    yield _ending(part)


def _logprob(token: JsonObject) -> JsonObject:
    """Return llama.cpp's account of a token as Ollama gives it."""
    told: JsonObject = {key: token[key] for key in ("token", "logprob", "bytes") if key in token}
    if top := token.get("top_logprobs"):
        told["top_logprobs"] = [_logprob(other) for other in top]
    return told


def _ending(part: JsonObject) -> Ending:
    timings = part["timings"]
    return Ending(
        reason="length" if part["stop_type"] == "limit" else "stop",
        prompt_tokens=part["tokens_evaluated"],
        cached=timings["cache_n"],
        prompt_s=timings["prompt_ms"] / 1000,
        generated=part["tokens_predicted"],
        generated_s=timings["predicted_ms"] / 1000,
    )
