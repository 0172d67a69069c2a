"""The line in front of a server: one call at a time, a person's turn first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from agent.models.values import Priority

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable


QUIET_S = 5.0


class Place:
    """A call's place at the server. ``give_way`` is set by work that can be begun again."""

    def __init__(self, priority: Priority) -> None:
        """Hold a place that nobody asked back yet."""
        self.priority = priority
        self.asked_back = False
        self.give_way: Callable[[], object] | None = None

    def ask_back(self) -> None:
        """Ask background work to leave for a call that a person waits for."""
        if self.priority is Priority.BACKGROUND and self.give_way and not self.asked_back:
            self.asked_back = True
            self.give_way()


class Line:
    """Waiting calls by priority, then by arrival. Used on the loop thread only."""

    def __init__(self) -> None:
        """Start empty."""
        self._waiting: list[tuple[Priority, int, asyncio.Future[Place]]] = []
        self._arrivals = itertools.count()
        self._served: Place | None = None
        self._freed_at = 0.0

    @property
    def idle(self) -> bool:
        """Tell whether nobody is served and nobody waits."""
        return self._served is None

    @asynccontextmanager
    async def place(self, priority: Priority) -> AsyncIterator[Place]:
        """Wait for the server; hold it inside the ``async with``."""
        if self._served is None:
            place = self._served = Place(priority)
        else:
            if priority < self._served.priority:
                self._served.ask_back()
            place = await self._wait(priority)
        try:
            yield place
        finally:
            self._hand_over()

    async def quiet(self) -> None:
        """Wait until nobody was served for ``QUIET_S``: a person's turn is several calls.

        Background work that began between two of them would push out what the server has read.
        """
        clock = asyncio.get_running_loop().time
        while (rested := clock() - self._freed_at if self.idle else 0.0) < QUIET_S:
            await asyncio.sleep(QUIET_S - rested)

    async def _wait(self, priority: Priority) -> Place:
        turn: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, next(self._arrivals), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._hand_over()  # the place was given to one who left in the same moment
            raise

    def _hand_over(self) -> None:
        self._served = None
        self._freed_at = asyncio.get_running_loop().time()
        while self._waiting:
            priority, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self._served = Place(priority)
                turn.set_result(self._served)
                return
