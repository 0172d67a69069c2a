"""Whether a large request is clear: asks what is missing, or reuses what was answered before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from langgraph.runtime import Runtime

from agent.answers import joined
from agent.approvals import Answer, Cancel, Proceed, Reuse
from agent.asking import ask, automatic_entry, history_entry
from agent.context import AgentContext
from agent.events import MemoryUsed, Notice
from agent.learning import keep_answers
from agent.missing_documents import missing_question, says_added, still_missing
from agent.nodes.search_moves import reachable
from agent.prompts.clarify import MAX_QUESTIONS, Clarity, merged, render_clarify, unusable_sentence
from agent.prose_length import is_long, without_middle
from agent.state import AgentState

if TYPE_CHECKING:
    from agent.asking import AnswerEnvelope
    from agent.memory.records import PastClarification
    from agent.state import JsonObject

_PAST_SHOWN = 3
_UNCLEAR, _CLEAR = 0.4, 0.9
_ASKS = re.compile(
    r"\?\s*$|몇|얼마|언제|어디|누구|무엇|뭐|인가요|나요|"
    r"^\s*(?:what|who|whom|whose|when|where|which|why|how (?:many|much|long|old))\b",
    re.IGNORECASE,
)
_EXPLAINS = re.compile(
    r"(?:설명해 ?(?:줘|주세요|줄래|달라)|뜻)[\s.!?~]*$|^\s*(?:please )?(?:explain|define)\b",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"단계|계획|부터|순서|만들|만드|작성|써 ?(?:줘|주)|초안|비교|준비|정리|디자인|제작|기획|도와|"
    r"\b(?:plans?|steps?|drafts?|write|make|create|compare|prepare|organi[sz]e|launch|help|"
    r"design|build|produce|set up|and then)\b",
    re.IGNORECASE,
)
_SHORT = 80


def _is_question(request: str, verdict: str) -> bool:
    """Say whether a request wants an answer and no work, by the model's verdict and its own form.

    A small model's word alone ends no long request and none that speaks of work; "explain" and
    the like it takes for work.
    """
    short = len(request) <= _SHORT and not _WORK.search(request)
    if verdict == "question":
        return short or bool(_ASKS.search(request))
    return verdict == "clear" and short and bool(_EXPLAINS.search(request))


def task_request(state: AgentState) -> str:
    """Return what the task is about: the request with what was added to it."""
    return str(state.get("clarification", {}).get("merged") or state["standalone_question"])


def shown_request(state: AgentState) -> str:
    """Return the task's request as a prompt has room for it."""
    return without_middle(task_request(state))


def clarify(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Judge whether the request can be planned; look first at what was answered before."""
    context, language = runtime.context, state["language"]
    request = state["standalone_question"]
    past = context.experience.clarifications(request)
    proven = next((one for one in past if one.at_once), None)
    missing = _missing(state, context)
    if proven is not None and not missing:
        return _reused_at_once(proven, state, runtime)
    if is_long(request):
        runtime.stream_writer(Notice(code="long_request"))
    parsed = context.door.parse(
        "planner",
        render_clarify(without_middle(request), language),
        Clarity,
        default=Clarity(verdict="clear", questions=[]),
        stop=context.stop,
        max_tokens=200,
    )
    verdict = parsed.value
    plain = _is_question(request, verdict.verdict)
    questions = list(dict.fromkeys(q.strip() for q in verdict.questions if q.strip()))
    asked = questions[:MAX_QUESTIONS] if verdict.verdict == "unclear" else []
    if missing and not plain:
        asked = [missing, *asked][:MAX_QUESTIONS]
    clarification: JsonObject = {
        "verdict": "question" if plain else "unclear" if asked else "clear",
        "questions": asked,
        "missing": missing,
        "before": _UNCLEAR if asked else _CLEAR,
        "after": _UNCLEAR if asked else _CLEAR,
        "past": [
            {"id": p.id, "question": p.request, "answer": "; ".join(p.answers.values())}
            for p in past[:_PAST_SHOWN]
        ],
        "answers_of": {p.id: p.answers for p in past[:_PAST_SHOWN]},
        "merged": request,
    }
    return {
        "clarification": clarification,
        "model_calls": state.get("model_calls", 0) + parsed.calls,
        **(_off_the_task_route(state, context) if plain else {}),
    }


def _missing(state: AgentState, context: AgentContext) -> str:
    """Return the question for documents that the request speaks of, where they are not there.

    Those that are still being read count as there.
    """
    if context.library.ingest.busy():
        return ""
    there = reachable(state, context)
    return missing_question(state["standalone_question"], there, state["language"])


def _off_the_task_route(state: AgentState, context: AgentContext) -> AgentState:
    """Return the update that answers a plain question, from documents where they have it."""
    bound = state.get("bound_documents") or None
    found = context.library.search(state["standalone_question"], k=1, documents=bound).verdict
    return {"route": "documents" if found == "found" else "chat", "is_complex_task": False}


def _reused_at_once(
    past: PastClarification, state: AgentState, runtime: Runtime[AgentContext]
) -> AgentState:
    text = "; ".join(f"{q}: {a}" for q, a in past.answers.items())
    runtime.stream_writer(MemoryUsed(memory_kind="clarification", text=text))
    request = state["standalone_question"]
    clarification: JsonObject = {
        "verdict": "clear",
        "questions": [],
        "answers": past.answers,
        "reused": past.id,
        "before": _UNCLEAR,
        "after": _CLEAR,
        "merged": merged(request, past.answers, state["language"], past=True),
    }
    keep_answers(state, runtime.context, clarification)
    return {"clarification": clarification}


def after_clarify(
    state: AgentState,
) -> Literal["review_clarification", "plan", "converse", "research"]:
    """Ask where something is open; leave the task route where there is no task."""
    if state["clarification"]["verdict"] == "question":
        return "research" if state["route"] == "documents" else "converse"
    return "review_clarification" if state["clarification"]["questions"] else "plan"


def review_clarification(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Ask the open questions, unless the switch is off."""
    context, clarification = runtime.context, state["clarification"]
    if not context.switches().asks("clarification"):
        entry = automatic_entry(
            "clarification", Proceed(), context.now().timestamp(), "switched_off"
        )
        if clarification.get("missing", ""):
            runtime.stream_writer(Notice(code="documents_missing"))
        return {
            "approval_history": [*state.get("approval_history", []), entry],
            "clarification": _settled(clarification),
        }
    envelope = ask(
        "clarification",
        {
            "request": state["standalone_question"],
            "questions": clarification["questions"],
            "past": clarification["past"],
            "reason": clarification.get("reason", ""),
        },
    )
    update = _answered(state, envelope, context)
    settled = update.get("clarification", {})
    if settled and not settled.get("reason"):
        keep_answers(state, context, settled)
    return update


def _answered(state: AgentState, envelope: AnswerEnvelope, context: AgentContext) -> AgentState:
    clarification, language = state["clarification"], state["language"]
    request, decision = state["standalone_question"], envelope.decision
    history = [*state.get("approval_history", []), history_entry("clarification", envelope)]
    if isinstance(decision, Cancel):
        return {"approval_history": history, "ending": "declined"}
    if isinstance(decision, Reuse) and decision.id in clarification["answers_of"]:
        answers = dict(clarification["answers_of"][decision.id])
        changed = {**clarification, "answers": answers, "reused": decision.id, "after": _CLEAR}
        changed["merged"] = merged(request, answers, language, past=True)
        return {"approval_history": history, "clarification": _settled(changed)}
    if isinstance(decision, Answer):
        answers = {q: a.strip() for q, a in decision.answers.items() if a.strip()}
        about_files = {clarification.get("missing", ""), joined(clarification["questions"])}
        added = [q for q, a in answers.items() if q in about_files and says_added(a)]
        if not answers or (added and _missing(state, context)):
            reason = still_missing(language) if answers else unusable_sentence(language)
            return {"clarification": {**clarification, "reason": reason}}
        share = _share_answered(answers, clarification["questions"])
        answers = {q: a for q, a in answers.items() if q not in added}
        after = round(_UNCLEAR + (_CLEAR - _UNCLEAR) * share, 2)
        changed = {**clarification, "answers": answers, "after": after}
        changed["merged"] = merged(request, answers, language)
        return {"approval_history": history, "clarification": _settled(changed)}
    return {"approval_history": history, "clarification": _settled(clarification)}


def _share_answered(answers: dict[str, str], questions: list[str]) -> float:
    """Return the share of the questions that are answered; text typed for all answers them all."""
    if joined(questions) in answers:
        return 1.0
    return min(1.0, len(answers) / max(1, len(questions)))


def _settled(clarification: JsonObject) -> JsonObject:
    """Return the clarification without what only the question needed."""
    kept = {
        k: v
        for k, v in clarification.items()
        if k not in {"past", "answers_of", "reason", "missing"}
    }
    return {**kept, "questions": [], "offered": list(clarification["answers_of"])}


def after_review_clarification(
    state: AgentState,
) -> Literal["review_clarification", "plan", "respond"]:
    """Plan once it is answered; an unusable answer leaves the question open."""
    if state.get("ending") == "declined":
        return "respond"
    return "review_clarification" if state["clarification"].get("reason") else "plan"
