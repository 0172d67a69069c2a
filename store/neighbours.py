"""Passages that touch on one page, joined for reading."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from store.records import Hit, Passage


def merge_neighbours(hits: Iterable[Hit]) -> list[Passage]:
    """Join passages that touch on one page, best first, for reading."""
    merged: list[Passage] = []
    for hit in hits:
        merged = _merge_into(merged, hit.passage)
    return merged


def _merge_into(merged: list[Passage], new: Passage) -> list[Passage]:
    for index, old in enumerate(merged):
        if (old.document_id, old.page) != (new.document_id, new.page):
            continue
        if old.start <= new.start and new.end <= old.end:
            return merged
        if new.start == old.end:
            joined = replace(old, end=new.end, text=old.text + new.text)
        elif new.end == old.start:
            joined = replace(old, start=new.start, text=new.text + old.text)
        else:
            continue
        return _merge_into([*merged[:index], *merged[index + 1 :]], joined)
    return [*merged, new]
