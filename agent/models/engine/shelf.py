"""The model files in a folder, under the names that Ollama would give them."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from agent.models.engine.gguf import BadModelFileError, Header, read_header
from agent.models.engine.wire import JsonObject, WireError, stamp

if TYPE_CHECKING:
    from pathlib import Path

_EDGE = 1 << 20
_BILLION = 10**9
_HIDDEN = re.compile(r"^tokenizer\.chat_template$")


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One model on the shelf."""

    name: str
    path: Path
    header: Header
    size: int
    modified: datetime
    digest: str

    @property
    def tagged(self) -> str:
        """The name with its tag, as lists show it."""
        return f"{self.name}:latest"

    @property
    def thinks(self) -> bool:
        """Whether the template knows thoughts."""
        return "<think>" in self.header.template or "enable_thinking" in self.header.template

    @property
    def capabilities(self) -> list[str]:
        """What the template allows for, in Ollama's words."""
        found = ["completion"]
        if "tools" in self.header.template:
            found.append("tools")
        if self.thinks:
            found.append("thinking")
        return found

    def details(self) -> JsonObject:
        """Return the ``details`` object of tags, ps and show."""
        family = self.header.architecture
        return {
            "parent_model": "",
            "format": "gguf",
            "family": family,
            "families": [family],
            "parameter_size": _in_words(self.header.parameters),
            "quantization_level": self.header.quantization,
        }

    def entry(self) -> JsonObject:
        """Return the model's row in ``/api/tags``."""
        return {
            "name": self.tagged,
            "model": self.tagged,
            "modified_at": stamp(self.modified),
            "size": self.size,
            "digest": self.digest,
            "details": self.details(),
        }

    def show(self, num_ctx: int) -> JsonObject:
        """Return the body of ``/api/show``."""
        info = {
            key: value for key, value in sorted(self.header.keys.items()) if not _HIDDEN.match(key)
        }
        info["general.parameter_count"] = self.header.parameters
        return {
            "license": str(self.header.keys.get("general.license", "")),
            "modelfile": f"FROM {self.path.name}\n",
            "parameters": f"num_ctx                        {num_ctx}",
            "template": self.header.template,
            "details": self.details(),
            "model_info": info,
            "capabilities": self.capabilities,
            "modified_at": stamp(self.modified),
        }


class Shelf:
    """Finds models in a folder. Heads are read once per version of a file."""

    def __init__(self, folder: Path) -> None:
        """Look into ``folder`` when asked, not before."""
        self.folder = folder
        self._known: dict[tuple[str, int, int], ModelFile] = {}

    def models(self) -> list[ModelFile]:
        """Return the usable models by name; damaged files are left out."""
        found = []
        for path in sorted(self.folder.glob("*.gguf")):
            try:
                found.append(self._read(path))
            except (BadModelFileError, OSError):
                continue
        return found

    def find(self, name: str, missing: str) -> ModelFile:
        """Return a model by the name a client uses, tagged or not.

        Raises:
            WireError: 404 with the sentence ``missing``; 500 when its file is damaged.
        """
        bare = name.removesuffix(":latest")
        path = self.folder / f"{bare}.gguf"
        if not bare or path.name != f"{bare}.gguf" or not path.is_file():
            raise WireError(404, missing)
        try:
            return self._read(path)
        except BadModelFileError as error:
            text = f"unable to load model: {error}; delete it and fetch it again"
            raise WireError(500, text) from error

    def _read(self, path: Path) -> ModelFile:
        state = path.stat()
        key = (path.name, state.st_size, state.st_mtime_ns)
        if key not in self._known:
            self._known[key] = ModelFile(
                name=path.stem,
                path=path,
                header=read_header(path),
                size=state.st_size,
                modified=datetime.fromtimestamp(state.st_mtime, UTC),
                digest=_identity(path, state.st_size),
            )
        return self._known[key]


def _identity(path: Path, size: int) -> str:
    """Return a SHA-256 over size, first and last MB: enough to tell files apart, at once."""
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        digest.update(file.read(_EDGE))
        file.seek(max(0, size - _EDGE))
        digest.update(file.read(_EDGE))
    return digest.hexdigest()


def _in_words(count: int) -> str:
    if count >= _BILLION:
        return f"{count / 1e9:.1f}B"
    return f"{count / 1e6:.2f}M"
