"""Arguments and results as the checkpoint, the log and the files can hold them."""

from __future__ import annotations

from agent.well_formed import well_formed

_INTEGERS = range(-(2**63), 2**63)


def storable(value: object) -> object:
    """Return a plain value without half characters; integers beyond 64 bits become their digits."""
    if isinstance(value, str):
        return well_formed(value)
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [storable(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool) and value not in _INTEGERS:
        return str(value)
    return value


def storable_object(value: dict[str, object]) -> dict[str, object]:
    """Return a plain object made fit to be stored, as ``storable`` does it."""
    return {well_formed(key): storable(item) for key, item in value.items()}
