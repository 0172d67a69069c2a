"""Steps worked on whole documents, without the model: terms listed, documents set side by side.

So is the request that a contract be made like the standard one. What a later step makes else of
the differences is written by the model from them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from agent.citations.marking import MARK
from agent.nodes.clarify import task_request
from agent.nodes.search_moves import documents_named, names_standard, reachable
from agent.prompts.step import step_text
from agent.relevance import other_side, speaks_of_contracts
from agent.whole.amending import request_changes
from agent.whole.comparing import compare_documents
from agent.whole.reading import Reading
from agent.whole.terms import list_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langgraph.runtime import Runtime

    from agent.context import AgentContext
    from agent.state import AgentState, JsonObject
    from store.records import Document

_COMPARES = re.compile(
    r"비교(?!할)|대조|다른\s?점|차이|\b(?:compar(?:e|ing|ison)|differences?|contrast)\b",
    re.IGNORECASE,
)
_LISTS = re.compile(
    r"(?:주요|핵심|중요|전체|모든|같은|해당|각)\s?\S*\s?(?:조항|조문|조건|내용|항목)\S*\s?"
    r"(?:을|를)?\s?(?:정리|요약|추출|파악|확인|나열|찾|뽑|모으|목록)|"
    r"계약서?의\s?(?:조항|조건|내용)(?:들)?(?:을|를)?\s?(?:정리|요약|추출|나열|목록)|"
    r"\b(?:list|extract|collect|gather|summari[sz]e) (?:the |its )?(?:terms|clauses) of\b|"
    r"\b(?:list|extract|summari[sz]e|collect|gather|find|identify|review|note)\b.{0,30}?"
    r"\b(?:main|key|important|essential|all|same|corresponding|relevant|matching)\b.{0,20}?"
    r"\b(?:terms|clauses|provisions|articles|sections|conditions|points)\b",
    re.IGNORECASE,
)
_TERMS = re.compile(r"조항|다른\s?점|\b(?:terms|clauses|provisions)\b", re.IGNORECASE)
_CONTRACTS_COMPARED = re.compile(
    r"계약서?(?:[^,.;:\n]|\.(?=\w)){0,40}(?:비교|대조|차이)|"
    r"\b(?:compar\w+|differences?|contrast)\b(?:[^,.;:\n]|\.(?=\w)){0,60}"
    r"\b(?:contracts?|agreements?)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\bother (?:contract|agreement|side)|(?:다른|상대)\s?계약", re.IGNORECASE)
_AMENDS = re.compile(
    r"(?:(?:수정|변경|개정|조정)\s?(?:요청|요구|제안|의견)|의견서|입장)\S*\s?.{0,12}?"
    r"(?:쓰|써|작성|만들|초안)|"
    r"\b(?:draft|write|prepare|compose)\b.{0,25}?"
    r"\b(?:position|requests?|amendments?|changes|counter-?proposal)\b",
    re.IGNORECASE,
)
_MOST, _PAIR = 4, 2
_SHOWN = 1400


@dataclass(frozen=True, slots=True)
class WholeWork:
    """What a step does with documents read whole; the person's own comes first."""

    how: Literal["list", "compare", "amend"]
    documents: tuple[Document, ...]


def whole_work(step: JsonObject, request: str, documents: Sequence[Document]) -> WholeWork | None:
    """Return what a step does with whole documents, None for one that is worked another way.

    What the person says of the step goes before: then it is worked like any other.

    Args:
        step: Title, goal and note of the step.
        request: The whole request.
        documents: Those that the thread may read.
    """
    if step.get("note"):
        return None
    title, told = str(step.get("title", "")), step_text(step)
    together = _together(told, request, documents)
    if _COMPARES.search(title):
        return WholeWork("compare", together) if together else None
    if _AMENDS.search(title) and [d.kind for d in together] == ["contract", "standard"]:
        return WholeWork("amend", together)
    if _LISTS.search(title):
        listed = together[1:] if _OTHER.search(title) else _one(told, documents)
        return WholeWork("list", tuple(listed)) if len(listed) == 1 else None
    return None


def _together(told: str, request: str, documents: Sequence[Document]) -> tuple[Document, ...]:
    """Return the documents that are named, else the contracts that step and request speak of.

    The standard contract comes last.
    """
    asked = f"{request} {told}"
    named = sorted(documents_named(asked, documents), key=lambda d: d.kind == "standard")
    if len(named) >= _PAIR:
        return tuple(named[:_MOST])
    if not speaks_of_contracts(asked) or not _about_contracts(told, request):
        return ()
    own = [d for d in documents if d.kind == "contract"]
    standards = [d for d in documents if d.kind == "standard"]
    if [d for d in named if d.kind not in {"contract", "standard"}]:
        return (*own, *named) if len(own) == 1 else ()
    if names_standard(asked) or len(own) == 1:
        mine = [d for d in named if d.kind == "contract"] or own[-1:]
        return (*mine, *standards[-1:]) if mine and standards else ()
    return tuple(own[:_MOST]) if len(own) >= _PAIR else ()


def _about_contracts(told: str, request: str) -> bool:
    """Tell whether a step is about contracts, and not only the undertaking it belongs to."""
    return bool(
        speaks_of_contracts(told)
        or _TERMS.search(told)
        or names_standard(request)
        or _CONTRACTS_COMPARED.search(request)
    )


def _one(told: str, documents: Sequence[Document]) -> Sequence[Document]:
    """Return the documents that are named, else those of the side that a step means."""
    kind = {"standard": "contract", "contract": "standard"}.get(other_side(told, ()), "")
    return documents_named(told, documents) or [d for d in documents if kind and d.kind == kind]


def work_of(state: AgentState, context: AgentContext) -> WholeWork | None:
    """Return what the step at work does with whole documents."""
    return whole_work(state["step"], task_request(state), reachable(state, context))


def read_whole(state: AgentState, runtime: Runtime[AgentContext]) -> JsonObject:
    """Return text and passages of a step that reads documents whole, empty for another step.

    One whose tool was agreed on is worked with that.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    step = state["step"]
    work = None if step.get("guided") else work_of(state, runtime.context)
    if work is None:
        return {}
    reading = Reading(runtime, f"step-{step['id']}", state["language"], quiet=True)
    first, *others = (document.id for document in work.documents)
    if work.how == "list":
        list_terms(first, reading)
    elif work.how == "amend":
        request_changes(first, others[0], reading)
    else:
        for other in others:
            compare_documents((first, other), reading)
            reading.say("\n\n")
    if not reading.proofs:
        return {}
    passages = dict.fromkeys(proof.evidence.passage_id for proof in reading.proofs)
    return {
        "text": MARK.sub("", reading.text).strip(),
        "read": list(passages),
        "whole": work.how,
    }


def differences_before(state: AgentState) -> tuple[list[str], list[str]]:
    """Return what a step before this one found to differ, and the ids of its passages.

    The text is cut to what a small window holds; both are empty where no step compared.
    """
    rows = [row for row in state.get("step_results", []) if row.get("whole") == "compare"]
    if not rows:
        return [], []
    return [str(rows[-1]["result"])[:_SHOWN]], list(rows[-1]["sources"])
