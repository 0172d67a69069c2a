"""The routes of the engine and their framing: JSON, NDJSON, and an end when the client leaves."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from contextlib import aclosing
from dataclasses import asdict
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from agent.models.engine import chat
from agent.models.engine.wire import (
    VERSION,
    JsonObject,
    OllamaJSON,
    WireError,
    dump,
    error_response,
    stamp,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from agent.models.engine.memory import Memory
    from agent.models.engine.runner import Ending
    from agent.models.engine.shelf import Shelf

log = logging.getLogger(__name__)


class Engine:
    """Answers requests from a shelf of models and the memory that holds the loaded ones."""

    def __init__(self, shelf: Shelf, memory: Memory, key: str) -> None:
        """Serve whoever knows ``key``."""
        self.shelf = shelf
        self.memory = memory
        self._key = key
        self._last: Ending | None = None

    def app(self) -> ASGIApp:
        """Return the ASGI application."""
        routes = [
            Route("/", _hello, methods=["GET", "HEAD"]),
            Route("/api/version", _version, methods=["GET", "HEAD"]),
            Route("/api/tags", self._tags, methods=["GET", "HEAD"]),
            Route("/api/ps", self._ps, methods=["GET", "HEAD"]),
            Route("/api/show", self._show, methods=["POST"]),
            Route("/api/chat", _ChatEndpoint(self), methods=["POST"]),
            Route("/engine/last", self._last_counts, methods=["GET"]),
        ]
        app = Starlette(routes=routes, exception_handlers={404: _not_found, 405: _wrong_method})
        return _Guarded(app, self._key)

    def note(self, ending: Ending) -> None:
        """Remember the counts of the reply that just ended."""
        self._last = ending

    async def _tags(self, _: Request) -> Response:
        return OllamaJSON({"models": [model.entry() for model in self.shelf.models()]})

    async def _ps(self, _: Request) -> Response:
        return OllamaJSON({"models": self.memory.listing()})

    async def _last_counts(self, _: Request) -> Response:
        return OllamaJSON(asdict(self._last) if self._last else {})

    async def _show(self, request: Request) -> Response:
        try:
            body = read_body(await request.body())
            name = body.get("model") or body.get("name")
            if not isinstance(name, str) or not name:
                raise WireError(400, "model is required")  # noqa: TRY301 - answered just below
            model = self.shelf.find(name, f"model '{name}' not found")
        except WireError as error:
            return error_response(error)
        return OllamaJSON(model.show(self.memory.num_ctx))


class _ChatEndpoint:
    """``/api/chat`` as a bare ASGI app: it must hear the client leave before the first byte."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await _whole_body(receive)
        work = asyncio.ensure_future(self._answer(body, scope, receive, send))
        gone = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (gone, work):
                task.cancel()
            await asyncio.gather(gone, return_exceptions=True)
        if work.done() and not work.cancelled():
            work.result()
        else:
            await asyncio.gather(work, return_exceptions=True)

    async def _answer(self, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        engine = self._engine
        try:
            request = chat.check(read_body(body), engine.shelf, engine.memory.num_ctx)
            if not request.messages:
                await self._load_or_unload(request, scope, receive, send)
                return
            async with aclosing(chat.reply(request, engine.memory, engine.note)) as parts:
                if request.stream:
                    await _stream(parts, send)
                else:
                    whole = chat.joined([part async for part in parts])
                    await OllamaJSON(whole)(scope, receive, send)
        except WireError as error:
            await error_response(error)(scope, receive, send)

    async def _load_or_unload(
        self, request: chat.ChatRequest, scope: Scope, receive: Receive, send: Send
    ) -> None:
        memory, reason = self._engine.memory, "load"
        if request.keep.total_seconds() == 0:
            reason = "unload"
            await memory.unload(request.model.name)
        else:
            async with memory.use(request.model, request.num_ctx, request.keep):
                pass
        answer: JsonObject = {
            "model": request.name,
            "created_at": stamp(),
            "message": {"role": "assistant", "content": ""},
            "done_reason": reason,
            "done": True,
        }
        await OllamaJSON(answer)(scope, receive, send)


async def _stream(parts: AsyncGenerator[JsonObject, None], send: Send) -> None:
    """Send parts as NDJSON; the status goes out with the first part, so early errors keep theirs.

    An error after that becomes a last line, as with Ollama.
    """
    started = False
    try:
        async for part in parts:
            if not started:
                headers = [(b"content-type", b"application/x-ndjson")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
                started = True
            line = dump(part) + b"\n"
            await send({"type": "http.response.body", "body": line, "more_body": True})
    except Exception as error:
        refused = error if isinstance(error, WireError) else _failed(error)
        if not started:
            raise refused from error
        line = dump({"error": refused.text}) + b"\n"
        await send({"type": "http.response.body", "body": line, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _failed(error: Exception) -> WireError:
    """Return what a client is told of a mistake of the engine's own; its log has the rest."""
    log.error("a call failed", exc_info=error)
    return WireError(500, f"the engine failed: {type(error).__name__}: {error}")


def read_body(body: bytes) -> JsonObject:
    """Read a request's JSON object.

    Raises:
        WireError: 400, with Ollama's sentence where there is one.
    """
    if not body.strip():
        raise WireError(400, "missing request body")
    try:
        value = json.loads(body)
    except ValueError as error:
        cut_off = "Expecting value" in str(error) or "Unterminated" in str(error)
        raise WireError(400, "unexpected EOF" if cut_off else f"invalid JSON: {error}") from error
    if not isinstance(value, dict):
        raise WireError(400, "the request body must be a JSON object")
    return value


async def _whole_body(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            return bytes(body)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class _Guarded:
    """Turns away whoever does not bring the key."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app = app
        self._expected = f"Bearer {key}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not hmac.compare_digest(given, self._expected):
                await error_response(WireError(401, "unauthorized"))(scope, receive, send)
                return
        await self._app(scope, receive, send)


async def _hello(_: Request) -> Response:
    return PlainTextResponse("Ollama is running")


async def _version(_: Request) -> Response:
    return OllamaJSON({"version": VERSION})


async def _not_found(_: Request, __: Exception) -> Response:
    return PlainTextResponse("404 page not found", status_code=404)


async def _wrong_method(_: Request, error: Exception) -> Response:
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    return PlainTextResponse("405 method not allowed", status_code=405, headers=headers)
