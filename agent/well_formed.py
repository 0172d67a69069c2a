"""Texts that can be stored: what comes from outside may hold half of a surrogate pair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel


def well_formed(text: str) -> str:
    """Return a text with lone surrogates replaced by U+FFFD, and pairs made one character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def all_well_formed(value: Any) -> Any:  # noqa: ANN401 - plain data of any shape
    """Return plain data with every text in it well formed; a model comes back as plain data."""
    match value:
        case str():
            return well_formed(value)
        case BaseModel():
            return all_well_formed(value.model_dump())
        case Mapping():
            return {all_well_formed(name): all_well_formed(one) for name, one in value.items()}
        case list() | tuple():
            return [all_well_formed(one) for one in value]
        case _:
            return value
