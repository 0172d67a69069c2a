"""Ollama's request fields turned into llama.cpp's, with Ollama's complaints about wrong ones."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

from agent.models.engine.wire import JsonObject, WireError

DEFAULT_KEEP_ALIVE = timedelta(minutes=5)
FOR_EVER = timedelta(days=365 * 300)

# Ollama's option: llama.cpp's field, type, Go's name of the type, Ollama's default.
_SAMPLING: dict[str, tuple[str, type, str, Any]] = {
    "temperature": ("temperature", float, "float32", 0.8),
    "top_k": ("top_k", int, "integer", 40),
    "top_p": ("top_p", float, "float32", 0.9),
    "min_p": ("min_p", float, "float32", 0.0),
    "typical_p": ("typical_p", float, "float32", 1.0),
    "repeat_last_n": ("repeat_last_n", int, "integer", 64),
    "repeat_penalty": ("repeat_penalty", float, "float32", 1.1),
    "presence_penalty": ("presence_penalty", float, "float32", 0.0),
    "frequency_penalty": ("frequency_penalty", float, "float32", 0.0),
    "mirostat": ("mirostat", int, "integer", 0),
    "mirostat_tau": ("mirostat_tau", float, "float32", 5.0),
    "mirostat_eta": ("mirostat_eta", float, "float32", 0.1),
    "seed": ("seed", int, "integer", -1),
    "num_predict": ("n_predict", int, "integer", -1),
    "dry_multiplier": ("dry_multiplier", float, "float32", 0.0),
    "dry_base": ("dry_base", float, "float32", 1.75),
    "dry_allowed_length": ("dry_allowed_length", int, "integer", 2),
    "dry_penalty_last_n": ("dry_penalty_last_n", int, "integer", 256),
}
_OTHERS: dict[str, tuple[type, str]] = {
    "num_ctx": (int, "integer"),
    "num_batch": (int, "integer"),
    "num_thread": (int, "integer"),
    "num_keep": (int, "integer"),
    "num_gpu": (int, "integer"),
}
_MOST_LOGPROBS = 20
_REACHES_BACK = ("repeat_last_n", "dry_penalty_last_n")
_DURATION = re.compile(r"(-?\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)")
_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}

# What the compact grammar compiler surely knows; a schema with more takes the slower road, which
# refuses what it cannot hold instead of passing over it.
_KNOWN_KEYWORDS = {
    "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
    "enum", "const", "anyOf", "$ref", "$defs", "minLength", "maxLength", "minimum", "maximum",
    "title", "description", "default", "examples",
}  # fmt: skip

_VALUES = {"enum", "const", "default", "examples"}  # hold values, not schemas


def check_types(options: JsonObject) -> None:
    """Check the types of the options that are known; unknown ones are ignored, as Ollama does.

    Raises:
        WireError: 500, an option is of the wrong type.
    """
    known = {name: (kind, go_name) for name, (_, kind, go_name, _) in _SAMPLING.items()} | _OTHERS
    for name, (_, go_name) in known.items():
        value = options.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise WireError(500, f'option "{name}" must be of type {go_name}')
    _stops(options.get("stop"))


def sampling(options: JsonObject, num_ctx: int) -> JsonObject:
    """Return llama.cpp's sampling fields for checked options, Ollama's defaults filled in."""
    fields: JsonObject = {
        field: kind(options.get(name, default))
        for name, (field, kind, _, default) in _SAMPLING.items()
    }
    for field in _REACHES_BACK:
        if fields[field] < 0:  # Ollama: the whole window
            fields[field] = num_ctx
    fields["stop"] = _stops(options.get("stop"))
    return fields


def logprobs(body: JsonObject) -> JsonObject:
    """Return llama.cpp's field for a request that asks how likely its tokens were.

    Raises:
        WireError: 400, more candidates per token are asked for than are told.
    """
    top = body.get("top_logprobs") or 0
    if isinstance(top, bool) or not isinstance(top, int) or not 0 <= top <= _MOST_LOGPROBS:
        raise WireError(400, f"top_logprobs must be between 0 and {_MOST_LOGPROBS}")
    return {"n_probs": max(1, top)} if body.get("logprobs") else {}


def whole(options: JsonObject, name: str, default: int) -> int:
    """Return a checked whole-number option."""
    value = options.get(name)
    return default if value is None else int(value)


def _stops(value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    raise WireError(500, 'option "stop" must be of type array')


def keep_alive(value: object) -> timedelta:
    """Return how long the model stays loaded; negative means for ever.

    Raises:
        WireError: 400, the value is no duration.
    """
    if value is None:
        return DEFAULT_KEEP_ALIVE
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return FOR_EVER if value < 0 else timedelta(seconds=value)
    text = str(value)
    if text == "0":
        return timedelta(0)
    parts = _DURATION.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise WireError(400, f'time: invalid duration "{text}"')
    seconds = sum(float(number) * _UNITS[unit] for number, unit in parts)
    return FOR_EVER if seconds < 0 else timedelta(seconds=seconds)


def grammar(fmt: object) -> JsonObject:
    """Return llama.cpp's fields that hold a reply to ``format``.

    JSON is written without line breaks and indents, which halves its tokens.

    Raises:
        WireError: 500, it is neither "json" nor a schema.
    """
    if fmt is None or fmt == "":
        return {}
    if fmt == "json":
        return _compact({"type": "object"})
    if not isinstance(fmt, dict):
        text = json.dumps(json.dumps(fmt, ensure_ascii=False), ensure_ascii=False)
        raise WireError(
            500, f'invalid format: {text}; expected "json" or a valid JSON Schema object'
        )
    return _compact(fmt) if _known(fmt) else {"json_schema": fmt}


def _compact(schema: JsonObject) -> JsonObject:
    style = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
    text = json.dumps({**_closed(schema), "x-guidance": style}, ensure_ascii=False)
    return {"grammar": f"%llguidance {{}}\nstart: %json {text}"}


def _closed(node: Any) -> Any:  # noqa: ANN401 - any JSON
    """Return a schema whose objects hold nothing unnamed, as Ollama's grammar has it."""
    if isinstance(node, list):
        return [_closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    closed = {
        key: {name: _closed(child) for name, child in value.items()}
        if key in {"properties", "$defs"}
        else value
        if key in _VALUES
        else _closed(value)
        for key, value in node.items()
    }
    return {"additionalProperties": False, **closed} if "properties" in node else closed


def _known(node: object) -> bool:
    if isinstance(node, list):
        return all(_known(item) for item in node)
    if not isinstance(node, dict):
        return True
    for key, value in node.items():
        if key not in _KNOWN_KEYWORDS:
            return False
        if key in {"properties", "$defs"}:
            if not all(_known(child) for child in value.values()):
                return False
        elif key not in _VALUES and not _known(value):
            return False
    return True
