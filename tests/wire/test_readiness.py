"""Where a model could come from, asked of a small server that answers as Ollama does."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest

from agent.settings import load_settings
from agent.setup import app_findings, readiness
from agent.setup.model_files import LITE, PLUMBING, STANDARD

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def ollama(*names: str) -> Iterator[str]:
    """Serve the two questions that are asked; return the address."""
    answers = {
        "/api/version": {"version": "0.9.3"},
        "/api/tags": {"models": [{"name": name} for name in names]},
    }

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answers[self.path]).encode())

        def log_message(self, *args: object) -> None:
            """Keep quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def nobody() -> str:
    """Return an address where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{free.getsockname()[1]}"


@pytest.fixture
def models(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    folder.mkdir()
    return folder


def whole(model, folder: Path) -> Path:
    with model.path(folder).open("wb") as file:
        file.truncate(model.size_bytes)
    return model.path(folder)


def test_look_finds_a_server_and_its_models(models: Path) -> None:
    with ollama("gemma3:4b") as address:
        found = readiness.look(load_settings(ollama_host=address, models_dir=models))
    assert (found.server, found.server_models, found.has_model) == (address, ("gemma3:4b",), True)


def test_look_with_an_empty_server_and_no_file_finds_no_model(models: Path) -> None:
    with ollama() as address:
        found = readiness.look(load_settings(ollama_host=address, models_dir=models))
    assert found.server == address
    assert not found.has_model


def test_look_for_the_built_in_engine_asks_no_server(models: Path) -> None:
    with ollama("gemma3:4b") as address:
        settings = load_settings(ollama_host=address, models_dir=models, engine="builtin")
        found = readiness.look(settings)
    assert found.server == ""
    assert not found.has_model


def test_look_without_a_server_finds_files_the_better_first(models: Path, nobody: str) -> None:
    whole(PLUMBING, models)
    lite, standard = whole(LITE, models), whole(STANDARD, models)
    own = models / "mine.gguf"
    own.write_bytes(b"GGUF")
    found = readiness.look(load_settings(ollama_host=nobody, models_dir=models))
    assert found.files == (standard, lite, own)


def test_look_takes_no_half_file_for_a_model(models: Path, nobody: str) -> None:
    STANDARD.path(models).write_bytes(b"GGUF cut short")
    assert not readiness.look(load_settings(ollama_host=nobody, models_dir=models)).has_model


def test_the_second_embedder_is_tried_once_unless_it_is_asked_for(models: Path) -> None:
    settings = load_settings(models_dir=models)
    assert readiness.wants_embedder(settings)
    (models / ".embedder-tried").touch()
    assert not readiness.wants_embedder(settings)
    assert readiness.wants_embedder(load_settings(models_dir=models, embedder="pair"))
    assert not readiness.wants_embedder(load_settings(models_dir=models, embedder="use"))


def test_doctor_without_any_model_says_what_to_run(models: Path, nobody: str) -> None:
    settings = load_settings(ollama_host=nobody, models_dir=models)
    findings = {finding.name: finding for finding in app_findings.of_model_road(settings)}
    assert findings["Ollama server"].level == "problem"
    assert findings["chat model"].level == "problem"
    assert findings["chat model"].todo == "Run: make run"


def test_doctor_finds_a_damaged_model_file(models: Path) -> None:
    whole(LITE, models)
    [finding] = app_findings.of_model_files(load_settings(models_dir=models))
    assert finding.level == "problem"
    assert "Delete" in finding.todo
