"""Whether what was found answers the question: rules first, the model where they do not decide."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from agent.checking import check
from agent.citations.asking import asks_who
from agent.judgement import Judgement, odds_before, shown_before
from agent.language import language_of
from agent.nodes.search_moves import articles_in, compares_with_standard, reachable
from agent.parts import parts_of
from agent.relevance import Relevance, relevance
from agent.sureness import AGAIN, Signs, sureness
from agent.titles import titles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.checking import Checked
    from agent.context import AgentContext
    from agent.evidence import Evidence
    from agent.state import AgentState, JsonObject

SHOWN = 4
_MARGIN = 0.3
"""A passage this far behind the best one is not shown: more text confuses a small model."""
_CLEAR = 0.95
_HOPELESS = 0.2
_NEAR = 0.5
_FAR = 0.35
"""Below this the passages are not judged before documents in another language were asked too."""
_DOUBT = -0.5
"""How far below the floor the parts of a question may lie on average where one of them is found:
the passages of the others are shown too, and what they do not say is marked."""
_MAYBE = -1.5
"""From this sureness on, a refusal shows the nearest sentence."""
_TELLS = 0.6
"""From this share of the question's words on, a passage is worth an answer in part."""


def judge(state: AgentState, evidence: Sequence[Evidence], context: AgentContext) -> Judgement:
    """Judge what a turn's searches found."""
    question = state["standalone_question"]
    log = state.get("decision_log") or [{}]
    ranked = _ranked(state, evidence, context)
    order = tuple(row.evidence.n for row in ranked)
    judged = any(row.get("by") == "model" or row.get("sufficient") for row in log)
    if log[-1].get("action") == "all_repeats" and (judged or not evidence):
        return Judgement(
            any(row.get("sufficient") for row in log),
            why="all_repeats",
            missing=tuple(state.get("missing_info", [])),
            unexplored=tuple(state.get("unexplored_articles", [])),
            order=order,
            final=True,
        )
    rows = state.get("tool_history", [])
    if rows and not any(row["ok"] for row in rows):
        return Judgement(False, why="search_failed", final=True)
    if not evidence:
        again = state.get("iteration_count", 0) > 0
        return Judgement(False, why="nothing_found", missing=(question,), final=again)
    wanted = articles_in(question)
    absent = tuple(n for n in wanted if n not in {one.article for one in evidence})
    titled = [row for row in rows if row["tool"] == "get_article_by_title" and row["found"]]
    by_title = bool(titled) and not state.get("iteration_count", 0)
    if (wanted and not absent) or by_title:
        return Judgement(True, why="article", order=order, final=True)
    if compares_with_standard(question):
        return _of_both_sides(state, evidence, order)
    several = len(parts_of(question)) > 1 and not state.get("iteration_count", 0)
    return (_by_parts if several else _by_relevance)(state, ranked, absent, context)


def _of_both_sides(
    state: AgentState, evidence: Sequence[Evidence], order: tuple[int, ...]
) -> Judgement:
    """Judge a comparison: both contracts must speak, asked once in their own language too."""
    question = state["standalone_question"]
    again = state.get("iteration_count", 0) > 0 or other_words(
        question, state.get("tool_history", [])
    )
    if not again and all(language_of(one.text) != state.get("language") for one in evidence):
        return Judgement(False, why="far", missing=(question,), order=order)
    both = {one.side for one in evidence} == {"mine", "standard"}
    return Judgement(True, why="both_sides" if both else "one_side", order=order, final=True)


def _by_parts(
    state: AgentState, ranked: Sequence[Relevance], absent: tuple[str, ...], context: AgentContext
) -> Judgement:
    """Judge a question of several parts: each has its own best passages, all of them are shown."""
    evidence = [row.evidence for row in ranked]
    parts = parts_of(state["standalone_question"])
    each = [_ranked(state, evidence, context, part) for part in parts]
    near = [near_the_best(rows)[: SHOWN // len(parts)] for rows in each]
    chosen = {row.evidence.n: row for turn in zip_longest(*near) for row in turn if row}
    order = tuple(dict.fromkeys(row.evidence.n for turn in zip(*each, strict=True) for row in turn))
    if not absent and all(rows[0].near >= _CLEAR and rows[0].offers for rows in each):
        return Judgement(True, why="clear", order=order, shown=tuple(chosen))
    checked = [_sure(state, [part], rows, context) for part, rows in zip(parts, near, strict=True)]
    open_parts = [part for part, (sure, _) in zip(parts, checked, strict=True) if sure < 0]
    surest = max(sure for sure, _ in checked)
    found = surest >= 0 and sum(sure for sure, _ in checked) >= _DOUBT * len(checked)
    return Judgement(
        found,
        by="model",
        why="found" if found else "not_found",
        missing=() if found else tuple(open_parts),
        unexplored=absent,
        order=order,
        shown=tuple(chosen),
        near=all(rows[0].near >= _NEAR for rows in near),
        unsure=surest >= _MAYBE,
        model_calls=sum(one.calls for _, one in checked),
    )


def near_the_best(rows: Sequence[Relevance]) -> list[Relevance]:
    """Return the passages that are not far behind the best one, a few at most.

    Where even that one is far from the question, the best of each language are there.
    """
    chosen = [row for row in rows[:SHOWN] if row.rank >= rows[0].rank - _MARGIN]
    if rows[0].near >= _NEAR:
        return chosen
    languages: dict[str, list[Relevance]] = {}
    for row in rows:
        languages.setdefault(language_of(row.evidence.text), []).append(row)
    if len(languages) == 1:
        return chosen
    each = [row for own in languages.values() for row in own[: SHOWN // 2]]
    return sorted(each, key=lambda row: (-row.rank, row.evidence.n))


def other_words(question: str, history: Sequence[JsonObject]) -> str:
    """Return the question as it was asked in the other language, empty if it was not."""
    queries = [str(row["arguments"].get("query", "")) for row in history]
    language = language_of(question)
    return next((query for query in queries if query and language_of(query) != language), "")


def _ranked(
    state: AgentState, evidence: Sequence[Evidence], context: AgentContext, part: str = ""
) -> list[Relevance]:
    """Return the passages by relevance, each asked in its own language where that was done."""
    question = part or state["standalone_question"]
    known = titles(evidence, context)
    whole = state["standalone_question"]
    rows = relevance(question, evidence, known, whole)
    if other := other_words(question, state.get("tool_history", [])):
        own = {row.evidence.n: row for row in rows}
        for row in relevance(other, evidence, known, whole):
            if row.rank > own[row.evidence.n].rank:
                own[row.evidence.n] = row
        rows = sorted(own.values(), key=lambda row: (-row.rank, row.evidence.n))
    return rows


def _by_relevance(
    state: AgentState, ranked: Sequence[Relevance], absent: tuple[str, ...], context: AgentContext
) -> Judgement:
    order = tuple(row.evidence.n for row in ranked)
    chosen = near_the_best(ranked)
    shown = tuple(row.evidence.n for row in chosen)
    best, question = ranked[0], state["standalone_question"]
    if not absent and all(row["hopeless"] for row in state.get("tool_history", [])):
        return Judgement(
            False, why="hopeless", missing=best.missing, order=order, final=True, near=False
        )
    translated = other_words(question, state.get("tool_history", []))
    clear = best.near >= _CLEAR and best.offers and not translated
    if not absent and clear and not asks_who(question):
        return Judgement(True, why="clear", order=order, shown=shown)
    again = state.get("iteration_count", 0) > 0
    if not again and best.near < _FAR and _unseen_language(state, ranked, context):
        return Judgement(False, why="far", missing=best.missing or (question,), order=order)
    if _below_floor(state, ranked):
        return Judgement(False, why="below_floor", missing=best.missing, order=order, final=again)
    anew = translated and state.get("iteration_count", 0) == 1
    if again and not anew and set(shown) <= shown_before(state):
        return Judgement(
            False, why="nothing_new", missing=best.missing, order=order, shown=shown, final=True
        )
    return _by_model(state, chosen, absent, context, ranked)


def _unseen_language(state: AgentState, ranked: Sequence[Relevance], context: AgentContext) -> bool:
    """Tell whether there are documents in a language that nothing was found in."""
    seen = {language_of(row.evidence.text) for row in ranked}
    return any(d.language and d.language not in seen for d in reachable(state, context))


def _below_floor(state: AgentState, ranked: Sequence[Relevance]) -> bool:
    """Tell whether neither the searches nor the words give any hope."""
    below = all(row["verdict"] == "none" for row in state.get("tool_history", []))
    one_language = all(language_of(row.evidence.text) == state.get("language") for row in ranked)
    return below and one_language and max(row.cover for row in ranked) < _HOPELESS


def _by_model(
    state: AgentState,
    chosen: Sequence[Relevance],
    absent: tuple[str, ...],
    context: AgentContext,
    ranked: Sequence[Relevance] = (),
) -> Judgement:
    """Let the model judge the passages chosen, the best first."""
    best, again = chosen[0], state.get("iteration_count", 0) > 0
    other = other_words(state["standalone_question"], state.get("tool_history", []))
    asked = [state["standalone_question"], *filter(None, [other])]
    sure, checked = _sure(state, asked, chosen, context)
    found = sure >= AGAIN * again
    last = state.get("iteration_count", 0) + 1 >= context.settings.max_search_rounds
    return Judgement(
        found,
        by="model",
        why="found" if found else "not_found",
        missing=() if found else (best.missing or (asked[0],)),
        unexplored=absent,
        order=tuple(row.evidence.n for row in ranked or chosen),
        shown=tuple(row.evidence.n for row in chosen),
        near=best.near >= _NEAR,
        partly=last and not found and best.near >= _TELLS and best.offers,
        unsure=sure >= _MAYBE,
        judged=checked.where if found else (),
        heard=(*checked.where, checked.odds) if checked.where and checked.odds is not None else (),
        model_calls=checked.calls,
    )


def _sure(
    state: AgentState, asked: Sequence[str], chosen: Sequence[Relevance], context: AgentContext
) -> tuple[float, Checked]:
    """Return how sure it is that the passages answer what is asked, and what the model said."""
    shown = [row.evidence for row in chosen]
    checked = check(asked, shown, titles(shown, context), context.door, context.stop)
    if checked.odds is None:
        return 1.0 if checked.found else -2.0, checked
    searches = [float(row.get("confidence", 0.5)) for row in state.get("tool_history", [])]
    # asked in other words, a bad translation most often, a sentence answers no less than before
    signs = Signs(
        odds=max([checked.odds, *odds_before(state, checked.where)]),
        confidence=max(searches, default=0.5),
        near=checked.near,
    )
    return sureness(signs), checked
