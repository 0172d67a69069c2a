"""How the app is, as a plain object for the Settings page and for reports."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.openings import Openings
    from agent.settings import Settings
    from agent.state import JsonObject
    from store.checkpoints import Checkpoints
    from store.run_log import RunLog

PACKAGES = ("langgraph", "langchain-core", "langchain-ollama", "lancedb", "streamlit", "pypdf")


def health(settings: Settings, log: RunLog, saver: Checkpoints, openings: Openings) -> JsonObject:
    """Return what is there and how it is. Opens nothing and waits for nothing.

    Args:
        settings: Of this start.
        log: The run log.
        saver: The checkpoints.
        openings: The library and the models, which may still be opening.
    """
    in_memory = settings.persistence_mode == "memory"
    library, models = openings.library.ready(), openings.models.ready()
    return {
        "versions": {"guidepost": _version("guidepost"), "python": platform.python_version()}
        | {name: _version(name) for name in PACKAGES},
        "data_folder": str(settings.home),
        "persistence": {
            "mode": settings.persistence_mode,
            "survives_restart": not in_memory,
            "checkpoints_bytes": saver.size_bytes(),
        },
        "conversations": {
            "count": len(log.threads.all()),
            "working": len(log.working()),
        },
        "library": dict(library.status())
        if library is not None
        else {"state": openings.library.trouble() or "opening"},
        "models": models.describe().to_json()
        if models is not None
        else openings.models.trouble() or "opening",
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
