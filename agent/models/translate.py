"""The door's border to third-party errors: what a client or server raises becomes a ModelError.

Ollama being down looks like three things: ``httpx.ConnectError`` in a chat, the builtin
``ConnectionError`` elsewhere, ``ollama.ResponseError`` for everything a server answers.
"""

from __future__ import annotations

from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING

import httpx
import ollama

from agent.errors import (
    ModelBrokenOffError,
    ModelError,
    ModelMissingError,
    ModelReplyError,
    ModelUnreachableError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def translated(model: str, partial: Callable[[], str] = str) -> Iterator[None]:
    """Turn the client's errors into the agent's, naming ``model`` and keeping the partial text.

    Raises:
        ModelUnreachableError: no server took the request.
        ModelMissingError: the server does not have the model.
        ModelBrokenOffError: the connection or the model's process ended in mid-call.
        ModelReplyError: the server refused the request.
    """
    try:
        yield
    except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        raise _unreachable(model) from error
    except httpx.HTTPError as error:  # read errors, a closed connection, half a chunk
        raise _broken_off(model, partial()) from error
    except ConnectionError as error:
        raise (_broken_off(model, partial()) if partial() else _unreachable(model)) from error
    except ollama.ResponseError as error:
        raise _refused(model, error, partial()) from error
    except ValueError as error:
        if "No data received" not in str(error) and "No generation" not in str(error):
            raise
        raise _broken_off(model, partial()) from error


def _unreachable(model: str) -> ModelUnreachableError:
    return ModelUnreachableError(
        f"The model server for {model!r} does not answer. Start Ollama, or set "
        "GUIDEPOST_ENGINE=builtin to use the built-in model, and try again."
    )


def _broken_off(model: str, partial: str) -> ModelBrokenOffError:
    return ModelBrokenOffError(
        f"The model {model!r} broke off in mid-answer. What had come is kept; try again.", partial
    )


def _refused(model: str, error: ollama.ResponseError, partial: str) -> ModelError:
    text = error.error
    if error.status_code == HTTPStatus.NOT_FOUND:
        return ModelMissingError(
            f"The model server does not have {model!r}. Pull it (`ollama pull {model}`) or choose "
            "another in Settings."
        )
    if error.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        return ModelUnreachableError(
            f"The model server for {model!r} is busy ({text}). Try again in a moment."
        )
    if "terminated" in text or error.status_code == -1:
        return _broken_off(model, partial)
    return ModelReplyError(f"The model server refused the call to {model!r}: {text}")
