"""The further moves of a search: the model chooses them from what is still missing."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from agent.language import Language, language_of
from agent.nearest import value_concepts
from agent.nodes.search_judging import other_words
from agent.nodes.search_moves import compares_with_standard, topic_of
from agent.prompts.research import SearchQuery, is_example, render_translation, request_text
from agent.tools.choosing import choose
from agent.tools.running import Call, new_call
from store.glossary import concepts, named, words_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.context import AgentContext
    from agent.state import AgentState
    from store.records import Document

SEARCH_TOOLS = (
    "hybrid_search", "get_article_by_index", "get_article_by_title", "lookup_standard_contract",
    "recall_conversation",
)  # fmt: skip
"""What a search may call, whatever a document or a model says."""
_KNOWN = 160
_QUERY_TOKENS = 64
_REPEATED = 3
_LOST = 3
_BEGINNING = 4
_WORD = re.compile(r"[^\W\d_]+")


def further_moves(
    state: AgentState, context: AgentContext, documents: Sequence[Document]
) -> tuple[list[Call], int]:
    """Let the model choose the next calls; documents in the other language are asked in theirs."""
    question, missing = state["standalone_question"], state.get("missing_info", [])
    history = state.get("tool_history", [])
    into: Language = "en" if language_of(question) == "ko" else "ko"
    asked = other_words(question, history) or _had_no_translation(state)
    comparing = compares_with_standard(question)
    if any(d.language == into for d in documents) and not asked:
        wanted = topic_of(question) if comparing else question
        parsed = context.door.parse(
            "planner",
            render_translation(wanted, into),
            SearchQuery,
            default=SearchQuery(query=""),
            stop=context.stop,
            max_tokens=_QUERY_TOKENS,
        )
        query = with_lost_words(sound_translation(parsed.value.query, into), wanted)
        query = query or words_across(wanted, into)
        tools = ["hybrid_search", *(["lookup_standard_contract"] if comparing else [])]
        return [new_call(tool, {"query": query}) for tool in tools if query], parsed.calls
    choice = choose(
        context.door,
        request_text(question, missing),
        [tool for name in SEARCH_TOOLS if (tool := context.tools.get(name)) is not None],
        stop=context.stop,
        known=[str(row["text"])[:_KNOWN] for row in history[-3:]],
        shown=context.tools.offered(online=context.settings.allow_internet),
    )
    return choice.calls, choice.model_calls


def _had_no_translation(state: AgentState) -> bool:
    """Tell whether a round before ended without a search: no translation came."""
    return any(row.get("action") == "all_repeats" for row in state.get("decision_log", []))


def sound_translation(query: str, into: Language) -> str:
    """Return a translated query, empty where a small model only stammers or copies an example."""
    counted = Counter(query.split())
    stammers = bool(counted) and max(counted.values()) >= _REPEATED
    if stammers or language_of(query) != into or is_example(query):
        return ""
    return query.strip()


def with_lost_words(query: str, question: str) -> str:
    """Return a translated query, with the glossary's words for what the translation lost.

    Nothing is added where at least half of what the question names is there. A single word that
    stands for something else than the question says is taken for the wrong one, and replaced.
    """
    idle = value_concepts()
    meant = [senses for senses in named(question) if not idle.issuperset(senses)]
    held = set(concepts(query))
    lost = [senses for senses in meant if held.isdisjoint(senses)]
    words = [form for senses in lost for form in words_for(senses[0], language_of(query))[:1]]
    if not query or not words or len(lost) * 2 <= len(meant):
        return query
    known = idle.union(*meant)
    wrong = [word for word in _WORD.findall(query) if _is_another_thing(word, question, known)]
    if len(wrong) == len(words) == 1:
        return query.replace(wrong[0], words[0], 1)
    return f"{query} ({', '.join(words[:_LOST])})"


def words_across(question: str, into: Language) -> str:
    """Return the glossary's words for what a question names, where no translation came of it.

    Empty where they are fewer than two: one word alone finds anything.
    """
    idle = value_concepts()
    found = [
        form
        for senses in named(question)
        if not idle.issuperset(senses)
        for form in words_for(senses[0], into)[:1]
    ]
    return " ".join(dict.fromkeys(found)) if len(found) > 1 else ""


def _is_another_thing(word: str, question: str, known: frozenset[str]) -> bool:
    """Tell whether the glossary knows a word, and for nothing that the question may speak of."""
    own, language = concepts(word), language_of(question)
    size = 1 if language == "ko" else _BEGINNING
    beginnings = tuple(form[:size] for concept in own for form in words_for(concept, language))
    unknown = [other.lower() for other in _WORD.findall(question) if not concepts(other)]
    heard = any(other.startswith(beginnings) for other in unknown)
    return bool(own) and known.isdisjoint(own) and not heard
