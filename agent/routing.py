"""Deciding where a message goes: one schema-held model call, and what code can tell by itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.follow_ups import (
    last_exchange,
    made_whole,
    names_its_subject,
    points_back,
    refers_back,
    stands_alone,
    together,
    without_lead,
)
from agent.language import language_of
from agent.matters import asks_about_here, is_study_and_draft, is_talk
from agent.parts import asks
from agent.prompts.rewrite import Rewritten, render_rewriting
from agent.prompts.route import FollowUpReply, RouteReply, render_follow_up, render_route
from agent.prose_length import without_middle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

    from agent.models.door import Door, StopSignal
    from agent.state import Route
    from store.records import SearchResult

_MAX_TOKENS = 60
_MAX_TOKENS_FOLLOW_UP = 220
_MAX_TOKENS_REWRITING = 90
_SPEAKS = 0.9
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

    "How much" and "how many days" look like sums to a small model; only plain sums, the clock and
    mere talk are not looked for.
    """
    question = routing.standalone_question
    if routing.route != "chat" or routing.needs_previous_context or is_talk(question):
        return False
    return not (routing.tool_needed and _SUM.search(question))


def speaks_for_documents(found: SearchResult, question: str) -> bool:
    """Say whether a search found what a message taken for chat asks for.

    A small model cannot know what the files hold. A question put like one about the place where
    one is needs no more than the search's own verdict. Others could be about the world: words and
    meaning must both speak plainly, because a chance word alone is found for much of it.
    """
    by_words_alone = "text_only" in found.notices
    if asks_about_here(question) and not by_words_alone:
        return found.verdict == "found"
    plainly = found.confidence >= _SPEAKS
    return plainly and (asks_about_here(question) or not by_words_alone)


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
        if not names_its_subject(question, exchange):
            return _route_follow_up(door, question, exchange, bound, stop)
        question = without_lead(question)
    reply = door.parse(
        "router",
        render_route(without_middle(question), bound),
        RouteReply,
        default=RouteReply(route="documents", tool_needed=False, in_scope=True),
        stop=stop,
        max_tokens=_MAX_TOKENS,
    )
    searched = reply.value.route == "documents"
    return Routing(
        route="task" if searched and is_study_and_draft(question) else reply.value.route,
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
        render_follow_up(without_middle(question), exchange, bound),
        FollowUpReply,
        default=default,
        stop=stop,
        max_tokens=_MAX_TOKENS_FOLLOW_UP,
    )
    ruled = made_whole(question, exchange)
    needs = bool(ruled) or reply.value.needs_previous_context or points_back(question)
    whole, calls = question, reply.calls
    if needs:
        rewritten = ruled or reply.value.standalone_question.strip()
        if not ruled and not stands_alone(question, rewritten, exchange):
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
