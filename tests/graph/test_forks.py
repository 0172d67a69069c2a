"""Threads leave each other's files and records."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.approval_switches import Switches
from agent.events import Ended
from agent.work import run_folder
from tests.graph.decisions import REQUEST, decide
from tests.graph.task_script import TaskScript


@pytest.fixture
def app(task_app):
    """Return an app on the whole graph that asks about plans."""
    return task_app(TaskScript(), Switches())


def work(app, thread: str) -> Ended:
    """Ask for a task, accept its plan and return its end."""
    list(app.ask(thread, REQUEST))
    end = decide(app, {"action": "accept"}, thread)[-1]
    assert isinstance(end, Ended)
    return end


@pytest.mark.parametrize("other", ["a b", "a/b", "a.b"])
def test_delete_thread_with_a_name_like_anothers_leaves_the_others_guide(app, other):
    kept, gone = work(app, "a_b").guide_path, work(app, other).guide_path
    app.delete(other)
    assert Path(kept).is_file()
    assert not Path(gone).exists()


def test_run_folder_of_long_names_with_one_beginning_differs(tmp_path):
    names = ["x" * 80, "x" * 81, "x" * 80 + "y"]
    assert len({run_folder(tmp_path, name, "r") for name in names}) == 3


@pytest.mark.parametrize("name", ["t1", "대화_1-a", "x" * 80])
def test_run_folder_of_a_plain_name_is_the_name(tmp_path, name):
    assert run_folder(tmp_path, name, "r1") == tmp_path / name / "r1"
