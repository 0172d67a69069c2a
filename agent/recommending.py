"""One recommendation per step: the best service the person's documents know, or a wish.

The search runs through ``retrieve_docs`` over catalogues and reports alone. Candidates above the
floor are put right by newer reports; the model picks one of them by name, or none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from agent.citations.terms import Words, content_stems, coverage
from agent.models.values import Priority
from agent.nearest import ends_sentence
from agent.prompts.recommend import NONE, is_example, recommend_schema, render_recommend
from agent.prose import repeats
from agent.service_limits import ruled_out
from agent.service_news import with_reports
from agent.services import Service, of_catalogue, plain
from agent.tools.running import new_call, run_one
from store.terms import terms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from agent.models.door import Door
    from agent.state import JsonObject
    from agent.tools.catalogue import Tool, ToolSurroundings
    from store.library import Library
    from store.records import Document

CANDIDATES = 5
FLOOR = 0.3
"""The services of tests/eval/task.dev.jsonl lie at 0.46 and above; what steps that call for no
service find (goals, dates, a last check) lies below this more often than not."""
_LEAD = 0.15
"""A small model is not asked to choose beyond this far behind the best: it does worse than that."""
_FITS = 0.5
"""From this score on something fits, whatever a small model says."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A service and how well it fits the step, 0 to 1."""

    service: Service
    score: float


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What the state keeps, and what it cost to find."""

    entry: JsonObject
    model_calls: int = 0


def knowledge(
    library: Library, documents: Sequence[str] | None
) -> tuple[list[Document], list[Document]]:
    """Return the catalogues and the reports in reach, oldest first."""
    reach = [d for d in library.documents() if documents is None or d.id in documents]
    catalogues = [d for d in reach if d.kind == "catalogue"]
    reports = [d for d in reach if d.kind == "report"]
    return sorted(catalogues, key=lambda d: d.dated), sorted(reports, key=lambda d: d.dated)


def services_of(around: ToolSurroundings, today: date) -> list[Service]:
    """Return every service in reach as the newest documents describe it."""
    catalogues, reports = knowledge(around.library, around.documents)
    passages = [p for d in catalogues for p in around.library.passages(d.id)]
    news = [p for d in reports for p in around.library.passages(d.id)]
    return with_reports(of_catalogue(passages, around.language), news, today)


def candidates_for(
    step: str, services: Sequence[Service], tool: Tool, around: ToolSurroundings
) -> list[Candidate]:
    """Return the services that fit a step above the floor, best first."""
    catalogues, reports = knowledge(around.library, around.documents)
    ids = [d.id for d in (*catalogues, *reports)]
    call = new_call(tool.name, {"query": step[:300]})
    found = run_one(call, tool, replace(around, documents=ids)) if ids else None
    hits = {
        str(row["passage_id"]): float(row["score"])
        for row in (found.data.get("passages", []) if found else [])
    }
    wanted = set(terms(step))
    scored = []
    for service in services:
        held = set(terms(f"{' '.join(service.names)} {service.all_text}"))
        words = len(wanted & held) / max(1, len(wanted))
        hit = max((hits.get(source, 0.0) for source in service.sources), default=0.0)
        scored.append(Candidate(service, round(0.5 * words + 0.5 * hit, 4)))
    best = sorted(scored, key=lambda c: (-c.score, c.service.name))[:CANDIDATES]
    return [c for c in best if c.score >= FLOOR]


def recommend(
    door: Door,
    step: str,
    request: str,
    candidates: Sequence[Candidate],
    around: ToolSurroundings,
) -> Recommendation:
    """Let the model choose among the candidates; with none, remember the wish.

    One whose own limits rule it out is offered only where they rule out all.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    if not candidates:
        return Recommendation(wish(step))
    able = door.profile.large
    free = [
        c for c in candidates if not ruled_out(c.service.limits, step, request, around.language)
    ]
    best = free or list(candidates)
    near = [c for c in best if able or c.score >= best[0].score - _LEAD]
    names = [c.service.name for c in near]
    parsed = door.choose(
        "planner",
        render_recommend(step, request, [c.service for c in near], around.language),
        recommend_schema(names, none=able or not free or near[0].score < _FITS),
        default={"service": names[0], "why": ""},
        stop=around.stop,
        max_tokens=120,
        priority=Priority.STEP,
    )
    name = str(parsed.value["service"])
    if name == NONE:
        return Recommendation(wish(step), parsed.calls)
    chosen = next(c for c in candidates if c.service.name == name)
    entry = {
        **plain(chosen.service, around.language),
        "why": reason(str(parsed.value["why"]).strip(), chosen, candidates, [request, step]),
        "limits": chosen.service.limits,
        "score": chosen.score,
        "sources": list(chosen.service.sources),
    }
    return Recommendation(entry, parsed.calls)


def reason(
    said: str, chosen: Candidate, others: Sequence[Candidate], asked: Sequence[str] = ()
) -> str:
    """Return the model's reason; what the document says of the service where that is no reason.

    It may be cut off in mid-sentence, be the prompt's own example, say again what was asked, or
    tell what another candidate does.
    """
    stems = content_stems(said)
    best = max(coverage(stems, Words(c.service.all_text)) for c in (*others, chosen))
    own = coverage(stems, Words(chosen.service.all_text))
    copied = is_example(said) or repeats(said, asked)
    sound = ends_sentence(said) and own >= best and not copied
    return said if sound else chosen.service.text or said


def wish(step: str) -> JsonObject:
    """Return the entry for a step that nothing in the documents fits."""
    return {"service": "", "wish": step[:200]}
