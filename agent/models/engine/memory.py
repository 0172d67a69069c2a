"""Which models are loaded: loads on demand, again for a larger window, unloads when unused."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from agent.models.engine.options import FOR_EVER
from agent.models.engine.runner import Runner
from agent.models.engine.wire import JsonObject, stamp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from agent.models.engine.shelf import ModelFile

MOST_LOADED = 2


class Loaded:
    """A runner with its users and its date of expiry."""

    def __init__(self, runner: Runner) -> None:
        """Start with no user."""
        self.runner = runner
        self.users = 0
        self.expires = datetime.now(UTC) + FOR_EVER
        self.timer: asyncio.TimerHandle | None = None


class Memory:
    """The loaded models of this process, at most two."""

    def __init__(self, num_ctx: int, threads: int) -> None:
        """Load nothing yet; ``num_ctx`` is the window when a request names none."""
        self.num_ctx = num_ctx
        self._threads = threads
        self._loaded: dict[str, Loaded] = {}
        self._lock = asyncio.Lock()
        self._closing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def use(
        self, model: ModelFile, num_ctx: int, keep_alive: timedelta
    ) -> AsyncIterator[Runner]:
        """Give a runner with at least this window, loaded if need be.

        Raises:
            WireError: the model cannot be loaded.
        """
        async with self._lock:
            entry = await self._get(model, num_ctx)
            entry.users += 1
            if entry.timer:
                entry.timer.cancel()
        try:
            yield entry.runner
        finally:
            entry.users -= 1
            if self._loaded.get(model.name) is entry:
                self._expire_after(model.name, entry, keep_alive)
            elif not entry.users:
                await entry.runner.close()

    async def unload(self, name: str) -> None:
        """Free a model's memory now, unless it is at work."""
        async with self._lock:
            entry = self._loaded.get(name)
            if entry and not entry.users:
                await self._drop(name)

    def listing(self) -> list[JsonObject]:
        """Return the rows of ``/api/ps``."""
        rows = []
        for entry in self._loaded.values():
            row = entry.runner.model.entry()
            del row["modified_at"]
            row |= {
                "expires_at": stamp(entry.expires),
                "size_vram": 0,
                "context_length": entry.runner.num_ctx,
            }
            rows.append(row)
        return rows

    async def _get(self, model: ModelFile, num_ctx: int) -> Loaded:
        entry = self._loaded.get(model.name)
        if entry and entry.runner.num_ctx >= num_ctx and entry.runner.model == model:
            return entry
        if entry:
            await self._drop(model.name)
        while len(self._loaded) >= MOST_LOADED:
            idle = [name for name, other in self._loaded.items() if not other.users]
            if not idle:
                break
            await self._drop(idle[0])
        most = model.header.context_length or num_ctx
        runner = await asyncio.to_thread(Runner, model, min(num_ctx, most), self._threads)
        self._loaded[model.name] = entry = Loaded(runner)
        return entry

    async def _drop(self, name: str) -> None:
        entry = self._loaded.pop(name)
        if entry.timer:
            entry.timer.cancel()
        if not entry.users:  # else the last of them closes it
            await entry.runner.close()

    def _expire_after(self, name: str, entry: Loaded, keep_alive: timedelta) -> None:
        entry.expires = datetime.now(UTC) + keep_alive
        if entry.timer:
            entry.timer.cancel()
            entry.timer = None
        if keep_alive >= FOR_EVER:
            return
        loop = asyncio.get_running_loop()
        entry.timer = loop.call_later(keep_alive.total_seconds(), self._expired, name)

    def _expired(self, name: str) -> None:
        task = asyncio.get_running_loop().create_task(self.unload(name))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)
