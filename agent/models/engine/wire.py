"""Ollama's framing: times, durations, JSON and NDJSON answers, error bodies."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from starlette.responses import JSONResponse, Response

JsonObject = dict[str, Any]

VERSION = "0.9.3"  # of the API that is spoken


class WireError(Exception):
    """An error a client sees: a status and Ollama's own sentence."""

    def __init__(self, status: int, text: str) -> None:
        """Keep status and sentence."""
        super().__init__(text)
        self.status = status
        self.text = text


def stamp(at: datetime | None = None) -> str:
    """Return a time as RFC 3339 in UTC."""
    return (at or datetime.now(UTC)).isoformat().replace("+00:00", "Z")


def nanoseconds(seconds: float) -> int:
    """Return a duration as Ollama gives it."""
    return int(seconds * 1e9)


def dump(value: JsonObject) -> bytes:
    """Return compact UTF-8 JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class OllamaJSON(JSONResponse):
    """A whole JSON answer with Ollama's content type."""

    media_type = "application/json; charset=utf-8"

    def render(self, content: object) -> bytes:
        """Return compact JSON without a newline at the end."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def error_response(error: WireError) -> Response:
    """Return Ollama's error body."""
    return OllamaJSON({"error": error.text}, status_code=error.status)
