"""Kills a run at every point it is told to, goes on with it, and says what came of it.

    python -m tests.graph.faults FOLDER POINTS

Forks a process per attempt, from one that has imported everything and opened nothing: a point
costs a fraction of a second. Point n is just before the n-th transaction of the attempt is
committed. A line of JSON is printed per point; POINTS is their number, spread evenly.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

from agent.app import App, open_app
from agent.events import ApprovalResolved, Ended, Failed, StepStarted
from agent.settings import Settings
from tests.graph.toy import NO_LIBRARY, build_toy
from tests.scripted import scripted_door

if TYPE_CHECKING:
    from collections.abc import Callable


THREAD = "t1"
AT_MOST = 6


def main() -> None:
    folder, points = Path(sys.argv[1]), int(sys.argv[2])
    total = _count(folder / "whole")
    spread = {1 + n * (total - 1) // max(1, points - 1) for n in range(points)}
    for at in sorted(spread):
        home = folder / f"at-{at}"
        killed = fork(lambda home=home, at=at: _drive(home, at))
        home.mkdir(exist_ok=True)
        fork(lambda home=home: _drive(home, None))
        result = json.loads((home / "result.json").read_text("utf-8"))
        sys.stdout.write(json.dumps({"at": at, "killed": killed, **result}) + "\n")
        sys.stdout.flush()


def _count(home: Path) -> int:
    fork(lambda: _drive(home, None))
    result: dict[str, Any] = json.loads((home / "result.json").read_text("utf-8"))
    return int(result["commits"])


def fork(work: Callable[[], None]) -> bool:
    """Do the work in a child; say whether it was killed."""
    child = os.fork()
    if child == 0:
        work()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _drive(home: Path, kill_at: int | None) -> None:
    """Bring the thread to the end of its task from wherever it stands, accepting what is asked."""
    door = scripted_door([lambda messages, _: f"did {messages[-1].content}"], forever=True)
    app = open_app(
        Settings(home=home),
        door=door,
        library=NO_LIBRARY,
        graph_builder=build_toy,
    )
    commits = count_commits(app, kill_at)
    for _ in range(AT_MOST):
        if any(isinstance(event, Ended) for event in app.recorded(THREAD)):
            break
        if pending := app.pending(THREAD):
            list(app.decide(THREAD, pending[0].id, {"action": "accept"}))
        elif app.history(THREAD):
            list(app.retry(THREAD))
        else:
            list(app.ask(THREAD, "plan a trip"))
    events = app.recorded(THREAD)
    result = {
        "commits": commits[0],
        "response": app.history(THREAD)[-1].text,
        "approvals": [row["action"] for row in app.snapshot(THREAD)["approval_history"]],
        "steps": [event.index for event in events if isinstance(event, StepStarted)],
        "questions": [m.text for m in app.history(THREAD) if m.role == "person"],
        "outcomes": [event.outcome for event in events if isinstance(event, ApprovalResolved)],
        "failures": [event.code for event in events if isinstance(event, Failed)],
        "pending": len(app.pending(THREAD)),
    }
    (home / "result.json").write_text(json.dumps(result), "utf-8")
    app.close()


def count_commits(app: App, kill_at: int | None) -> list[int]:
    """Count the app's transactions, and end the process before one of them is committed."""
    commits = [0]

    def seen(statement: str) -> None:
        if statement == "COMMIT":
            commits[0] += 1
            if commits[0] == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    for connection in (app._saver.conn, app._log._file._connection):
        connection.set_trace_callback(seen)
    return commits


if __name__ == "__main__":
    main()
