"""``make demo``: the whole road on the sample documents, with the real model and no person.

Documents are added, questions asked in both languages, one larger task is planned, its plan is
approved and worked through. Printed: what was said, the sources, seconds and model calls; last a
line of JSON. It works in a folder of its own and touches nothing of the person's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from agent import events as ev
from agent.app import open_app
from agent.approvals import Accept, Proceed
from agent.commands import output
from agent.errors import AgentError
from agent.settings import load_settings
from agent.setup import readiness
from agent.setup.environment import ROOT
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agent.app import App
    from agent.approvals import Approval, Decision
    from agent.settings import Settings

SAMPLES = ROOT / "sample_docs"
QUESTIONS = (
    "1년 동안 80퍼센트 이상 출근한 직원의 연차는 며칠인가요?",
    "연차는 언제까지 신청해야 하나요?",
    "출장은 어디까지 가야 출장으로 보나요?",
    "How many days of paid annual leave does an employee get?",
    "What should I check on the equipment before starting it?",
    "Who won the football world cup in 1998?",
)
TASK = "신입 직원 세 명의 첫 출장을 준비하는 계획을 세우고 단계마다 규정에 맞는 할 일을 정리해 줘"
MOST_APPROVALS = 20


@dataclass
class Turn:
    """What one turn came to."""

    text: str
    route: str = ""
    ending: str = ""
    seconds: float = 0.0
    first_passage_s: float | None = None
    first_token_s: float | None = None
    model_calls: int = 0
    sources: list[str] = field(default_factory=list)
    approvals: list[str] = field(default_factory=list)
    error: str = ""
    guide_path: str = ""


def main() -> int:
    """Run the demonstration; 1 where a turn failed."""
    parser = argparse.ArgumentParser(prog="make demo", description=__doc__)
    parser.add_argument("--home", type=Path, help="keep the data in this folder")
    parser.add_argument("--quick", action="store_true", help="one question in each language only")
    args = parser.parse_args()
    try:
        settings = load_settings()
        if not readiness.look(settings).has_model:
            output.note("There is no language model yet. Run: make run")
            return output.FAILED
        with tempfile.TemporaryDirectory(prefix="guidepost-demo-") as folder:
            home = args.home or Path(folder)
            own = load_settings(home=home, models_dir=settings.models_path)
            return _run(own, quick=args.quick)
    except (AgentError, StoreError) as error:
        output.note(str(error))
        return output.FAILED


def _run(settings: Settings, *, quick: bool) -> int:
    begun = time.monotonic()
    with open_app(settings) as app:
        output.line(f"Models: {', '.join(sorted(set(app.models.door.model_names().values())))}")
        _add_samples(app)
        questions = QUESTIONS[2:4] if quick else QUESTIONS
        turns = [_turn(app, question) for question in questions]
        if not quick:
            turns.append(_turn(app, TASK))
    _table(turns)
    seconds = round(time.monotonic() - begun, 1)
    failed = [turn for turn in turns if turn.error]
    output.as_json({"turns": [asdict(turn) for turn in turns], "seconds": seconds})
    return output.FAILED if failed else output.DONE


def _add_samples(app: App) -> None:
    for file in sorted([*SAMPLES.glob("*.pdf"), *SAMPLES.glob("*.json")]):
        begun = time.monotonic()
        document = app.library.add(file).document
        seconds = time.monotonic() - begun
        output.line(
            f"Added {document.name}: {document.pages} pages, {document.passages} passages, "
            f"{seconds:.1f} s"
        )


def _turn(app: App, text: str) -> Turn:
    """Ask in a conversation of its own and say yes to everything that is asked back."""
    turn, begun = Turn(text), time.monotonic()
    output.line(f"\n>>> {text}\n")
    thread_id = app.create_thread()
    _tell(app.ask(thread_id, text), turn, begun)
    for _ in range(MOST_APPROVALS):
        waiting = app.pending(thread_id)
        if not waiting:
            break
        approval = waiting[0]
        decision = _decision(approval)
        turn.approvals.append(f"{approval.point}: {decision.action}")
        _show_question(approval)
        output.line(f"  ({decision.action}, after {time.monotonic() - begun:.1f} s)\n")
        _tell(app.decide(thread_id, approval.id, decision), turn, begun)
    turn.seconds = round(time.monotonic() - begun, 1)
    for source in turn.sources:
        output.line(f"  {source}")
    output.line(f"  {turn.ending}, {turn.seconds} s, {turn.model_calls} model calls")
    return turn


def _tell(events: Iterable[ev.Event], turn: Turn, begun: float) -> None:
    for event in events:
        since = round(time.monotonic() - begun, 1)
        match event:
            case ev.Routed():
                turn.route = event.route
            case ev.PassagesFound() if turn.first_passage_s is None:
                turn.first_passage_s = since
            case ev.Token():
                turn.first_token_s = turn.first_token_s or since
            case ev.StepStarted():
                output.line(f"\n  step {event.index + 1} of {event.total}: {event.title}")
            case ev.Sources():
                turn.sources = [_source(source) for source in event.sources]
            case ev.Failed():
                turn.error = event.code
                output.line(f"\n  FAILED {event.code}: {event.message}")
            case ev.Ended():
                turn.ending, turn.guide_path = event.ending, event.guide_path
                turn.model_calls += event.model_calls
                output.line(f"{event.response}\n")


def _source(source: dict[str, object]) -> str:
    return f"[{source.get('n')}] {source.get('document')}, p. {source.get('page')}"


def _decision(approval: Approval) -> Decision:
    return Accept() if "accept" in approval.allowed else Proceed()


def _show_question(approval: Approval) -> None:
    output.line(f"\n  {approval.point}:")
    for question in approval.payload.get("questions", []):
        output.line(f"    ? {question}")
    for n, task in enumerate(approval.payload.get("sub_tasks", []), 1):
        output.line(f"    {n}. {task['title']}")


def _table(turns: list[Turn]) -> None:
    output.line("\nroute      ending     seconds  passage  token  calls  question")
    for turn in turns:
        output.line(
            f"{turn.route:<10} {turn.error or turn.ending:<10} {turn.seconds:>7} "
            f"{turn.first_passage_s or '-':>8} {turn.first_token_s or '-':>6} "
            f"{turn.model_calls:>6}  {turn.text[:40]}"
        )


if __name__ == "__main__":
    sys.exit(main())
