"""The page on scripts is held to the code: its blocks are run as they stand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from agent.app import App, open_app
from agent.approvals import ALLOWED
from tests.graph.task_script import TaskScript
from tests.scripted import scripted_door

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGE = (Path(__file__).parents[2] / "docs" / "scripts.md").read_text("utf-8")
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = {part.partition("\n")[0]: "\n".join(PYTHON.findall(part)) for part in PAGE.split("\n## ")}
OPENING = BLOCKS.pop("# Larger work from a script")
CHANGE = {"op": "change", "step": 2, "to": 2, "title": "Post it", "goal": "A public post"}
TITLES = ["Write the script", "Edit the video"]


@pytest.fixture
def run_page(settings, library) -> Iterator[Callable[..., dict[str, Any]]]:
    """Run the section on asking and another one, and return the names that they left."""
    door = scripted_door([TaskScript(edits=[CHANGE])], forever=True)
    app = open_app(settings, door=door, library=library)

    def run(section: str) -> dict[str, Any]:
        names: dict[str, Any] = {"app": app, "thread": "t1"}
        for block in dict.fromkeys((BLOCKS["Ask"], BLOCKS[section])):
            exec(compile(block, "docs/scripts.md", "exec"), names)  # noqa: S102 - our own page
        return names

    yield run
    app.close()


def titles(app: App, thread: str = "t1") -> list[str]:
    return [task["title"] for task in app.pending(thread)[0].payload["sub_tasks"]]


def done(state: dict[str, Any]) -> list[str]:
    return [row["title"] for row in state["step_results"] if row["status"] == "succeeded"]


def test_page_opening_is_the_app_opened() -> None:
    assert OPENING == "from agent.app import open_app\n\napp = open_app()\n"


def test_page_ask_leaves_the_plan_open(run_page) -> None:
    assert titles(run_page("Ask")["app"]) == TITLES


def test_page_accept_works_the_plan(run_page) -> None:
    assert done(run_page("Accept")["state"]) == TITLES


def test_page_edit_works_the_rows_it_gives(run_page) -> None:
    assert done(run_page("Edit")["state"]) == ["Write the script", "Post it", "Reply to comments"]


@pytest.mark.parametrize("section", ["Feedback", "Decide"])
def test_page_change_in_words_asks_again(run_page, section) -> None:
    assert titles(run_page(section)["app"]) == ["Edit the video"]


def test_page_go_back_changes_what_is_still_to_do(run_page) -> None:
    names = run_page("Go back")
    app, branch = names["app"], names["branch"]
    assert titles(app, branch) == ["Write the script", "Post it"]
    assert app.pending(branch)[0].payload["finished"] == 1
    assert [r["title"] for r in app.snapshot("t1")["step_results"]] == TITLES


def test_page_names_every_decision() -> None:
    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert {action for actions in ALLOWED.values() for action in actions} <= named
