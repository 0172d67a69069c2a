"""Earlier points of a conversation, and new conversations that go on from one."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from agent.desk import busy_error
from agent.errors import ThreadMissingError
from agent.events import Started
from agent.tools.journal import FOLDER
from agent.work import Job

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.graph_threads import GraphThreads
    from agent.runs import Runs
    from agent.state import AgentState
    from store.checkpoints import CheckpointRow, Checkpoints
    from store.run_log import RunLog, RunRow


@dataclass(frozen=True, slots=True)
class CheckpointInfo:
    """A point to which one can return.

    Attributes:
        id: The checkpoint.
        at: Seconds since the epoch, UTC.
        run_id: The turn it is in.
        text: That turn's question.
        next_nodes: What would be worked next; empty at a turn's end.
        step_index: The step of the plan it stands before, from 0.
    """

    id: str
    at: float
    run_id: str
    text: str
    next_nodes: tuple[str, ...]
    step_index: int


class TimeTravel:
    """Lists checkpoints and forks threads."""

    def __init__(
        self,
        log: RunLog,
        saver: Checkpoints,
        graphs: GraphThreads,
        runs: Runs,
        run_folder: Callable[[str, str], Path],
    ) -> None:
        """Use these; ``run_folder`` gives a run's folder by thread and run."""
        self._log = log
        self._saver = saver
        self._graphs = graphs
        self._runs = runs
        self._run_folder = run_folder

    def checkpoints(self, thread_id: str) -> list[CheckpointInfo]:
        """Return the points of a thread that are kept, the newest first."""
        texts = {row.run_id: row.text for row in self._log.runs(thread_id)}
        rows = [row for row in self._saver.rows(thread_id) if row.turn in texts]
        return [
            CheckpointInfo(
                row.id, _epoch(row), row.turn, texts[row.turn], row.next_nodes, row.step_index
            )
            for row in reversed(rows)
        ]

    def fork(self, thread_id: str, checkpoint_id: str) -> str:
        """Begin a new thread at an earlier point; the old one stays as it is.

        A question that was open at the point is open again in the new thread; work that stood
        before a step waits for ``retry``.

        Returns:
            The new thread's id.

        Raises:
            ThreadMissingError: There is no such thread or checkpoint.
        """
        thread = self._log.threads.get(thread_id)
        rows = {row.id: row for row in self._saver.rows(thread_id)}
        row = rows.get(checkpoint_id)
        if thread is None or row is None:
            message = f"There is no checkpoint {checkpoint_id!r} in the conversation {thread_id!r}."
            raise ThreadMissingError(message)
        target = self._log.threads.create(f"{thread.title} ↪")
        self._log.threads.copy(thread_id, target, until=_epoch(row))
        run = self._log.run(target, row.turn)
        # the base before its turn comes along, so that the question can be edited there too
        for name in {checkpoint_id, run.base_checkpoint if run else ""} & set(rows):
            self._saver.copy(thread_id, name, target)
        if run is not None:
            self._copy_files(thread_id, run, row)
            self._go_on(run, row)
        return target

    def remove_files(self, thread_id: str) -> None:
        """Remove what a thread's runs wrote."""
        folder = self._run_folder(thread_id, "").parent
        if folder.is_dir():
            shutil.rmtree(folder)

    def _go_on(self, run: RunRow, row: CheckpointRow) -> None:
        if not row.next_nodes:
            return
        self._log.set_status(run.thread_id, run.run_id, "interrupted")
        if not all(name.startswith("review_") for name in row.next_nodes):
            return
        if not self._log.turns.claim(run.thread_id, run.run_id):
            raise busy_error(run.thread_id)
        with self._log.turns.abandoned_on_error(run.thread_id):
            self._runs.go_on(Job(run.thread_id, run.run_id, None), Started(purpose="retry"))

    def _copy_files(self, source: str, run: RunRow, row: CheckpointRow) -> None:
        folder = self._run_folder(source, run.run_id)
        if folder.is_dir():
            past = _Past(folder, self._graphs.position(source, row.id).values, _epoch(row))
            shutil.copytree(folder, self._run_folder(run.thread_id, run.run_id), ignore=past.later)


class _Past:
    """Which of a run's files were there at a checkpoint.

    The whole journal counts as past: a call that stood before the checkpoint and was made after it
    is not made again unasked, and calls that a branch chooses have ids of their own.
    """

    def __init__(self, folder: Path, values: AgentState, at: float) -> None:
        """Look at a run's folder from a checkpoint: its values and its time."""
        self._folder = folder
        self._at = at
        self._guide = bool(values.get("final_guide"))
        finished = len(values.get("step_results", []))
        self._steps = {f"step_{number:02d}" for number in range(1, finished + 1)}

    def later(self, directory: str, names: list[str]) -> list[str]:
        """Return the names in a directory that are not of the past, as ``copytree`` asks."""
        return [name for name in names if not self._holds(Path(directory) / name)]

    def _holds(self, path: Path) -> bool:
        place = path.parent.relative_to(self._folder).as_posix()
        if path.is_dir() or place == FOLDER:
            return True
        if place == "steps":
            return path.stem in self._steps
        if place == "." and path.stem == "guide":
            return self._guide
        return path.stat().st_mtime <= self._at


def _epoch(row: CheckpointRow) -> float:
    return datetime.fromisoformat(row.at).timestamp()
