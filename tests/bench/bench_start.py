"""`make bench-start`: how long a person waits, beside the bare model for the same prompt.

From ``streamlit run`` to the page that can be typed into; from a dropped document to one that is
found; from a question to its first passage and first token. The model is then asked the very
prompt of each answer without the app, by an engine that was started anew, so that it has read
nothing before.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from agent import events as ev
from agent.app import open_app
from agent.models.child import EngineProcess
from agent.models.road import open_road
from agent.models.server import Server
from agent.settings import load_settings
from tests.bench.recording import Bare, RecordingDoor, ask_bare
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.served import ROOT, Served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from langchain_core.messages import BaseMessage

    from agent.settings import Settings
    from store.records import IngestProgress

QUESTIONS = (
    "1년 동안 80퍼센트 이상 출근한 직원의 연차는 며칠인가요?",
    "How many days of paid annual leave does an employee get?",
    "출장은 몇 킬로미터부터인가요?",
)
DOCUMENTS = ("leave_and_travel_policy_ko.pdf", "employee_handbook_en.pdf")
READY_S = 300
BARE_TOKENS = 64


def main() -> int:
    parser = argparse.ArgumentParser(prog="make bench-start")
    parser.add_argument("--runs", type=int, default=2, help="page starts to take the median of")
    args = parser.parse_args()
    models = load_settings().models_path
    result: dict[str, Any] = {"page": page_times(args.runs, models)}
    with tempfile.TemporaryDirectory(prefix="guidepost-bench-") as folder:
        settings = load_settings(home=Path(folder), models_dir=models, enable_cache=False)
        result["documents"], result["questions"] = app_times(settings)
    show(result)
    print(json.dumps(result, ensure_ascii=False))
    return 0


def page_times(runs: int, models: Path) -> dict[str, float]:
    """Return seconds from ``streamlit run`` to the port, and to the page that takes a question."""
    if CHROMIUM is None:
        return {}
    ports, pages = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            begun = time.monotonic()
            own = {"GUIDEPOST_MODELS_DIR": str(models)}
            with Served(ROOT / "streamlit_app.py", Path(folder), **own) as served:
                ports.append(time.monotonic() - begun)
                tab = browser.new_page()
                tab.goto(served.url)
                tab.get_by_test_id("stChatInputTextArea").wait_for(timeout=120_000)
                pages.append(time.monotonic() - begun)
            browser.close()
    return {"port_s": round(median(ports), 2), "page_s": round(median(pages), 2)}


def app_times(settings: Settings) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return times of the documents and of the questions, the app's beside the bare model's."""
    road = open_road(settings)
    door = RecordingDoor(road.door)
    prompts: list[list[BaseMessage]] = []
    try:
        if not road.wait_ready(READY_S):
            raise SystemExit(road.describe().message or "the model did not get ready")
        name, window = road.door.model_names()["writer"], road.door.window
        with open_app(settings, door=door) as app:
            documents = [document_times(app, file) for file in DOCUMENTS]
            questions = []
            for question in QUESTIONS:
                questions.append(question_times(app, question))
                prompts.append(door.written)
                door.written = []
    finally:
        road.close()
    for row, prompt in zip(questions, prompts, strict=True):
        if prompt:
            row["bare"] = vars(bare_times(settings, name, prompt, window))
    return documents, questions


def document_times(app: Any, file: str) -> dict[str, Any]:
    """Return seconds until the words of a document are searchable, and its meaning too."""
    seen: dict[str, float] = {}
    begun = time.monotonic()

    def note(progress: IngestProgress) -> None:
        seen.setdefault(progress.stage, time.monotonic() - begun)

    document = app.library.add(ROOT / "sample_docs" / file, on_progress=note).document
    done = time.monotonic() - begun
    return {
        "name": file,
        "pages": document.pages,
        "words_s": round(seen.get("embed", done), 2),
        "ready_s": round(done, 2),
    }


def question_times(app: Any, question: str) -> dict[str, Any]:
    """Return seconds from a question to its first passage, its first token and its end."""
    row: dict[str, Any] = {"question": question}
    begun = time.monotonic()
    for event in app.ask(app.create_thread(), question):
        since = round(time.monotonic() - begun, 2)
        match event:
            case ev.Routed():
                row["route"], row["routed_s"] = event.route, since
            case ev.PassagesFound():
                row.setdefault("passage_s", since)
            case ev.Token():
                row.setdefault("token_s", since)
            case ev.Ended():
                row |= {"end_s": since, "calls": event.model_calls, "ending": event.ending}
            case ev.Failed():
                row["failed"] = event.code
    return row


@contextmanager
def fresh_engine(settings: Settings) -> Iterator[EngineProcess]:
    """Start an engine that has read nothing yet."""
    with tempfile.TemporaryDirectory() as folder:
        engine = EngineProcess(Path(folder) / "engine.json", settings.models_path, settings.num_ctx)
        try:
            yield engine
        finally:
            engine.close()


def bare_times(settings: Settings, name: str, prompt: list[BaseMessage], window: int) -> Bare:
    with fresh_engine(settings) as engine:
        address = engine.address()
        Server(address).load(name, window, -1)
        return ask_bare(address, name, prompt, window, BARE_TOKENS)


def show(result: dict[str, Any]) -> None:
    if page := result["page"]:
        print(f"streamlit run -> port {page['port_s']} s, page {page['page_s']} s")
    for row in result["documents"]:
        print(
            f"{row['name']} ({row['pages']} pages): found by words after {row['words_s']} s, "
            f"by meaning after {row['ready_s']} s"
        )
    print("\nroute      routed passage  token   bare  ratio    end  question")
    for row in result["questions"]:
        bare = row.get("bare", {}).get("first_token_s", 0.0)
        token = row.get("token_s", 0.0)
        ratio = f"{token / bare:.2f}" if bare and token else "-"
        print(
            f"{row.get('route', ''):<10} {row.get('routed_s', '-'):>6} "
            f"{row.get('passage_s', '-'):>7} {token:>6} {bare:>6.2f} {ratio:>6} "
            f"{row.get('end_s', '-'):>6}  {row['question'][:36]}"
        )
    print(f"\n{os.cpu_count()} cores, Python {sys.version.split()[0]}")


if __name__ == "__main__":
    sys.exit(main())
