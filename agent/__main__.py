"""The command line: ``python -m agent COMMAND``.

This module and ``agent.setup.environment`` use the standard library alone, so that ``start``
works on a bare Python: it makes the environment and goes on inside it. Everything else is imported
after that.
"""

import os
import sys

os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")  # read when langgraph is imported
os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # torch spins on cores that others need


def main(arguments: "list[str] | None" = None) -> int:
    """Run one command and return its exit code: 0 done, 1 failed, 2 wrong use, 3 waits."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the bare Python may be older than we accept
        print("Guidepost needs Python 3.11 or later; this is " + sys.version.split()[0])
        return 1
    from agent.setup import entry  # noqa: PLC0415 - an older Python cannot read it

    return entry.run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
