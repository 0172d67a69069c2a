"""Settings and status: tools that may run without asking, the model, what the doctor sees."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from agent.ui import render
from agent.ui.boundary import attempted

if TYPE_CHECKING:
    from agent.ui.view import View


def draw_settings(view: View) -> None:
    """Draw the page."""
    words = view.words
    st.page_link(
        view.desk_page,
        label=words("settings.back"),
        icon=":material/arrow_back:",
        query_params={"thread": view.thread_id} if view.thread_id else None,
    )
    st.markdown(f"### {words('settings.title')}", anchors=False)
    _draw_always_allowed(view)
    _draw_health(view)


def _draw_always_allowed(view: View) -> None:
    words, board = view.words, view.app.approvals
    st.markdown(f"**{words('settings.always')}**")
    names = board.read().always_allowed
    if not names:
        st.caption(words("settings.always_none"))
    for name in names:
        shown = words.known(f"tool.{name}", name)
        if st.button(words("settings.revoke", tool=render.plain(shown)), key=f"revoke_{name}"):
            now = board.read()
            kept = tuple(tool for tool in now.always_allowed if tool != name)
            with attempted(words):
                board.write(replace(now, always_allowed=kept))
            st.rerun()


def _draw_health(view: View) -> None:
    st.markdown(f"**{view.words('settings.health')}**")
    rows = [{"name": name, "value": value} for name, value in _flat(view.app.health())]
    st.dataframe(rows, hide_index=True, column_config={"name": "", "value": ""})


def _flat(facts: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in facts.items():
        if isinstance(value, dict):
            rows += _flat(value, f"{prefix}{name} · ")
        else:
            rows.append((f"{prefix}{name}", str(value)))
    return rows
