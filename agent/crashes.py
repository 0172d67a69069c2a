"""What a crash left: runs marked as working whose process is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.events import ApprovalRequested, ApprovalResolved, Ended, Failed
from agent.failure_words import words_of
from agent.language import language_of
from agent.run_border import ended, requested

if TYPE_CHECKING:
    from agent.event_log import EventLog
    from agent.graph_threads import GraphThreads, Position
    from store.run_log import RunLog, RunRow

UNANSWERED = ("ignored", "invalid")


class Crashes:
    """Settles such runs: they wait for their open question again, or can be gone on with."""

    def __init__(self, log: RunLog, events: EventLog, graphs: GraphThreads) -> None:
        """Use these."""
        self._log = log
        self._events = events
        self._graphs = graphs

    def settle(self, thread_id: str) -> None:
        """Mark the thread's run as interrupted if its process died, and show what it waits for."""
        row = self._log.last_run(thread_id)
        if row is None or row.status != "working" or self._log.turns.holder(thread_id):
            return
        if not self._log.set_status(thread_id, row.run_id, "interrupted", only_from="working"):
            return
        position = self._graphs.position(thread_id)
        own = position.turn == row.run_id
        if own and position.questions:
            open_ids = {one.id for one in position.questions} - self._asked(thread_id)
            again = [requested(one) for one in position.questions if one.id in open_ids]
            self._events.append(thread_id, row.run_id, *again)
            self._log.set_status(thread_id, row.run_id, "waiting")
        elif own and position.at_end:
            self._close(row, position)
        else:
            message = words_of("interrupted", language_of(row.text))
            self._events.append(thread_id, row.run_id, Failed(code="interrupted", message=message))

    def _close(self, row: RunRow, position: Position) -> None:
        """Record the end of a turn whose graph had come to it."""
        told = {event.run_id for event in self._events.of_kinds(row.thread_id, Ended, Failed)}
        error = position.values.get("error")
        if row.run_id not in told:
            last = (
                Failed(code=error["code"], message=error["message"])
                if error
                else ended(row.thread_id, position.values, row.worked_s)
            )
            self._events.append(row.thread_id, row.run_id, last)
        self._log.set_status(row.thread_id, row.run_id, "failed" if error else "ended")

    def settle_all(self) -> None:
        """Settle every run that is marked as working."""
        for row in self._log.working():
            self.settle(row.thread_id)

    def _asked(self, thread_id: str) -> set[str]:
        """Return the ids of the questions whose latest event is that they were asked."""
        asked: set[str] = set()
        for event in self._events.of_kinds(thread_id, ApprovalRequested, ApprovalResolved):
            if isinstance(event, ApprovalRequested):
                asked.add(event.approval_id)
            elif isinstance(event, ApprovalResolved) and event.outcome not in UNANSWERED:
                asked.discard(event.approval_id)
        return asked
