"""A step that lists a document's terms or sets documents side by side, read without the model.

What a later step makes of the differences, a letter or a position, is written from them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.citations.marking import MARK
from agent.nodes.clarify import task_request
from agent.nodes.search_moves import documents_named, names_standard, reachable
from agent.prompts.step import step_text
from agent.relevance import other_side
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
    r"\b(?:list|extract|summari[sz]e|collect|gather|find|identify|review|note)\b.{0,30}?"
    r"\b(?:main|key|important|essential|all|same|corresponding|relevant|matching)\b.{0,20}?"
    r"\b(?:terms|clauses|provisions|articles|sections|conditions|points)\b",
    re.IGNORECASE,
)
_CONTRACTS = re.compile(r"계약서?|\b(?:contracts?|agreements?)\b", re.IGNORECASE)
_MOST, _PAIR = 4, 2
_SHOWN = 1400


def compared_documents(
    step: JsonObject, request: str, documents: Sequence[Document]
) -> list[Document]:
    """Return the documents that a step compares, the person's own first; none for another step.

    They are named, or are the contracts that the request speaks of.
    """
    if not _COMPARES.search(str(step.get("title", ""))):
        return []
    asked = f"{request} {step_text(step)}"
    named = documents_named(asked, documents)
    if len(named) >= _PAIR:
        return named[:_MOST]
    if not _CONTRACTS.search(asked):
        return []
    own = [d for d in documents if d.kind == "contract"]
    standards = [d for d in documents if d.kind == "standard"]
    if names_standard(asked) or len(own) == 1:
        mine = [d for d in named if d.kind == "contract"] or own[-1:]
        return [*mine, *standards[-1:]] if mine and standards else []
    return own[:_MOST] if len(own) >= _PAIR else []


def listed_document(step: JsonObject, documents: Sequence[Document]) -> Document | None:
    """Return the document whose terms a step lists, None for another step.

    It is named, or is the only contract or the only standard contract, whichever the step means.
    """
    told = step_text(step)
    if not _LISTS.search(str(step.get("title", ""))):
        return None
    kind = {"standard": "contract", "contract": "standard"}.get(other_side(told, ()), "")
    named = documents_named(told, documents) or [d for d in documents if kind and d.kind == kind]
    return named[0] if len(named) == 1 else None


def to_read(state: AgentState, context: AgentContext) -> list[Document]:
    """Return the documents that the step at work reads whole: one to list, several to compare.

    What the person says of the step goes before: then it is worked like any other.
    """
    step = state["step"]
    if step.get("note"):
        return []
    reach = reachable(state, context)
    compared = compared_documents(step, task_request(state), reach)
    listed = None if compared else listed_document(step, reach)
    return [listed] if listed else compared


def read_whole(state: AgentState, runtime: Runtime[AgentContext]) -> JsonObject:
    """Return text and passages of a step that reads documents whole, empty for another step.

    One whose tool was agreed on is worked with that.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    step = state["step"]
    if step.get("guided"):
        return {}
    documents = to_read(state, runtime.context)
    reading = Reading(runtime, f"step-{step['id']}", state["language"], quiet=True)
    for other in documents[1:]:
        compare_documents((documents[0].id, other.id), reading)
        reading.say("\n\n")
    if len(documents) == 1:
        list_terms(documents[0].id, reading)
    if not reading.proofs:
        return {}
    passages = dict.fromkeys(proof.evidence.passage_id for proof in reading.proofs)
    return {
        "text": MARK.sub("", reading.text).strip(),
        "read": list(passages),
        "quotes": True,
        "compared": len(documents) > 1,
    }


def differences_before(state: AgentState) -> tuple[list[str], list[str]]:
    """Return what a step before this one found to differ, and the ids of its passages.

    The text is cut to what a small window holds; both are empty where no step compared.
    """
    rows = [row for row in state.get("step_results", []) if row.get("compared")]
    if not rows:
        return [], []
    return [str(rows[-1]["result"])[:_SHOWN]], list(rows[-1]["sources"])
