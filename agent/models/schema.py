"""JSON schemas for replies that code reads: made plain for a grammar, and checked afterwards.

Only what the schemas of this project use is known: object, array, string, number, integer,
boolean, null, enum, const, anyOf, required, limits and ``$ref`` into ``$defs``.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

JsonObject = dict[str, Any]

_WORDS_FOR_READERS = {"title", "description", "default", "examples", "$defs"}
_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_FENCE = re.compile(r"^```(?:json)?\s*(.*?)\s*```$", re.DOTALL)


def schema_of(model: type[BaseModel]) -> JsonObject:
    """Return the model's schema as a grammar needs it: references resolved, words left out."""
    full = model.model_json_schema()
    plain = _plain(full, full.get("$defs", {}))
    if not isinstance(plain, dict):
        msg = f"{model.__name__!r} has no object schema"
        raise TypeError(msg)
    return plain


def _plain(node: object, defs: JsonObject) -> object:
    if isinstance(node, list):
        return [_plain(item, defs) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _plain(defs[str(node["$ref"]).rpartition("/")[2]], defs)
    plain: JsonObject = {}
    for key, value in node.items():
        if key == "properties":
            plain[key] = {name: _plain(child, defs) for name, child in value.items()}
        elif key in {"enum", "const"}:
            plain[key] = value
        elif key not in _WORDS_FOR_READERS:
            plain[key] = _plain(value, defs)
    return plain


def read_json(text: str) -> object:
    """Read the JSON value of a reply, fenced or with words around it.

    Raises:
        ValueError: there is none.
    """
    bare = text.strip()
    if fenced := _FENCE.match(bare):
        bare = fenced.group(1)
    try:
        return json.loads(bare)
    except ValueError:
        start, end = bare.find("{"), bare.rfind("}")
        if start < 0 or end < start:
            raise
        return json.loads(bare[start : end + 1])


def faults(value: object, schema: JsonObject, where: str = "the reply") -> str:
    """Return the first fault of ``value`` against ``schema`` in words, or an empty string."""
    if "anyOf" in schema:
        found = [faults(value, option, where) for option in schema["anyOf"]]
        return "" if "" in found else found[0]
    return _wrong_value(value, schema, where) or _wrong_inside(value, schema, where)


def _wrong_value(value: object, schema: JsonObject, where: str) -> str:
    if "const" in schema and value != schema["const"]:
        return f"{where} must be {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{where} must be one of {schema['enum']!r}"
    kind = schema.get("type")
    if isinstance(kind, str):
        of_kind = isinstance(value, _TYPES[kind])
        if not of_kind or (isinstance(value, bool) and kind != "boolean"):
            return f"{where} must be of type {kind}"
    return ""


def _wrong_inside(value: object, schema: JsonObject, where: str) -> str:
    if isinstance(value, dict):
        return _faults_of_object(value, schema, where)
    if isinstance(value, list):
        return _faults_of_array(value, schema, where)
    if isinstance(value, str):
        return _out_of(len(value), schema, "Length", f"the length of {where}")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _out_of(value, schema, "imum", where)
    return ""


def _faults_of_object(value: JsonObject, schema: JsonObject, where: str) -> str:
    properties: JsonObject = schema.get("properties", {})
    for name in schema.get("required", []):
        if name not in value:
            return f"{where} lacks {name!r}"
    for name, child in value.items():
        if name in properties:
            if fault := faults(child, properties[name], f"{name!r}"):
                return fault
        elif schema.get("additionalProperties") is False:
            return f"{where} must not hold {name!r}"
    return ""


def _faults_of_array(value: list[Any], schema: JsonObject, where: str) -> str:
    if fault := _out_of(len(value), schema, "Items", f"the number of items of {where}"):
        return fault
    each: JsonObject = schema.get("items", {})
    return next((fault for item in value if (fault := faults(item, each, where))), "")


def _out_of(amount: float, schema: JsonObject, suffix: str, what: str) -> str:
    low, high = schema.get(f"min{suffix}"), schema.get(f"max{suffix}")
    if low is not None and amount < low:
        return f"{what} must be at least {low}"
    if high is not None and amount > high:
        return f"{what} must be at most {high}"
    return ""
