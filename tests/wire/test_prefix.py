"""The prompt cache: a beginning that was read once is not read again, also in alternation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from langchain_core.messages import HumanMessage, SystemMessage

from agent.models.door import Door, StopSignal

if TYPE_CHECKING:
    from tests.wire.conftest import Target

ROUTER = SystemMessage("You route questions. " + "Choose chat, documents or task by words. " * 25)
WRITER = SystemMessage("You write answers. " + "답은 문서의 내용만으로 쓰고 근거를 밝힌다. " * 12)


def evaluated(target: Target, door: Door, system: SystemMessage, text: str) -> tuple[int, int]:
    """Prompt tokens in all, and those that were worked through."""
    reply = door.write(
        "writer",
        [system, HumanMessage(text)],
        stop=StopSignal(),
        on_token=lambda _: None,
        max_tokens=2,
    )
    with target.client() as client:
        last = client.get("/engine/last").json()
    assert last["prompt_tokens"] == reply.prompt_tokens
    return last["prompt_tokens"], last["prompt_tokens"] - last["cached"]


@pytest.mark.parametrize("size", ["small", "large"])
def test_fixed_beginnings_in_alternation_are_read_once(engine_target: Target, size: str) -> None:
    door = engine_target.door(engine_target.small if size == "small" else engine_target.large)
    rows = [
        evaluated(engine_target, door, system, f"Question number {number}?")
        for number in range(3)
        for system in (ROUTER, WRITER)
    ]
    for total, worked in rows[2:]:
        assert total > 200
        assert worked < 30
