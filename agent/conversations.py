"""The list of conversations, and what can be done in each besides beginning a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from agent.desk import busy_error
from agent.errors import ThreadMissingError
from agent.export import to_json, to_markdown
from agent.threads import KINDS_SHOWN, Message, ThreadInfo, history
from agent.well_formed import all_well_formed, well_formed
from agent.work import scope_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from agent.approvals import Approval, Decision
    from agent.desk import Desk
    from agent.event_log import EventLog
    from agent.events import Event
    from agent.graph_threads import GraphThreads
    from agent.open_questions import OpenQuestions
    from agent.openings import Openings
    from agent.runs import Runs
    from agent.state import JsonObject
    from agent.time_travel import CheckpointInfo, TimeTravel
    from store.checkpoints import Checkpoints
    from store.run_log import RunLog
    from store.thread_list import ThreadRow


class Conversations:
    """The part of the app's face that is about conversations."""

    _log: RunLog
    _events: EventLog
    _saver: Checkpoints
    _graphs: GraphThreads
    _runs: Runs
    _desk: Desk
    _questions: OpenQuestions
    _travel: TimeTravel
    _openings: Openings

    def decide(
        self,
        thread_id: str,
        approval_id: str,
        decision: Decision | Mapping[str, object],
        *,
        documents: Sequence[str] | None = None,
        only_documents: bool | None = None,
    ) -> Iterator[Event]:
        """Answer an open question by its id; see ``OpenQuestions.decide`` and ``App.ask``."""
        scope = scope_of(self._scope(documents, only_documents))
        return self._questions.decide(
            thread_id, approval_id, all_well_formed(decision), scope=scope
        )

    def _scope(self, documents: Sequence[str] | None, only: bool | None) -> dict[str, Any]:
        """Return what is said of the documents that a thread is bound to, None left out.

        Raises:
            DocumentMissingError: A document is not there.
        """
        ids = None if documents is None else [self._document_id(name) for name in documents]
        given = {"documents": ids, "only_documents": only}
        return {name: value for name, value in given.items() if value is not None}

    def _document_id(self, name: str) -> str:
        library = self._openings.library.get()
        found = library.find(name)
        return found.id if found is not None else library.document(name).id

    def stop(self, thread_id: str) -> None:
        """Stop what works in a thread, or cancel its open question."""
        self._desk.stop(thread_id)

    def retry(self, thread_id: str, wish: str = "") -> Iterator[Event]:
        """Go on where the last turn was cut off, or ask its question again."""
        return self._desk.retry(thread_id, wish)

    def edit(self, thread_id: str, text: str) -> Iterator[Event]:
        """Put another text in the place of the last question."""
        return self._desk.edit(thread_id, text)

    def pending(self, thread_id: str) -> list[Approval]:
        """Return a thread's open questions."""
        return self._questions.pending(thread_id)

    def apply_switches(self, thread_id: str) -> None:
        """Decide what is open in the thread at points that were switched off."""
        self._questions.apply_switches(thread_id)

    def events(self, thread_id: str, after: int = 0) -> Iterator[Event]:
        """Follow a thread's events until nothing works in it."""
        return self._events.tail(thread_id, after, lambda: self._runs.busy(thread_id))

    def recorded(self, thread_id: str, after: int = 0) -> list[Event]:
        """Return a thread's events so far, without waiting."""
        return self._events.read(thread_id, after)

    def busy(self, thread_id: str) -> bool:
        """Say whether a run works in a thread, in this process or another."""
        return self._runs.busy(thread_id)

    def history(self, thread_id: str) -> list[Message]:
        """Return a thread's messages."""
        library, values = self._openings.library.ready(), self._graphs.position(thread_id).values
        return history(
            self._log.runs(thread_id),
            self._events.of_kinds(thread_id, *KINDS_SHOWN),
            values.get("messages", []),
            None if library is None else {document.id for document in library.documents()},
            values.get("step_results", []),
        )

    def snapshot(self, thread_id: str) -> JsonObject:
        """Return a thread's checkpoint values without its messages, for the view to mirror."""
        values = dict(self._graphs.position(thread_id).values)
        values.pop("messages", None)
        return values

    def threads(self) -> list[ThreadInfo]:
        """Return the conversations, the one used last first."""
        found = []
        for row in self._log.threads.all():
            busy, last = self._runs.busy(row.id), self._log.last_run(row.id)
            waiting = not busy and last is not None and last.status == "waiting"
            found.append(
                ThreadInfo(row.id, row.title, row.created_at, row.updated_at, busy, waiting)
            )
        return found

    def create_thread(self) -> str:
        """Make a conversation and return its id."""
        return self._log.threads.create()

    def rename(self, thread_id: str, title: str) -> None:
        """Give a conversation another name."""
        self._thread(thread_id)
        self._log.threads.rename(thread_id, well_formed(title))

    def delete(self, thread_id: str) -> None:
        """Remove a conversation with all that belongs to it.

        Raises:
            ThreadBusyError: A run works in it.
        """
        self._thread(thread_id)
        if not self._log.turns.claim(thread_id, "deletion"):
            raise busy_error(thread_id)
        try:
            self._openings.library.get().summaries().remove_thread(thread_id)
            self._saver.delete_thread(thread_id)
            self._travel.remove_files(thread_id)
            self._log.threads.delete(thread_id)
        finally:
            self._log.turns.abandon(thread_id)

    @overload
    def export(
        self, thread_id: str, form: Literal["markdown"] = "markdown", *, run_id: str = ""
    ) -> str: ...
    @overload
    def export(self, thread_id: str, form: Literal["json"], *, run_id: str = "") -> JsonObject: ...
    def export(
        self, thread_id: str, form: Literal["markdown", "json"] = "markdown", *, run_id: str = ""
    ) -> str | JsonObject:
        """Return a conversation, or one turn of it, as Markdown text or as a JSON object."""
        thread, messages = self._thread(thread_id), self.history(thread_id)
        if run_id:
            messages = [message for message in messages if message.run_id == run_id]
        if run_id and not messages:
            text = f"There is no turn {run_id!r} in the conversation {thread_id!r}."
            raise ThreadMissingError(text)
        return to_markdown(thread, messages) if form == "markdown" else to_json(thread, messages)

    def checkpoints(self, thread_id: str) -> list[CheckpointInfo]:
        """Return the earlier points of a thread that are kept, the newest first."""
        return self._travel.checkpoints(thread_id)

    def fork(self, thread_id: str, checkpoint_id: str) -> str:
        """Begin a new thread at an earlier point and return its id."""
        return self._travel.fork(thread_id, checkpoint_id)

    def _thread(self, thread_id: str) -> ThreadRow:
        thread = self._log.threads.get(thread_id)
        if thread is None:
            message = f"There is no conversation {thread_id!r}."
            raise ThreadMissingError(message)
        return thread
