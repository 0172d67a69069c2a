"""The runs of this process: each works on its own thread, and nothing a viewer does ends it.

A thread of conversation has one run at a time, by a lease that other processes see. The lease is
claimed before ``start``; it goes to the next queued text when a turn ends, and back when nothing
waits or a question is open.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

from agent.event_log import EventSink
from agent.events import Started, Stopped
from agent.work import Job, Work, question_input
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agent.crashes import Crashes
    from agent.event_log import EventLog
    from agent.events import Event
    from agent.run_border import Border, Rest
    from store.checkpoints import Checkpoints
    from store.run_log import RunLog
    from store.turns import QueuedText

log = logging.getLogger(__name__)
TICK_S = 0.2
BEAT_S = 4.0
VIEWERS_WAIT_S = 0.6
LEAVE_S = 5.0


class Runs:
    """Starts and stops runs."""

    def __init__(
        self,
        log_: RunLog,
        events: EventLog,
        saver: Checkpoints,
        border: Border,
        crashes: Crashes,
    ) -> None:
        """Start empty."""
        self._log = log_
        self._events = events
        self._saver = saver
        self._border = border
        self._crashes = crashes
        self._live: dict[str, Work] = {}
        self._threads: set[threading.Thread] = set()
        self._lock = threading.Lock()
        self._closing = False

    def begin_question(self, item: QueuedText, *, purpose: str = "ask") -> None:
        """Start a new run for a text whose turn it is."""
        self.start(self._question_job(item, purpose, self._saver.latest_id(item.thread_id)))

    def begin_again(self, item: QueuedText, base_checkpoint: str, *, purpose: str) -> None:
        """Start a new run for a text from an earlier checkpoint, empty for the thread's start."""
        job = self._question_job(item, purpose, base_checkpoint)
        if not base_checkpoint:
            self._saver.delete_thread(item.thread_id)
        self.start(Job(job.thread_id, job.run_id, job.graph_input, base_checkpoint))

    def start(self, job: Job) -> None:
        """Do the job on a thread of its own. The caller has claimed the lease."""
        work = Work(job, EventSink(self._events, job.thread_id, job.run_id))
        thread = threading.Thread(
            target=self._main, args=(work,), name=f"run-{job.run_id}", daemon=True
        )
        with self._lock:
            self._live[job.thread_id] = work
            self._threads.add(thread)
        thread.start()

    def go_on(self, job: Job, *events: Event) -> Iterator[Event]:
        """Do the job for a run that was begun before. The caller has claimed the lease."""
        after = self._events.last_seq(job.thread_id)
        self._log.set_status(job.thread_id, job.run_id, "working")
        self._events.append(job.thread_id, job.run_id, *events)
        self.start(job)
        return self.follow(job.thread_id, after, job.run_id)

    def follow(self, thread_id: str, after: int, run_id: str) -> Iterator[Event]:
        """Return the events past ``after`` until the run rests."""
        return self._events.tail(thread_id, after, lambda: self.unfinished(thread_id, run_id))

    def stop(self, thread_id: str) -> None:
        """Stop the run of a thread, in this process or another."""
        with self._lock:
            live = self._live.get(thread_id)
        if live is not None:
            live.stop.set()
        else:
            self._log.turns.request_stop(thread_id)

    def busy(self, thread_id: str) -> bool:
        """Say whether a run works in the thread, or is about to."""
        holder = self._log.turns.holder(thread_id)
        if not holder:
            self._crashes.settle(thread_id)
            return False
        row = self._log.run(thread_id, holder)
        return row is None or row.status == "working" or bool(self._log.turns.queued(thread_id))

    def unfinished(self, thread_id: str, run_id: str) -> bool:
        """Say whether this run works or waits in the queue for a living one."""
        row = self._log.run(thread_id, run_id)
        if row is not None and row.status != "working":
            return False
        if self._log.turns.holder(thread_id):
            return True
        self._crashes.settle(thread_id)
        return False

    def close(self) -> None:
        """Interrupt the runs of this process, so that they can go on at the next start."""
        with self._lock:
            self._closing = True
            live, threads = list(self._live.values()), list(self._threads)
        for work in live:
            work.leaving = True
            work.stop.set()
        deadline = time.monotonic() + LEAVE_S
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _question_job(self, item: QueuedText, purpose: str, base: str) -> Job:
        self._log.threads.touch(item.thread_id, item.text)
        self._log.begin(item, purpose=purpose, base_checkpoint=base)
        self._events.append(item.thread_id, item.run_id, Started(text=item.text, purpose=purpose))
        return Job(item.thread_id, item.run_id, question_input(item))

    def _main(self, work: Work) -> None:
        """Do the work, then give the lease on: last, for the next stretch may begin at once."""
        thread_id = work.job.thread_id
        beat = threading.Thread(target=self._beat, args=(work,), name="run-beat", daemon=True)
        beat.start()
        following: QueuedText | None = None
        passed_on = False
        try:
            rest = self._border.carry_out(work)
            self._leave(work, beat)
            following = self._pass_on(work, rest)
            passed_on = True
        except StoreError:
            log.exception("the end of run %s could not be recorded", work.job.run_id)
        finally:
            if not passed_on:
                self._leave(work, beat)
                self._log.turns.abandon(thread_id)
        if following is not None:
            self._follow(following)
        with self._lock:
            self._threads.discard(threading.current_thread())

    def _leave(self, work: Work, beat: threading.Thread) -> None:
        work.done.set()
        beat.join()
        with self._lock:
            if self._live.get(work.job.thread_id) is work:
                del self._live[work.job.thread_id]

    def _follow(self, item: QueuedText) -> None:
        try:
            self.begin_question(item)
        except StoreError:
            log.exception("the queued run %s could not be started", item.run_id)
            self._log.turns.abandon(item.thread_id)

    def _pass_on(self, work: Work, rest: Rest) -> QueuedText | None:
        """Store the status and give the lease to the next queued text, or back."""
        job = work.job
        if work.lost:
            self._log.turns.abandon(job.thread_id)
            return None
        hand_on = rest.status != "waiting" and not self._closing
        return self._log.rest(
            job.thread_id, job.run_id, rest.status, rest.worked_s, hand_on=hand_on
        )

    def _beat(self, work: Work) -> None:
        """While the work lasts: flush, renew the lease, hear of Stop, let viewers go in time."""
        beaten_at = time.monotonic()
        while not work.done.wait(TICK_S):
            try:
                work.sink.flush()
                if self._log.turns.stop_requested(work.job.thread_id):
                    work.stop.set()
                if work.stopped_at and not work.leaving:
                    self._let_viewers_go(work)
                if time.monotonic() - beaten_at > BEAT_S:
                    beaten_at = time.monotonic()
                    self._renew(work)
            except StoreError as error:
                log.warning("the run log cannot be written: %s", error.code)

    def _renew(self, work: Work) -> None:
        if not self._log.turns.beat(work.job.thread_id, work.job.run_id).held:
            log.warning("run %s lost its lease", work.job.run_id)
            work.lost = True
            work.stop.set()

    def _let_viewers_go(self, work: Work) -> None:
        """Tell viewers that the run is stopped although a step of it has not come back yet."""
        if work.lost or work.sink.muted or time.monotonic() - work.stopped_at < VIEWERS_WAIT_S:
            return
        if work.sink.close_with(Stopped(text=work.sink.shown)):
            job = work.job
            self._log.set_status(job.thread_id, job.run_id, "stopped", only_from="working")
