"""Prompts longer than the window: cut silently, as Ollama does."""

from __future__ import annotations

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
