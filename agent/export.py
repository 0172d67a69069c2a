"""A conversation as a Markdown text or a JSON object."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from agent.language import language_of
from agent.places import has_pages, place_in

if TYPE_CHECKING:
    from agent.language import Language
    from agent.state import JsonObject
    from agent.threads import Message
    from store.thread_list import ThreadRow

_WORDS = {
    "ko": {"person": "나", "assistant": "Guidepost", "sources": "출처",
           "stopped": "멈춤", "removed": "삭제된 문서", "unproven": "문서에서 확인되지 않음"},
    "en": {"person": "You", "assistant": "Guidepost", "sources": "Sources",
           "stopped": "stopped", "removed": "document removed",
           "unproven": "Not found in your documents"},
}  # fmt: skip


def to_markdown(thread: ThreadRow, messages: list[Message]) -> str:
    """Return the conversation as Markdown, in the language it is held in."""
    language = language_of(" ".join(m.text for m in messages if m.role == "person"))
    words = _WORDS[language]
    lines = [f"# {thread.title or thread.id}", "", f"*{_date(thread.created_at)}*", ""]
    for message in messages:
        suffix = f" ({words['stopped']})" if message.stopped else ""
        lines += [f"## {words[message.role]}{suffix}", "", message.text, ""]
        for mark in message.marks:
            lines += [f"> {words['unproven']}: “{message.text[mark['start'] : mark['end']]}”", ""]
        if message.error:
            lines += [f"> {message.error['message']}", ""]
        if message.sources:
            lines += [f"**{words['sources']}**", ""]
            lines += [_source(source, language) for source in message.sources]
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def to_json(thread: ThreadRow, messages: list[Message]) -> JsonObject:
    """Return the conversation with all that belongs to its messages."""
    return {**asdict(thread), "messages": [asdict(message) for message in messages]}


def _source(source: JsonObject, language: Language) -> str:
    gone = f" ({_WORDS[language]['removed']})" if source.get("removed") else ""
    quote = " ".join(str(source.get("quote") or "").split())
    said = f": {quote}" if quote else ""
    document, heading = str(source.get("document", "")), str(source.get("heading") or "")
    place = place_in(f"{document}{gone}", source.get("page", ""), "", language)
    if not has_pages(document):
        place = f"{place_in(document, 0, heading, language)}{gone}"
    return f"- [{source.get('n', '')}] {place}{said}"


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
