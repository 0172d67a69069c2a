"""Kills a task at every point it is told to, goes on with it, and says what came of it.

    python -m tests.graph.task_faults FOLDER POINTS

A point is just before a transaction is committed, just before the effect of a tool, or just after
it. The person who goes on looks first: a call in doubt whose note was sent is not made again.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
os.environ.setdefault("LANCEDB_LOG", "error")

import lancedb

from agent.app import App, open_app
from agent.approval_switches import Switches
from agent.events import Ended, Failed, StepFinished
from agent.prompts.closing import in_doubt_sentence
from agent.settings import Settings
from agent.tools.catalogue import Catalogue, Tool
from tests.graph.notes import NOTES, note_sender
from tests.graph.task_script import TaskScript
from tests.scripted import scripted_door

if TYPE_CHECKING:
    from agent.approvals import Approval

THREAD = "t1"
LOADED = lancedb.__version__
"""LanceDB is imported before the forks, which saves each child two seconds."""
QUESTION = "To whom?"
AT_MOST = 12
SLACK = 8


class Points:
    """Counts the points of an attempt and ends the process at one of them."""

    def __init__(self, kill_at: int | None) -> None:
        self.passed = 0
        self.effects: list[int] = []
        self._kill_at = kill_at

    def reach(self, *, effect: bool = False) -> None:
        self.passed += 1
        if effect:
            self.effects.append(self.passed)
        if self.passed == self._kill_at:
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> None:
    folder, points = Path(sys.argv[1]), int(sys.argv[2])
    total, effects = _whole(folder / "whole")
    rest = [at for at in range(1, total + 1) if at not in effects]
    left = points - len(effects)
    spread = {*effects, *(rest[n * (len(rest) - 1) // max(1, left - 1)] for n in range(left))}
    for at in sorted(spread):
        home, killed = _killed(folder, at)
        _fork(home, None)
        result = json.loads((home / "result.json").read_text("utf-8"))
        sys.stdout.write(json.dumps({"at": at, "killed": killed, **result}) + "\n")
        sys.stdout.flush()


def _killed(folder: Path, at: int) -> tuple[Path, bool]:
    """Kill a run at a point, or at the last one before it: a busy machine commits less often."""
    for point in range(at, max(0, at - SLACK), -1):
        home = folder / f"at-{at}-{point}"
        if _fork(home, point):
            return home, True
    return home, False


def _whole(home: Path) -> tuple[int, list[int]]:
    _fork(home, None)
    result: dict[str, Any] = json.loads((home / "result.json").read_text("utf-8"))
    sys.stdout.write(json.dumps({"at": 0, "killed": False, **result}) + "\n")
    return int(result["points"]), list(result["effects"])


def _fork(home: Path, kill_at: int | None) -> bool:
    """Drive the task in a child; say whether it was killed."""
    home.mkdir(parents=True, exist_ok=True)
    child = os.fork()
    if child == 0:
        _drive(home, Points(kill_at))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def _sent(home: Path) -> list[str]:
    path = home / "sent.txt"
    return path.read_text("utf-8").split() if path.exists() else []


def _sender(home: Path, points: Points) -> Tool:
    def send(to: str) -> None:
        points.reach(effect=True)
        with (home / "sent.txt").open("a", encoding="utf-8") as out:
            out.write(f"{to}\n")
        points.reach(effect=True)

    return note_sender(send)


def _drive(home: Path, points: Points) -> None:
    """Bring the task to its end from wherever it stands."""
    script = TaskScript(
        verdict="unclear",
        questions=[QUESTION],
        steps=NOTES,
        calls=lambda text: [
            {"tool": "send_note", "args": {"to": "A" if "second" in text else "B"}}
        ],
    )
    door = scripted_door([script], forever=True)
    app = open_app(Settings(home=home, embedder="none"), door=door)
    app.tools = Catalogue([*app.tools.all(), _sender(home, points)])
    app.approvals.write(Switches(step=True))
    for connection in (app._saver.conn, app._log._file._connection):
        connection.set_trace_callback(
            lambda statement: points.reach() if statement == "COMMIT" else None
        )
    for _ in range(AT_MOST):
        if any(isinstance(event, Ended) for event in app.recorded(THREAD)):
            break
        if pending := app.pending(THREAD):
            list(app.decide(THREAD, pending[0].id, _decision(pending[0], _sent(home))))
        elif app.history(THREAD):
            list(app.retry(THREAD))
        else:
            list(app.ask(THREAD, "Send two notes about the meeting."))
    _report(app, home, points)
    app.close()


def _decision(approval: Approval, sent: list[str]) -> dict[str, Any]:
    if approval.point == "clarification":
        return {"action": "answer", "answers": {QUESTION: "To A and B"}}
    in_doubt = approval.payload.get("why") == in_doubt_sentence("en")
    to = approval.payload.get("arguments", {}).get("to", "")
    if approval.point == "tool_call" and in_doubt and to in sent:
        return {"action": "respond", "text": f"sent to {to}"}
    return {"action": "accept"}


def _report(app: App, home: Path, points: Points) -> None:
    state, events = app.snapshot(THREAD), app.recorded(THREAD)
    result = {
        "points": points.passed,
        "effects": points.effects,
        "guide": state["final_guide"],
        "response": app.history(THREAD)[-1].text,
        "sent": _sent(home),
        "approvals": [f"{e['point']}:{e['action']}" for e in state["approval_history"]],
        "in_doubt": sum(e["action"] == "respond" for e in state["approval_history"]),
        "steps": [r["title"] for r in state["step_results"]],
        "finished": [e.index for e in events if isinstance(e, StepFinished)],
        "failures": [event.code for event in events if isinstance(event, Failed)],
        "pending": len(app.pending(THREAD)),
    }
    (home / "result.json").write_text(json.dumps(result), "utf-8")


if __name__ == "__main__":
    main()
