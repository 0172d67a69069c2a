"""A step that sets documents side by side, on the graph: all of them are read, without the model.

What a later step makes of the differences, a letter or a position, is written from them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from agent.citations.marking import MARK
from agent.nodes.clarify import task_request
from agent.nodes.search_moves import documents_named, names_standard, reachable
from agent.prompts.step import step_text
from agent.whole.comparing import compare_documents
from agent.whole.reading import Reading

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


def to_compare(state: AgentState, context: AgentContext) -> list[Document]:
    """Return the documents that the step at work compares.

    What the person says of the step goes before: then it is worked like any other.
    """
    step = state["step"]
    if step.get("note"):
        return []
    return compared_documents(step, task_request(state), reachable(state, context))


def side_by_side(state: AgentState, runtime: Runtime[AgentContext]) -> JsonObject:
    """Return text and passages of a step that compares documents, empty for another step.

    One whose tool was agreed on is worked with that.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    step = state["step"]
    if step.get("guided"):
        return {}
    documents = to_compare(state, runtime.context)
    reading = Reading(runtime, f"step-{step['id']}", state["language"], quiet=True)
    for other in documents[1:]:
        compare_documents((documents[0].id, other.id), reading)
        reading.say("\n\n")
    if not reading.proofs:
        return {}
    passages = dict.fromkeys(proof.evidence.passage_id for proof in reading.proofs)
    return {"text": MARK.sub("", reading.text).strip(), "read": list(passages), "compared": True}


def differences_before(state: AgentState) -> tuple[list[str], list[str]]:
    """Return what a step before this one found to differ, and the ids of its passages.

    The text is cut to what a small window holds; both are empty where no step compared.
    """
    rows = [row for row in state.get("step_results", []) if row.get("compared")]
    if not rows:
        return [], []
    return [str(rows[-1]["result"])[:_SHOWN]], list(rows[-1]["sources"])
