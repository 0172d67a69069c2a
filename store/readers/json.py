"""JSON catalogues: a list of records, or an object that holds one; every field is text.

Each record becomes lines ``field: value``; its scalar fields can be filtered.
"""

from __future__ import annotations

import json
import re
from typing import Any

from store.errors import NotReadableError
from store.readers.source import ReadPage, ReadRecord, ReadSource, clean
from store.readers.text import decode

_NAMES = (
    "name", "title", "이름", "명칭", "제목", "서비스명", "제품명", "도구명", "서비스 이름",
    "제품 이름", "도구 이름", "service_name", "product_name", "tool_name", "service", "product",
    "tool", "서비스", "제품", "도구", "name_ko", "name_en", "label", "id",
)  # fmt: skip
_GROUPED = re.compile(
    r"services?|items?|tools?|products?|entries|records|list|서비스|도구|제품|항목|목록",
    re.IGNORECASE,
)
_OF_A_GROUP = 3
"""Fields at most beside the list of a group; a record with a list of its own has more."""
_DATES = (
    "updated",
    "updated_at",
    "date",
    "as_of",
    "dated",
    "checked",
    "last_updated",
    "기준일",
    "날짜",
    "작성일",
)
_ISO = re.compile(r"\d{4}-\d{2}(?:-\d{2})?")
_MAX_DEPTH = 200


def read_json(data: bytes, name: str) -> ReadSource:
    """Return the records as one page.

    Raises:
        NotReadableError: not JSON (line and column are named), or nested beyond reason.
    """
    text = decode(data, name)
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        message = (
            f"{name!r} is not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        )
        raise NotReadableError(message) from error
    except RecursionError as error:
        message = f"{name!r} is nested too deeply to be a catalogue."
        raise NotReadableError(message) from error
    header, records = _records(value)
    return _render(header, records)


def _records(value: object) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """Return the fields outside and the records inside, each with the name of its list."""
    if isinstance(value, list):
        return {}, [("", item) for item in value]
    if not isinstance(value, dict):
        return {}, [("", value)]
    lists = {
        k: v
        for k, v in value.items()
        if isinstance(v, list) and any(isinstance(i, dict) for i in v)
    }
    if lists:
        rest = {k: v for k, v in value.items() if k not in lists}
        found = [
            (key, one)
            for key, items in lists.items()
            for item in items
            for one in _records_in(item)
        ]
        return rest, found
    if value and all(isinstance(v, dict) for v in value.values()):
        return {}, [one for key, item in value.items() for one in _under(key, item)]
    return {}, [("", value)]


def _under(key: str, item: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the records that stand under a key: those of a group, or one that the key names."""
    if _grouped(item):
        return [(key, one) for one in _records_in(item)]
    return [("", {"name": key, **item})]


def _grouped(item: object) -> str:
    """Return the key under which a group of records holds them, empty where it is a record."""
    if not isinstance(item, dict) or len(item) > _OF_A_GROUP + 1:
        return ""
    keys = [
        key
        for key, value in item.items()
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value)
    ]
    return str(keys[0]) if len(keys) == 1 and _GROUPED.fullmatch(str(keys[0])) else ""


def _records_in(item: object) -> list[object]:
    """Return the records of a group, each with what stands beside their list; or the item."""
    key = _grouped(item)
    if not key or not isinstance(item, dict):
        return [item]
    beside = {name: value for name, value in item.items() if name != key}
    about = {f"group_{name}" if name in _NAMES else name: value for name, value in beside.items()}
    return [{**one, **{k: v for k, v in about.items() if k not in one}} for one in item[key]]


def _render(header: dict[str, Any], records: list[tuple[str, Any]]) -> ReadSource:
    parts: list[str] = []
    placed: list[ReadRecord] = []
    at = 0
    outer_date = _date_of(header)
    if header:
        text = "\n".join(_lines(header)) + "\n\n"
        parts.append(text)
        placed.append(ReadRecord(0, len(text), "", (), outer_date))
        at = len(text)
    for group, record in records:
        fields = record if isinstance(record, dict) else {"value": record}
        text = "\n".join(_lines(fields)) + "\n\n"
        parts.append(text)
        placed.append(
            ReadRecord(
                start=at,
                end=at + len(text),
                heading=_name_of(fields),
                fields=_scalars({**({"list": group} if group else {}), **fields}),
                dated=_date_of(fields) or outer_date,
            )
        )
        at += len(text)
    page = ReadPage(page=1, text="".join(parts), engine="json")
    return ReadSource(format="json", pages=(page,), records=tuple(placed))


def _lines(fields: dict[str, Any], prefix: str = "", depth: int = 0) -> list[str]:
    lines: list[str] = []
    for key, value in fields.items():
        label = clean(f"{prefix}{key}")
        if isinstance(value, dict) and value and depth < _MAX_DEPTH:
            lines.extend(_lines(value, f"{label}.", depth + 1))
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            for number, item in enumerate(value, 1):
                inner = item if isinstance(item, dict) else {"value": item}
                lines.extend(_lines(inner, f"{label}.{number}.", depth + 1))
        else:
            lines.append(f"{label}: {_scalar(value)}")
    return lines


def _scalar(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(_scalar(item) for item in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "-"
    return clean(str(value)).replace("\n", " ").strip()


def _scalars(fields: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    pairs: list[tuple[str, str]] = []
    for key, value in fields.items():
        items = value if isinstance(value, list) else [value]
        pairs.extend(
            (clean(str(key)), _scalar(item)) for item in items if not isinstance(item, dict | list)
        )
    return tuple(pairs)


def _name_of(fields: dict[str, Any]) -> str:
    lowered = {str(key).lower(): value for key, value in fields.items()}
    for key in _NAMES:
        value = lowered.get(key)
        if isinstance(value, dict):  # one name a language
            value = next((v for v in value.values() if isinstance(v, str)), None)
        if isinstance(value, str) and value.strip():
            return clean(value).strip()
    return next(
        (clean(v).strip() for v in fields.values() if isinstance(v, str) and v.strip()), ""
    )[:80]


def _date_of(fields: dict[str, Any]) -> str:
    lowered = {str(key).lower(): value for key, value in fields.items()}
    for key in _DATES:
        found = _ISO.match(str(lowered.get(key, "")))
        if found:
            return found.group()
    return ""
