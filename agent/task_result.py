"""The result of a task put right: cited where a source says it, marked where a figure has none."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from agent.citations.marking import Proof, Verified, Verifier, sources_of
from agent.citations.matching import Support
from agent.citations.numbers import Quantity, holds, is_ordinal, quantities
from agent.evidence import from_plain
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from agent.evidence import Evidence
    from agent.state import JsonObject
    from store.library import Library

_QUOTATION = re.compile(r"“([^“”]{8,})”")
_HEADING = re.compile(r"\*\*[^*]+\*\*$")
_SPACES = re.compile(r"\s+")
_OF_SERVICES = ("catalogue", "report")


@dataclass(frozen=True, slots=True)
class TaskResult:
    """A result with its marks, half-open spans of ``text``, and the sources it rests on."""

    text: str
    marks: list[JsonObject] = field(default_factory=list)
    sources: list[JsonObject] = field(default_factory=list)


def put_right(
    text: str,
    sources: Sequence[JsonObject],
    trusted: Sequence[str],
    library: Library,
    given: Container[str],
) -> TaskResult:
    """Cite the passages that say what the result says, and mark figures that stand nowhere.

    A result is as often made as found: a sentence without a source is left alone, and where the
    documents were asked for services only, its figures are too. What a service is said to do
    proves a sentence of a result only where the writer was given it, or the result names it.

    Args:
        text: The result as it was written or put together.
        sources: The task's sources, numbered.
        trusted: Texts whose figures need no source: the request, results of tools, prices.
        library: Where the passages are read.
        given: Ids of the passages that its writers were given.
    """
    evidence = [
        one
        for one in _evidence(sources, library)
        if one.kind not in _OF_SERVICES or one.passage_id in given or one.heading in text
    ]
    if not evidence:
        return TaskResult(text, sources=list(sources))
    told = _Told()
    verifier = Verifier(evidence, trusted)
    for plain, lines in groupby(text.split("\n"), key=lambda line: _is_plain(line, evidence)):
        if plain:
            block = "\n".join(lines)
            told.add(verifier.verify(block))
            told.text += "\n" * (len(block) - len(block.rstrip("\n")))
        else:
            told.add(*(_quoted(line, evidence) for line in lines))
    proven = {row["n"]: row for row in sources_of(told.proofs)}
    cited = [{**s, **_span(proven[s["n"]])} if s["n"] in proven else s for s in sources]
    if all(one.kind in _OF_SERVICES for one in evidence):
        return TaskResult(told.text, sources=cited)
    marks = [mark for mark in told.marks if mark["kind"] == "number"]
    known = [q for said in (*trusted, *map(_said, evidence)) for q in quantities(said)]
    for mark in told.marks:
        if mark["kind"] == "unsupported":
            marks += _loose(mark, known)
    return TaskResult(told.text, sorted(marks, key=lambda mark: int(mark["start"])), cited)


@dataclass(slots=True)
class _Told:
    """The text so far, with marks and proofs of its pieces."""

    text: str = ""
    marks: list[JsonObject] = field(default_factory=list)
    proofs: list[Proof] = field(default_factory=list)

    def add(self, *pieces: Verified) -> None:
        for piece in pieces:
            start = len(self.text) + bool(self.text)
            self.text += ("\n" if self.text else "") + piece.text
            self.marks += [
                {**mark, "start": mark["start"] + start, "end": mark["end"] + start}
                for mark in piece.marks
            ]
            self.proofs += piece.proofs


def _is_plain(line: str, evidence: Sequence[Evidence]) -> bool:
    """Tell whether a line is neither a heading nor rests on quotations alone."""
    if _HEADING.match(line.strip()):
        return False
    quotes = _QUOTATION.findall(line)
    return not quotes or not all(_places(quote, "", evidence) for quote in quotes)


def _quoted(line: str, evidence: Sequence[Evidence]) -> Verified:
    """Return a line with a number behind each quotation, of the document named last before it."""
    proofs = []

    def cited(match: re.Match[str]) -> str:
        one, start, end = _places(match.group(1), line[: match.start()], evidence)[0]
        proofs.append(Proof(one, Support(1.0, start, end)))
        return f"{match.group()} [{one.n}]"

    text = _QUOTATION.sub(cited, line)
    return Verified(text=text, proofs=proofs)


def _places(
    quote: str, before: str, evidence: Sequence[Evidence]
) -> list[tuple[Evidence, int, int]]:
    """Return where passages hold a quotation to the letter, spaces aside, the best first."""
    pattern = re.compile(r"\s*".join(map(re.escape, _SPACES.sub("", quote))))
    found = [(one, match.span()) for one in evidence if (match := pattern.search(one.text))]
    found.sort(key=lambda row: (-before.rfind(row[0].document), row[0].n))
    return [(one, *span) for one, span in found]


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
