from __future__ import annotations

import subprocess
import zipfile
from typing import TYPE_CHECKING

import pytest

from agent.errors import SetupError
from agent.setup.environment import OURS, Environment

if TYPE_CHECKING:
    from pathlib import Path


def write_project(root: Path, *, tools: str = "ruff", dependency: str = "tinydep==1.0") -> None:
    (root / "pyproject.toml").write_text(
        f'[project]\nname = "tiny"\nversion = "1"\ndependencies = ["{dependency}"]\n'
        f"[project.optional-dependencies]\n"
        f'dev = ["tinydev==1.0"]\n[tool.x]\nname = "{tools}"\n'
    )


def write_wheel(folder: Path, name: str) -> None:
    folder.mkdir(exist_ok=True)
    info = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """Return a project whose packages come from a folder, with pip kept off any index."""
    for name in ("tinydep", "tinydev"):
        write_wheel(tmp_path / "wheels", name)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    write_project(tmp_path)
    return Environment(tmp_path, room_bytes=0)


def has(environment: Environment, module: str) -> bool:
    command = [environment.python, "-c", f"import {module}"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def test_ensure_fails_then_installs_then_costs_nothing_then_adds_extras(
    tiny: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    wheels = str(tiny.root / "wheels")
    monkeypatch.setenv("PIP_FIND_LINKS", "/nowhere")
    with pytest.raises(SetupError, match="pip could not install"):
        tiny.ensure(say=said.append)
    assert not tiny.ready()

    monkeypatch.setenv("PIP_FIND_LINKS", wheels)
    tiny.ensure(say=said.append)
    assert tiny.ready()
    assert has(tiny, "tinydep")
    assert not has(tiny, "tinydev")

    said.clear()
    monkeypatch.setenv("PIP_FIND_LINKS", "/nowhere")  # pip would fail now, were it asked
    tiny.ensure(say=said.append)
    assert said == []
    write_project(tiny.root, tools="another linter's settings")
    assert tiny.ready()

    monkeypatch.setenv("PIP_FIND_LINKS", wheels)
    tiny.ensure(["dev"], say=said.append)
    assert has(tiny, "tinydev")
    assert tiny.ready()
    write_project(tiny.root, dependency="tinydep>=1.0")
    assert not tiny.ready()
    tiny.ensure(say=said.append)
    assert tiny.ready(["dev"])


def test_ensure_of_an_unknown_extra_names_those_there_are(tiny: Environment) -> None:
    with pytest.raises(SetupError, match=r"'dve'.*: dev"):
        tiny.ensure(["dev", "dve"], say=lambda text: None)
    assert not tiny.folder.exists()


def test_ensure_of_an_unknown_extra_that_an_old_stamp_names_is_refused_too(
    tiny: Environment,
) -> None:
    tiny.ensure(say=lambda text: None)
    stamp = tiny.folder / "guidepost.json"
    stamp.write_text(stamp.read_text("utf-8").replace("[]", '["dve"]'), "utf-8")
    with pytest.raises(SetupError, match="'dve'"):
        tiny.ensure(["dve"], say=lambda text: None)


def test_ensure_on_a_full_disk_says_how_much_is_wanted(tmp_path: Path) -> None:
    write_project(tmp_path)
    with pytest.raises(SetupError, match="Free some space"):
        Environment(tmp_path, room_bytes=10**18).ensure(say=lambda text: None)
    assert not (tmp_path / ".venv").exists()


def test_missing_packages_names_what_is_not_installed(tmp_path: Path) -> None:
    write_project(tmp_path, dependency="no-such-package-here[extra]>=3; python_version > '3'")
    assert Environment(tmp_path).missing_packages() == ["no-such-package-here"]
    assert OURS.missing_packages() == []
