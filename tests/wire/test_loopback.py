"""Requests to a server that loses connections: real sockets on loopback."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from agent.models.engine.loopback import Loopback
from agent.models.engine.wire import WireError

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
WHOLE = HEAD + b'Content-Length: 8\r\n\r\n{"a": 1}'
HALF = HEAD + b"Content-Length: 100\r\n\r\none\ntwo\n"
REASON = b'{"error": {"code": 400, "message": "too many words"}}'
REFUSED = b"HTTP/1.1 400 Bad Request\r\nContent-Length: %d\r\n\r\n%s" % (len(REASON), REASON)


def asked_of(answers: list[bytes], ask: Callable[[Loopback], Awaitable[object]]) -> object:
    """Ask a server that gives each connection one of ``answers`` and closes it."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answers.pop(0))
        await writer.drain()
        writer.close()

    async def run() -> object:
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            client = Loopback(f"http://127.0.0.1:{port}", "key")
            try:
                return await ask(client)
            finally:
                await client.close()

    return asyncio.run(run())


def test_request_whose_connection_is_lost_is_made_again():
    answers = [b"", WHOLE]
    assert asked_of(answers, lambda client: client.post("/x", {})) == {"a": 1}
    assert answers == []


def test_request_that_is_lost_twice_says_so():
    with pytest.raises(WireError, match="RemoteProtocolError") as caught:
        asked_of([b"", b"", WHOLE], lambda client: client.post("/x", {}))
    assert caught.value.status == 500


def test_answer_that_breaks_off_is_an_error_and_not_begun_again():
    heard: list[str] = []
    answers = [HALF, WHOLE]

    async def each(client: Loopback) -> None:
        async for line in client.stream("/x", {}):
            heard.append(line)  # noqa: PERF401 - what came before the error counts

    with pytest.raises(WireError):
        asked_of(answers, each)
    assert heard == ["one", "two"]
    assert answers == [WHOLE]


def test_refusal_keeps_the_status_and_the_sentence():
    with pytest.raises(WireError, match="too many words") as caught:
        asked_of([REFUSED], lambda client: client.post("/x", {}))
    assert caught.value.status == 400
