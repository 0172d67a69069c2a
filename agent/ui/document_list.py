"""The documents in the sidebar: the list of them, and which ones this conversation uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from agent.ui import render
from agent.ui.document_card import open_card
from agent.ui.intake_view import draw_intake

if TYPE_CHECKING:
    from agent.ui.view import View
    from store.records import Document

STAGE_COLOURS = {"ready": "green", "text": "orange"}


def draw_documents(view: View) -> None:
    """Draw the documents' part of the sidebar."""
    words = view.words
    st.html(f'<div class="gp-section">{words("documents.title")}</div>')
    draw_intake(view)
    documents = view.app.library.documents()
    if not documents and not view.intake.jobs():
        st.caption(words("documents.none"))
    with st.container(key="document_rows", gap=None):
        for document in documents:
            _draw_row(view, document)
    if documents:
        _draw_scope(view, documents)


def _draw_row(view: View, document: Document) -> None:
    words = view.words
    kind = words(f"documents.kind.{document.kind}")
    stage = words(f"documents.stage.{document.stage}")
    with st.container(key=f"document_{document.id[:12]}", gap=None):
        st.button(
            render.plain(document.name, 32),
            key=f"show_{document.id}",
            type="tertiary",
            width="stretch",
            on_click=open_card,
            args=(document.id,),
        )
        with st.container(key=f"badges_{document.id[:12]}"):
            st.markdown(f":gray-badge[{kind}] :{STAGE_COLOURS[document.stage]}-badge[{stage}]")


def _draw_scope(view: View, documents: list[Document]) -> None:
    words = view.words
    names = {document.id: document.name for document in documents}
    key = f"scope_{view.thread_id}"
    bound = [i for i in st.session_state.get("bound_documents") or [] if i in names]
    chosen = st.session_state.get(key, bound)
    title = words("scope.some", count=len(chosen)) if chosen else words("scope.all")
    with st.expander(f"{words('scope.title')}: {title}", type="compact", key="scope"):
        if key not in st.session_state:
            st.session_state[key] = bound
        st.session_state[key] = [i for i in st.session_state[key] if i in names]
        st.multiselect(
            words("scope.title"),
            list(names),
            format_func=lambda i: names.get(i, i),
            key=key,
            placeholder=words("scope.all"),
            label_visibility="collapsed",
        )
        only = f"only_{view.thread_id}"
        if only not in st.session_state:
            st.session_state[only] = bool(st.session_state.get("only_documents"))
        st.toggle(words("scope.only"), key=only, help=words("scope.only_help"))


def chosen_scope(thread_id: str) -> tuple[list[str] | None, bool | None]:
    """Return the documents chosen for the next question and whether only they may answer."""
    documents = st.session_state.get(f"scope_{thread_id}")
    only = st.session_state.get(f"only_{thread_id}")
    return (None if documents is None else list(documents)), only
