"""Brings a task on the whole graph to its end, once untouched and once killed again and again.

    python -m tests.graph.whole_task FOLDER KILLS

Each attempt is a process that goes on from wherever the thread stands and accepts what is asked.
The first KILLS of them are killed just before a transaction is committed, spread over the task.
Two lines of JSON are printed: what the untouched task came to, and what the other did.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")


from agent.app import App, open_app
from agent.approval_switches import Switches
from agent.events import ApprovalResolved, Ended
from agent.settings import Settings
from agent.tools.catalogue import Catalogue
from tests.graph.faults import count_commits, fork
from tests.graph.notes import note_sender
from tests.graph.task_script import TaskScript
from tests.scripted import scripted_door

THREAD = "t1"
AT_MOST = 30
GOING_ON = 4
QUESTION = "What is it about?"
NOTES = (("Send a note to Kim", "A note"), ("Send a note to Lee", "A note"))
ANSWERS = {"clarification": {"action": "answer", "answers": {QUESTION: "Tea"}}}


def main() -> None:
    folder, kills = Path(sys.argv[1]), int(sys.argv[2])
    whole, killed = folder / "whole", folder / "killed"
    fork(lambda: _attempt(whole, 0))
    reference = json.loads((whole / "result.json").read_text("utf-8"))
    # going on costs some transactions of its own before the task moves again
    stride = reference["commits"] // (kills + 1) + GOING_ON
    deaths = sum(fork(lambda n=n: _attempt(killed, stride + n % 3)) for n in range(kills))
    fork(lambda: _attempt(killed, 0))
    result = json.loads((killed / "result.json").read_text("utf-8"))
    for row in (reference, {"deaths": deaths, **result}):
        sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")


def _attempt(home: Path, kill_at: int) -> None:
    """Work in the home until the task is done or the process is killed."""
    sent = home / "sent.txt"

    def send(to: str) -> None:
        with sent.open("a", encoding="utf-8") as file:
            file.write(to + "\n")

    script = TaskScript(verdict="unclear", questions=[QUESTION], steps=NOTES, calls=_calls)
    settings = Settings(home=home, embedder="none")
    with open_app(settings, door=scripted_door([script], forever=True)) as app:
        app.tools = Catalogue([*app.tools.all(), note_sender(send)])
        app.approvals.write(Switches(step=False))
        _ = app.library
        count = count_commits(app, kill_at or None)
        _drive(app)
        result = _result(app, sent, count[0])
    (home / "result.json").write_text(json.dumps(result), "utf-8")


def _calls(prompt: str) -> list[dict[str, Any]]:
    if "sent to" in prompt:
        return [{"tool": "finish", "args": {}}]
    return [{"tool": "send_note", "args": {"to": "Lee" if "Lee" in prompt else "Kim"}}]


def _drive(app: App) -> None:
    for _ in range(AT_MOST):
        if any(isinstance(event, Ended) for event in app.recorded(THREAD)):
            return
        if pending := app.pending(THREAD):
            decision = ANSWERS.get(pending[0].point, {"action": "accept"})
            list(app.decide(THREAD, pending[0].id, decision))
        elif app.history(THREAD):
            list(app.retry(THREAD))
        else:
            list(app.ask(THREAD, "Send notes to my two partners."))


def _result(app: App, sent: Path, commits: int) -> dict[str, Any]:
    state = app.graph.get_state(app.config(THREAD)).values
    outcomes = [e for e in app.recorded(THREAD) if isinstance(e, ApprovalResolved)]
    agreed = {e.approval_id for e in outcomes if (e.point, e.outcome) == ("tool_call", "accept")}
    return {
        "commits": commits,
        "guide": state["final_guide"],
        "results": [(row["title"], row["status"]) for row in state["step_results"]],
        "history": [(row["point"], row["action"]) for row in state["approval_history"]],
        "sent": sent.read_text("utf-8").split(),
        "agreed": len(agreed),
        "said": [m.text for m in app.history(THREAD)],
        "pending": len(app.pending(THREAD)),
    }


if __name__ == "__main__":
    main()
