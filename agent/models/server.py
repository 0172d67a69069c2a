"""A model server as the road sees it: an address, and the questions asked besides chatting."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

import httpx

from agent.errors import ModelError, ModelMissingError, ModelReplyError, ModelUnreachableError

JsonObject = dict[str, Any]
Kind = Literal["ollama", "builtin"]
OnPull = Callable[[str, int, int], None]

DEFAULT_ADDRESS = "http://127.0.0.1:11434"
_PORTS = {"http": 80, "https": 443}
_LOOPBACK = {"127.0.0.1", "localhost", "::1"}
_PROBE = httpx.Timeout(1.0, connect=0.5)
_ASK = httpx.Timeout(30.0, connect=2.0)
_PULL = httpx.Timeout(None, connect=5.0)


def normal_address(host: str) -> str:
    """Return a URL for what ``OLLAMA_HOST`` may hold: a name, a port, both, or a URL.

    A server's own ``0.0.0.0`` (all interfaces) is reached on loopback.
    """
    host = host.strip()
    if not host:
        return DEFAULT_ADDRESS
    if host.startswith(":"):
        host = f"127.0.0.1{host}"
    with_scheme = host if "://" in host else f"http://{host}"
    parts = urlsplit(with_scheme)
    port = parts.port or (_PORTS[parts.scheme] if "://" in host else 11434)
    name = "127.0.0.1" if parts.hostname in {None, "0.0.0.0"} else str(parts.hostname)  # noqa: S104
    name = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{name}:{port}{parts.path.rstrip('/')}"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, and the headers it wants. The headers are kept out of the repr."""

    url: str
    kind: Kind
    headers: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def local(self) -> bool:
        """Whether the server is on this machine."""
        return urlsplit(self.url).hostname in _LOOPBACK

    def client_arguments(self) -> dict[str, Any]:
        """Return what httpx needs.

        Loopback never goes through a proxy. No connection is kept open between calls, because
        ``ChatOllama`` has no way to close its clients.
        """
        limits = httpx.Limits(max_keepalive_connections=0)
        found = {"headers": self.headers, "trust_env": not self.local, "limits": limits}
        if self.local and self.url.startswith("http:"):
            found["verify"] = False  # no TLS here: reading the certificates takes 0.1 s a client
        return found


class Server:
    """Ollama's API but for chatting. Every error is a ``ModelError``."""

    def __init__(self, address: Address) -> None:
        """Connect when asked something, not before."""
        self.address = address

    def version(self) -> str:
        """Return the server's version, quickly.

        Raises:
            ModelUnreachableError: nothing answers, or something else than a model server.
        """
        return str(self._ask("GET", "/api/version", timeout=_PROBE).get("version", ""))

    def models(self) -> list[JsonObject]:
        """Return the rows of ``/api/tags``."""
        found: list[JsonObject] = self._ask("GET", "/api/tags").get("models") or []
        return found

    def show(self, name: str) -> JsonObject:
        """Return what the server knows of a model.

        Raises:
            ModelMissingError: it does not have it.
        """
        return self._ask("POST", "/api/show", {"model": name})

    def load(self, name: str, num_ctx: int, keep_alive: str | int) -> None:
        """Load a model before it is needed."""
        body: JsonObject = {
            "model": name,
            "messages": [],
            "keep_alive": keep_alive,
            "options": {"num_ctx": num_ctx, "num_batch": 64},
        }
        self._ask("POST", "/api/chat", body, timeout=httpx.Timeout(300.0, connect=2.0))

    def pull(self, name: str, on_progress: OnPull, cancelled: Callable[[], bool]) -> bool:
        """Fetch a model from the server's registry; False when ``cancelled``.

        ``on_progress`` gets a status and bytes done and in all, 0 when unknown.

        Raises:
            ModelMissingError: the registry does not have it.
            ModelUnreachableError: the server, or its way to the registry, is down.
        """
        with (
            self._errors(),
            self._client(_PULL) as client,
            client.stream("POST", "/api/pull", json={"model": name}) as answer,
        ):
            if answer.is_error:
                answer.read()
                raise _refusal(name, answer.text)
            for line in answer.iter_lines():
                if cancelled():
                    return False
                part = json.loads(line)
                if "error" in part:
                    raise _refusal(name, str(part["error"]))
                status = str(part.get("status", ""))
                on_progress(status, int(part.get("completed", 0)), int(part.get("total", 0)))
        return True

    def _client(self, timeout: httpx.Timeout) -> httpx.Client:
        arguments = self.address.client_arguments()
        return httpx.Client(base_url=self.address.url, timeout=timeout, **arguments)

    def _errors(self) -> _Errors:
        return _Errors(self.address.url)

    def _ask(
        self,
        method: str,
        path: str,
        body: JsonObject | None = None,
        *,
        timeout: httpx.Timeout = _ASK,
    ) -> JsonObject:
        with self._errors(), self._client(timeout) as client:
            answer = client.request(method, path, json=body)
            if answer.status_code == httpx.codes.NOT_FOUND and body is not None:
                name = str(body.get("model", ""))
                msg = f"The model server does not have {name!r}. Pull it or choose another."
                raise ModelMissingError(msg)
            if answer.is_error:
                msg = f"The model server at {self.address.url} refused {path}: {answer.text[:200]}"
                raise ModelReplyError(msg)
            found = answer.json()
            if not isinstance(found, dict):
                msg = f"What answers at {self.address.url} is no model server."
                raise ModelUnreachableError(msg)
            return found


class _Errors:
    """Turns httpx's errors and unreadable answers into the agent's."""

    def __init__(self, url: str) -> None:
        self._url = url

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (httpx.HTTPError, httpx.InvalidURL, ValueError)):
            msg = (
                f"No model server answers at {self._url}. Start Ollama there, or set "
                "GUIDEPOST_ENGINE=builtin to use the built-in model."
            )
            raise ModelUnreachableError(msg) from error


def _refusal(name: str, text: str) -> ModelError:
    if "file does not exist" in text or "not found" in text:
        return ModelMissingError(f"There is no model {name!r} to pull: {text}. Check its name.")
    return ModelUnreachableError(
        f"Pulling {name!r} failed: {text}. Check the network and try again; what was fetched stays."
    )
