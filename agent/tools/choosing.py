"""Choosing tool calls: the model under a schema, then what code knows better.

Small models fail native tool calls, so the choice is a schema-held reply; a model that was seen to
call tools natively is asked that way. Code then mends what it can see for itself: an expression
that stands in the request, a quoted title, an article number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.models.values import NativeChoice, Priority
from agent.prompts.choose import choose_schema, native_tools, render_choose, render_native
from agent.tools.clock import zones_in
from agent.tools.expressions import right_expression
from agent.tools.running import Call, new_call

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from agent.models.door import Door, StopSignal
    from agent.state import JsonObject
    from agent.tools.catalogue import Tool

_QUOTED = re.compile(r"[\"'“‘「『]([^\"'”’」』]{2,80})[\"'”’」』]")
_ARTICLE = re.compile(
    r"제?\s*(\d+)\s*조(?:\s*의\s*(\d+))?|\b(?:article|section|clause)\s+(\d[\d.]*)", re.IGNORECASE
)
_FILE = re.compile(r"[\w()-][\w().-]*\.(?:pdf|txt|md|json|csv|docx?)(?![A-Za-z0-9])", re.IGNORECASE)
SEARCHES = ("hybrid_search", "retrieve_docs", "lookup_standard_contract")
_FETCHES, _READS = ("get_article_by_index", "get_article_by_title"), "read_file"
_NAMES_FILE = re.compile(
    r"파일|문서|쪽|페이지|읽|\b(?:files?|documents?|pages?|pdf|read)\b", re.IGNORECASE
)
_NAMES_ARTICLE = re.compile(
    r"제목[이의으]|라는 제목|조항|\b(?:titled|clause|article|section)\b", re.IGNORECASE
)
_STANDARD = re.compile(
    r"표준\s?\S{0,4}\s?(?:계약|약관)|standard (?:\w+ )?(?:contract|agreement)", re.IGNORECASE
)
_SERVICES = re.compile(
    r"서비스|도구|소프트웨어|프로그램|카탈로그|트렌드|지식 베이스|요금|구독료|"
    r"service|software|\btools?\b|\bapps?\b|catalogu?e|trend|subscription",
    re.IGNORECASE,
)
_MAX_TOKENS = 320
_QUERY = 200


@dataclass(frozen=True, slots=True)
class Choice:
    """The calls chosen. ``finish`` says that none is needed, ``more`` that others will follow."""

    calls: list[Call]
    finish: bool
    more: bool
    model_calls: int


def article_in(text: str) -> str:
    """Return the article number named in ``text`` as the store keeps it, or an empty string."""
    found = _ARTICLE.search(text)
    if not found:
        return ""
    if found[3]:
        return found[3].rstrip(".")
    return f"{found[1]}-{found[2]}" if found[2] else found[1]


def quoted_in(text: str) -> str:
    """Return the first quoted words of ``text``, or an empty string."""
    found = _QUOTED.search(text)
    return found[1].strip() if found else ""


def choose(  # noqa: PLR0913 - each is a choice of the caller's
    door: Door,
    request: str,
    tools: Sequence[Tool],
    *,
    stop: StopSignal,
    known: Sequence[str] = (),
    max_calls: int = 3,
    priority: Priority = Priority.TURN,
    shown: Sequence[Tool] = (),
    may_lack: bool = False,
) -> Choice:
    """Choose the next tool calls for ``request``.

    Args:
        door: Where the model is asked.
        request: What is to be done, in the person's words.
        tools: The tools offered now.
        stop: The run's stop signal.
        known: Results that are there already, newest last.
        max_calls: Calls at once, at most.
        priority: The call's priority at the door.
        shown: The tools the prompt tells of where that is more than ``tools``: a prompt that
            stays the same from step to step is read once.
        may_lack: What the request does not say may be left empty, for a form to show.

    Returns:
        The calls, mended by code, without repeats. The safe default is to finish.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    default: JsonObject = {"calls": [{"tool": "finish", "args": {}}], "more": False}
    parsed = door.choose(
        "router",
        render_choose(request, shown or tools, known),
        choose_schema(tools, max_calls, may_lack=may_lack),
        default=default,
        stop=stop,
        max_tokens=_MAX_TOKENS,
        priority=priority,
        native=NativeChoice(
            render_native(request, known),
            native_tools(tools),
            choose_schema(tools, max_calls, may_lack=may_lack, native=True),
        ),
    )
    calls: list[Call] = []
    for row in parsed.value["calls"]:
        if row["tool"] == "finish":
            continue
        name = right_search(row["tool"], request, {tool.name for tool in tools})
        arguments = dict(row["args"])
        if name in SEARCHES and row["tool"] not in SEARCHES:
            arguments = {"query": str(arguments.get("title") or request)[:_QUERY]}
        elif name in _FETCHES and row["tool"] == _READS:
            arguments = {"document": str(arguments.get("name", ""))}
        call = new_call(name, mended(name, arguments, request))
        if call.key not in {c.key for c in calls}:
            calls.append(call)
    return Choice(
        calls=calls,
        finish=not calls,
        more=bool(parsed.value.get("more")),
        model_calls=parsed.calls,
    )


def right_search(tool: str, request: str, offered: Collection[str]) -> str:
    """Return which of the searches that a model mixes up is meant, by the request's own words.

    An article is fetched only where the request names one, by number or by title, and a file is
    read only where it speaks of one and names no article.
    """
    if tool == _READS and (fetch := _article_fetch(request)) in offered:
        return fetch
    if tool == _READS:
        named = bool(_FILE.search(request) or _NAMES_FILE.search(request))
    else:
        named = bool(_NAMES_ARTICLE.search(request) or article_in(request) or quoted_in(request))
    if tool not in SEARCHES and (tool not in (*_FETCHES, _READS) or named):
        return tool
    meant = "hybrid_search"
    if _STANDARD.search(request):
        meant = "lookup_standard_contract"
    elif speaks_of_services(request):
        meant = "retrieve_docs"
    return meant if meant in offered else tool


def _article_fetch(request: str) -> str:
    """Return the tool that fetches the article which a request names and no file, or nothing."""
    if _FILE.search(request):
        return ""
    if article_in(request):
        return "get_article_by_index"
    titled = _NAMES_ARTICLE.search(request) and quoted_in(request)
    return "get_article_by_title" if titled else ""


def speaks_of_services(text: str) -> bool:
    """Say whether a request is about services, their prices or the catalogue of them."""
    return bool(_SERVICES.search(text))


def mended(tool: str, arguments: JsonObject, request: str) -> JsonObject:
    """Return the arguments with what code reads from the request in place of the model's copy."""
    if tool == "calculator":
        proposed = str(arguments.get("expression", ""))
        return {**arguments, "expression": right_expression(proposed, request)}
    if tool == "get_time" and arguments.get("time_zone"):
        zones = zones_in(request)
        return {**arguments, "time_zone": zones[0]} if len(zones) == 1 else arguments
    if tool == "get_article_by_index" and (number := article_in(request)):
        return {**arguments, "number": number}
    if tool == _READS and (named := _FILE.search(request)):
        return {**arguments, "name": named.group()}
    if tool == "get_article_by_title" and (title := quoted_in(request)):
        return {**arguments, "title": title}
    return arguments
