"""Stop: the caller is free at once, the server soon after."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import psutil
import pytest
from langchain_core.messages import HumanMessage

from agent.models.door import Door, StopSignal
from agent.models.stop import StopSignal as _Signal

if TYPE_CHECKING:
    from tests.wire.conftest import Target

CALLER_FREE_WITHIN_S = 1.0


class Pressed(_Signal):
    """A Stop that remembers when it was pressed."""

    at = 0.0

    def set(self) -> None:
        self.at = time.monotonic()
        super().set()


def brief(door: Door, word: str) -> float:
    """Seconds of a short call that no cache has seen."""
    began = time.monotonic()
    door.write(
        "writer",
        [HumanMessage(f"{word}?")],
        stop=StopSignal(),
        on_token=lambda _: None,
        max_tokens=1,
    )
    return time.monotonic() - began


@pytest.mark.parametrize("size", ["small", "large"])
def test_stop_in_the_prefill_of_a_long_prompt_frees_caller_and_server(
    target: Target, size: str, long_prompt: list[HumanMessage]
) -> None:
    model = target.small if size == "small" else target.large
    door = target.door(model)
    brief(door, "warm")
    usual_s = max(brief(door, "first"), brief(door, "second"))
    stop = Pressed()
    threading.Timer(0.4 if size == "small" else 2.0, stop.set).start()
    reply = door.write("writer", long_prompt, stop=stop, on_token=lambda _: None, max_tokens=20)
    caller_s = time.monotonic() - stop.at
    next_s = brief(door, "third")
    assert reply.stopped
    assert reply.first_token_s is None, "Stop was to come while the prompt was being read"
    assert caller_s < CALLER_FREE_WITHIN_S
    assert next_s - usual_s < allowed_s(target)


@pytest.mark.parametrize("size", ["small", "large"])
def test_stop_while_writing_frees_caller_and_server_and_keeps_the_text(
    target: Target, size: str
) -> None:
    model = target.small if size == "small" else target.large
    door = target.door(model)
    brief(door, "warm")
    usual_s = max(brief(door, "fourth"), brief(door, "fifth"))
    stop, seen = Pressed(), []

    def on_token(piece: str) -> None:
        seen.append(piece)
        if len(seen) == 5:
            stop.set()

    ask = [HumanMessage("Write a long story about a lighthouse, at least 500 words.")]
    reply = door.write("writer", ask, stop=stop, on_token=on_token, max_tokens=600)
    caller_s = time.monotonic() - stop.at
    next_s = brief(door, "sixth")
    assert reply.stopped
    assert reply.text == "".join(seen)
    assert reply.text
    assert caller_s < CALLER_FREE_WITHIN_S
    assert next_s - usual_s < allowed_s(target)


def allowed_s(target: Target) -> float:
    """The limit; longer where other processes take the cores, for the model waits for them too."""
    share = psutil.getloadavg()[0] / (psutil.cpu_count() or 1)
    return target.free_within_s * max(1.0, share)
