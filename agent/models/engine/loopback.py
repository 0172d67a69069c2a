"""HTTP to the server inside this process: what gets lost on the way is sent once more.

A computer that sleeps or is paused in mid-request wakes with the request's time over or its
connection gone, though the server is well.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import httpx

from agent.models.engine.wire import JsonObject, WireError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

_ATTEMPTS = 2


class Loopback:
    """A client of one address, every request on a connection of its own."""

    def __init__(self, url: str, key: str) -> None:
        """Connect to nothing yet; ``key`` goes with every request."""
        self._client = httpx.AsyncClient(
            # the server closes idle connections: a request may meet one that it closes just then
            limits=httpx.Limits(max_keepalive_connections=0),
            base_url=url,
            headers={"Authorization": f"Bearer {key}"},
            timeout=httpx.Timeout(None),
            trust_env=False,
        )

    async def close(self) -> None:
        """Close the connections that are open."""
        await self._client.aclose()

    async def post(self, path: str, body: JsonObject) -> JsonObject:
        """Return the answer to a request that may be made twice.

        Raises:
            WireError: the server refused the request or cannot be reached.
        """
        lines = [line async for line in self.stream(path, body)]
        found: JsonObject = json.loads("\n".join(lines))
        return found

    async def stream(self, path: str, body: JsonObject) -> AsyncGenerator[str, None]:
        """Yield the lines of an answer as they come; closing it closes the connection.

        Once a line was given, a lost connection is an error.

        Raises:
            WireError: the server refused the request or cannot be reached.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            heard = False
            try:
                async with self._client.stream("POST", path, json=body) as answer:
                    if answer.is_error:
                        raise refusal(await answer.aread())
                    async for line in answer.aiter_lines():
                        heard = True
                        yield line
                    return
            except httpx.TransportError as error:
                if heard or attempt == _ATTEMPTS:
                    text = f"llama runner process has terminated: {type(error).__name__}: {error}"
                    raise WireError(500, text) from error


def refusal(body: bytes) -> WireError:
    """Return the error that an answer's body tells of."""
    try:
        error = json.loads(body)["error"]
        return WireError(int(error.get("code", 500)), str(error["message"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        return WireError(500, body.decode("utf-8", "replace")[:200])
