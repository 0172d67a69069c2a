"""Whether the page runs, asked of real processes on loopback."""

from __future__ import annotations

import os
import socket
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import psutil
import pytest

from agent.errors import SetupError
from agent.setup import running
from agent.setup.app_findings import of_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from agent.settings import Settings


class Page(BaseHTTPRequestHandler):
    """Answers as Streamlit's health check does, and anything else with 404."""

    def do_GET(self) -> None:
        known = self.path == "/_stcore/health"
        self.send_response(200 if known else 404)
        self.end_headers()
        self.wfile.write(b"ok" if known else b"")

    def log_message(self, *args: object) -> None:
        """Keep quiet."""


@pytest.fixture
def port() -> Iterator[int]:
    """Return the port of a page in this process."""
    server = HTTPServer(("127.0.0.1", 0), Page)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_find_a_page_that_runs_returns_it(home: Path, port: int) -> None:
    written = running.write(home, os.getpid(), port)
    assert running.find(home) == written
    assert written.url == f"http://127.0.0.1:{port}"


def test_find_after_the_process_number_was_used_again_is_none(home: Path, port: int) -> None:
    running.write(home, os.getpid(), port)
    note = home / "app.json"
    started = psutil.Process().create_time()
    note.write_text(note.read_text().replace(str(started), str(started - 60)))
    assert running.find(home) is None


def test_find_when_another_program_has_the_port_is_none(home: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        running.write(home, os.getpid(), other.getsockname()[1])
        assert running.find(home) is None


@pytest.mark.parametrize("content", ["", "[]", '{"pid": "x"}', '{"pid": 1}'])
def test_find_with_a_broken_note_is_none(home: Path, content: str) -> None:
    home.mkdir()
    (home / "app.json").write_text(content)
    assert running.find(home) is None


def test_forget_leaves_the_note_of_another_process(home: Path, port: int) -> None:
    running.write(home, os.getpid(), port)
    running.forget(home, os.getpid() + 1)
    assert running.find(home) is not None
    running.forget(home, os.getpid())
    assert running.find(home) is None


def test_free_port_passes_over_one_that_is_taken(port: int) -> None:
    found = running.free_port(port)
    assert found > port
    assert running.free_port(0) != port


def test_free_port_with_none_left_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PORTS_TRIED", 1)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        with pytest.raises(SetupError, match="GUIDEPOST_PORT"):
            running.free_port(taken)


def test_doctor_says_that_another_port_will_be_taken(settings: Settings, port: int) -> None:
    finding = of_port(settings.model_copy(update={"port": port}))
    assert finding.level == "note"
    assert str(port) in finding.found


def test_doctor_that_finds_no_port_free_says_so_as_a_problem(
    settings: Settings, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PORTS_TRIED", 1)
    finding = of_port(settings.model_copy(update={"port": port}))
    assert finding.level == "problem"
    assert str(port) in finding.found
    assert "GUIDEPOST_PORT" in finding.todo
