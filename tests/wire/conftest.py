"""Real servers: the built-in engine, and a real Ollama where GUIDEPOST_TEST_OLLAMA names one.

Both hold a small model for plumbing (where it is there) and the chat model for content.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from langchain_core.messages import HumanMessage
from langchain_ollama import ChatOllama

from agent.models.child import EngineProcess
from agent.models.choice import BUILTIN_MODEL
from agent.models.door import Door
from agent.models.factory import close_chat_model, make_chat_model
from agent.models.server import Address, normal_address

if TYPE_CHECKING:
    from collections.abc import Iterator

    from langchain_core.language_models import BaseChatModel

SMALL, LARGE = "smollm2-135m", BUILTIN_MODEL
OLLAMA = os.environ.get("GUIDEPOST_TEST_OLLAMA", "")
KINDS = ["engine", "ollama"] if OLLAMA else ["engine"]


@dataclass(frozen=True)
class Target:
    """A server under test and the time it may take to notice a lost client."""

    address: Address
    small: str
    large: str
    free_within_s: float
    made: list[BaseChatModel] = field(default_factory=list)

    def client(self) -> httpx.Client:
        arguments = self.address.client_arguments()
        return httpx.Client(base_url=self.address.url, timeout=280, **arguments)

    def chat(self, model: str, **kwargs: object) -> ChatOllama:
        found = self._make(model)
        assert isinstance(found, ChatOllama)
        return found.model_copy(update=kwargs)

    def door(self, model: str, **kwargs: object) -> Door:
        return make_door(self._make(model), **kwargs)

    def _make(self, model: str) -> BaseChatModel:
        self.made.append(make_chat_model(self.address, model))
        return self.made[-1]

    def close(self) -> None:
        for model in self.made:
            close_chat_model(model)
        self.made.clear()


def make_door(chat, **kwargs) -> Door:
    return Door({"router": chat, "planner": chat, "writer": chat}, **kwargs)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.model)


@pytest.fixture(scope="session")
def models_dir(standard_model: Path, plumbing_model: Path) -> Path:
    """The folder that holds both models; without them these tests are skipped."""
    assert plumbing_model.stem == SMALL
    return standard_model.parent


@pytest.fixture(scope="session")
def engine(models_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EngineProcess]:
    process = EngineProcess(tmp_path_factory.mktemp("engine") / "engine.json", models_dir, 4096)
    yield process
    process.close()


@pytest.fixture(scope="session")
def engine_target(engine: EngineProcess) -> Iterator[Target]:
    target = Target(engine.address(), SMALL, LARGE, 1.0)
    yield target
    target.close()


@pytest.fixture(params=KINDS)
def target(request: pytest.FixtureRequest) -> Iterator[Target]:
    if request.param == "ollama":
        found = Target(Address(normal_address(OLLAMA), "ollama"), SMALL, LARGE, 3.0)
    else:
        found = request.getfixturevalue("engine_target")
    yield found
    found.close()


@pytest.fixture
def long_prompt() -> list[HumanMessage]:
    """About 3,000 tokens that no cache has seen."""
    return fresh_long_prompt()


def fresh_long_prompt() -> list[HumanMessage]:
    """About 3,000 tokens that no cache has seen."""
    numbers = " ".join(str(n) for n in range(100, 1060))
    return [HumanMessage(f"{os.urandom(4).hex()} Remember these numbers: {numbers}. Say hello.")]
