"""What the door costs: the same prompt by a bare client and through the door, as ratios.

Run: ``python -m tests.bench.bench_door [--model NAME] [--rounds N]``. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

import httpx
from langchain_core.messages import HumanMessage, SystemMessage

from agent.models.child import EngineProcess
from agent.models.choice import BUILTIN_MODEL
from agent.models.door import Door, StopSignal
from agent.models.factory import make_chat_model
from agent.settings import Settings

SYSTEM = "You are a helpful assistant. Answer in short, plain sentences. " * 12
QUESTION = "Why does the sea look blue? Round {round}."
WINDOW, TOKENS = 4096, 32


def bare(client: httpx.Client, model: str, text: str) -> tuple[float, float]:
    """Seconds to the first token and to the last, by httpx alone."""
    body = {
        "model": model,
        "messages": [{"role": "system", "content": SYSTEM}, {"role": "user", "content": text}],
        "options": {"num_ctx": WINDOW, "num_predict": TOKENS, "temperature": 0},
        "keep_alive": -1,
    }
    began, first = time.monotonic(), 0.0
    with client.stream("POST", "/api/chat", json=body) as answer:
        for line in answer.iter_lines():
            if not first and json.loads(line)["message"]["content"]:
                first = time.monotonic() - began
    return first, time.monotonic() - began


def through_the_door(door: Door, text: str) -> tuple[float, float]:
    """Seconds to the first token and to the last, as the caller sees them."""
    began, first = time.monotonic(), [0.0]

    def on_token(_: str) -> None:
        first[0] = first[0] or time.monotonic() - began

    door.write(
        "writer",
        [SystemMessage(SYSTEM), HumanMessage(text)],
        stop=StopSignal(),
        on_token=on_token,
        max_tokens=TOKENS,
        options={"repeat_penalty": 1.1},
    )
    return first[0], time.monotonic() - began


def main() -> None:
    """Measure in alternation, so that a busy machine weighs on both alike."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default=BUILTIN_MODEL)
    parser.add_argument("--rounds", type=int, default=8)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "engine.json"
        engine = EngineProcess(file, Settings().models_path, WINDOW)
        address = engine.address()
        chat = make_chat_model(address, given.model)
        door = Door({"router": chat, "planner": chat, "writer": chat}, window=WINDOW)
        rows: dict[str, list[tuple[float, float]]] = {"bare": [], "door": []}
        client = httpx.Client(base_url=address.url, headers=address.headers, timeout=300)
        bare(client, given.model, QUESTION.format(round="zero"))
        through_the_door(door, QUESTION.format(round="none"))
        for number in range(given.rounds):
            rows["bare"].append(bare(client, given.model, QUESTION.format(round=2 * number)))
            text = QUESTION.format(round=2 * number + 1)
            rows["door"].append(through_the_door(door, text))
        client.close()
        engine.close()
    medians = {
        name: [statistics.median(row[part] for row in found) for part in (0, 1)]
        for name, found in rows.items()
    }
    for name, (first, last) in medians.items():
        print(f"{name:5} first token {first:6.3f} s   last token {last:6.3f} s")
    result = {
        "model": given.model,
        "rounds": given.rounds,
        "first_token_ratio": round(medians["door"][0] / medians["bare"][0], 3),
        "last_token_ratio": round(medians["door"][1] / medians["bare"][1], 3),
        "first_token_extra_s": round(medians["door"][0] - medians["bare"][0], 4),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
