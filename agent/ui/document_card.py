"""One document's card: its facts, its kind, its first page, its removal."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, get_args

import streamlit as st

from agent.ui import render
from agent.ui.boundary import attempted, guarded
from agent.ui.view import View, open_source, say, unsaid
from store.errors import DocumentMissingError
from store.records import DocumentKind

if TYPE_CHECKING:
    from store.records import Document

KINDS: tuple[DocumentKind, ...] = get_args(DocumentKind)
DOCUMENT = "document_card"


def open_card(document_id: str) -> None:
    """Ask for a document's card on the next drawing."""
    st.session_state[DOCUMENT] = document_id


def show_document(view: View) -> None:
    """Draw the card of the document that was clicked, if one was."""
    document_id = st.session_state.get(DOCUMENT)
    if document_id is None:
        return
    try:
        document = view.app.library.document(document_id)
    except DocumentMissingError:
        _close()
        return
    card = st.dialog(render.plain(document.name, 60), on_dismiss=_close)
    card(guarded(view.words)(_draw_card))(view, document)


def _close() -> None:
    st.session_state.pop(DOCUMENT, None)


def _draw_card(view: View, listed: Document) -> None:
    """Draw the card as the document is now; ``listed`` is what the list beside it shows."""
    words, document = view.words, view.app.library.document(listed.id)
    facts = [
        words("documents.page")
        if document.pages == 1
        else words("documents.pages", count=document.pages),
        words("documents.passages", count=document.passages),
        render.size(document.size_bytes),
        words("documents.added", date=f"{datetime.fromtimestamp(document.added_at, UTC):%Y-%m-%d}"),
    ]
    if document.dated:
        facts.append(words("documents.dated", date=document.dated))
    st.caption(render.plain(" · ".join(facts)))
    st.caption(words(f"documents.stage_help.{document.stage}"))
    for warning in document.warnings:
        st.warning(render.plain(warning), icon=":material/info:")
    _draw_kind(view, document)
    if st.button(words("documents.open"), key="document_open", icon=":material/description:"):
        _close()
        open_source({"document": document.name, "document_id": document.id, "page": 1})
        st.rerun()
    _draw_removal(view, document)
    if document.kind != listed.kind or unsaid():  # last, so that no press is lost by it
        st.rerun()


def _draw_kind(view: View, document: Document) -> None:
    """Draw the kind as it is stored; only a choice made here is written."""
    words, key = view.words, f"document_kind_{document.id}"
    st.session_state[key] = document.kind

    @attempted(words)
    def chosen() -> None:
        view.app.library.set_kind(document.id, st.session_state[key])

    st.selectbox(
        words("documents.kind"), KINDS, key=key, on_change=chosen,
        format_func=lambda name: words(f"documents.kind.{name}"),
    )  # fmt: skip


def _draw_removal(view: View, document: Document) -> None:
    words, size = view.words, render.size(document.size_bytes)
    with st.expander(words("documents.remove"), key="document_remove", type="compact"):
        st.caption(words("documents.remove_sure", passages=document.passages, size=size))
        if st.button(words("documents.remove_yes"), key="document_remove_yes"):
            with attempted(words):
                say(_remove(view, document))
            _close()
            st.rerun()


def _remove(view: View, document: Document) -> str:
    """Remove the document; returns the sentence about what went."""
    gone = view.app.remove_document(document.id)
    return view.words(
        "documents.removed",
        name=render.plain(gone.name),
        passages=gone.passages,
        files=gone.files,
        size=render.size(gone.bytes),
    )
