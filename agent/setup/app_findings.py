"""The doctor's looks at the app's own things: memory, data folder, models, server, port."""

from __future__ import annotations

import sqlite3
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import psutil

from agent import settings_file
from agent.errors import AgentError, SetupError
from agent.setup import readiness, running
from agent.setup.environment import OURS
from agent.setup.findings import Finding, of_disk
from agent.setup.model_download import sha256_of
from agent.setup.model_files import LITE, MODEL_FILES, STANDARD

if TYPE_CHECKING:
    from agent.settings import Settings

SHOWN_PACKAGES = (
    "streamlit", "langgraph", "langchain-core", "langchain-ollama", "lancedb", "xllamacpp",
    "torch", "sentence-transformers", "pypdf", "pypdfium2",
)  # fmt: skip
DATA_ROOM_BYTES = 500_000_000
APP_MEMORY_BYTES = 1_500_000_000


def of_versions() -> Finding:
    """Name the versions that matter for a report of a mistake."""
    known = [f"guidepost {OURS.version()}"] if OURS.has_project() else []
    for name in SHOWN_PACKAGES:
        try:
            known.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            known.append(f"{name} missing")
    return Finding("versions", "ok", ", ".join([*known, f"sqlite {sqlite3.sqlite_version}"]))


def of_memory() -> Finding:
    """Compare the free memory with what the models take."""
    memory = psutil.virtual_memory()
    found = f"{memory.available / 1e9:.1f} of {memory.total / 1e9:.1f} GB free"
    if memory.available < LITE.memory_bytes + APP_MEMORY_BYTES:
        return Finding("memory", "problem", found, "Close other programs.")
    if memory.available < STANDARD.memory_bytes + APP_MEMORY_BYTES:
        todo = "Enough for the Lite model only: make run ARGS=--lite"
        return Finding("memory", "note", found, todo)
    return Finding("memory", "ok", found)


def of_data_folder(settings: Settings) -> list[Finding]:
    """See whether the data folder can be used and has room."""
    try:
        settings_file.prepare(settings.home)
    except AgentError as error:
        return [Finding("data folder", "problem", str(settings.home), str(error))]
    whole = [model for model in (STANDARD, LITE) if model.is_whole(settings.models_path)]
    wanted = DATA_ROOM_BYTES + (0 if whole else STANDARD.size_bytes)
    return [
        Finding("data folder", "ok", str(settings.home)),
        of_disk(settings.home, wanted, "disk for data"),
    ]


def of_model_files(settings: Settings) -> list[Finding]:
    """Check the files in the models folder: size first, then the check sum."""
    findings = []
    for model in MODEL_FILES.values():
        path = model.path(settings.models_path)
        if not path.exists():
            continue
        good = model.is_whole(settings.models_path) and sha256_of(path) == model.sha256
        todo = "" if good else f"Delete {path} and run: make run"
        found = f"{path}" if good else "damaged (size or SHA-256 is wrong)"
        findings.append(Finding(f"model {model.name}", "ok" if good else "problem", found, todo))
    return findings


def of_model_road(settings: Settings) -> list[Finding]:
    """Say where the chat model will come from."""
    found = readiness.look(settings)
    address = readiness.ollama_address(settings)
    findings = []
    if found.server:
        names = ", ".join(found.server_models) or "no model"
        findings.append(Finding("Ollama server", "ok", f"{found.server}: {names}"))
    elif settings.engine == "ollama" or settings.ollama_host:
        todo = "Start it, mend OLLAMA_HOST, or set GUIDEPOST_ENGINE=builtin."
        findings.append(Finding("Ollama server", "problem", f"no answer at {address}", todo))
    else:
        findings.append(
            Finding("Ollama server", "ok", f"none at {address}; the built-in engine serves")
        )
    if not found.has_model:
        todo = "ollama pull a model" if settings.engine == "ollama" else "Run: make run"
        findings.append(Finding("chat model", "problem", "none", todo))
    return findings


def of_port(settings: Settings) -> Finding:
    """Say whether the page runs, and whether its port is free."""
    if page := running.find(settings.home):
        return Finding("page", "ok", f"runs at {page.url}")
    try:
        port = running.free_port(settings.port)
    except SetupError:
        found = f"no port from {settings.port} on is free"
        return Finding("page", "problem", found, "Set GUIDEPOST_PORT to another one.")
    if settings.port not in {0, port}:
        found = f"port {settings.port} is used by another program"
        return Finding("page", "note", found, "The next free port will be taken.")
    return Finding("page", "ok", f"does not run; port {settings.port} is free")
