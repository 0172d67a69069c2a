"""``python -m agent.models.engine``: serve until standard input ends.

The first line of standard input is the key; the first line of standard output is
``{"port": ...}``, written when requests are taken. Standard input ends when the parent does,
however it ends, so the engine is never left behind.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
import threading
from pathlib import Path

import uvicorn

from agent.models.engine.app import Engine
from agent.models.engine.memory import Memory
from agent.models.engine.shelf import Shelf


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m agent.models.engine")
    parser.add_argument("--models", type=Path, required=True, help="folder of GGUF files")
    parser.add_argument("--num-ctx", type=int, default=4096)
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    # Idle threads must sleep, not spin: with spinning, two busy cores write 2 tokens/s, not 10.
    os.environ["OMP_WAIT_POLICY"] = "passive"
    key = sys.stdin.readline().strip()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    engine = Engine(Shelf(given.models), Memory(given.num_ctx, given.threads), key)
    listener = socket.create_server(("127.0.0.1", 0))
    sys.stdout.write(json.dumps({"port": listener.getsockname()[1]}) + "\n")
    sys.stdout.flush()
    config = uvicorn.Config(
        engine.app(), log_level="warning", access_log=False, lifespan="off", timeout_keep_alive=60
    )
    uvicorn.Server(config).run(sockets=[listener])


def _end_with_parent() -> None:
    while sys.stdin.readline():
        pass
    os._exit(0)  # threads of the model would keep an ordinary exit waiting


if __name__ == "__main__":
    main()
