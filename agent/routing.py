"""Deciding where a message goes: one schema-held model call, and what code can tell by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, HumanMessage

from agent.citations.terms import Words, content_stems
from agent.language import language_of
from agent.parts import KOREAN_POINTERS, asks
from agent.prompts.rewrite import Rewritten, render_rewriting
from agent.prompts.route import FollowUpReply, RouteReply, render_follow_up, render_route

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from agent.models.door import Door, StopSignal
    from agent.state import Route
    from store.records import SearchResult

_MAX_TOKENS = 60
_MAX_TOKENS_FOLLOW_UP = 220
_MAX_TOKENS_REWRITING = 90
_SHOWN = 240
_SHORT = 14
_SPEAKS = 0.9
_KEPT = 0.5
_REFERRING = re.compile(
    r"^(그럼|그러면|그리고|그렇다면|그래서|또|근데|그런데)|"
    rf"{KOREAN_POINTERS}|아까|방금|위에서|앞에서|앞서|말한|말씀하신|"
    r"\b(that|this|those|these|it|its|they|them|he|she|the same|earlier|before|above|previous)\b|"
    r"^(and|but|so|what about|how about|then|why|also|ok)\b",
    re.IGNORECASE,
)

_POINTING = re.compile(
    rf"{KOREAN_POINTERS}|"
    r"\b(?:that one|this one|those|them|the same)\b|^(?:and|what about|how about)\b",
    re.IGNORECASE,
)
"""What no message says that stands alone."""

_SUM_SIGNS = (
    r"\d\s?[+*/×÷=]|계산|더하|빼면|곱하|나누|합계|총액|평균|오늘|지금|내일|어제|남았|"
    r"\b(?:calculat\w*|comput\w*|plus|minus|times|divided?|sum|total|average|half|double|"
    r"today|now|tomorrow|yesterday|from now|left)\b"
)
_TOOL_SIGNS = re.compile(
    rf"{_SUM_SIGNS}|\d|퍼센트|시간|시각|날짜|요일|며칠|몇|얼마|파일|읽|찾|검색|조회|날씨|뉴스|위키|웹|"
    r"인터넷|실행|코드|파이썬|아까|방금|기억|말했|\.(?:txt|pdf|md|json|csv|docx?|xlsx?)\b|"
    r"\b(?:percent\w*|time|clock|date|days?|tonight|weeks?|months?|years?|"
    r"how (?:many|much|old|long)|files?|read|open|look up|find|search|web|internet|online|weather|"
    r"news|wiki\w*|run|code|python|earlier|recall|remember|said|told|one|two|three|four|five|six|seven|eight|nine|ten|hundred|"
    r"thousand|million|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
    re.IGNORECASE,
)
_SUM = re.compile(rf"{_SUM_SIGNS}|\d[\d.,]*\D+\d", re.IGNORECASE)


_OWN = re.compile(
    r"(?:우리|저희|본|당)\s?(?:회사|팀|부서|기관)|회사(?:에서|의|는|가|에)?\s|사내|사규|내규|취업\s?규칙|규정|"
    r"계약서|임직원|직원|사원|\b(?:our|the|my) (?:company|office|firm|employer|contract|policy)\b|"
    r"\bemployees?\b|\bhandbook\b|\bstaff\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Routing:
    """Where a message goes, and why. ``standalone_question`` stands without the conversation."""

    route: Route
    tool_needed: bool
    in_scope: bool
    needs_previous_context: bool
    standalone_question: str
    model_calls: int
    reason: str = ""


def speaks_of_tools(question: str, route: Route) -> bool:
    """Say whether a message has any mark of what a tool does: sums, time, files, searches.

    A small model sees a need for tools too often, and each time costs another call. Beside
    passages only sums and the date are worth a tool.
    """
    return bool((_SUM if route == "documents" else _TOOL_SIGNS).search(question))


def worth_a_look(routing: Routing) -> bool:
    """Say whether a message taken for chat may still be a question to the documents.

    "How much" and "how many days" look like sums to a small model; only plain sums and the clock
    are not looked for.
    """
    sum_wanted = routing.tool_needed and bool(_SUM.search(routing.standalone_question))
    return routing.route == "chat" and not sum_wanted and not routing.needs_previous_context


def asks_about_own(question: str) -> bool:
    """Say whether a message asks for a fact of the person's own house, which no model knows."""
    return bool(_OWN.search(question)) and asks(question)


def speaks_for_documents(found: SearchResult) -> bool:
    """Say whether a search plainly found what a message taken for chat asks for.

    A small model cannot know what the files hold. Words and meaning must both speak for it,
    because a chance word alone is found for much small talk.
    """
    return found.confidence >= _SPEAKS and "text_only" not in found.notices


def refers_back(question: str) -> bool:
    """Say whether a message has the marks of one that leans on what was said before."""
    return bool(_REFERRING.search(question.strip())) or len(question.strip()) <= _SHORT


def last_exchange(messages: Sequence[BaseMessage]) -> str:
    """Return the last question and answer before the newest message, or an empty string."""
    answer = ""
    for message in reversed(messages[:-1]):
        if isinstance(message, AIMessage) and not answer and str(message.text).strip():
            answer = " ".join(str(message.text).split())[:_SHOWN]
        elif isinstance(message, HumanMessage) and answer:
            return f"{' '.join(str(message.text).split())[:_SHOWN]}\n{answer}"
    return ""


def stands_alone(question: str, rewritten: str, exchange: str) -> bool:
    """Say whether a rewriting keeps the question's matter and adds what it leans on.

    A small model may rewrite into something else, say the earlier question again, or leave what
    points back as it is.
    """
    known = set(re.findall(r"\w+", f"{question} {exchange}".casefold()))
    words = re.findall(r"\w+", rewritten.casefold())
    strange = [w for w in words if not any(w.startswith(k[:2]) for k in known if k)]
    held, typed = Words(rewritten), Words(question)
    lost = any(held.share(stem) < _KEPT for stem in content_stems(question))
    added = any(typed.share(stem) < _KEPT for stem in content_stems(rewritten))
    fits = added and not lost and len(strange) * 3 <= len(words)
    return fits and not _POINTING.search(rewritten.strip())


def together(question: str, exchange: str) -> str:
    """Return the earlier question's words before the new one, which searches well enough."""
    return f"{exchange.splitlines()[0]} {question}".strip() if exchange else question


def decide_route(
    door: Door,
    question: str,
    messages: Sequence[BaseMessage],
    bound: Sequence[str],
    stop: StopSignal,
) -> Routing:
    """Choose chat, documents or task, and rewrite a follow-up so that it stands alone.

    Args:
        door: Where the model is asked.
        question: What the person typed.
        messages: The conversation, the newest message last.
        bound: Names of the documents that the thread keeps to; empty when it is free.
        stop: The run's stop signal.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    exchange = last_exchange(messages)
    if exchange and refers_back(question):
        return _route_follow_up(door, question, exchange, bound, stop)
    reply = door.parse(
        "router",
        render_route(question, bound),
        RouteReply,
        default=RouteReply(route="documents", tool_needed=False, in_scope=True),
        stop=stop,
        max_tokens=_MAX_TOKENS,
    )
    return Routing(
        route=reply.value.route,
        tool_needed=reply.value.tool_needed,
        in_scope=reply.value.in_scope or not bound,
        needs_previous_context=False,
        standalone_question=question,
        model_calls=reply.calls,
        reason=reply.value.reason if reply.ok else "",
    )


def _route_follow_up(
    door: Door, question: str, exchange: str, bound: Sequence[str], stop: StopSignal
) -> Routing:
    default = FollowUpReply(
        needs_previous_context=True,
        standalone_question="",
        route="documents",
        tool_needed=False,
        in_scope=True,
    )
    reply = door.parse(
        "router",
        render_follow_up(question, exchange, bound),
        FollowUpReply,
        default=default,
        stop=stop,
        max_tokens=_MAX_TOKENS_FOLLOW_UP,
    )
    needs = reply.value.needs_previous_context or bool(_POINTING.search(question.strip()))
    whole, calls = question, reply.calls
    if needs:
        rewritten = reply.value.standalone_question.strip()
        if not stands_alone(question, rewritten, exchange):
            searched = reply.value.route == "documents" and asks(question)
            rewritten, more = _rewritten(door, question, exchange, stop) if searched else ("", 0)
            calls += more
        whole = rewritten or together(question, exchange)
    return Routing(
        route=reply.value.route,
        tool_needed=reply.value.tool_needed,
        in_scope=reply.value.in_scope or not bound,
        needs_previous_context=needs,
        standalone_question=whole,
        model_calls=calls,
        reason=reply.value.reason if reply.ok else "",
    )


def _rewritten(door: Door, question: str, exchange: str, stop: StopSignal) -> tuple[str, int]:
    """Return the question as a call of its own writes it, empty if it does not stand alone."""
    reply = door.parse(
        "router",
        render_rewriting(exchange.splitlines()[0], question, language_of(question)),
        Rewritten,
        default=Rewritten(question=""),
        stop=stop,
        max_tokens=_MAX_TOKENS_REWRITING,
    )
    whole = reply.value.question.strip()
    return whole if stands_alone(question, whole, exchange) else "", reply.calls
