"""Where a person's wishes become runs: questions, Stop, another try, another wording.

Everything here returns at once; the work is done by ``Runs``. The iterators follow the log.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from agent.answers import when_stopped
from agent.errors import EmptyQuestionError, ThreadBusyError, ThreadMissingError
from agent.events import ApprovalResolved, Event, Failed, Queued, Started
from agent.failure_words import failure_words
from agent.typed_answers import in_words
from agent.well_formed import all_well_formed, well_formed
from agent.work import Job, scope_of
from store.turns import Claim, QueuedText

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agent.event_log import EventLog
    from agent.graph_threads import GraphThreads
    from agent.open_questions import OpenQuestions
    from agent.runs import Runs
    from store.run_log import RunLog, RunRow


class Desk:
    """Takes what the person says in a thread and starts what follows from it."""

    def __init__(
        self,
        log: RunLog,
        events: EventLog,
        graphs: GraphThreads,
        runs: Runs,
        questions: OpenQuestions,
    ) -> None:
        """Use these."""
        self._log = log
        self._events = events
        self._graphs = graphs
        self._runs = runs
        self._questions = questions

    def ask(self, thread_id: str, text: str, extras: dict[str, Any]) -> Iterator[Event]:
        """Take a text: the answer to the open question, a new question, or one that is queued."""
        text, extras = well_formed(text), all_well_formed(extras)
        if not text.strip():
            return _empty(thread_id)
        self._log.threads.create(thread_id=thread_id)
        after = self._events.last_seq(thread_id)
        item = QueuedText(thread_id, new_run_id(), text, extras)
        claim = Claim("waiting")
        while claim.outcome == "waiting":
            question = self._questions.first(thread_id)
            if question is not None:
                decision = in_words(question, text)
                return self._questions.decide(
                    thread_id, question.id, decision, text=text, scope=scope_of(extras)
                )
            claim = self._log.turns.claim_or_queue(item)
        if claim.turn is None:
            self._say_queued(item)
        else:
            with self._log.turns.abandoned_on_error(thread_id):
                if claim.turn.run_id != item.run_id:
                    self._say_queued(item)
                self._runs.begin_question(claim.turn)
        return self._runs.follow(thread_id, after, item.run_id)

    def stop(self, thread_id: str) -> None:
        """Stop the run that works, or cancel the question that is open."""
        question = self._questions.first(thread_id)
        cancel = when_stopped(question) if question else None
        if question is not None and cancel is not None:
            self._questions.decide(thread_id, question.id, cancel)
        else:
            self._runs.stop(thread_id)

    def retry(self, thread_id: str, wish: str = "") -> Iterator[Event]:
        """Go on at the step where the last turn was cut off, or ask its question again.

        Args:
            thread_id: The conversation.
            wish: How the person wants the plan changed from there on. It is logged as an answer to
                the plan is, and so stays in the conversation.

        Raises:
            ThreadMissingError: Nothing was asked in this thread.
            ThreadBusyError: A run works in it.
        """
        if self._questions.first(thread_id) is not None:
            return iter(())
        row = self._claim_last_run(thread_id)
        with self._log.turns.abandoned_on_error(thread_id):
            position = self._graphs.position(thread_id)
            going_on = position.turn == row.run_id and not position.at_end
            if row.status == "ended" or not (row.resume_checkpoint or going_on):
                return self._ask_again(row, row.text, "retry")
            self._log.set_resume_checkpoint(thread_id, row.run_id, "")
            job = Job(thread_id, row.run_id, None, row.resume_checkpoint)
            if not wish:
                return self._runs.go_on(job, Started(purpose="retry"))
            said = Started(text=well_formed(wish), purpose="decide")
            taken = ApprovalResolved(
                approval_id=position.checkpoint_id, point="plan", outcome="replan"
            )
            return self._runs.go_on(job, said, taken)

    def edit(self, thread_id: str, text: str) -> Iterator[Event]:
        """Put another text in the place of the last question and work from before it.

        Raises:
            ThreadMissingError: Nothing was asked in this thread.
            ThreadBusyError: A run works in it.
        """
        text = well_formed(text)
        if not text.strip():
            return _empty(thread_id)
        row = self._claim_last_run(thread_id)
        with self._log.turns.abandoned_on_error(thread_id):
            return self._ask_again(row, text, "edit")

    def _claim_last_run(self, thread_id: str) -> RunRow:
        self._runs.busy(thread_id)  # settles what a crash left
        row = self._log.last_run(thread_id)
        if row is None:
            message = f"There is no question yet in the conversation {thread_id!r}."
            raise ThreadMissingError(message)
        if not self._log.turns.claim(thread_id, row.run_id):
            raise busy_error(thread_id)
        return self._log.run(thread_id, row.run_id) or row

    def _ask_again(self, row: RunRow, text: str, purpose: str) -> Iterator[Event]:
        item = QueuedText(row.thread_id, new_run_id(), text, row.extras)
        after = self._events.last_seq(row.thread_id)
        self._log.turns.hand_over(row.thread_id, item.run_id)
        self._log.set_replaced(row.thread_id, row.run_id)
        self._runs.begin_again(item, row.base_checkpoint, purpose=purpose)
        return self._runs.follow(row.thread_id, after, item.run_id)

    def _say_queued(self, item: QueuedText) -> None:
        waiting = [one.run_id for one in self._log.turns.queued(item.thread_id)]
        position = waiting.index(item.run_id) + 1 if item.run_id in waiting else 1
        self._events.append(item.thread_id, item.run_id, Queued(text=item.text, position=position))


def new_run_id() -> str:
    """Return an id that sorts by time and may name a folder."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{uuid4().hex[:8]}"


def busy_error(thread_id: str) -> ThreadBusyError:
    """Return the error for what must wait until the thread's run is over."""
    message = (
        f"A run works in the conversation {thread_id!r}. Wait until it is done, or stop it first."
    )
    return ThreadBusyError(message)


def _empty(thread_id: str) -> Iterator[Event]:
    """Tell the asker alone; there is nothing to keep."""
    error = EmptyQuestionError()
    message = failure_words(error, "en")
    return iter((Failed(thread_id=thread_id, code=error.code, message=message, at=time.time()),))
