"""Which server and which models: Ollama when it is there and has one, else the built-in engine."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from agent.errors import ModelError
from agent.models.server import Address, Kind, Server, normal_address
from agent.models.values import ROLES, Role

if TYPE_CHECKING:
    from agent.settings import Settings

log = logging.getLogger(__name__)

BUILTIN_MODEL = "qwen2.5-coder-1.5b"
_NOT_FOR_CHAT = ("embed", "bert", "minilm", "bge-", "e5-", "rerank")
_LARGEST_BYTES = 7 * 2**30
"""Of a model picked unasked: larger ones are slow on a desk computer."""
_SMALLEST_BYTES = 600 * 2**20
"""Smaller ones, of half a billion parameters or less, cannot keep to the point."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was found. ``missing`` names models that are wanted and not there."""

    kind: Kind
    address: Address | None
    version: str
    available: tuple[str, ...]
    names: dict[Role, str]
    missing: tuple[str, ...]
    message: str


def choose(settings: Settings) -> Choice:
    """Look for a server and pick a model per role. Takes half a second when nothing answers."""
    if settings.engine == "builtin":
        return _builtin(settings, "")
    address = Address(normal_address(settings.ollama_host), "ollama")
    server = Server(address)
    try:
        version, rows = server.version(), server.models()
    except ModelError as error:
        if settings.engine == "ollama":
            names = dict.fromkeys(ROLES, settings.chat_model or BUILTIN_MODEL)
            return Choice("ollama", address, "", (), names, (), str(error))
        told = f"No Ollama at {address.url}." if settings.ollama_host else ""
        return _builtin(settings, told)
    available = tuple(str(row.get("name", "")) for row in rows)
    names = _names(settings, pick(rows))
    missing = tuple(sorted({name for name in names.values() if not has(available, name)}))
    if not pick(rows) and not settings.chat_model and settings.engine == "auto":
        return _builtin(settings, f"Ollama at {address.url} has no chat model.")
    message = f"Ollama lacks {', '.join(missing)}: pull it." if missing else ""
    return Choice("ollama", address, version, available, names, missing, message)


def _builtin(settings: Settings, message: str) -> Choice:
    folder = settings.models_path
    available = tuple(sorted(path.stem for path in folder.glob("*.gguf")))
    wanted = settings.chat_model if has(available, settings.chat_model) else ""
    usual = wanted or BUILTIN_MODEL
    if usual not in available and available:
        usual = max(available, key=lambda name: (folder / f"{name}.gguf").stat().st_size)
    names = {
        role: name if name in available else usual for role, name in _names(settings, usual).items()
    }
    missing = () if usual in available else (usual,)
    if missing:
        message = (
            f"{message} The built-in model is not on this machine yet: run "
            "`python -m agent start`, or press the button on the page."
        ).strip()
    return Choice("builtin", None, "", available, names, missing, message)


def _names(settings: Settings, picked: str) -> dict[Role, str]:
    usual = settings.chat_model or picked or BUILTIN_MODEL
    return {
        "router": settings.router_model or usual,
        "planner": settings.planner_model or usual,
        "writer": settings.writer_model or usual,
    }


def has(available: tuple[str, ...], name: str) -> bool:
    """Tell whether a server lists ``name``, tagged or not."""
    return bool(name) and (name in available or f"{name}:latest" in available)


def pick(rows: list[dict[str, Any]]) -> str:
    """Return the best chat model of a server's list: the largest that is quick enough.

    General models come before those for code, which write poor prose, unless they are tiny.
    """
    chat = [row for row in rows if not _is_embedder(row)]
    if not chat:
        return ""

    def worth(row: dict[str, Any]) -> tuple[bool, bool, bool, int]:
        size = int(row.get("size", 0))
        fits = size <= _LARGEST_BYTES
        general = "code" not in str(row.get("name", ""))
        return fits, size >= _SMALLEST_BYTES, general, size if fits else -size

    return str(max(chat, key=worth).get("name", ""))


def _is_embedder(row: dict[str, Any]) -> bool:
    name = str(row.get("name", "")).lower()
    family = str((row.get("details") or {}).get("family", "")).lower()
    return any(word in name or word in family for word in _NOT_FOR_CHAT)
