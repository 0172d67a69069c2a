"""Words and prompts of the search: what is being planned, and the judge's question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from pydantic import BaseModel, Field

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language


def planning_text(round_: int, missing: Sequence[str], language: Language) -> str:
    """Return what the person reads while a search is planned."""
    if round_ == 1 or not missing:
        return "찾을 곳을 정하는 중" if language == "ko" else "Planning the search"
    what = ", ".join(missing)
    return f"더 찾는 중: {what}" if language == "ko" else f"Searching further: {what}"


def request_text(question: str, missing: Sequence[str]) -> str:
    """Return the request from which the model chooses further searches."""
    if not missing:
        return f"{question}\n(Search again in other words.)"
    return f"{question}\n(Still missing: {', '.join(missing)}. Search in other words.)"


class SearchQuery(BaseModel):
    """A question in the other language."""

    query: str = Field(max_length=90)


_TRANSLATE = {
    "en": "Translate the question into English, for a search. Reply with JSON.",
    "ko": "Translate the question into Korean, for a search. Reply with JSON.",
}
_TRANSLATED = {
    "en": (
        ("도서 연체료는 하루에 얼마인가요?", "How much is the late fee for a book per day?"),
        ("출입증을 잃어버리면 어디에 알려야 해?", "Where do I report a lost access card?"),
    ),
    "ko": (
        ("How much is the late fee for a book per day?", "도서 연체료는 하루에 얼마인가요?"),
        ("Where do I report a lost access card?", "출입증 분실은 어디에 신고하나요?"),
    ),
}


def render_translation(question: str, into: Language) -> list[BaseMessage]:
    """Return the prompt that puts a question into the language of other documents."""
    messages: list[BaseMessage] = [SystemMessage(_TRANSLATE[into])]
    for given, wanted in _TRANSLATED[into]:
        messages += [
            HumanMessage(given), AIMessage(SearchQuery(query=wanted).model_dump_json()),
        ]  # fmt: skip
    return [*messages, HumanMessage(question)]


def is_example(query: str) -> bool:
    """Tell whether a reply only repeats what the prompt showed."""
    return any(query.strip() == wanted for rows in _TRANSLATED.values() for _, wanted in rows)
