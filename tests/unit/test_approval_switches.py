"""The switches' file: what happens where it cannot be written."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from agent.approval_switches import SwitchBoard, Switches
from agent.settings import load_settings
from store.errors import DiskFullError, FolderUnusableError


@pytest.fixture
def board(tmp_path):
    return SwitchBoard(tmp_path / "switches.json", load_settings())


def test_write_is_read_back(board):
    board.write(Switches(step=True, always_allowed=("web_thing",)))
    assert board.read() == Switches(step=True, always_allowed=("web_thing",))


def test_write_where_a_folder_is_in_the_way_names_the_file(board, tmp_path):
    (tmp_path / "switches.json").mkdir()
    with pytest.raises(FolderUnusableError, match=r"switches\.json"):
        board.write(Switches())


def test_write_on_a_full_disk_says_so(board, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(DiskFullError, match="Free some space"):
        board.write(Switches())
