"""The bridge between a caller's thread and the loop thread: cache in front, Stop in between."""

from __future__ import annotations

import asyncio
import logging
import queue
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from agent.models.budget import Estimator
from agent.models.cache import CachedReply, cache_key
from agent.models.call import Request, Surroundings, Tally, carry_out, in_line, model_name
from agent.models.line import Line
from agent.models.loop import loop_thread
from agent.models.odds import odds_of
from agent.models.translate import translated
from agent.models.values import Priority, Reply, Role

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine, Sequence
    from typing import Any

    from langchain_core.language_models import BaseChatModel

    from agent.models.cache import ReplyCache
    from agent.models.stop import StopSignal

    Models = Mapping[Role, BaseChatModel] | Callable[[Role], BaseChatModel]

log = logging.getLogger(__name__)


class _Stopped:
    """Heard by the caller: Stop was pressed."""


class _Over:
    """Heard by the caller: the call ended, with an error or without."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error


Heard = str | _Stopped | _Over


class Carrier:
    """Carries requests to the server and replies back. Thread-safe."""

    def __init__(
        self,
        models: Models,
        cache: ReplyCache | None,
        waits_s: Sequence[float],
        digest_of: Callable[[Role], str] | None,
    ) -> None:
        """Take what ``Door`` was given."""
        self.estimator = Estimator()
        self._models = models
        self._cache = cache
        self._digest_of = digest_of
        self._around = Surroundings(self._model_for, Line(), tuple(waits_s))

    def idle(self) -> bool:
        """Tell whether no call is served or waits."""
        return self._around.line.idle

    def name(self, role: Role) -> str:
        """Return the name of a role's model."""
        found = self._models[role] if isinstance(self._models, Mapping) else self._models(role)
        return model_name(found)

    def carry(self, request: Request, stop: StopSignal, on_token: Callable[[str], None]) -> Reply:
        """Make one call; on Stop return what was shown.

        Raises:
            ModelError: the call failed, retries included.
        """
        if stop.is_set():
            return Reply("", stopped=True, calls=0, finish="stopped")
        key = self._key(request)
        if key and self._cache and (kept := self._cache.get(key)):
            on_token(kept.text)
            return _from_cache(kept)
        tally, shown = Tally(), [""]

        def show(piece: str) -> None:
            shown.append(piece)
            on_token(piece)

        def work(tell: Callable[[Heard], None]) -> Coroutine[Any, Any, None]:
            return carry_out(request, tally, self._around, tell)

        if _listen(work, stop, show):
            return _reply(tally, text="".join(shown), stopped=True)
        self._learn(request, tally)
        if tally.text and not request.streams:
            on_token(tally.text)
        if key and self._cache:
            self._cache.put(key, _kept(tally))
        return _reply(tally, text=tally.text, stopped=False)

    def in_background(
        self, role: Role, work: Callable[[BaseChatModel], Awaitable[None]], stop: StopSignal
    ) -> bool:
        """Run ``work`` on a role's model when nobody waits; False when Stop ended it.

        When a person's call comes in between, it is cancelled and later begun again.

        Raises:
            ModelError: it failed, retries included.
        """

        async def attempt() -> None:
            model = await self._model_for(role)
            with translated(model_name(model)):
                await work(model)

        def job(_: Callable[[Heard], None]) -> Coroutine[Any, Any, None]:
            return in_line(
                attempt,
                self._around,
                Priority.BACKGROUND,
                may_give_way=True,
                may_retry=lambda: True,
            )

        return not stop.is_set() and not _listen(job, stop, lambda _: None)

    async def _model_for(self, role: Role) -> BaseChatModel:
        if isinstance(self._models, Mapping):
            return self._models[role]
        return await asyncio.to_thread(self._models, role)  # may bring a server back to life

    def _learn(self, request: Request, tally: Tally) -> None:
        window = request.options.get("num_ctx", 0)
        if window and tally.prompt_tokens >= window:
            log.warning("a prompt filled the window of %s tokens and was cut", window)
        self.estimator.learn(self.estimator.count_messages(request.messages), tally.prompt_tokens)

    def _key(self, request: Request) -> str:
        if self._cache is None or request.options.get("temperature") != 0:
            return ""
        if self._digest_of is not None:
            digest = self._digest_of(request.role)
        elif isinstance(self._models, Mapping):
            digest = model_name(self._models[request.role])
        else:
            digest = ""
        if not digest:
            return ""
        form = {"tools": list(request.tools)} if request.tools else request.schema
        if request.weighed:
            form = {"weighed": form}
        return cache_key(digest, request.messages, request.options, form)


def _listen(
    work: Callable[[Callable[[Heard], None]], Coroutine[Any, Any, None]],
    stop: StopSignal,
    show: Callable[[str], None],
) -> bool:
    """Run ``work`` on the loop thread and show its pieces in this one; True when Stop ended it."""
    heard: queue.SimpleQueue[Heard] = queue.SimpleQueue()

    async def run() -> None:
        try:
            await work(heard.put)
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - raised again in the calling thread
            heard.put(_Over(error))
        else:
            heard.put(_Over(None))

    cancel = loop_thread().start(run)
    forget = stop.on_set(lambda: heard.put(_Stopped()))
    try:
        while True:
            item = heard.get()
            if isinstance(item, str):
                show(item)
            elif isinstance(item, _Stopped):
                return True
            elif item.error is not None:
                raise item.error
            else:
                return False
    finally:
        forget()
        cancel()


def _reply(tally: Tally, *, text: str, stopped: bool) -> Reply:
    return Reply(
        text=text,
        stopped=stopped,
        calls=tally.calls,
        prompt_tokens=tally.prompt_tokens,
        generated_tokens=tally.generated_tokens,
        seconds=time.monotonic() - tally.began,
        finish="stopped" if stopped else tally.finish,
        first_token_s=tally.first_token_s,
        odds=odds_of(tally.logprobs),
    )


def _kept(tally: Tally) -> CachedReply:
    return CachedReply(
        tally.text,
        tally.finish,
        tally.prompt_tokens,
        tally.generated_tokens,
        odds_of(tally.logprobs),
    )


def _from_cache(kept: CachedReply) -> Reply:
    return Reply(
        text=kept.text,
        calls=0,
        cached=True,
        prompt_tokens=kept.prompt_tokens,
        generated_tokens=kept.generated_tokens,
        finish="length" if kept.finish == "length" else "stop",
        first_token_s=0.0,
        odds=kept.odds,
    )
