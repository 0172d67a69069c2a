"""Choices by native tool calls, for models that were seen to make them.

The calls come out in the form of a schema-held choice, so that callers know no difference. Calls
that are of no use are asked for again under the schema.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from agent.errors import StoppedByPerson
from agent.models.reading import read_reply
from agent.models.schema import faults, read_json
from agent.models.values import Parsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.models.call import Request
    from agent.models.carrier import Carrier
    from agent.models.stop import StopSignal
    from agent.models.values import NativeChoice

log = logging.getLogger(__name__)


def choose_natively(  # noqa: PLR0913, PLR0917 - what read_reply takes, and the native prompt
    carrier: Carrier,
    held: Request,
    native: NativeChoice,
    options: dict[str, Any],
    read: Callable[[object], dict[str, Any]],
    default: dict[str, Any],
    stop: StopSignal,
) -> Parsed[dict[str, Any]]:
    """Ask for native calls, and where they are of no use for the schema-held choice ``held``.

    Raises:
        StoppedByPerson: Stop was pressed.
        ModelError: the call itself failed.
    """
    request = replace(
        held, messages=native.messages, options=options, schema=None, tools=native.tools
    )
    reply = carrier.carry(request, stop, lambda _: None)
    if reply.stopped:
        raise StoppedByPerson
    value, fault = _read(reply.text, native.schema, default)
    if not fault:
        return Parsed(value, True, reply.calls, reply.seconds, reply.prompt_tokens, reply.cached)
    log.info("native calls of %s are of no use: %s", request.role, fault)
    made = read_reply(carrier, held, read, default, stop)
    return replace(made, calls=made.calls + reply.calls, seconds=made.seconds + reply.seconds)


def _read(text: str, schema: dict[str, Any], default: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Return the choice and its fault; prose without a call means none, which is the default."""
    if "{" not in text:
        return default, ""
    try:
        value = read_json(text)
    except ValueError:
        return default, "the text holds no call that can be read"
    if isinstance(value, dict) and "name" in value:  # written out instead of called
        arguments = value.get("arguments", value.get("parameters", {}))
        value = {"calls": [{"tool": value["name"], "args": arguments}], "more": False}
    fault = faults(value, schema, "the native call")
    return (value if isinstance(value, dict) and not fault else default), fault
