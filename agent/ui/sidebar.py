"""The sidebar: conversations, documents, approval switches, the model, the page's language."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import streamlit as st

from agent.approval_switches import Switches
from agent.ui import render
from agent.ui.boundary import attempted
from agent.ui.document_list import draw_documents
from agent.ui.language_choice import draw_language
from agent.ui.model_panel import draw_model
from agent.ui.view import View, go_to, thread_in_address

if TYPE_CHECKING:
    from agent.threads import ThreadInfo

SHOWN_THREADS = 12
LATER_POINTS = ("memory",)
POINTS = ("clarification", "plan", "step", "memory")


def draw_sidebar(view: View) -> None:
    """Draw the sidebar."""
    with st.sidebar:
        st.html(f'<div class="gp-brand">Guidepost<small>{view.words("app.tagline")}</small></div>')
        st.button(
            view.words("threads.new"),
            key="new_thread",
            icon=":material/add:",
            width="stretch",
            on_click=go_to,
            args=("",),
        )
        _draw_threads(view)
        draw_documents(view)
        _draw_switches(view)
        draw_model(view)
        _draw_settings_link(view)
        draw_language(view)


def section(title: str) -> None:
    """Draw a section's heading."""
    st.html(f'<div class="gp-section">{render.html(title)}</div>')


def _draw_threads(view: View) -> None:
    if view.app.settings.persistence_mode == "memory":
        st.caption(f":material/info: {view.words('threads.forgotten')}")
    threads = view.app.threads()
    if not threads:
        return
    section(view.words("threads.title"))
    shown = threads
    many = len(threads) > SHOWN_THREADS
    if many and not st.session_state.get("all_threads"):
        shown = [t for i, t in enumerate(threads) if i < SHOWN_THREADS or t.id == view.thread_id]
    with st.container(key="thread_rows", gap=None):
        for thread in shown:
            _draw_thread(view, thread)
    if many:
        st.checkbox(view.words("threads.all", count=len(threads)), key="all_threads")


def _draw_thread(view: View, thread: ThreadInfo) -> None:
    words = view.words
    here = thread.id == view.thread_id
    label = render.plain(thread.title or words("threads.untitled"), 24)
    if thread.waiting:
        label = f"**{label}** :orange-badge[{words('threads.waiting')}]"
    elif thread.busy:
        label = f"**{label}** :gray-badge[{words('threads.busy')}]"
    key = "thread_here" if here else f"thread_{thread.id}"
    with st.container(horizontal=True, wrap=False, gap=None, vertical_alignment="center", key=key):
        st.button(
            label, key=f"open_thread_{thread.id}", type="tertiary", width="stretch",
            on_click=go_to, args=(thread.id,),
        )  # fmt: skip
        if here:
            _draw_thread_menu(view, thread)


def _draw_thread_menu(view: View, thread: ThreadInfo) -> None:
    words, app = view.words, view.app
    with st.popover("⋯", help=words("threads.more"), type="tertiary", key="thread_menu"):
        title = st.text_input(words("threads.name"), value=thread.title, key=f"name_{thread.id}")
        if st.button(words("threads.rename"), key="rename_thread") and (title or "").strip():
            with attempted(words):
                app.rename(thread.id, title.strip())
            st.rerun()
        st.download_button(
            words("threads.export"),
            data=lambda: app.export(thread.id),
            file_name=render.file_name(thread.title, "md"),
            mime="text/markdown",
            key="export_thread",
            icon=":material/download:",
            on_click="ignore",
        )
        with st.expander(words("threads.delete"), key="delete_thread", type="compact"):
            st.caption(words("threads.delete_sure"))
            if st.button(words("threads.delete_yes"), key="delete_thread_yes"):
                with attempted(words):
                    app.delete(thread.id)
                    go_to("")
                st.rerun()


def _draw_switches(view: View) -> None:
    words = view.words
    now = view.app.approvals.read()
    with st.expander(words("switches.title"), key="switches", icon=":material/fact_check:"):
        _switch(view, "master", words("switches.master_help"), on=now.master)
        for point in POINTS:
            later = point in LATER_POINTS
            _switch(
                view,
                point,
                words("switches.memory_later") if later else None,
                on=bool(getattr(now, point)) and not later,
                disabled=later or not now.master,
            )
            if later:
                st.html(f'<div class="gp-note">{words("switches.memory_later")}</div>')
        if now.chosen_by_master:
            st.caption(words("switches.all"))


def _switch(view: View, name: str, hint: str | None, *, on: bool, disabled: bool = False) -> None:
    key = f"switch_{name}"
    st.session_state[key] = on

    @attempted(view.words)
    def changed() -> None:
        board = view.app.approvals
        board.write(Switches(**{**asdict(board.read()), name: bool(st.session_state[key])}))
        view.app.apply_switches(thread_in_address())

    st.toggle(
        view.words(f"switches.{name}"), key=key, help=hint, disabled=disabled, on_change=changed
    )


def _draw_settings_link(view: View) -> None:
    st.page_link(
        view.settings_page,
        label=view.words("settings.title"),
        icon=":material/settings:",
        query_params={"thread": view.thread_id} if view.thread_id else None,
    )
