"""The result of a task put right: cited where a source says it, marked where a figure has none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agent.citations.marking import Verifier, sources_of
from agent.citations.numbers import Quantity, holds, is_ordinal, quantities
from agent.evidence import Evidence, from_plain
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.state import JsonObject
    from store.library import Library

_QUOTATION = re.compile(r"“([^“”]{8,})”(?!\s*\[)")
_SPACES = re.compile(r"\s+")
_OF_SERVICES = ("catalogue", "report")


@dataclass(frozen=True, slots=True)
class TaskResult:
    """A result with its marks, half-open spans of ``text``, and the sources it rests on."""

    text: str
    marks: list[JsonObject] = field(default_factory=list)
    sources: list[JsonObject] = field(default_factory=list)


def put_right(
    text: str, sources: Sequence[JsonObject], trusted: Sequence[str], library: Library
) -> TaskResult:
    """Cite the passages that say what the result says, and mark figures that stand nowhere.

    A result is as often made as found: a sentence without a source is left alone, and where the
    documents were asked for services only, its figures are too.

    Args:
        text: The result as it was written or put together.
        sources: The task's sources, numbered.
        trusted: Texts whose figures need no source: the request, results of tools, prices.
        library: Where the passages are read.
    """
    evidence = _evidence(sources, library)
    if not evidence:
        return TaskResult(text, sources=list(sources))
    verified = Verifier(evidence, trusted).verify(_quotes_cited(text, evidence))
    proven = {row["n"]: row for row in sources_of(verified.proofs)}
    cited = [{**s, **_span(proven[s["n"]])} if s["n"] in proven else s for s in sources]
    if all(one.kind in _OF_SERVICES for one in evidence):
        return TaskResult(verified.text, sources=cited)
    marks = [mark for mark in verified.marks if mark["kind"] == "number"]
    known = [q for said in (*trusted, *map(_said, evidence)) for q in quantities(said)]
    for mark in verified.marks:
        if mark["kind"] == "unsupported":
            marks += _loose(mark, known)
    return TaskResult(verified.text, sorted(marks, key=lambda mark: int(mark["start"])), cited)


def _evidence(sources: Sequence[JsonObject], library: Library) -> list[Evidence]:
    rows = []
    for source in sources:
        try:
            passage = library.passage(str(source["passage_id"]))
        except StoreError:
            continue
        if passage is not None:
            more = {"kind": passage.kind, "dated": passage.dated}
            rows.append(from_plain({**source, **more}, passage.text))
    return rows


def _quotes_cited(text: str, evidence: Sequence[Evidence]) -> str:
    """Return the text with a number behind each quotation that a passage holds to the letter.

    Where several do, it is of the document that was named last before it.
    """
    bare = {one.n: _SPACES.sub("", one.text) for one in evidence}

    def cited(match: re.Match[str]) -> str:
        quote, before = _SPACES.sub("", match.group(1)), text[: match.start()]
        held = [one for one in evidence if quote in bare[one.n]]
        best = max(held, key=lambda one: (before.rfind(one.document), -one.n), default=None)
        return match.group() if best is None else f"{match.group()} [{best.n}]"

    return _QUOTATION.sub(cited, text)


def _span(proof: JsonObject) -> JsonObject:
    return {key: proof[key] for key in ("start", "end", "quote")}


def _said(one: Evidence) -> str:
    return f"{one.heading}\n{one.dated}\n{one.text}"


def _loose(mark: JsonObject, known: Sequence[Quantity]) -> list[JsonObject]:
    """Return marks for the figures of an unproven sentence that nothing known has."""
    start, said = int(mark["start"]), str(mark["text"])
    return [
        {"start": start + q.start, "end": start + q.end, "kind": "number",
         "text": said[q.start : q.end]}
        for q in quantities(said)
        if not is_ordinal(said, q) and not holds(known, q)
    ]  # fmt: skip
