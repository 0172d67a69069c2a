"""A turn's own time: what the app adds to the model, and what a question waits for.

    make bench-turn [ARGS="--passages 10000 --questions 4 --no-model --home folder"]

Three parts: from the question to the first passage at a number of passages, besides the route
call (at most 1 s); from sending the answer's prompt to its first token, beside the same call made
barely (at most 150 ms more); from question to first token with the built-in model, with what it
is made of (aim: 20 s on two cores). A JSON line comes last.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from agent.app import App, open_app
from agent.excerpts import excerpts
from agent.models.door import StopSignal
from agent.prompts.answer import render_answer
from agent.settings import Settings
from agent.whole.reading import evidence_of
from agent.work import Job
from store.library import Library
from tests.bench.recording import ask_bare
from tests.eval.harness import SAMPLES, add_documents, read_cases
from tests.scripted import scripted_door

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

HERE = Path(__file__).parent
CASES = HERE.parent / "eval" / "answers.dev.jsonl"
READY_S = 300.0
REPEATS = 7
PER_FILE = 400
ROUTE = {"route": "documents", "tool_needed": False, "in_scope": True}


@dataclass
class Clock:
    """When each kind of event of a turn first came, in seconds after the question."""

    begun: float = field(default_factory=time.monotonic)
    first: dict[str, float] = field(default_factory=dict)

    def see(self, kind: str) -> None:
        """Note an event's kind."""
        self.first.setdefault(kind, time.monotonic() - self.begun)


def ask(app: App, thread: str, question: str) -> Clock:
    """Ask one question and time its events."""
    clock = Clock()
    for event in app.ask(thread, question):
        clock.see(event.kind)
        if event.kind == "failed":
            raise RuntimeError(event.message)
    return clock


def synthetic(passages: int) -> list[bytes]:
    """Return text files that make about this many passages, the same on every run."""
    dice = random.Random(7)  # noqa: S311 - no secret
    words = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(20_000)]
    files = []
    for start in range(0, passages, PER_FILE):
        parts = [
            f"Article {n}. {dice.choice(words).title()}\n{' '.join(dice.choices(words, k=24))}."
            for n in range(start, min(start + PER_FILE, passages))
        ]
        files.append("\n\n".join(parts).encode())
    return files


def first_passage(passages: int, folder: Path) -> dict[str, Any]:
    """Time the way from question to first passage, the route call being no time at all.

    The fast embedder alone makes the vectors, ten times sooner; a question costs 30 ms less by it.
    """
    settings = Settings().model_copy(update={"home": folder, "enable_cache": False})
    models = settings.models_path
    with Library.open(settings.library_path, embedder="use", models_path=models) as library:
        there = {document.name for document in library.documents()}
        for number, data in enumerate(synthetic(passages)):
            name = f"synthetic_{number}.txt"
            if name not in there:
                library.add(data, name=name)
        if len(there) <= number + 1:
            add_documents(library, SAMPLES)
        count = sum(document.passages for document in library.documents())
        door = scripted_door([ROUTE, {"found": True}, "Nothing."], forever=True)
        questions = [case["q"] for case in read_cases(CASES)[:REPEATS]]
        times = []
        for number, question in enumerate(questions):
            door = scripted_door([ROUTE, {"found": True}, "Nothing."], forever=True)
            with open_app(settings, door=door, library=library) as app:
                clock = ask(app, f"passage-{number}", question)
            times.append(clock.first["passages_found"] - clock.first["routed"])
    return {"passages": count, "first_passage_s": round(median(times[1:]), 3)}


def added_to_first_token(app: App) -> dict[str, Any]:
    """Compare the door's time to the first token with the same request made barely."""
    prompt = sample_prompt(app)
    through, bare = [], []
    door_first_token(app, prompt)  # the prompt's cache is filled once for both
    for _ in range(REPEATS):
        through.append(door_first_token(app, prompt))
        bare.append(bare_first_token(app, prompt))
    added = median(a - b for a, b in zip(through, bare, strict=True))
    return {
        "door_first_token_ms": round(1000 * median(through), 1),
        "bare_first_token_ms": round(1000 * median(bare), 1),
        "added_ms": round(1000 * added, 1),
    }


def sample_prompt(app: App) -> list[BaseMessage]:
    """Return an answer's prompt as a turn would send it."""
    job = Job("bench", "bench", None)
    context = app._context(job, StopSignal(), lambda _event: None)  # as the graph gets it
    document = next(d for d in app.library.documents() if d.language == "en")
    question = "How many days of annual leave are there?"
    shown = excerpts(question, evidence_of(context, document.id))
    return render_answer(question, shown, "en")


def door_first_token(app: App, prompt: Sequence[BaseMessage]) -> float:
    """Return the seconds from the call to the first token at the app's door."""
    begun, seen = time.monotonic(), []

    def on_token(_text: str) -> None:
        seen.append(time.monotonic() - begun)

    app.models.door.write("writer", prompt, stop=StopSignal(), on_token=on_token, max_tokens=8)
    return seen[0]


def bare_first_token(app: App, prompt: Sequence[BaseMessage]) -> float:
    """Return the seconds to the first token of the same request sent to the server directly."""
    address = app.models._address()  # it holds the engine's key, which nothing public shows
    name = app.models.describe().models["writer"]
    return ask_bare(address, name, prompt, app.models.door.window, 8).first_token_s


def first_token(app: App, count: int) -> dict[str, Any]:
    """Time questions with the real model, and what their wait is made of."""
    cases = [case for case in read_cases(CASES) if case["kind"] == "one_hop"]
    rows = []
    for number, case in enumerate(cases[:: max(1, len(cases) // count)][:count]):
        seen = ask(app, f"token-{number}", case["q"]).first
        row = {
            "route_s": seen["routed"],
            "search_s": seen["passages_found"] - seen["routed"],
            "judge_s": seen["evaluation_result"] - seen["passages_found"],
            "prefill_s": seen["token"] - seen["evaluation_result"],
            "first_token_s": seen["token"],
            "all_s": seen["ended"],
        }
        rows.append(row)
        sys.stdout.write(f"{case['q'][:50]:50} {json.dumps(_rounded(row))}\n")
    return {key: round(median(row[key] for row in rows), 2) for key in rows[0]}


def in_words(result: dict[str, Any]) -> str:
    """Return the figures as sentences with their limits."""
    lines = [
        f"question to first passage: {result['first_passage_s']:.2f} s besides the route call "
        f"(at most 1 s), at {result['passages']:,} passages"
    ]
    if "added_ms" in result:
        lines += [
            f"answer prompt to first token: {result['door_first_token_ms']:.0f} ms, the bare "
            f"model {result['bare_first_token_ms']:.0f} ms: {result['added_ms']:+.0f} ms "
            "(at most 150 ms)",
            f"question to first token: {result['first_token_s']:.1f} s (aim 20 s) = route "
            f"{result['route_s']:.1f} + search {result['search_s']:.1f} + judge "
            f"{result['judge_s']:.1f} + answer prompt {result['prefill_s']:.1f}; "
            f"whole turn {result['all_s']:.1f} s (medians)",
        ]
    return "\n".join(lines)


def _rounded(row: dict[str, float]) -> dict[str, float]:
    return {key: round(value, 2) for key, value in row.items()}


def main() -> None:
    """Run the parts and print the JSON line."""
    parser = argparse.ArgumentParser(prog="make bench-turn")
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=6)
    parser.add_argument("--home", type=Path, help="a folder to keep, the passages in it")
    parser.add_argument("--no-model", action="store_true", help="leave out what needs the model")
    given = parser.parse_args()
    result: dict[str, Any] = {}
    installed = Settings()
    with tempfile.TemporaryDirectory() as home:
        result |= first_passage(given.passages, (given.home or Path(home)) / "large")
        sys.stdout.write(f"{json.dumps(result)}\n")
        if not given.no_model:
            update = {
                "home": Path(home) / "small",
                "models_dir": installed.models_path,
                "enable_cache": False,
            }
            with open_app(installed.model_copy(update=update)) as app:
                add_documents(app.library, SAMPLES)
                app.models.wait_ready(READY_S)
                result |= added_to_first_token(app)
                result |= first_token(app, given.questions)
    sys.stdout.write(f"{in_words(result)}\n{json.dumps(result)}\n")


if __name__ == "__main__":
    main()
