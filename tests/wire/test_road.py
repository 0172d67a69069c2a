"""The road: finds a server, gets it ready, says how it stands."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import httpx
import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from agent.errors import ModelMissingError, ModelUnreachableError
from agent.models.door import StopSignal
from agent.models.road import open_road
from agent.settings import Settings
from tests.wire.conftest import OLLAMA, SMALL

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from agent.models.road import Road

FIXED = SystemMessage("Answer in one short sentence. " * 30)


def say(road: Road, *messages: SystemMessage | HumanMessage) -> str:
    reply = road.door.write(
        "writer", messages, stop=StopSignal(), on_token=lambda _: None, max_tokens=6
    )
    return reply.text


@pytest.fixture
def nobody() -> str:
    """An address at which nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"127.0.0.1:{listener.getsockname()[1]}"


@pytest.fixture
def builtin(tmp_path: Path, models_dir: Path, nobody: str) -> Iterator[Road]:
    road = open_road(
        Settings(home=tmp_path, models_dir=models_dir, ollama_host=nobody, chat_model=SMALL)
    )
    yield road
    road.close()


def test_road_without_ollama_takes_the_engine_and_learns_what_the_model_can(
    builtin: Road, tmp_path: Path
) -> None:
    assert builtin.describe().state == "starting"
    assert builtin.wait_ready(120)
    seen = builtin.describe()
    assert (seen.kind, seen.state, seen.models["writer"]) == ("builtin", "ready", SMALL)
    assert SMALL in seen.available
    assert seen.window == 4096
    assert say(builtin, HumanMessage("Say hello."))
    assert builtin.wait_settled(120)
    profile = builtin.describe().profile
    assert (profile.json_schema, profile.calls_tools) == (True, False)
    assert profile.context_length == 8192
    assert (tmp_path / "cache" / "probes.json").exists()


def test_road_warms_a_prompts_fixed_beginning(builtin: Road) -> None:
    builtin.warm([[FIXED]])
    assert builtin.wait_ready(120)
    assert builtin.wait_settled(120)
    say(builtin, FIXED, HumanMessage("Say hello."))
    post = builtin._engine.post
    assert post
    client = post.address.client_arguments()
    last = httpx.get(f"{post.address.url}/engine/last", headers=client["headers"]).json()
    assert last["prompt_tokens"] > 150
    assert last["prompt_tokens"] - last["cached"] < 30


def test_second_road_uses_the_first_ones_engine(
    builtin: Road, tmp_path: Path, models_dir: Path
) -> None:
    assert builtin.wait_ready(120)
    other = open_road(
        Settings(home=tmp_path, models_dir=models_dir, engine="builtin", chat_model=SMALL)
    )
    assert other.wait_ready(120)
    assert other.describe().address == builtin.describe().address
    other.close()
    assert say(builtin, HumanMessage("Still there?"))


def test_road_without_any_model_says_what_to_do(tmp_path: Path) -> None:
    road = open_road(Settings(home=tmp_path, models_dir=tmp_path, engine="builtin"))
    seen = road.describe()
    assert seen.state == "missing"
    assert "python -m agent start" in seen.message
    with pytest.raises(ModelMissingError, match="python -m agent start"):
        say(road, HumanMessage("x"))
    road.close()


def test_road_to_an_ollama_that_is_down_says_so_and_fails_calls(
    tmp_path: Path, nobody: str
) -> None:
    road = open_road(Settings(home=tmp_path, engine="ollama", ollama_host=nobody, chat_model="m"))
    assert road.describe().state == "down"
    with pytest.raises(ModelUnreachableError, match="Start Ollama"):
        say(road, HumanMessage("x"))
    with pytest.raises(ModelUnreachableError):
        road.pull("m", lambda *_: None)
    road.close()


def test_pull_without_ollama_says_what_is_needed(builtin: Road) -> None:
    with pytest.raises(ModelUnreachableError, match="Install and start"):
        builtin.pull("gemma3:4b", lambda *_: None)


@pytest.mark.skipif(not OLLAMA, reason="GUIDEPOST_TEST_OLLAMA names no server")
def test_road_with_ollama_takes_it_and_a_model_of_its_list(tmp_path: Path) -> None:
    road = open_road(Settings(home=tmp_path, ollama_host=OLLAMA, chat_model=SMALL))
    assert road.wait_ready(200)
    seen = road.describe()
    assert (seen.kind, seen.state) == ("ollama", "ready")
    assert f"{SMALL}:latest" in seen.available
    assert say(road, HumanMessage("Say hello."))
    missing = open_road(Settings(home=tmp_path, ollama_host=OLLAMA, chat_model="nope"))
    assert missing.describe().missing == ("nope",)
    missing.close()
    road.close()
