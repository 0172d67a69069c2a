"""Makes the chat model of a role: ``ChatOllama`` for either kind of server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

from agent.models.loop import loop_thread

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agent.models.server import Address

KEEP_ALIVE: dict[str, str | int] = {"ollama": "30m", "builtin": -1}
_TIMEOUT = httpx.Timeout(600.0, connect=5.0)  # the first token may be minutes away


def make_chat_model(address: Address, name: str) -> BaseChatModel:
    """Return a client for one model. Options come with each call, through the door."""
    from langchain_ollama import ChatOllama  # noqa: PLC0415 - 0.9 s, after the first paint

    arguments = {**address.client_arguments(), "timeout": _TIMEOUT}
    return ChatOllama(
        model=name,
        base_url=address.url,
        keep_alive=KEEP_ALIVE[address.kind],
        client_kwargs=arguments,
    )


def close_chat_model(model: BaseChatModel) -> None:
    """Close a client's connections; the asynchronous ones on the loop thread, where they live."""
    from langchain_ollama import ChatOllama  # noqa: PLC0415 - 0.9 s, after the first paint

    if isinstance(model, ChatOllama):
        model._client._client.close()
        loop_thread().start(model._async_client._client.aclose)
