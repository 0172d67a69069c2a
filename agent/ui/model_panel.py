"""The model in use: its name, whether it is ready, how full its context is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from agent.models.road import Road
from agent.ui import render
from agent.ui.model_fetch import draw_fetch

if TYPE_CHECKING:
    from agent.models.road import Description
    from agent.ui.model_fetch import ModelFetch
    from agent.ui.view import View

Colour = Literal["green", "gray", "orange"]
STATE_COLOURS: dict[str, Colour] = {"ready": "green", "starting": "gray"}


def draw_model(view: View) -> None:
    """Draw the panel."""
    words = view.words
    facts = view.app.models.describe()
    st.html(f'<div class="gp-section">{words("model.title")}</div>')
    names = ", ".join(sorted(set(facts.models.values()))) or words("model.none")
    colour = STATE_COLOURS.get(facts.state, "orange")
    state = words.known(f"model.state.{facts.state}", facts.state)
    with st.container(key="badges_model"):
        st.markdown(f"{render.plain(names, 40)} :{colour}-badge[{state}]")
    lines = [words.known(f"model.{facts.kind}", facts.kind), _context(view, facts)]
    st.html(f'<div class="gp-note">{render.html(" · ".join(lines))}</div>')
    if facts.kind == "builtin":
        st.html(f'<div class="gp-note">{words("model.small")}</div>')
    if facts.message and facts.state in ("down", "missing"):
        st.caption(render.plain(facts.message))
    if facts.kind == "ollama" and facts.missing:
        _draw_pull(view, facts.missing[0])


def _context(view: View, facts: Description) -> str:
    used = st.session_state.get("context_used")
    window = f"{facts.window:,}"
    if used:
        return view.words("model.context", used=f"{int(used):,}", window=window)
    return view.words("model.context_none", window=window)


def _draw_pull(view: View, name: str) -> None:
    road = view.app.models
    if not isinstance(road, Road):
        return

    def task(fetch: ModelFetch) -> None:
        road.pull(name, lambda _status, done, total: fetch.progress(done, total),
                  lambda: fetch.cancelled)  # fmt: skip

    draw_fetch(view.words, view.words("model.pull", name=render.plain(name)), task)
