"""What of a step's findings its writer is given: texts that speak of the request.

A search for a step's words always finds something near them. A passage becomes material only if it
speaks of what the whole request is about, so that a rule on parking never ends up in a script.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.citations.terms import Words, content_stems, coverage
from agent.language import language_of
from agent.places import short_place
from agent.relevance import other_side, speaks_of_contracts
from agent.step_results import judge_call
from agent.tools.choosing import SEARCHES, speaks_of_services
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.state import JsonObject
    from store.library import Library
    from store.records import Passage

_OF_REQUEST, _TOUCHED = 0.2, 0.1
_OF_CONTRACT = 0.34
"""A request that speaks of no contract must be about what the contract is about."""
_LOOKED_UP = 0.25
_OF_STEP, _STEP_WITHIN = 0.5, 0.15
_SURELY = 0.5
_MATERIAL = 700
_TOTAL = 1800
_HITS, _SEARCHED = 2, 6
_QUERY = 300
_SERVICE_KINDS = ("catalogue", "report")
_SIDES = ("contract", "standard")
_KIND_WORDS = {
    "contract": "내 계약서 my contract agreement",
    "standard": "표준 계약서 standard contract agreement",
    "policy": "규정 규칙 policy rules handbook",
}


_ASKING = re.compile(
    r"^(?:만들|준비|계획|단계|정리|도와|세우|세워|싶|부탁|작성|써|짜|나눠|해줘|하고|싶어|"
    r"plan|make|mak|writ|creat|prepar|help|step|draft|present|result|want|produc|set|turn)"
)
"""Beginnings of words that say what to do with a subject, not what it is."""
_ANYWHERE = re.compile(
    r"^(?:회사|우리|사내|처음|시작|사람|안내[문서]|일정표|보고서|점검표|"
    r"company|business|new|first|start|people|guide|checklist|schedule|briefing)$"
)
"""Stems that tell no subject of office work from another: whose it is, and the form it takes."""


def subject_stems(request: str) -> list[str]:
    """Return the stems of a request that name what it is about."""
    stems = content_stems(request)
    return [stem for stem in stems if not _ASKING.match(stem)] or stems


class StepMaterial:
    """Judges passages for one step of one request."""

    def __init__(self, library: Library, request: str, step: str, *, bound: bool) -> None:
        """Take the request and the step; in a ``bound`` conversation every passage counts."""
        self._library = library
        self._asked, self._told = request, step
        subject = subject_stems(request)
        self._request = [stem for stem in subject if not _ANYWHERE.match(stem)] or subject
        self._step = content_stems(step)
        self._services = speaks_of_services(step)
        self._contracts = speaks_of_contracts(f"{request} {step}")
        self._bound = bound
        away = other_side(step, ()) or other_side(request, ())
        held = {document.kind for document in library.documents()}
        self._away = away if {*_SIDES} <= held else ""

    def texts(self, results: Sequence[JsonObject]) -> list[str]:
        """Return the texts of usable results, cut to what a small window holds."""
        lines: list[str] = []
        left = _TOTAL
        for row in results:
            if not judge_call(row).ok or (row.get("data") or {}).get("verdict") == "none":
                continue
            searched = row["tool"] in SEARCHES and row.get("data")
            for text in self._passages(row) if searched else [str(row["text"])]:
                cut = text[: min(_MATERIAL, left)]
                left -= len(cut)
                lines += [cut] if cut else []
        return lines

    def looked_up(self, documents: Sequence[str] | None) -> list[Passage]:
        """Return passages for a step whose tools found none that speaks of the request.

        The documents that surely speak of the request are searched for the step.
        """
        about = [p for p in self._hits(self._asked, documents) if self._speaks(p)]
        within = list(dict.fromkeys(p.document_id for p in about))
        if not within:
            return []
        found = self._hits(self._told, within)
        near = [p for p in found if coverage(self._step, _words(p)) >= _STEP_WITHIN]
        return (near or about)[:_HITS]

    def _hits(self, query: str, documents: Sequence[str] | None) -> list[Passage]:
        try:
            found = self._library.search(query[:_QUERY], k=_SEARCHED, documents=documents).hits
        except StoreError:
            return []
        left_out = (*_SERVICE_KINDS, self._away)
        return [hit.passage for hit in found if hit.passage.kind not in left_out]

    def _speaks(self, passage: Passage) -> bool:
        return self._bound or self._share(passage) >= max(_LOOKED_UP, self._enough(passage))

    def _enough(self, passage: Passage) -> float:
        return _OF_CONTRACT if self._is_unasked_contract(passage) else _OF_REQUEST

    def _is_unasked_contract(self, passage: Passage) -> bool:
        return passage.kind in _SIDES and not self._contracts

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
        return [shown(p) for found in _found(row) if (p := self._passage(found)) is not None]

    def _passage(self, found: JsonObject) -> Passage | None:
        """Return the passage of a search's hit if it counts as material."""
        try:
            passage = self._library.passage(str(found["passage_id"]))
        except StoreError:
            return None
        if passage is None or self._is_left_out(passage):
            return None
        share, surely = self._share(passage), float(found.get("score", 0.0)) >= _SURELY
        if self._bound or share >= self._enough(passage):
            return passage
        if self._is_unasked_contract(passage):
            return None
        if language_of(passage.text) != language_of(self._asked):
            return passage if surely else None  # words cannot tell
        of_step = surely or coverage(self._step, _words(passage)) >= _OF_STEP
        return passage if of_step and share >= _TOUCHED else None

    def _is_left_out(self, passage: Passage) -> bool:
        """Say whether a passage is of the other contract, or of services where none is sought."""
        of_services = passage.kind in _SERVICE_KINDS
        return passage.kind == self._away or (of_services and not self._services)

    def _share(self, passage: Passage) -> float:
        """Return how much of the request's subject the passage and its document speak of."""
        name = passage.document.rsplit(".", 1)[0].replace("_", " ")
        kind = _KIND_WORDS.get(passage.kind, "")
        return coverage(self._request, Words(f"{name} {kind} {passage.heading} {passage.text}"))


def _words(passage: Passage) -> Words:
    return Words(f"{passage.heading} {passage.text}")


def shown(passage: Passage) -> str:
    """Return a passage as the writer is shown it."""
    place = short_place(passage.document, passage.page, passage.heading)
    return f"{place}: {passage.text}"[:_MATERIAL]


def _found(row: JsonObject) -> list[JsonObject]:
    data = row.get("data") or {}
    return list(data.get("passages", [])) if data.get("verdict") != "none" else []
