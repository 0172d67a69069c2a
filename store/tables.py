"""Schemas of the library's tables, and their version.

    documents   one row per document; written last, so that a row means a whole document
    pages       one row per page: stored text and health
    articles    one row per article of a structured document
    passages    the indexed pieces; ``words`` is the text index's column, one vector column per
                embedder, null until embedded
    summaries   summaries of conversations
    meta        key and value: schema version, embedder

Passages point to documents; a passage whose document has no row is invisible and is cleaned up.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyarrow import Schema

SCHEMA_VERSION = 1


@cache
def documents_schema() -> Schema:
    """Return the schema of ``documents``."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    return pa.schema(
        [
            ("id", pa.string()),
            ("name", pa.string()),
            ("kind", pa.string()),
            ("stage", pa.string()),
            ("pages", pa.int32()),
            ("passages", pa.int32()),
            ("size_bytes", pa.int64()),
            ("language", pa.string()),
            ("added_at", pa.float64()),
            ("dated", pa.string()),
            ("warnings", pa.list_(pa.string())),
            ("format", pa.string()),
            ("file", pa.string()),
            ("about", pa.string()),
        ]
    )


@cache
def pages_schema() -> Schema:
    """Return the schema of ``pages``."""
    import pyarrow as pa  # noqa: PLC0415

    return pa.schema(
        [
            ("document_id", pa.string()),
            ("page", pa.int32()),
            ("label", pa.string()),
            ("text", pa.string()),
            ("script_share", pa.float32()),
            ("image_only", pa.bool_()),
            ("engine", pa.string()),
            ("warnings", pa.list_(pa.string())),
        ]
    )


@cache
def articles_schema() -> Schema:
    """Return the schema of ``articles``."""
    import pyarrow as pa  # noqa: PLC0415

    return pa.schema(
        [
            ("document_id", pa.string()),
            ("ordinal", pa.int32()),
            ("number", pa.string()),
            ("title", pa.string()),
            ("text", pa.string()),
            ("page", pa.int32()),
        ]
    )


@cache
def passages_schema() -> Schema:
    """Return the schema of ``passages`` before any vector column is added."""
    import pyarrow as pa  # noqa: PLC0415

    return pa.schema(
        [
            ("id", pa.string()),
            ("document_id", pa.string()),
            ("ordinal", pa.int32()),
            ("page", pa.int32()),
            ("label", pa.string()),
            ("start", pa.int32()),
            ("end", pa.int32()),
            ("text", pa.string()),
            ("heading", pa.string()),
            ("article", pa.string()),
            ("language", pa.string()),
            ("dated", pa.string()),
            ("fields", pa.list_(pa.string())),
            ("words", pa.string()),
        ]
    )


@cache
def summaries_schema() -> Schema:
    """Return the schema of ``summaries`` before any vector column is added."""
    import pyarrow as pa  # noqa: PLC0415

    return pa.schema(
        [
            ("id", pa.string()),
            ("thread_id", pa.string()),
            ("text", pa.string()),
            ("created_at", pa.float64()),
            ("first_message_id", pa.string()),
            ("last_message_id", pa.string()),
            ("words", pa.string()),
        ]
    )


@cache
def meta_schema() -> Schema:
    """Return the schema of ``meta``."""
    import pyarrow as pa  # noqa: PLC0415

    return pa.schema([("key", pa.string()), ("value", pa.string())])


def quoted(value: str) -> str:
    """Return the value as an SQL string literal."""
    return "'" + value.replace("'", "''") + "'"


def any_of(column: str, values: list[str] | tuple[str, ...]) -> str:
    """Return the SQL condition that the column holds one of the values; none matches nothing."""
    if not values:
        return "false"
    return f"{column} IN ({', '.join(quoted(value) for value in values)})"
