"""The border of a run: everything that can end a stretch of work becomes an event and a status.

``StoppedByPerson`` is caught here and nowhere else; errors raised on purpose become ``Failed``
with words for the person; anything else is logged with its traceback and becomes ``Failed`` too.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from agent.errors import AgentError, ModelBrokenOffError, StoppedByPerson
from agent.events import ApprovalRequested, Ended, Ending, Event, Failed, Stopped
from agent.failure_words import failure_words, words_of
from agent.language import language_of
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.context import AgentContext
    from agent.event_log import EventLog, EventSink
    from agent.graph_threads import GraphThreads, Question
    from agent.language import Language
    from agent.models.stop import StopSignal
    from agent.state import AgentState
    from agent.work import Job, Work
    from store.checkpoints import Checkpoints
    from store.run_log import RunLog, RunStatus

log = logging.getLogger(__name__)
_ENDINGS: dict[str, Ending] = {name: name for name in get_args(Ending)}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a stretch of work ended: the run's status and its last events."""

    status: RunStatus
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Rest:
    """What a stretch of work comes to: the run's status from now on, and seconds of work."""

    status: RunStatus
    worked_s: float


class Border:
    """Carries out work and records its end."""

    def __init__(
        self,
        log_: RunLog,
        events: EventLog,
        graphs: GraphThreads,
        saver: Checkpoints,
        make_context: Callable[[Job, StopSignal, Callable[[Event], None]], AgentContext],
    ) -> None:
        """Use these; ``make_context`` takes job, Stop and the events' keeper, and may be slow."""
        self._log = log_
        self._events = events
        self._graphs = graphs
        self._saver = saver
        self._make_context = make_context

    def carry_out(self, work: Work) -> Rest:
        """Do the job and record how it ended, but for the status, which goes with the lease.

        Raises:
            StoreError: The end itself could not be recorded.
        """
        began = time.monotonic()
        try:
            outcome = self._stream(work, began)
        except StoppedByPerson as stopped:
            outcome = self._stopped(work, stopped.partial)
        except (AgentError, StoreError) as error:
            log.warning("run %s failed: %s", work.job.run_id, error.code)
            outcome = self._failed(work, error.code, failure_words(error, self._language(work)))
            if isinstance(error, ModelBrokenOffError):
                log.info("%d characters had come", len(error.partial))
        except Exception:
            log.exception("run %s failed", work.job.run_id)
            outcome = self._failed(work, "internal", words_of("internal", self._language(work)))
        if not work.lost:
            outcome = self._record(work, outcome)
        return Rest(outcome.status, time.monotonic() - began)

    def _stream(self, work: Work, began: float) -> Outcome:
        job = work.job
        context = self._make_context(job, work.stop, _all_but_the_end(work.sink))
        self._graphs.work(job.graph_input, context, checkpoint_id=job.checkpoint_id)
        position = self._graphs.position(job.thread_id)
        if position.questions:
            return Outcome("waiting", tuple(requested(one) for one in position.questions))
        if error := position.values.get("error"):
            return Outcome("failed", (Failed(code=error["code"], message=error["message"]),))
        row = self._log.run(job.thread_id, job.run_id)
        seconds = (row.worked_s if row else 0.0) + time.monotonic() - began
        told = replace(
            ended(job.thread_id, position.values, seconds),
            context_window=context.door.window,
            guide_path=_guide(context.run_folder, position.values.get("guide_path", "")),
        )
        return Outcome("ended", (told,))

    def _stopped(self, work: Work, partial: str) -> Outcome:
        job, text = work.job, partial or work.sink.shown
        if work.lost:
            return Outcome("interrupted", ())
        if work.leaving:
            return self._failed(work, "interrupted", words_of("interrupted", self._language(work)))
        position = self._graphs.position(job.thread_id)
        if position.turn == job.run_id:
            if not position.at_end:
                self._log.set_resume_checkpoint(job.thread_id, job.run_id, position.checkpoint_id)
            if text:
                self._graphs.keep_partial(job.thread_id, job.run_id, text)
        return Outcome("stopped", (Stopped(text=text),))

    def _failed(self, work: Work, code: str, message: str) -> Outcome:
        status: RunStatus = "interrupted" if work.leaving else "failed"
        return Outcome(status, (Failed(code=code, message=message),))

    def _record(self, work: Work, outcome: Outcome) -> Outcome:
        """Store the last events and prune; return what counts as the outcome."""
        job = work.job
        work.sink.flush()
        if outcome.status == "waiting":
            self._events.append(job.thread_id, job.run_id, *outcome.events)
            return outcome
        if not work.sink.close_with(outcome.events[0]):
            # viewers were told before that it was stopped
            outcome = Outcome("stopped", ())
        unfinished = "" if outcome.status == "ended" else job.run_id
        try:
            self._saver.prune_thread(job.thread_id, open_turn=unfinished)
        except StoreError as error:
            log.warning("the thread could not be pruned, the next turn will: %s", error.code)
        return outcome

    def _language(self, work: Work) -> Language:
        row = self._log.run(work.job.thread_id, work.job.run_id)
        return language_of(row.text if row else "")


def _all_but_the_end(sink: EventSink) -> Callable[[Event], None]:
    """Return what stores a run's events but the failure that ends it, which is in the state."""

    def keep(event: Event) -> None:
        if not isinstance(event, Failed):
            sink.write(event)

    return keep


def ended(thread_id: str, values: AgentState, seconds: float) -> Ended:
    """Return the event that closes a turn whose graph came to its end with these values."""
    return Ended(
        response=values.get("final_response", ""),
        session_id=thread_id,
        tools_used=list(values.get("tools_used", [])),
        execution_time=seconds,
        model_calls=values.get("model_calls", 0),
        context_used=values.get("context_used", 0),
        ending=_ENDINGS.get(values.get("ending", ""), "answered"),
        marks=list(values.get("response_marks", [])),
    )


def _guide(folder: Path, written: str) -> str:
    """Return where the guide stands that the turn wrote, or the turn that this one branched off."""
    path = folder / Path(written).name
    return str(path) if written and path.exists() else ""


def requested(question: Question) -> ApprovalRequested:
    """Return the event that shows an open question."""
    return ApprovalRequested(
        approval_id=question.id, point=question.point, payload=question.payload
    )
