"""What all tests share: a data folder of their own, and the model files that all use."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")  # before langgraph is imported
os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # torch spins on cores that others need
os.environ.setdefault("LANCEDB_LOG", "error")
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["ANONYMIZED_TELEMETRY"] = "false"

from typing import TYPE_CHECKING

from agent import logs
from agent.settings import Settings
from agent.setup.model_files import PLUMBING, STANDARD, ModelFile

if TYPE_CHECKING:
    from pathlib import Path

# A busy or new machine is no fault: the first text strategy builds its tables for a second.
hypothesis_settings.register_profile(
    "guidepost", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("guidepost")

KEPT = {"GUIDEPOST_TEST_OLLAMA", "GUIDEPOST_SCREENSHOTS"}
"""Variables of the person's own that tests may see."""
BARE = ("OLLAMA_HOST", "OPENWEATHER_API_KEY", "TAVILY_API_KEY")
TOGETHER = {"browser": "browser", "wire": "model", "model": "model"}
"""Folders whose tests share a server that is slow to start."""
MODELS_PATH = Settings().models_path
"""Where `make test` put the model files; read before any test changes the environment."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep a file's tests on one worker; all of the browser, and of the real model, on one too."""
    for item in items:
        group = TOGETHER.get(item.path.parent.name, item.path.stem)
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test an empty data folder, and no setting of the person's own."""
    for name in list(os.environ):
        if (name.startswith("GUIDEPOST_") and name not in KEPT) or name in BARE:
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    monkeypatch.setenv("GUIDEPOST_HOME", str(folder))
    monkeypatch.setenv("GUIDEPOST_MODELS_DIR", str(MODELS_PATH))
    return folder


@pytest.fixture(autouse=True)
def _log_closed():
    """Close the log that a test opened in its data folder."""
    yield
    logs.close()


@pytest.fixture
def settings(home: Path) -> Settings:
    """Return the settings of the test's own data folder."""
    return Settings()


@pytest.fixture(scope="session")
def models_path() -> Path:
    """Return the folder of the model files that all tests share."""
    return MODELS_PATH


@pytest.fixture(scope="session")
def standard_model(models_path: Path) -> Path:
    """Return the built-in chat model's file."""
    return _file(STANDARD, models_path)


@pytest.fixture(scope="session")
def plumbing_model(models_path: Path) -> Path:
    """Return the small model's file, for tests that need some model and no sense."""
    return _file(PLUMBING, models_path)


def _file(model: ModelFile, folder: Path) -> Path:
    if not model.is_whole(folder):
        reason = f"{model.name} is not in {folder}; `make test` fetches it"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return model.path(folder)
