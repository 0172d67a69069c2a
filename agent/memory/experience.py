"""What earlier tasks taught: clarifications, plans, tools, decisions. Counters are kept by code.

A record's id is made of the thread and the run that it tells of, so that writing it twice changes
nothing, and a branch, which has the run's id too, writes its own. Few samples weigh little: see
``adjusted``. Trouble with the store is logged and means "nothing
learnt"; it never fails a turn.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, Protocol

from agent.memory.clarifications import past_of, record_id, rows_to_keep
from agent.memory.records import (
    MIN_SUCCESS,
    NEARLY_THE_SAME,
    PastPlan,
    PastWish,
    ToolRecord,
    adjusted,
)
from store.errors import StoreError
from store.memories import LooseMemories, Memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agent.memory.records import PastClarification
    from agent.state import JsonObject

log = logging.getLogger(__name__)

Kind = Literal["clarification", "plan", "tool", "behaviour", "wish"]

SIMILAR = 0.5


class Rows(Protocol):
    """A table of memories: LanceDB's, or a dictionary."""

    def put(self, rows: Sequence[Memory]) -> None:
        """Keep rows by id."""

    def of_kind(self, kind: str) -> list[Memory]:
        """Return all rows of a kind."""

    def nearest(self, kind: str, text: str, k: int = 5) -> list[Memory]:
        """Return the rows nearest to a text."""


@contextmanager
def _forgiving(what: str) -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        log.warning("%s went wrong: %s", what, error.code)


class Experience:
    """Reads and writes what was learnt. ``enabled`` False reads and writes nothing."""

    def __init__(
        self, rows: Rows | None = None, thread_id: str = "", *, enabled: bool = True
    ) -> None:
        """Use a table for what a thread teaches; without one it lives as long as the object."""
        self._rows: Rows = rows if rows is not None else LooseMemories()
        self._thread_id = thread_id
        self._enabled = enabled

    def _own(self, key: str) -> str:
        """Return a key that begins with a run's id as this thread's."""
        return f"{self._thread_id}/{key}"

    def _nearest(self, kind: Kind, text: str, k: int = 5) -> list[Memory]:
        found: list[Memory] = []
        if self._enabled:
            with _forgiving("reading experience"):
                found = [m for m in self._rows.nearest(kind, text, k) if m.score >= SIMILAR]
        return found

    def _put(self, kind: Kind, key: str, text: str, payload: JsonObject, at: float) -> None:
        if self._enabled and text.strip():
            with _forgiving("writing experience"):
                self._rows.put([Memory(record_id(kind, key), kind, text, payload, at)])

    def clarifications(self, request: str) -> list[PastClarification]:
        """Return the answers to similar requests that qualify, best first."""
        found = [past_of(memory) for memory in self._nearest("clarification", request)]
        qualified = [past for past in found if past.qualifies]
        return sorted(qualified, key=lambda p: (-p.similarity, -p.confidence, p.id))

    def keep_clarification(
        self,
        run_id: str,
        request: str,
        clarification: JsonObject,
        *,
        success: bool | None,
        at: float,
    ) -> None:
        """Keep one record per run: new answers, or one more use of answers from before.

        The same answers to the same request are one more use of them. ``success`` None says that
        the task's end is not known yet.
        """
        if self._enabled:
            with _forgiving("writing experience"):
                held = {memory.id: memory for memory in self._rows.of_kind("clarification")}
                run = self._own(run_id)
                self._rows.put(
                    rows_to_keep(held, run, request, clarification, success=success, at=at)
                )

    def plans(self, request: str) -> list[PastPlan]:
        """Return the plans of similar requests that mostly succeeded, best first."""
        memories = self._nearest("plan", request)
        found = []
        for memory in memories:
            same = [m for m in memories if m.payload["final"] == memory.payload["final"]]
            rate = sum(float(m.payload["success_rate"]) for m in same) / len(same)
            if rate >= MIN_SUCCESS:
                found.append(
                    PastPlan(
                        request=memory.text,
                        original=list(memory.payload["original"]),
                        final=list(memory.payload["final"]),
                        similarity=memory.score,
                        confidence=round(adjusted(rate, len(same)), 3),
                        samples=len(same),
                    )
                )
        return sorted(found, key=lambda p: (-p.similarity, -p.confidence, p.request))

    def keep_plan(  # noqa: PLR0913 - a record's fields
        self,
        run_id: str,
        request: str,
        original: Sequence[JsonObject],
        final: Sequence[JsonObject],
        *,
        success_rate: float,
        at: float,
    ) -> None:
        """Keep the plan that a run worked by, and how it went."""
        payload = {"original": list(original), "final": list(final), "success_rate": success_rate}
        self._put("plan", self._own(run_id), request, payload, at)

    def tools(self, step: str) -> dict[str, ToolRecord]:
        """Return how each tool fared on steps like this one.

        Arguments that worked are those of a step that is nearly the same.
        """
        rows: dict[str, list[Memory]] = {}
        for memory in self._nearest("tool", step, k=30):
            rows.setdefault(str(memory.payload["tool"]), []).append(memory)
        records = {}
        for name, memories in rows.items():
            worked = [m for m in memories if m.payload["ok"]]
            newest = max(worked, key=lambda m: (m.score, m.at), default=None)
            records[name] = ToolRecord(
                samples=len(memories),
                success_rate=round(len(worked) / len(memories), 3),
                arguments=dict(newest.payload["arguments"])
                if newest and newest.score >= NEARLY_THE_SAME
                else {},
            )
        return records

    def keep_tool(  # noqa: PLR0913 - a record's fields
        self, key: str, step: str, tool: str, arguments: JsonObject, *, ok: bool, at: float
    ) -> None:
        """Keep how one call of a step went; ``key`` names run, step and call."""
        payload = {"tool": tool, "arguments": arguments, "ok": ok}
        self._put("tool", self._own(key), step, payload, at)

    def decisions(self, step: str, tool: str) -> list[str]:
        """Return the actions that the person took on steps like this one with this tool."""
        found = self._nearest("behaviour", step, k=30)
        return [str(m.payload["action"]) for m in found if m.payload["tool"] == tool]

    def keep_decision(self, key: str, step: str, tool: str, action: str, at: float) -> None:
        """Keep one decision that the person took; ``key`` names run and moment.

        What was decided is part of the record's id in place of the thread: a branch tells again
        of the decisions before it, which were taken once.
        """
        self._put(
            "behaviour", f"{key}/{step}/{tool}/{action}", step, {"tool": tool, "action": action}, at
        )

    def wishes(self) -> list[PastWish]:
        """Return the steps that nothing in the documents fitted, the most often wished first."""
        found: list[PastWish] = []
        if self._enabled:
            with _forgiving("reading experience"):
                rows = self._rows.of_kind("wish")
                found = [PastWish(m.text, len(m.payload["runs"])) for m in rows]
        return sorted(found, key=lambda wish: (-wish.times, wish.step))

    def keep_wish(self, run_id: str, step: str, at: float) -> None:
        """Keep a step that nothing in the documents fits; the same step is one record."""
        name = " ".join(step.split()).casefold()
        runs: set[str] = set()
        if self._enabled:
            with _forgiving("reading experience"):
                same = [m for m in self._rows.of_kind("wish") if m.id == record_id("wish", name)]
                runs = {str(run) for m in same for run in m.payload["runs"]}
        self._put("wish", name, step, {"runs": sorted({*runs, run_id})}, at)
