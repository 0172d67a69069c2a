"""The door: every model call of the app goes through here.

``Door`` is synchronous outside; inside, an asynchronous client runs on one private loop thread,
so that Stop frees the caller at once. It budgets, caches, streams, retries, counts, orders by
priority and reads JSON. Errors are those of ``agent.errors``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from agent.errors import PromptTooLongError
from agent.models.call import Request
from agent.models.carrier import Carrier
from agent.models.native import choose_natively
from agent.models.reading import read_reply, with_schema_in_words
from agent.models.schema import faults, schema_of
from agent.models.stop import StopSignal
from agent.models.values import ROLES, ModelProfile, Parsed, Priority, Reply, Role

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from agent.models.cache import ReplyCache
    from agent.models.carrier import Models
    from agent.models.values import NativeChoice

__all__ = ["Door", "ModelProfile", "Parsed", "Priority", "Reply", "Role", "StopSignal"]

T = TypeVar("T", bound=BaseModel)

BATCH = 64
"""``num_batch``: a server notices a lost client between batches, so they must be short."""
SMALLEST_REPLY = 32
WAITS_S = (0.5, 1.5, 4.0)


class Door:
    """Makes every model call. Thread-safe; one per app.

    Attributes:
        window: Tokens of prompt and reply together, sent as ``num_ctx``.
        profile: What the models were seen to be able to do.
    """

    def __init__(  # noqa: PLR0913 - taken apart by name, built in one place
        self,
        models: Models,
        *,
        window: int = 4096,
        cache: ReplyCache | None = None,
        waits_s: Sequence[float] = WAITS_S,
        profile: ModelProfile | None = None,
        digest_of: Callable[[Role], str] | None = None,
    ) -> None:
        """Take the chat models.

        Args:
            models: By role, or a function that gives a role's model and may block while it
                brings a server to life.
            window: Tokens of prompt and reply together.
            cache: Where replies of temperature-0 calls are kept.
            waits_s: Seconds before each retry; its length is their number.
            profile: What the models were seen to be able to do.
            digest_of: Identifies a role's model in the cache; its name if not given.
        """
        self.window = window
        self.profile = profile or ModelProfile()
        self._carrier = Carrier(models, cache, waits_s, digest_of)

    def write(  # noqa: PLR0913 - taken apart by name
        self,
        role: Role,
        messages: Sequence[BaseMessage],
        *,
        stop: StopSignal,
        on_token: Callable[[str], None],
        max_tokens: int,
        temperature: float = 0.0,
        priority: Priority = Priority.TURN,
        options: Mapping[str, Any] | None = None,
    ) -> Reply:
        """Stream prose; on Stop return what had come, with ``stopped`` set.

        ``on_token`` runs in the calling thread. At BACKGROUND priority it runs once, at the end,
        because such a call may have to begin again. ``options`` adds to the server's options.

        Raises:
            ModelBrokenOffError: the stream broke after tokens came; the error holds them.
            PromptTooLongError: the prompt leaves no room for a reply.
            ModelError: the server is unreachable, lacks the model, or refused.
        """
        request = Request(
            role=role,
            messages=messages,
            options=self._options(messages, max_tokens, {"temperature": temperature}, options),
            schema=None,
            reasoning=self._reasoning(),
            priority=priority,
            streams=priority is not Priority.BACKGROUND,
        )
        return self._carrier.carry(request, stop, on_token)

    def parse(  # noqa: PLR0913 - taken apart by name
        self,
        role: Role,
        messages: Sequence[BaseMessage],
        schema: type[T],
        *,
        default: T,
        stop: StopSignal,
        max_tokens: int = 256,
        priority: Priority = Priority.TURN,
        options: Mapping[str, Any] | None = None,
        weighed: bool = False,
    ) -> Parsed[T]:
        """Ask for a value of ``schema``: temperature 0, thinking off, repaired once.

        A reply that still cannot be read gives ``default`` with ``ok`` False. ``weighed`` asks for
        the odds of a yes or no, which a server may not tell.

        Raises:
            StoppedByPerson: Stop was pressed.
            ModelError: as with ``write``.
        """
        held = self._held(role, messages, schema_of(schema), max_tokens, options, priority)
        request = replace(held, weighed=weighed)
        return read_reply(self._carrier, request, schema.model_validate, default, stop)

    def choose(  # noqa: PLR0913 - taken apart by name
        self,
        role: Role,
        messages: Sequence[BaseMessage],
        json_schema: dict[str, Any],
        *,
        default: dict[str, Any],
        stop: StopSignal,
        max_tokens: int = 256,
        priority: Priority = Priority.TURN,
        options: Mapping[str, Any] | None = None,
        native: NativeChoice | None = None,
    ) -> Parsed[dict[str, Any]]:
        """Do as ``parse`` for a raw JSON schema, as the choice of a tool needs it.

        Where ``native`` is given and the model calls tools natively, it is asked that way first;
        calls that are of no use are asked for again under the schema.

        Raises:
            StoppedByPerson: Stop was pressed.
            ModelError: as with ``write``.
        """

        def read(value: object) -> dict[str, Any]:
            fault = faults(value, json_schema)
            if fault or not isinstance(value, dict):
                raise ValueError(fault or "the reply must be an object")
            return value

        request = self._held(role, messages, json_schema, max_tokens, options, priority)
        if native is None or not self.profile.calls_tools:
            return read_reply(self._carrier, request, read, default, stop)
        sent = self._options(native.messages, max_tokens, {"temperature": 0.0}, options)
        return choose_natively(self._carrier, request, native, sent, read, default, stop)

    def in_background(
        self, role: Role, work: Callable[[BaseChatModel], Awaitable[None]], stop: StopSignal
    ) -> bool:
        """Run ``work`` on a role's model while nobody waits, again if a call came in between.

        Returns:
            False when Stop ended it.

        Raises:
            ModelError: it failed, retries included.
        """
        return self._carrier.in_background(role, work, stop)

    def count_tokens(self, text: str) -> int:
        """Return a cautious estimate of the tokens of ``text``."""
        return self._carrier.estimator.count(text)

    def count_messages(self, messages: Sequence[BaseMessage]) -> int:
        """Return a cautious estimate of the tokens of a prompt, its template's marks included."""
        return self._carrier.estimator.count_messages(messages)

    def model_names(self) -> dict[Role, str]:
        """Return the model's name per role. Blocks while a server is brought to life."""
        return {role: self._carrier.name(role) for role in ROLES}

    def idle(self) -> bool:
        """Tell whether no call is served or waits."""
        return self._carrier.idle()

    def _held(  # noqa: PLR0913, PLR0917 - one place for parse and choose
        self,
        role: Role,
        messages: Sequence[BaseMessage],
        schema: dict[str, Any],
        max_tokens: int,
        options: Mapping[str, Any] | None,
        priority: Priority,
    ) -> Request:
        if not self.profile.json_schema:
            messages = with_schema_in_words(list(messages), schema)
        # A penalty on repeats (Ollama's default is 1.1) breaks JSON and numbers.
        base = {"temperature": 0.0, "repeat_penalty": 1.0}
        return Request(
            role=role,
            messages=messages,
            options=self._options(messages, max_tokens, base, options),
            schema=schema,
            reasoning=self._reasoning(),
            priority=priority,
            streams=False,
        )

    def _options(
        self,
        messages: Sequence[BaseMessage],
        max_tokens: int,
        base: Mapping[str, Any],
        more: Mapping[str, Any] | None,
    ) -> dict[str, Any]:
        """Return the full options of a call, its reply bounded by the room that is left."""
        estimate = self.count_messages(messages)
        room = self.window - estimate
        if room < SMALLEST_REPLY:
            msg = (
                f"The prompt of about {estimate} tokens does not fit the model's window of "
                f"{self.window}. Ask about less at once, or raise GUIDEPOST_NUM_CTX."
            )
            raise PromptTooLongError(msg)
        sizes = {"num_ctx": self.window, "num_batch": BATCH, "num_predict": min(max_tokens, room)}
        return {**sizes, **base, **(more or {})}

    def _reasoning(self) -> bool | None:
        """Return what to say about thinking: off, or nothing where that is not accepted."""
        return False if self.profile.thinking and self.profile.thinking_off else None
