"""A form made from a tool's JSON schema: one field per argument."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import streamlit as st

from agent.ui import render

if TYPE_CHECKING:
    from agent.approvals import Approval
    from agent.ui.view import View


def argument_form(view: View, approval: Approval, arguments: dict[str, Any]) -> dict[str, Any]:
    """Draw a field per argument of the call and return the values as they stand."""
    schema = approval.payload.get("schema") or {}
    properties: dict[str, Any] = dict(schema.get("properties") or {})
    names = [*properties, *(name for name in arguments if name not in properties)]
    if not names:
        return arguments
    st.caption(view.words("card.arguments"))
    values: dict[str, Any] = {}
    for name in names:
        spec = properties.get(name, {})
        given = arguments.get(name, spec.get("default"))
        label = argument_label(view, name)
        if name in schema.get("required", []):
            label += " *"
        value = _field(f"argument_{approval.id}_{name}", label, spec, given)
        if name in arguments or (value not in ("", None) and value != spec.get("default")):
            values[name] = value
    return values


def argument_label(view: View, name: str) -> str:
    """Return what an argument is called on the page: our own tools' in words, others' readable."""
    return view.words.known(f"argument.{name}", name.replace("_", " ").strip().capitalize())


def _field(key: str, name: str, spec: dict[str, Any], given: Any) -> Any:  # noqa: ANN401 - JSON
    label = render.plain(name)
    hint = render.plain(str(spec.get("description") or "")) or None
    kind = _kind(spec, given)
    if spec.get("enum"):
        options = list(spec["enum"])
        place = options.index(given) if given in options else None
        return st.selectbox(label, options, index=place, key=key, help=hint)
    if kind == "boolean":
        return st.checkbox(label, value=bool(given), key=key, help=hint)
    if kind == "integer":
        whole = int(given) if isinstance(given, int | float) else None
        return st.number_input(label, value=whole, step=1, key=key, help=hint)
    if kind == "number":
        number = float(given) if isinstance(given, int | float) else None
        return st.number_input(label, value=number, key=key, help=hint)
    if kind in ("array", "object"):
        return _json_field(key, label, hint, given)
    return st.text_input(label, value="" if given is None else str(given), key=key, help=hint)


def _json_field(key: str, label: str, hint: str | None, given: Any) -> Any:  # noqa: ANN401 - JSON
    """Draw structured values as JSON; what cannot be read is passed on as text for the check."""
    shown = "" if given is None else json.dumps(given, ensure_ascii=False)
    text = st.text_area(label, value=shown, key=key, help=hint, height=80)
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text


def _kind(spec: dict[str, Any], given: Any) -> str:  # noqa: ANN401 - JSON
    """Return the JSON type of a field; of a union, its first type that is not null."""
    if isinstance(spec.get("type"), str):
        return str(spec["type"])
    for option in spec.get("anyOf") or []:
        if option.get("type") not in (None, "null"):
            return str(option["type"])
    if isinstance(given, bool):
        return "boolean"
    if isinstance(given, list | dict):
        return "array"
    return "string"
