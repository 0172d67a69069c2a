"""Schema-held replies: asked for, read, repaired once, or given up for the stated default."""

from __future__ import annotations

import dataclasses
import json
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from langchain_core.messages import AIMessage, HumanMessage
from pydantic import ValidationError

from agent.errors import StoppedByPerson
from agent.models.schema import read_json
from agent.models.values import Parsed

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.messages import BaseMessage

    from agent.models.call import Request
    from agent.models.carrier import Carrier
    from agent.models.stop import StopSignal

log = logging.getLogger(__name__)
V = TypeVar("V")

_QUOTED_BACK = 2000


def read_reply(
    carrier: Carrier,
    request: Request,
    read: Callable[[object], V],
    default: V,
    stop: StopSignal,
) -> Parsed[V]:
    """Carry a schema-held request and ``read`` its value.

    Raises:
        StoppedByPerson: Stop was pressed.
        ModelError: the call itself failed.
    """
    calls, seconds, sent = 0, 0.0, request
    for repairs_left in (1, 0):
        reply = carrier.carry(sent, stop, lambda _: None)
        calls += reply.calls
        seconds += reply.seconds
        if reply.stopped:
            raise StoppedByPerson
        try:
            value = read(read_json(reply.text))
        except ValueError as error:  # pydantic's ValidationError is one
            fault = _in_one_line(error)
            if repairs_left:
                log.info("reply to %s is repaired: %s", request.role, fault)
                sent = _repair(request, reply.text, fault)
            continue
        return Parsed(value, True, calls, seconds, reply.prompt_tokens, reply.cached, reply.odds)
    log.warning("reply to %s cannot be read, its default is taken: %s", request.role, fault)
    return Parsed(default, False, calls, seconds, reply.prompt_tokens)


def with_schema_in_words(messages: list[BaseMessage], schema: dict[str, Any]) -> list[BaseMessage]:
    """Return a prompt for a model that does not keep ``format``: it is told the schema."""
    return [*messages, HumanMessage(f"Reply with JSON for this schema only: {_words(schema)}")]


def _repair(request: Request, text: str, fault: str) -> Request:
    ask = f"That reply cannot be read: {fault}. Reply again with JSON for this schema only: "
    messages = [
        *request.messages,
        AIMessage(text[:_QUOTED_BACK]),
        HumanMessage(ask + _words(request.schema or {})),
    ]
    return dataclasses.replace(request, messages=messages)


def _words(schema: dict[str, Any]) -> str:
    return json.dumps(schema, ensure_ascii=False)


def _in_one_line(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the reply"
        return f"{place}: {first['msg']}"
    return str(error)[:200]
