"""What the doctor says of databases that are well, damaged, or of another version."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from agent.setup import doctor, findings
from agent.setup.library_findings import of_library
from store.library import Library
from store.run_log import RunLog
from store.state_file import MIGRATIONS

if TYPE_CHECKING:
    from pathlib import Path

    from agent.settings import Settings


@pytest.fixture(autouse=True)
def _by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUIDEPOST_EMBEDDER", "none")


@pytest.fixture
def filled(settings: Settings, tmp_path: Path) -> Settings:
    """Return settings whose data folder holds a document and a conversation."""
    note = tmp_path / "note.md"
    note.write_text("# Leave\n\nSixteen days.\n", "utf-8")
    with Library.open(settings.library_path, embedder="none") as library:
        library.add(note)
    log = RunLog(settings.state_path)
    log.threads.create()
    log.close()
    return settings


def test_fresh_data_folder_is_well(settings: Settings) -> None:
    assert [finding.level for finding in of_library(settings)] == ["ok", "ok"]


def test_filled_data_folder_is_counted(filled: Settings) -> None:
    library, conversations = of_library(filled)
    assert library.level == "ok"
    assert library.found.startswith("1 documents")
    assert conversations.found == f"1, database version {len(MIGRATIONS)}"


def test_conversations_of_a_newer_version_are_a_problem(filled: Settings) -> None:
    with closing(sqlite3.connect(filled.state_path)) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    finding = of_library(filled)[1]
    assert finding.level == "problem"
    assert "newer Guidepost" in finding.todo


def test_conversations_that_are_no_database_are_a_problem(settings: Settings) -> None:
    settings.home.mkdir()
    settings.state_path.write_text("no database")
    finding = of_library(settings)[1]
    assert finding.level == "problem"
    assert finding.todo


def test_library_whose_passages_are_damaged_is_a_problem(filled: Settings) -> None:
    [table] = filled.library_path.glob("**/passages.lance")
    for file in table.glob("**/*.manifest"):
        file.write_bytes(b"damaged")
    finding = of_library(filled)[0]
    assert finding.level == "problem"
    assert finding.todo


def test_disk_that_is_too_small_is_a_problem(tmp_path: Path) -> None:
    finding = findings.of_disk(tmp_path / "not" / "yet", 10**18)
    assert finding.level == "problem"
    assert "GB" in finding.todo
    assert finding.text().startswith("PROBLEM disk: ")


def test_report_as_json_says_whether_all_is_well(capsys: pytest.CaptureFixture[str]) -> None:
    well = findings.Finding("one", "ok", "here")
    bad = findings.Finding("two", "problem", "gone", "fetch it")
    assert doctor.report([well], as_json=True) == 0
    assert doctor.report([well, bad], as_json=True) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first["ok"] is True
    assert second["findings"][1]["todo"] == "fetch it"
