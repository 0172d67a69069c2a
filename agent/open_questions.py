"""The open questions of a thread: which there are, and what answering one starts.

Questions of the graph are interrupts in the checkpoint; questions about memory are rows of the
outbox. Both are answered by id, once.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agent.answers import read_decision, without_asking
from agent.approvals import ALLOWED, Approval, words_of
from agent.errors import DecisionError
from agent.events import ApprovalRequested, ApprovalResolved, Event, Started
from agent.graph_threads import resume_with
from agent.language import language_of
from agent.work import Job

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agent.approval_switches import Switches
    from agent.approvals import Decision, Point
    from agent.event_log import EventLog
    from agent.graph_threads import GraphThreads, Question
    from agent.runs import Runs
    from agent.state import AgentState
    from store.outbox import Proposal
    from store.run_log import RunLog, RunRow

SWITCHED_OFF = "switched_off"


class OpenQuestions:
    """Shows what is open and takes decisions."""

    def __init__(
        self,
        log: RunLog,
        events: EventLog,
        graphs: GraphThreads,
        runs: Runs,
        switches: Callable[[], Switches],
    ) -> None:
        """Use these; ``switches`` reads the approval switches as they are now."""
        self._log = log
        self._events = events
        self._graphs = graphs
        self._runs = runs
        self._switches = switches

    def pending(self, thread_id: str) -> list[Approval]:
        """Return the open questions of a thread, those about memory last."""
        asked_at = self._asked_at(thread_id)
        graph = [
            Approval(
                id=one.id,
                thread_id=thread_id,
                point=_point(one.point),
                payload=one.payload,
                allowed=one.allowed,
                asked_at=asked_at.get(one.id, 0.0),
            )
            for one in self._questions(thread_id)
        ]
        return graph + [_memory_approval(one) for one in self._log.outbox.open(thread_id)]

    def decide(  # noqa: PLR0913 - what a decision brings with it
        self,
        thread_id: str,
        approval_id: str,
        decision: Decision | Mapping[str, Any],
        *,
        text: str = "",
        why: str = "",
        scope: AgentState | None = None,
    ) -> Iterator[Event]:
        """Answer an open question; with ``why`` the app answers by itself.

        ``scope`` are the documents that the thread is bound to from now on.

        A decision that is late or second changes nothing and is told ``ignored``; one that does
        not fit is told ``invalid`` with the reason, and the question stays open.
        """
        proposal = self._log.outbox.get(approval_id)
        if proposal is not None:
            return self._decide_memory(proposal, decision, why)
        row, question = self._log.last_run(thread_id), self._question(thread_id, approval_id)
        told = ApprovalResolved(approval_id=approval_id, outcome="ignored")
        if row is None or question is None:
            return self._tell(thread_id, told)
        try:
            taken = read_decision(question, decision, language_of(row.text))
        except DecisionError as error:
            return self._tell(
                thread_id, replace(told, point=question.point, outcome="invalid", why=str(error))
            )
        if not self._log.turns.claim(thread_id, row.run_id):
            return self._tell(thread_id, told)
        with self._log.turns.abandoned_on_error(thread_id):
            if self._question(thread_id, approval_id) is None:
                # it was answered between the look and the claim
                self._log.turns.release(thread_id)
                return self._tell(thread_id, told)
            job = Job(
                thread_id,
                row.run_id,
                resume_with(question.id, self._envelope(row, taken, question, why), scope),
            )
            resolved = ApprovalResolved(
                approval_id=question.id,
                point=question.point,
                outcome=taken.action,
                automatic=bool(why),
                why=why,
            )
            said = text or words_of(taken)
            return self._runs.go_on(job, Started(text=said, purpose="decide"), resolved)

    def apply_switches(self, thread_id: str) -> None:
        """Decide what is open in the thread at points that were switched off."""
        switches = self._switches()
        question = self.first(thread_id)
        if question is not None and not switches.asks(_point(question.point)):
            decision = without_asking(question)
            if decision is not None:
                self.decide(thread_id, question.id, decision, why=SWITCHED_OFF)
        if not switches.asks("memory"):
            for proposal in self._log.outbox.open(thread_id):
                self.decide(thread_id, proposal.id, {"action": "accept"}, why=SWITCHED_OFF)

    def _questions(self, thread_id: str) -> tuple[Question, ...]:
        if self._runs.busy(thread_id):
            return ()
        return self._graphs.position(thread_id).questions

    def first(self, thread_id: str) -> Question | None:
        """Return the question of the graph that is open while nothing works, or None."""
        return next(iter(self._questions(thread_id)), None)

    def _question(self, thread_id: str, name: str) -> Question | None:
        questions = self._graphs.position(thread_id).questions
        return next((one for one in questions if one.id == name), None)

    def _asked_at(self, thread_id: str) -> dict[str, float]:
        asked = self._events.of_kinds(thread_id, ApprovalRequested)
        return {e.approval_id: e.at for e in asked if isinstance(e, ApprovalRequested)}

    def _envelope(
        self, row: RunRow, decision: Decision, question: Question, why: str
    ) -> dict[str, Any]:
        return {
            "decision": decision.model_dump(mode="json"),
            "asked_at": self._asked_at(row.thread_id).get(question.id, row.started_at),
            "answered_at": time.time(),
            "automatic": bool(why),
            "why": why,
        }

    def _decide_memory(
        self, proposal: Proposal, decision: Decision | Mapping[str, Any], why: str
    ) -> Iterator[Event]:
        data = dict(decision) if isinstance(decision, Mapping) else decision.model_dump()
        action, outcome = str(data.get("action")), "ignored"
        if action not in ALLOWED["memory"]:
            outcome = "invalid"
        elif self._log.outbox.decide(
            proposal.id, "accepted" if action == "accept" else "rejected", automatic=bool(why)
        ):
            outcome = action
        told = ApprovalResolved(
            approval_id=proposal.id, point="memory", outcome=outcome, automatic=bool(why), why=why
        )
        return self._tell(proposal.thread_id, told)

    def _tell(self, thread_id: str, told: ApprovalResolved) -> Iterator[Event]:
        """Log an outcome that starts nothing."""
        after = self._events.last_seq(thread_id)
        row = self._log.last_run(thread_id)
        self._events.append(thread_id, row.run_id if row else "", told)
        return self._events.tail(thread_id, after, lambda: False)


def _point(name: str) -> Point:
    return next((point for point in ALLOWED if point == name), "plan")


def _memory_approval(proposal: Proposal) -> Approval:
    return Approval(
        id=proposal.id,
        thread_id=proposal.thread_id,
        point="memory",
        payload={
            "text": proposal.text,
            "memory_kind": proposal.kind,
            "source": proposal.source,
        },
        allowed=ALLOWED["memory"],
        asked_at=proposal.created_at,
    )
