"""A form made from a tool's JSON schema: one field per argument.

A field that nobody touched returns what stood there, of whatever type, so that a call that is
approved as it stands runs as it stands.
"""

from __future__ import annotations

import json
import logging
from math import isfinite
from typing import TYPE_CHECKING, Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from agent.ui import render
from agent.ui.argument_schema import choices, kind_of
from agent.ui.words import TABLE

if TYPE_CHECKING:
    from agent.approvals import Approval
    from agent.ui.view import View
    from agent.ui.words import Words

log = logging.getLogger(__name__)

LARGEST_NUMBER = 2**53
"""From here on a browser's numbers are no longer exact, and Streamlit refuses them."""


def argument_form(view: View, approval: Approval, arguments: dict[str, Any]) -> dict[str, Any]:
    """Draw a field per argument of the call and return the values as they stand."""
    schema = approval.payload.get("schema") or {}
    properties: dict[str, Any] = dict(schema.get("properties") or {})
    names = [*properties, *(name for name in arguments if name not in properties)]
    if not names:
        return arguments
    st.caption(view.words("card.arguments"))
    values: dict[str, Any] = {}
    tool = str(approval.payload.get("tool") or "")
    for name in names:
        spec = properties[name] if isinstance(properties.get(name), dict) else {}
        given = arguments.get(name, spec.get("default"))
        label = argument_label(view, tool, name)
        if name in schema.get("required", []):
            label += " *"
        # a label in our words says what the description says, in the page's language
        hint = "" if _is_own(tool, name) else str(spec.get("description") or "")
        field = _Field(view.words, f"argument_{approval.id}_{name}", label, hint, spec)
        value = field.draw(given, schema)
        if name in arguments or (value not in ("", None) and value != given):
            values[name] = value
    return values


def argument_label(view: View, tool: str, name: str) -> str:
    """Return what an argument is called on the page: our own tools' in words, others' readable."""
    if _is_own(tool, name):
        return view.words(f"argument.{name}")
    return name.replace("_", " ").strip().capitalize()


def _is_own(tool: str, name: str) -> bool:
    """Say whether the page has words for the argument: a tool of others means its own by it."""
    return f"tool.{tool}" in TABLE and f"argument.{name}" in TABLE


class _Field:
    """One argument's field. Each way to draw it returns ``given`` where nothing was changed."""

    def __init__(self, words: Words, key: str, label: str, hint: str, spec: dict[str, Any]) -> None:
        self.words, self.key, self.spec = words, key, spec
        self.label = render.plain(label)
        self.hint = render.plain(hint) or None

    def draw(self, given: Any, schema: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
        """Draw the field; one that cannot be drawn as what it is becomes text."""
        try:
            return self._draw(given, schema)
        except (StreamlitAPIException, ValueError, TypeError, OverflowError) as error:
            log.warning("the field %s is drawn as text: %s", self.key, error)
            return self._json(given, f"{self.key}_text")

    def _draw(self, given: Any, schema: dict[str, Any]) -> Any:  # noqa: ANN401 - JSON
        kind = kind_of(self.spec, schema, given)
        options = choices(self.spec, schema)
        if options or (kind == "boolean" and given is None):
            return self._choice(options or [True, False], given)
        match kind:
            case "boolean" if isinstance(given, bool):
                return st.checkbox(self.label, value=given, key=self.key, help=self.hint)
            case "integer" | "number" if given is None or _is_number(given, kind):
                return self._number(given, kind)
            case "string" if not isinstance(given, list | dict):
                return self._text(given)
        return self._json(given, self.key)

    def _choice(self, options: list[Any], given: Any) -> Any:  # noqa: ANN401 - JSON
        """Draw a list to choose from; a value that is not among its options stays in sight."""
        shown = [*options] if given is None or given in options else [*options, given]
        place = shown.index(given) if given in shown else None
        chosen = st.selectbox(
            self.label, shown, index=place, key=self.key, help=self.hint,
            format_func=self._option, placeholder="–",
        )  # fmt: skip
        return given if chosen == given else chosen

    def _option(self, value: object) -> str:
        if isinstance(value, bool):
            return self.words("card.yes" if value else "card.no")
        return "–" if value is None else str(value)

    def _number(self, given: float | None, kind: str) -> float | None:
        """Draw a number; a decimal one with all its places, which the usual format would round."""
        label, key, hint = self.label, self.key, self.hint
        if kind == "integer":
            whole = None if given is None else int(given)
            return st.number_input(label, value=whole, step=1, key=key, help=hint)
        shown = None if given is None else float(given)
        value = st.number_input(label, value=shown, format="%g", key=key, help=hint)
        return given if value == shown else value

    def _text(self, given: Any) -> Any:  # noqa: ANN401 - JSON
        shown = "" if given is None else str(given)
        draw = st.text_area if "\n" in shown else st.text_input
        text = draw(self.label, value=shown, key=self.key, help=self.hint)
        return given if text == shown else text

    def _json(self, given: Any, key: str) -> Any:  # noqa: ANN401 - JSON
        """Draw a value as JSON; what cannot be read is passed on as text for the check."""
        shown = "" if given is None else json.dumps(given, ensure_ascii=key != self.key)
        text = st.text_area(self.label, value=shown, key=key, help=self.hint, height=80)
        if text == shown:
            return given
        try:
            return json.loads(text) if text else None
        except ValueError:
            return text


def _is_number(given: Any, kind: str) -> bool:  # noqa: ANN401 - JSON
    """Say whether a number field can hold the value as it is."""
    if isinstance(given, int) and not isinstance(given, bool):
        return abs(given) < LARGEST_NUMBER
    return kind == "number" and isinstance(given, float) and isfinite(given)
