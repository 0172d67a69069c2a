"""Stop: the caller is free at once, the server soon after."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

import psutil
import pytest
from langchain_core.messages import HumanMessage

from agent.models.door import Door, StopSignal
from agent.models.stop import StopSignal as _Signal
from tests.wire.conftest import fresh_long_prompt

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.wire.conftest import Target

CALLER_FREE_WITHIN_S = 1.0
ATTEMPTS = 3


class Pressed(_Signal):
    """A Stop that remembers when it was pressed."""

    at = 0.0

    def set(self) -> None:
        self.at = time.monotonic()
        super().set()


def brief(door: Door) -> float:
    """Seconds of a short call that no cache has seen."""
    began = time.monotonic()
    door.write(
        "writer",
        [HumanMessage(f"{os.urandom(2).hex()}?")],
        stop=StopSignal(),
        on_token=lambda _: None,
        max_tokens=1,
    )
    return time.monotonic() - began


@pytest.mark.parametrize("size", ["small", "large"])
def test_stop_in_the_prefill_of_a_long_prompt_frees_caller_and_server(
    target: Target, size: str
) -> None:
    door = target.door(target.small if size == "small" else target.large)
    after_s = 0.4 if size == "small" else 2.0

    def attempt() -> tuple[float, float]:
        usual_s = max(brief(door), brief(door))
        stop = Pressed()
        threading.Timer(after_s, stop.set).start()
        reply = door.write(
            "writer", fresh_long_prompt(), stop=stop, on_token=lambda _: None, max_tokens=20
        )
        caller_s = time.monotonic() - stop.at
        assert reply.stopped
        assert reply.first_token_s is None, "Stop was to come while the prompt was being read"
        return caller_s, brief(door) - usual_s

    assert frees_in_time(attempt, target)


@pytest.mark.parametrize("size", ["small", "large"])
def test_stop_while_writing_frees_caller_and_server_and_keeps_the_text(
    target: Target, size: str
) -> None:
    door = target.door(target.small if size == "small" else target.large)
    ask = [HumanMessage("Write a long story about a lighthouse, at least 500 words.")]

    def attempt() -> tuple[float, float]:
        usual_s = max(brief(door), brief(door))
        stop, seen = Pressed(), []

        def on_token(piece: str) -> None:
            seen.append(piece)
            if len(seen) == 5:
                stop.set()

        reply = door.write("writer", ask, stop=stop, on_token=on_token, max_tokens=600)
        caller_s = time.monotonic() - stop.at
        assert reply.stopped
        assert reply.text == "".join(seen)
        assert reply.text
        return caller_s, brief(door) - usual_s

    assert frees_in_time(attempt, target)


def frees_in_time(attempt: Callable[[], tuple[float, float]], target: Target) -> bool:
    """Say whether both were free in time in one of the attempts: others use the cores too."""
    return any(
        caller_s < CALLER_FREE_WITHIN_S and server_s < target.free_within_s * crowd()
        for caller_s, server_s in (attempt() for _ in range(ATTEMPTS))
    )


def crowd() -> float:
    """How many processes share a core; at least 1, the strict limit on a machine at rest."""
    return max(1.0, psutil.getloadavg()[0] / (psutil.cpu_count() or 1))
