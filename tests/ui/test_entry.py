"""The real script: what it shows before there is an app, and what it leaves for later."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.conftest import TIMEOUT_S, drawn, keys, said

SCRIPT = Path(__file__).parents[2] / "streamlit_app.py"
HEAVY = ("lancedb", "torch", "langgraph", "langchain_core", "pandas")


def run():
    return drawn(AppTest.from_file(SCRIPT, default_timeout=TIMEOUT_S).run())


def test_entry_imports_before_the_first_paint_are_light():
    code = f"import sys, agent.ui.entry; print([m for m in {HEAVY!r} if m in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SCRIPT.parent
    ).stdout
    assert loaded.strip() == "[]"


def test_entry_without_a_model_offers_the_download(monkeypatch, tmp_path):
    monkeypatch.setenv("GUIDEPOST_ENGINE", "builtin")
    monkeypatch.setenv("GUIDEPOST_MODELS_DIR", str(tmp_path))
    page = run()
    assert "First-time set-up" in said(page)
    assert "fetch_start" in keys(page)


@pytest.mark.parametrize("broken", ["{not json", "[1]", '{"num_ctx": 3}'])
def test_entry_settings_that_cannot_be_used_give_a_sentence(home, broken):
    home.mkdir()
    (home / "settings.json").write_text(broken, "utf-8")
    page = run()
    assert page.warning
    assert "setting" in page.warning[0].value


def test_entry_data_folder_that_cannot_be_used_gives_a_sentence(home):
    home.write_text("a file where the folder should be", "utf-8")
    page = run()
    assert page.warning
    assert "data folder" in said(page)
