from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agent.app import App, open_app
from agent.approval_switches import Switches
from agent.models.door import StopSignal
from agent.settings import Settings
from agent.tools.catalogue import Catalogue, Tool, ToolSurroundings
from store.library import Library
from tests.graph.conversation import NOW, Conversation
from tests.graph.task_script import TaskScript
from tests.graph.toy import build_toy
from tests.scripted import scripted_door


@pytest.fixture
def library(tmp_path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", embedder="none") as opened:
        yield opened


@pytest.fixture
def around(library, tmp_path) -> ToolSurroundings:
    """Return what tools may reach: an empty library, in a Korean thread."""
    return ToolSurroundings(
        library=library,
        summaries=library.summaries(),
        settings=Settings(),
        thread_id="t1",
        documents=None,
        language="ko",
        now=lambda: NOW,
        run_folder=tmp_path,
        stop=StopSignal(),
    )


@pytest.fixture
def converse_with(library, tmp_path) -> Callable[..., Conversation]:
    """Make a conversation whose model follows the given replies."""

    def make(*replies: Any, **kwargs: Any) -> Conversation:
        return Conversation(library, list(replies), tmp_path / "run", **kwargs)

    return make


@pytest.fixture
def task(library, tmp_path) -> Callable[..., Conversation]:
    """Start conversations with a scripted task; nothing is asked unless switches say so."""
    quiet = Switches(master=False)

    def make(script: TaskScript, switches: Switches = quiet, **kwargs: Any) -> Conversation:
        return Conversation(library, [script] * 200, tmp_path / "run", switches=switches, **kwargs)

    return make


@pytest.fixture
def task_app(settings, library) -> Iterator[Callable[..., App]]:
    """Open the app on the whole graph with a scripted task, switches and further tools."""
    opened: list[App] = []

    def make(script: TaskScript, switches: Switches, *tools: Tool) -> App:
        app = open_app(settings, door=scripted_door([script] * 300), library=library)
        app.tools = Catalogue([*app.tools.all(), *tools])
        app.approvals.write(switches)
        opened.append(app)
        return app

    yield make
    for app in opened:
        app.close()


@pytest.fixture
def app_with(settings, library) -> Iterator[Callable[..., App]]:
    """Open an app on the toy graph, whose model follows the given replies."""
    opened: list[App] = []

    def make(*replies: Any, settings: Settings = settings, **kwargs: Any) -> App:
        door = scripted_door(list(replies), **kwargs)
        app = open_app(settings, door=door, library=library, graph_builder=build_toy)
        opened.append(app)
        return app

    yield make
    for app in opened:
        app.close()
