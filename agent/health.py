"""How the app is, as a plain object for the Settings page and for reports."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent.models.road import Description
    from agent.opening import Opening
    from agent.settings import Settings
    from agent.state import JsonObject
    from store.checkpoints import Checkpoints
    from store.library import Library
    from store.run_log import RunLog

PACKAGES = ("langgraph", "langchain-core", "langchain-ollama", "lancedb", "streamlit", "pypdf")


def health(
    settings: Settings,
    log: RunLog,
    saver: Checkpoints,
    library: Opening[Library],
    models: Description | str,
) -> JsonObject:
    """Return what is there and how it is. Opens nothing and waits for nothing.

    Args:
        settings: Of this start.
        log: The run log.
        saver: The checkpoints.
        library: The library, which may still be opening.
        models: What the road says, or why there is none yet.
    """
    in_memory = settings.persistence_mode == "memory"
    open_library = library.ready()
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
        "library": dict(open_library.status())
        if open_library is not None
        else {"state": library.trouble() or "opening"},
        "models": models if isinstance(models, str) else models.to_json(),
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
