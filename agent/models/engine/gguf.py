"""Reads the head of a GGUF file: what ``/api/show`` and ``/api/tags`` say about a model.

The format: magic, version, number of tensors, number of keys, the keys, the tensors' shapes.
Long lists (a tokenizer's words) are passed over.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_QUANTIZATION = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K",
    11: "Q3_K_S", 12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S",
    17: "Q5_K_M", 18: "Q6_K", 32: "BF16",
}  # fmt: skip
_VERSIONS = (2, 3)


class BadModelFileError(Exception):
    """The file is no GGUF model, or only a part of one."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the head of the file says. Lists are None in ``keys``."""

    keys: dict[str, Any]
    parameters: int

    @property
    def architecture(self) -> str:
        """Name of the model's family."""
        return str(self.keys.get("general.architecture", ""))

    @property
    def quantization(self) -> str:
        """How the weights are stored, in llama.cpp's words."""
        return _QUANTIZATION.get(int(self.keys.get("general.file_type", -1)), "unknown")

    @property
    def context_length(self) -> int:
        """Tokens the model was trained for, 0 when the file does not say."""
        return int(self.keys.get(f"{self.architecture}.context_length", 0))

    @property
    def template(self) -> str:
        """The chat template, Jinja."""
        return str(self.keys.get("tokenizer.chat_template", ""))


class _Reader:
    def __init__(self, data: mmap.mmap) -> None:
        self.data = data
        self.at = 0

    def number(self, code: str) -> Any:  # noqa: ANN401 - as the code says
        (value,) = struct.unpack_from("<" + code, self.data, self.at)
        self.at += struct.calcsize("<" + code)
        return value

    def text(self) -> str:
        length = self.number("Q")
        if self.at + length > len(self.data):
            raise struct.error
        raw = self.data[self.at : self.at + length]
        self.at += length
        return raw.decode("utf-8", "replace")

    def value(self, kind: int) -> Any:  # noqa: ANN401 - as the file says
        if kind == _STRING:
            return self.text()
        if kind == _ARRAY:
            self.skip_list()
            return None
        if kind not in _SCALARS:
            raise struct.error
        return self.number(_SCALARS[kind])

    def skip_list(self) -> None:
        kind, length = self.number("I"), self.number("Q")
        if kind in _SCALARS:
            self.at += length * struct.calcsize("<" + _SCALARS[kind])
            return
        for _ in range(length):
            if kind == _STRING:
                (size,) = struct.unpack_from("<Q", self.data, self.at)
                self.at += 8 + size
            else:
                self.value(kind)


def read_header(path: Path) -> Header:
    """Read a model file's head.

    Raises:
        BadModelFileError: it is no GGUF file, or is cut off.
        OSError: it cannot be opened.
    """
    with path.open("rb") as file:
        if path.stat().st_size == 0:
            msg = f"{path.name!r} is empty"
            raise BadModelFileError(msg)
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            try:
                return _header(_Reader(data), path.name)
            except (struct.error, IndexError, OverflowError) as error:
                msg = f"{path.name!r} is damaged or cut off"
                raise BadModelFileError(msg) from error


def _header(reader: _Reader, name: str) -> Header:
    if reader.data[:4] != b"GGUF":
        msg = f"{name!r} is no GGUF file"
        raise BadModelFileError(msg)
    reader.at = 4
    if reader.number("I") not in _VERSIONS:
        msg = f"{name!r} has an unknown GGUF version"
        raise BadModelFileError(msg)
    tensors, count = reader.number("Q"), reader.number("Q")
    keys = {}
    for _ in range(count):
        key = reader.text()
        keys[key] = reader.value(reader.number("I"))
    parameters = 0
    for _ in range(tensors):
        reader.text()
        size = 1
        for _ in range(reader.number("I")):
            size *= reader.number("Q")
        parameters += size
        reader.at += 12  # type and offset
    return Header(keys, parameters)
