"""Which tools fit a step: names and descriptions, found by meaning, refreshed as tools change."""

from __future__ import annotations

import logging
import re
import time
from typing import TYPE_CHECKING, Protocol

from store.errors import StoreError
from store.memories import LooseMemories, Memory
from store.terms import terms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agent.memory.records import ToolRecord
    from agent.tools.catalogue import Tool

log = logging.getLogger(__name__)

OFFERED = 5
_KIND = "tool_index"
_NEVER = -1.0
_SIGNS = {
    "get_time": re.compile(
        r"시각|시간(?!표|대|별|짜리|에 맞)|날짜|요일|오늘|내일|어제|지금|현재|마감|기한|며칠|"
        r"남은 (?:날|기간)|몇 (?:시|일|월)|"
        r"\b(?:times?|dates?|days?|today|tomorrow|yesterday|now|current|clock|deadlines?|weekday|"
        r"due|until|schedule|calendar)\b",
        re.IGNORECASE,
    ),
    "calculator": re.compile(
        r"\d|계산|비용|예산|금액|가격|요금|합계|합산|총액|더하|빼|곱|나누|비율|퍼센트|평균|견적|수익|"
        r"\b(?:calculat\w*|comput\w*|work out|costs?|budget|prices?|sums?|totals?|amounts?|fees?|"
        r"percent\w*|averages?|estimate\w*|add(?:ing)? up|how (?:much|many))\b",
        re.IGNORECASE,
    ),
}
"""Words without which a step has no use for a clock or a sum, whatever a small model may think."""


class IndexRows(Protocol):
    """A table that finds rows by meaning."""

    def put(self, rows: Sequence[Memory]) -> None:
        """Keep rows by id."""

    def of_kind(self, kind: str) -> list[Memory]:
        """Return all rows of a kind."""

    def nearest(self, kind: str, text: str, k: int = 5) -> list[Memory]:
        """Return the rows nearest to a text."""

    def remove(self, ids: Sequence[str]) -> None:
        """Delete rows."""


def _row(tool: Tool) -> Memory:
    words = tool.name.replace("_", " ")
    text = f"{words}. {tool.description} {tool.description_ko}"
    return Memory(id=tool.name, kind=_KIND, text=text, payload={})


class ToolIndex:
    """Recommends tools for a step. Usable from several threads."""

    def __init__(
        self,
        rows: IndexRows | None = None,
        *,
        watched: bool = True,
        every_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Use a table; without one the words alone decide.

        Args:
            rows: Where the index is kept.
            watched: Tools that come and go are looked for after the first time too.
            every_s: Seconds that must lie between two looks.
            clock: Seconds that never go back.
        """
        self._rows: IndexRows = rows if rows is not None else LooseMemories()
        self._watched = watched
        self._every_s = every_s
        self._clock = clock
        self._looked_at: float | None = None

    def refresh(self, tools: Sequence[Tool]) -> tuple[list[str], list[str]]:
        """Bring the index up to date and return the names that were written and removed.

        Raises:
            StoreError: the table cannot be read or written.
        """
        wanted = {tool.name: _row(tool) for tool in tools}
        held = {row.id: row for row in self._rows.of_kind(_KIND)}
        new = [row for name, row in wanted.items() if name not in held or held[name] != row]
        gone = [name for name in held if name not in wanted]
        self._rows.put(new)
        self._rows.remove(gone)
        return [row.id for row in new], gone

    def recommend(
        self,
        step: str,
        tools: Sequence[Tool],
        records: Mapping[str, ToolRecord] | None = None,
        k: int = OFFERED,
    ) -> list[str]:
        """Return the names of the tools that fit a step, best first.

        Args:
            step: Title and goal of the step.
            tools: The tools that may be offered now.
            records: How tools fared on similar steps: success lifts, repeated failure rules out.
            k: How many at most.
        """
        useful = [tool for tool in tools if _has_use(tool.name, step)]
        try:
            if self._due():
                self.refresh(tools)
                self._looked_at = self._clock()
            scores = {row.id: row.score for row in self._rows.nearest(_KIND, step, len(tools))}
        except StoreError as error:
            log.warning("the tool index cannot be used: %s", error.code)
            scores = _by_words(step, tools)
        known = records or {}
        order = [tool.name for tool in useful]
        ranked: dict[str, float] = {}
        for name in order:
            record = known.get(name)
            lift = record.boost if record else 0.0
            ranked[name] = _NEVER if record and record.avoid else scores.get(name, 0.0) + lift
        names = sorted(order, key=lambda name: (-ranked[name], order.index(name)))
        return [name for name in names if ranked[name] > _NEVER][:k]

    def _due(self) -> bool:
        if self._looked_at is None:
            return True
        return self._watched and self._clock() - self._looked_at >= self._every_s


def _has_use(name: str, step: str) -> bool:
    signs = _SIGNS.get(name)
    return signs is None or signs.search(step) is not None


def _by_words(step: str, tools: Sequence[Tool]) -> dict[str, float]:
    wanted = set(terms(step))
    held = {tool.name: set(terms(_row(tool).text)) for tool in tools}
    return {
        name: 2 * len(wanted & words) / max(1, len(wanted) + len(words))
        for name, words in held.items()
    }
