"""Every error of a client or server becomes one of the agent's."""

import httpx
import ollama
import pytest

from agent.errors import (
    ModelBrokenOffError,
    ModelError,
    ModelMissingError,
    ModelReplyError,
    ModelUnreachableError,
)
from agent.models.translate import translated

REQUEST = httpx.Request("POST", "http://127.0.0.1/api/chat")

MAPPED = [
    (httpx.ConnectError("refused"), ModelUnreachableError),
    (httpx.ConnectTimeout("slow"), ModelUnreachableError),
    (httpx.PoolTimeout("full"), ModelUnreachableError),
    (ConnectionError("refused"), ModelUnreachableError),
    (ConnectionResetError("reset"), ModelUnreachableError),
    (httpx.ReadTimeout("slow"), ModelBrokenOffError),
    (httpx.ReadError("reset"), ModelBrokenOffError),
    (httpx.WriteError("reset"), ModelBrokenOffError),
    (httpx.RemoteProtocolError("incomplete chunked read"), ModelBrokenOffError),
    (ollama.ResponseError("model 'x' not found", 404), ModelMissingError),
    (ollama.ResponseError("server busy", 503), ModelUnreachableError),
    (ollama.ResponseError("llama runner process has terminated", 500), ModelBrokenOffError),
    (ollama.ResponseError("option x must be of type integer", 500), ModelReplyError),
    (ollama.ResponseError("does not support thinking", 400), ModelReplyError),
    (ollama.ResponseError("an error in mid-stream"), ModelBrokenOffError),
    (ValueError("No data received from Ollama stream."), ModelBrokenOffError),
    (ValueError("No generation chunks were returned"), ModelBrokenOffError),
]


@pytest.mark.parametrize(("error", "expected"), MAPPED, ids=lambda value: repr(value)[:50])
def test_client_error_is_translated_and_names_the_model(
    error: Exception, expected: type[ModelError]
):
    with pytest.raises(expected) as caught, translated("little-model"):
        raise error
    assert type(caught.value) is expected
    assert "little-model" in str(caught.value)
    assert caught.value.__cause__ is error


def test_every_httpx_transport_error_is_covered():
    kinds = [k for k in _all_subclasses(httpx.HTTPError) if k.__module__.startswith("httpx")]
    assert len(kinds) > 10
    for kind in kinds:
        error = (
            kind("x", request=REQUEST, response=httpx.Response(500))
            if kind is httpx.HTTPStatusError
            else kind("x")
        )
        with pytest.raises(ModelError), translated("m"):
            raise error


def test_broken_off_error_keeps_the_partial_text():
    with pytest.raises(ModelBrokenOffError) as caught, translated("m", lambda: "half a sent"):
        raise httpx.ReadError("reset")  # noqa: EM101 - an error of the client's, not ours
    assert caught.value.partial == "half a sent"


def test_error_of_our_own_code_passes_untouched():
    with pytest.raises(ValueError, match="ours"), translated("m"):
        raise ValueError("ours")  # noqa: EM101 - nobody reads it


def _all_subclasses(kind: type) -> set[type]:
    found = set(kind.__subclasses__())
    return found.union(*(_all_subclasses(child) for child in found))
