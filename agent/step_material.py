"""What of a step's findings its writer is given: texts that speak of the request.

A search for a step's words always finds something near them. A passage becomes material only if it
speaks of what the whole request is about, so that a rule on parking never ends up in a script.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.citations.terms import Words, content_stems, coverage
from agent.step_results import judge_call
from agent.tools.choosing import SEARCHES, speaks_of_services
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.state import JsonObject
    from store.library import Library
    from store.records import Passage

_OF_REQUEST = 0.18
_OF_STEP = 0.5
_SURELY = 0.5
_MATERIAL = 700
_TOTAL = 2400
_SERVICE_KINDS = ("catalogue", "report")
_KIND_WORDS = {
    "contract": "내 계약서 my contract agreement",
    "standard": "표준 계약서 standard contract agreement",
    "policy": "규정 규칙 policy rules handbook",
}


class StepMaterial:
    """Judges passages for one step of one request."""

    def __init__(self, library: Library, request: str, step: str, *, bound: bool) -> None:
        """Take the request and the step; in a ``bound`` conversation every passage counts."""
        self._library = library
        self._request = content_stems(request)
        self._step = content_stems(step)
        self._services = speaks_of_services(step)
        self._bound = bound

    def texts(self, results: Sequence[JsonObject]) -> list[str]:
        """Return the texts of usable results, cut to what a small window holds."""
        lines: list[str] = []
        left = _TOTAL
        for row in results:
            if not judge_call(row).ok:
                continue
            searched = row["tool"] in SEARCHES and row.get("data")
            for text in self._passages(row) if searched else [str(row["text"])]:
                shown = text[: min(_MATERIAL, left)]
                left -= len(shown)
                lines += [shown] if shown else []
        return lines

    def sources(self, results: Sequence[JsonObject]) -> list[str]:
        """Return the ids of the passages that count as material, in order."""
        rows = [p for row in results if judge_call(row).ok for p in _found(row)]
        searched = {
            str(p["passage_id"]) for r in results if r["tool"] in SEARCHES for p in _found(r)
        }
        names = dict.fromkeys(str(p["passage_id"]) for p in rows if self._counts(p, searched))
        return list(names)

    def _counts(self, found: JsonObject, searched: set[str]) -> bool:
        return str(found["passage_id"]) not in searched or self._passage(found) is not None

    def _passages(self, row: JsonObject) -> list[str]:
        kept = [p for found in _found(row) if (p := self._passage(found)) is not None]
        return [f"{p.document} p.{p.page}: {p.text}" for p in kept]

    def _passage(self, found: JsonObject) -> Passage | None:
        """Return the passage of a search's hit if it counts as material."""
        try:
            passage = self._library.passage(str(found["passage_id"]))
        except StoreError:
            return None
        if passage is None or (passage.kind in _SERVICE_KINDS and not self._services):
            return None
        name = passage.document.rsplit(".", 1)[0].replace("_", " ")
        told = f"{passage.heading} {passage.text}"
        whole = Words(f"{name} {_KIND_WORDS.get(passage.kind, '')} {told}")
        near = (
            self._bound
            or coverage(self._request, whole) >= _OF_REQUEST
            or coverage(self._step, Words(told)) >= _OF_STEP
            or float(found.get("score", 0.0)) >= _SURELY
        )
        return passage if near else None


def _found(row: JsonObject) -> list[JsonObject]:
    data = row.get("data") or {}
    return list(data.get("passages", [])) if data.get("verdict") != "none" else []
