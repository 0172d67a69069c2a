"""Says whether a chat model can be reached, and gets one where none can.

Used by ``start`` in the terminal and by the page, which shows the same progress with a button.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from agent.errors import ModelError, SetupError
from agent.models.server import Address, Server, normal_address
from agent.setup.model_download import fetch
from agent.setup.model_files import LITE, MODEL_FILES, STANDARD, present
from store import e5_weights
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from agent.settings import Settings
    from agent.setup.model_download import OnProgress
    from agent.setup.model_files import ModelFile


@dataclass(frozen=True, slots=True)
class Readiness:
    """Where a chat model can come from now.

    Attributes:
        server: Address of an Ollama server that answers, or an empty string.
        server_models: The models it has.
        files: Model files that lie whole in the models folder, the better first.
    """

    server: str
    server_models: tuple[str, ...]
    files: tuple[Path, ...]

    @property
    def has_model(self) -> bool:
        """Whether a question could be answered."""
        return bool(self.server_models or self.files)


def look(settings: Settings) -> Readiness:
    """Look for an Ollama server and for model files, as the settings allow."""
    address = ollama_address(settings)
    names = None if settings.engine == "builtin" else _models_of(address)
    files = () if settings.engine == "ollama" else tuple(_files(settings.models_path))
    return Readiness("" if names is None else address, names or (), files)


def fetch_model(
    settings: Settings,
    *,
    lite: bool = False,
    on_progress: OnProgress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Path:
    """Download the chat model, resuming an earlier try, and return its file.

    Raises:
        SetupError: it could not be had; the sentence says why and what to do.
        DownloadCancelled: ``cancelled`` said so.
    """
    return fetch(
        suggestion(lite=lite), settings.models_path, on_progress=on_progress, cancelled=cancelled
    )


def wants_embedder(settings: Settings) -> bool:
    """Say whether the second embedder should be fetched now.

    Where the settings leave it open it is tried once: a start without a network must not wait
    for it again and again.
    """
    if settings.embedder in {"use", "none"} or e5_weights.installed(settings.models_path):
        return False
    return settings.embedder != "auto" or not _tried(settings).exists()


def fetch_embedder(settings: Settings) -> None:
    """Download the second embedder (91 MB) and make it ready.

    Raises:
        SetupError: it could not be had.
    """
    try:
        settings.models_path.mkdir(parents=True, exist_ok=True)
        _tried(settings).touch()
        e5_weights.install(settings.models_path)
    except (StoreError, OSError) as error:
        message = f"{error} Search works without it."
        raise SetupError(message) from error


def _tried(settings: Settings) -> Path:
    return settings.models_path / ".embedder-tried"


def suggestion(*, lite: bool = False) -> ModelFile:
    """Return the model that would be fetched."""
    return LITE if lite else STANDARD


def ollama_address(settings: Settings) -> str:
    """Return the address where an Ollama server is looked for, with scheme and port."""
    try:
        return normal_address(settings.ollama_host)
    except (ValueError, KeyError):  # no port number, or a scheme that is none of the web's
        return settings.ollama_host


def _models_of(address: str) -> tuple[str, ...] | None:
    server = Server(Address(address, "ollama"))
    try:
        server.version()
        return tuple(str(model.get("name", "")) for model in server.models())
    except (ModelError, httpx.InvalidURL):
        return None


def _files(models_path: Path) -> list[Path]:
    ours = [model.path(models_path) for model in present(models_path)]
    try:
        others = [
            path for path in sorted(models_path.glob("*.gguf")) if path.stem not in MODEL_FILES
        ]
    except OSError:
        others = []
    return ours + [path for path in others if not path.name.startswith(".")]
