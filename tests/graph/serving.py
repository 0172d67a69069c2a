"""A process that opens the app on the toy graph, for tests that kill it or share its data folder.

    python -m tests.graph.serving COMMAND [TEXT]

``ask`` prints each event as a line of JSON and then waits to be killed. ``slow`` does so with a
model that waits for ever in mid-answer. Replies are the words a, b, c ...
"""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")

from agent.app import open_app
from agent.settings import Settings
from tests.graph.toy import NO_LIBRARY, build_toy
from tests.scripted import Pause, scripted_door

THREAD = "t1"


def main() -> None:
    command, text = sys.argv[1], sys.argv[2]
    settings = Settings()
    replies = [Pause("half an ")] if command == "slow" else list("abcdefgh")
    door = scripted_door(replies)
    app = open_app(settings, door=door, library=NO_LIBRARY, graph_builder=build_toy)
    events = app.retry(THREAD) if command == "retry" else app.ask(THREAD, text)
    for event in events:
        _say(event.to_json())
    _say({"kind": "rests"})
    threading.Event().wait()


def _say(event: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(event) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
