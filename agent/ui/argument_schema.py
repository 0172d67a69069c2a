"""What an argument's JSON schema says of its field: its choices, and its type.

Schemas come from tools of any making: unions, lists of types and references are all followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    JsonObject = dict[str, Any]

_UNIONS = ("anyOf", "oneOf", "allOf")
_DEEPEST = 8
_TYPES: tuple[tuple[str, type | tuple[type, ...]], ...] = (
    ("boolean", bool),
    ("integer", int),
    ("number", (int, float)),
    ("string", str),
    ("array", list),
    ("object", dict),
)
"""In this order: a boolean is an integer to Python, and an integer is a number to JSON."""


def choices(spec: JsonObject, schema: JsonObject) -> list[Any]:
    """Return the values to choose from, None among them where that is one; empty for any value."""
    found: list[Any] = []
    for part in _alternatives(spec, schema):
        if part.get("type") == "null":
            found.append(None)
        elif "const" in part:
            found.append(part["const"])
        elif isinstance(part.get("enum"), list):
            found += part["enum"]
        else:
            return []
    chosen = [value for place, value in enumerate(found) if value not in found[:place]]
    return chosen if any(value is not None for value in chosen) else []


def kind_of(spec: JsonObject, schema: JsonObject, given: object) -> str:
    """Return the JSON type of a field: of several, the one that the value is of, or the first."""
    kinds = [kind for part in _alternatives(spec, schema) for kind in _types(part)]
    kinds = [kind for kind in kinds if kind != "null"]
    of_value = [kind for kind, form in _TYPES if isinstance(given, form)]
    if isinstance(given, bool):
        of_value = ["boolean"]
    if not kinds:
        return of_value[0] if of_value else "string"
    return next((kind for kind in of_value if kind in kinds), kinds[0])


def _types(part: JsonObject) -> list[str]:
    kind = part.get("type")
    return [kind] if isinstance(kind, str) else list(kind) if isinstance(kind, list) else []


def _alternatives(spec: JsonObject, schema: JsonObject, depth: int = 0) -> Iterator[JsonObject]:
    """Yield the schemas of which a value has to fit one, references followed."""
    if "$ref" in spec and depth < _DEEPEST:
        yield from _alternatives(_referred(str(spec["$ref"]), schema), schema, depth + 1)
        return
    union = next((spec[name] for name in _UNIONS if isinstance(spec.get(name), list)), None)
    if union is None or depth >= _DEEPEST:
        yield spec
        return
    for part in union:
        if isinstance(part, dict):
            yield from _alternatives(part, schema, depth + 1)


def _referred(reference: str, schema: JsonObject) -> JsonObject:
    """Return the part of the schema that ``#/$defs/Name`` points to, empty if there is none."""
    found: Any = schema
    for name in reference.removeprefix("#/").split("/"):
        found = found.get(name) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}
