"""The first-run page: what is missing, a button that gets it, and how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from agent.setup.readiness import fetch_model, suggestion
from agent.ui import render
from agent.ui.model_fetch import draw_fetch

if TYPE_CHECKING:
    from agent.settings import Settings
    from agent.ui.model_fetch import ModelFetch
    from agent.ui.words import Words


def draw_setup(words: Words, settings: Settings) -> None:
    """Draw the page. It is shown as long as there is no model to answer with."""
    st.html(f'<div class="gp-brand">Guidepost<small>{words("app.tagline")}</small></div>')
    st.markdown(f"## {words('setup.title')}", anchors=False)
    st.markdown(words("setup.lead"))
    with st.container(border=True, key="card_setup"):
        _draw_model(words, settings)
    st.caption(words("setup.ollama"))
    st.button(words("setup.again"), key="setup_again", icon=":material/refresh:", type="tertiary")


def _draw_model(words: Words, settings: Settings) -> None:
    model = suggestion()
    with st.container(horizontal=True, vertical_alignment="center", key="setup_model"):
        st.markdown(f"**{words('setup.chat_model')}**", width="stretch")
        st.badge(words("setup.missing"), color="orange")
    if settings.engine == "ollama":
        st.caption(words("setup.ollama_only"))
        return
    size = words("setup.size", size=render.size(model.size_bytes))
    st.caption(f"{render.plain(model.title)} · {size}")

    def task(fetch: ModelFetch) -> None:
        fetch_model(settings, on_progress=fetch.progress, cancelled=lambda: fetch.cancelled)

    draw_fetch(words, words("setup.start"), task)
