"""Prompts longer than the window: cut silently, as Ollama does."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.wire.conftest import Target

OPTIONS = {"num_ctx": 256, "num_predict": 2, "temperature": 0}


def count(target: Target, messages: list[dict]) -> int:
    body = {"model": target.small, "messages": messages, "stream": False, "options": OPTIONS}
    with target.client() as client:
        answer = client.post("/api/chat", json=body)
    assert answer.status_code == 200
    return answer.json()["prompt_eval_count"]


def test_one_message_over_the_window_is_cut_to_exactly_the_window(target: Target) -> None:
    assert count(target, [{"role": "user", "content": "word " * 2300}]) == 256


def test_history_over_the_window_loses_whole_old_messages(target: Target) -> None:
    turn = {"role": "user", "content": "Some words of a long history, again and again."}
    found = count(target, [turn] * 40)
    assert 256 - 40 < found <= 256


def test_system_message_survives_a_history_over_the_window(target: Target) -> None:
    turn = {"role": "user", "content": "Some words of a long history, again and again."}
    system = {"role": "system", "content": "Answer in capitals."}
    one = count(target, [system, turn])
    per_turn = count(target, [system, turn, turn]) - one
    cut = count(target, [system, *[turn] * 40])
    assert cut <= 256
    assert (cut - one) % per_turn == 0, "only whole turns are gone"
    assert (cut - count(target, [turn])) % per_turn != 0, "the test can tell the system's loss"


def test_wider_window_asked_for_in_mid_reply_leaves_the_reply_whole(engine_target: Target) -> None:
    body = {
        "model": engine_target.small,
        "messages": [{"role": "user", "content": "Count."}],
        "options": {"num_ctx": 300, "num_predict": 120, "temperature": 0, "stop": ["\x00"]},
    }
    wider = body | {"options": {"num_ctx": 1500, "num_predict": 1}, "stream": False}
    with engine_target.client() as client, client.stream("POST", "/api/chat", json=body) as reply:
        lines = reply.iter_lines()
        next(lines)
        assert client.post("/api/chat", json=wider).status_code == 200
        last = json.loads(list(lines)[-1])
    assert "error" not in last
    assert last["done"]
