from collections.abc import Callable, Iterator
from typing import Any

import pytest

from agent.app import App, open_app
from agent.settings import Settings
from store.library import Library
from tests.graph.conversation import Conversation
from tests.graph.toy import build_toy
from tests.scripted import scripted_door


@pytest.fixture
def library(tmp_path) -> Iterator[Library]:
    with Library.open(tmp_path / "library", embedder="none") as opened:
        yield opened


@pytest.fixture
def converse_with(library, tmp_path) -> Callable[..., Conversation]:
    """Make a conversation whose model follows the given replies."""

    def make(*replies: Any, **kwargs: Any) -> Conversation:
        return Conversation(library, list(replies), tmp_path / "run", **kwargs)

    return make


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
