"""The road to the models: finds the server, keeps it alive, and owns the door.

``open_road`` returns within a second. What takes longer (starting the engine, loading, warming
the fixed prompts, probing) runs in the background and gives way to a person's call.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING, Any

from agent.errors import ModelError, ModelMissingError, ModelUnreachableError
from agent.models.cache import REPLIES, ReplyCache
from agent.models.child import EngineProcess
from agent.models.choice import Choice, choose
from agent.models.description import Description
from agent.models.door import BATCH, Door
from agent.models.factory import KEEP_ALIVE, close_chat_model, make_chat_model
from agent.models.probe import ProbeStore, first_profile, probe, warm_up
from agent.models.server import Server
from agent.models.stop import StopSignal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from agent.models.server import Address, OnPull
    from agent.models.values import ModelProfile, Role
    from agent.settings import Settings

__all__ = ["Description", "Road", "open_road"]

log = logging.getLogger(__name__)


class Road:
    """The way from the app to its models. Thread-safe; ``close`` it."""

    def __init__(self, settings: Settings) -> None:
        """Look for a server and begin to bring it to life."""
        cache_folder = settings.home / "cache"
        self._settings = settings
        self._lock = threading.Lock()
        self._clients: dict[tuple[str, str], BaseChatModel] = {}
        self._digests: dict[str, str] = {}
        self._prompts: list[tuple[Role, list[BaseMessage]]] = []
        self._closing = StopSignal()
        self._ready = threading.Event()
        self._threads: list[threading.Thread] = []
        self._trouble = ""
        self._prepared_url = ""
        self._probes = ProbeStore(cache_folder / "probes.json")
        self._engine = EngineProcess(
            settings.home / "engine.json", settings.models_path, settings.num_ctx
        )
        self._cache = ReplyCache(cache_folder / REPLIES) if settings.enable_cache else None
        self.choice: Choice = choose(settings)
        self.door = Door(
            self._model_for,
            window=settings.num_ctx,
            cache=self._cache,
            digest_of=lambda role: self._digests.get(self.choice.names[role], ""),
        )
        self._begin()

    def describe(self) -> Description:
        """Say what is used and how it stands, without asking the server."""
        choice, post = self.choice, self._engine.post
        if choice.missing:
            state = "missing"
        elif self._trouble or (choice.kind == "ollama" and not choice.version):
            state = "down"
        else:
            state = "ready" if self._ready.is_set() else "starting"
        address = choice.address or (post.address if post else None)
        return Description(
            kind=choice.kind,
            state=state,
            address=address.url if address else "",
            version=choice.version,
            models=dict(choice.names),
            available=choice.available,
            missing=choice.missing,
            window=self.door.window,
            profile=self.door.profile,
            message=self._trouble or choice.message,
        )

    def wait_ready(self, timeout_s: float) -> bool:
        """Wait until the models are loaded; tell whether they are."""
        return self._ready.wait(timeout_s)

    def wait_settled(self, timeout_s: float) -> bool:
        """Wait until warming and probing are over too; tell whether they are."""
        until = time.monotonic() + timeout_s
        with self._lock:
            threads = list(self._threads)
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
        return not any(thread.is_alive() for thread in threads)

    def refresh(self) -> None:
        """Look again: a model was fetched, or Ollama was started."""
        self.choice = choose(self._settings)
        self._begin()

    def pull(
        self, name: str, on_progress: OnPull, cancelled: Callable[[], bool] = lambda: False
    ) -> bool:
        """Have Ollama fetch a model, then use it; False when ``cancelled``.

        Raises:
            ModelUnreachableError: there is no Ollama, or the registry cannot be reached.
            ModelMissingError: the registry does not have it.
        """
        address = self.choice.address
        if address is None:
            msg = f"Only Ollama can pull {name!r}, and none is in use. Install and start it first."
            raise ModelUnreachableError(msg)
        whole = Server(address).pull(name, on_progress, cancelled)
        if whole:
            self.refresh()
        return whole

    def warm(self, prompts: Sequence[Sequence[BaseMessage]], *, role: Role = "router") -> None:
        """Have the model read these prompts' fixed beginnings while nobody waits."""
        with self._lock:
            self._prompts += [(role, list(prompt)) for prompt in prompts]
        if self._ready.is_set():
            self._in_thread(self._warm, self._prompts[-len(prompts) :])

    def close(self) -> None:
        """End background work, the engine if it is ours, and the cache."""
        self._closing.set()
        with self._lock:
            clients = list(self._clients.values())
            self._clients.clear()
        for client in clients:
            close_chat_model(client)
        self._engine.close()
        if self._cache:
            self._cache.close()

    def _begin(self) -> None:
        self._ready.clear()
        self._trouble = ""
        if not self.choice.missing:
            self._in_thread(self._prepare)

    def _in_thread(self, work: Callable[..., None], *arguments: object) -> None:
        def run() -> None:
            try:
                work(*arguments)
            except ModelError as error:
                if not self._closing.is_set():
                    log.warning("the models are not ready: %s", error)
                    self._trouble = str(error)

        thread = threading.Thread(target=run, name="model-road", daemon=True)
        thread.start()
        with self._lock:
            self._threads = [old for old in self._threads if old.is_alive()] + [thread]

    def _address(self) -> Address:
        """Return where the server is; the engine is started, or started again, for it."""
        if self._closing.is_set():
            msg = "The app is closing. Start it again."
            raise ModelUnreachableError(msg)
        return self.choice.address or self._engine.address()

    def _model_for(self, role: Role) -> BaseChatModel:
        choice = self.choice
        if choice.missing:
            raise ModelMissingError(choice.message)
        address, name = self._address(), choice.names[role]
        if self._prepared_url not in {"", address.url}:  # the engine came back somewhere else
            self._prepared_url = ""
            self._begin()
        with self._lock:
            key = (address.url, name)
            if key not in self._clients:
                self._clients[key] = make_chat_model(address, name)
            return self._clients[key]

    def _prepare(self) -> None:
        """Load, look at, warm and probe the models. The first is enough to be ready."""
        address = self._address()
        server = Server(address)
        self._look_at(server)
        for name in sorted(set(self.choice.names.values())):
            server.load(name, self.door.window, KEEP_ALIVE[address.kind])
        self._prepared_url, self._trouble = address.url, ""
        self._ready.set()
        self._warm(list(self._prompts))
        self._probe_once()

    def _look_at(self, server: Server) -> None:
        """Take in what the server says about the models."""
        digests = {str(row["name"]): str(row.get("digest", "")) for row in server.models()}
        names = self.choice.names
        self._digests = {
            name: digests.get(name) or digests.get(f"{name}:latest", "") for name in names.values()
        }
        profiles = {name: first_profile(server.show(name)) for name in names.values()}
        lengths = [p.context_length for p in profiles.values() if p.context_length]
        self.door.window = min([self._settings.num_ctx, *lengths])
        kept = self._probes.get(self._digests[names["writer"]])
        self.door.profile = kept or profiles[names["writer"]]

    def _options(self) -> dict[str, Any]:
        return {"num_ctx": self.door.window, "num_batch": BATCH}

    def _warm(self, prompts: list[tuple[Role, list[BaseMessage]]]) -> None:
        for role, prompt in prompts:

            async def read(model: BaseChatModel, prompt: list[BaseMessage] = prompt) -> None:
                await warm_up(model, prompt, self._options())

            self.door.in_background(role, read, self._closing)

    def _probe_once(self) -> None:
        digest = self._digests[self.choice.names["writer"]]
        if self._probes.get(digest):
            return
        found: list[ModelProfile] = []

        async def ask(model: BaseChatModel) -> None:
            found.append(await probe(model, self.door.profile, self._options()))

        if self.door.in_background("writer", ask, self._closing):
            self.door.profile = found[-1]
            self._probes.put(digest, found[-1])


def open_road(settings: Settings) -> Road:
    """Return the road for these settings, at once; see ``Road.wait_ready``."""
    return Road(settings)
