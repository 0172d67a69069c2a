"""The run's log with typed events: writing in batches, reading, and following to a run's end."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

from agent.events import KINDS, Event, Generating, StepStarted, Token, from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from store.logged_events import LoggedEvent
    from store.run_log import RunLog

STAMP = ("kind", "thread_id", "run_id", "seq", "at")
TOKENS_EVERY_S = 0.05
POLL_S = 0.1


class EventLog:
    """Reads and writes the events of all threads."""

    def __init__(self, log: RunLog) -> None:
        """Use the opened log."""
        self._rows = log.events

    def append(self, thread_id: str, run_id: str, *events: Event) -> None:
        """Store events in order; the log stamps them."""
        self._rows.append(thread_id, run_id, [(event.kind, _payload(event)) for event in events])

    def read(self, thread_id: str, after: int = 0) -> list[Event]:
        """Return all events past ``after`` that there are now."""
        found: list[Event] = []
        while rows := self._rows.read(thread_id, after):
            found += _typed(rows)
            after = rows[-1].seq
        return found

    def of_kinds(self, thread_id: str, *kinds: type[Event]) -> list[Event]:
        """Return the thread's events of these kinds, oldest first."""
        return _typed(self._rows.of_kinds(thread_id, [cls.kind for cls in kinds]))

    def last_seq(self, thread_id: str) -> int:
        """Return the number of the thread's latest event."""
        return self._rows.last_seq(thread_id)

    def tail(self, thread_id: str, after: int, works: Callable[[], bool]) -> Iterator[Event]:
        """Yield the events past ``after`` as they come, until the work is over.

        Args:
            thread_id: The conversation.
            after: Number of the last event not wanted.
            works: Says whether more events may come. It is asked before each reading, so that
                nothing that was written before the work's end is missed.
        """
        while True:
            working = works()
            rows = self._rows.read(thread_id, after)
            if rows:
                yield from _typed(rows)
                after = rows[-1].seq
            elif not working:
                return
            else:
                self._rows.wait(POLL_S)


class EventSink:
    """Takes the events of one run. Thread-safe.

    Streamed pieces are joined for up to 50 ms before they are stored, so that the log keeps up
    with any model; every other event is stored at once, what was joined before it.
    """

    def __init__(self, log: EventLog, thread_id: str, run_id: str) -> None:
        """Write to ``log`` for this run."""
        self._log = log
        self._thread_id = thread_id
        self._run_id = run_id
        self._lock = threading.RLock()
        self._message_id = ""
        self._pieces: list[str] = []
        self._shown: list[str] = []
        self._stored_at = 0.0
        self._muted = False

    def write(self, event: Event) -> None:
        """Store an event, or keep a piece of prose for the next batch."""
        with self._lock:
            if self._muted:
                return
            if isinstance(event, Token):
                self._take(event)
                return
            self.flush()
            if isinstance(event, (Generating, StepStarted)):
                self._shown = []
            self._log.append(self._thread_id, self._run_id, event)

    def flush(self) -> None:
        """Store the pieces that were kept."""
        with self._lock:
            if not self._pieces:
                return
            token = Token(message_id=self._message_id, text="".join(self._pieces))
            self._pieces = []
            self._stored_at = time.monotonic()
            self._log.append(self._thread_id, self._run_id, token)

    def close_with(self, event: Event) -> bool:
        """Store the run's last event and take no more; False when one was stored before."""
        with self._lock:
            if self._muted:
                return False
            self.write(event)
            self._muted = True
            return True

    @property
    def muted(self) -> bool:
        """Whether the last event was stored."""
        return self._muted

    @property
    def shown(self) -> str:
        """The prose of the message that streams, as far as it has come."""
        with self._lock:
            return "".join(self._shown)

    def _take(self, token: Token) -> None:
        if token.message_id != self._message_id:
            self.flush()
            self._message_id = token.message_id
            self._shown = []
        self._pieces.append(token.text)
        self._shown.append(token.text)
        if time.monotonic() - self._stored_at >= TOKENS_EVERY_S:
            self.flush()


def _payload(event: Event) -> dict[str, Any]:
    return {key: value for key, value in event.to_json().items() if key not in STAMP}


def _typed(rows: Sequence[LoggedEvent]) -> list[Event]:
    """Return the events of kinds this version knows."""
    return [
        from_json(
            {
                **row.payload,
                "kind": row.kind,
                "thread_id": row.thread_id,
                "run_id": row.run_id,
                "seq": row.seq,
                "at": row.at,
            }
        )
        for row in rows
        if row.kind in KINDS
    ]
