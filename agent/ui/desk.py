"""The page where the work is done: conversation, live run, open question, input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from agent.errors import AgentError
from agent.events import ApprovalResolved, Failed
from agent.ui import render
from agent.ui.boundary import sentence
from agent.ui.cards import draw_card
from agent.ui.deciding import untaken
from agent.ui.document_card import show_document
from agent.ui.document_list import chosen_scope
from agent.ui.live import LiveRun
from agent.ui.messages import draw_history, draw_person, open_citation
from agent.ui.mirror import catch_up, mirror
from agent.ui.run_view import draw_past_run, draw_run, follow, watch
from agent.ui.sidebar import draw_sidebar
from agent.ui.view import View, go_to, say, show_said
from agent.ui.viewer import listen, show
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.approvals import Approval
    from agent.threads import Message

QUESTION, DRAFT, TROUBLE = "question", "draft", "trouble"
EXAMPLES = ("empty.example_documents", "empty.example_task", "empty.example_chat")


def draw_desk(view: View) -> None:
    """Draw the page."""
    app, thread_id = view.app, view.thread_id
    mirror(app, thread_id)
    busy = bool(thread_id) and app.busy(thread_id)
    pending = app.pending(thread_id) if thread_id else []
    messages = app.history(thread_id) if thread_id else []
    run = catch_up(app, thread_id) if thread_id else LiveRun()
    if not busy:
        st.session_state.pop("stopping", None)
    draw_sidebar(view)
    show_said()
    listen(
        lambda target: open_citation(messages, run.passages, target),
        lambda: say(view.words("run.copied")),
    )
    _draw_conversation(view, messages, run, pending, busy=busy)
    if thread_id and not busy:
        watch(view, run)
    _draw_trouble()
    _draw_input(view, busy=busy, waiting=bool(pending))
    show(view)
    show_document(view)


def _draw_conversation(
    view: View,
    messages: Sequence[Message],
    run: LiveRun,
    pending: Sequence[Approval],
    *,
    busy: bool,
) -> None:
    if not messages and not busy and not pending:
        _draw_empty(view)
        return
    draw_history(view, messages, resting=not busy and not pending)
    if not busy and not pending:
        draw_past_run(view, run)
        return
    if run.question and not _asked(messages, run):
        draw_person(run.question, "live")
    if busy:
        follow(view)
        return
    with st.chat_message("assistant"):
        draw_run(view, run)
        for approval in pending:
            draw_card(view, approval)


def _asked(messages: Sequence[Message], run: LiveRun) -> bool:
    """Say whether the history has the question of the run already."""
    said = [message for message in messages if message.role == "person"]
    return bool(said) and (said[-1].run_id == run.run_id or said[-1].text == run.question)


def _draw_empty(view: View) -> None:
    words = view.words
    ready = len(view.app.library.documents())
    lead = words("empty.lead_ready", count=ready) if ready else words("empty.lead")
    st.html(f'<div class="gp-empty"><h1>{words("empty.title")}</h1><p>{lead}</p></div>')
    with st.container(key="examples", gap="small"):
        for key in EXAMPLES:
            st.button(words(key), key=key, type="tertiary", on_click=ask, args=(view, words(key)))


def _draw_trouble() -> None:
    trouble = st.session_state.pop(TROUBLE, "")
    if trouble:
        st.warning(trouble, icon=":material/info:")


def _draw_input(view: View, *, busy: bool, waiting: bool) -> None:
    hint = "ask.placeholder"
    if busy:
        hint = "ask.placeholder_busy"
    elif waiting:
        hint = "ask.placeholder_open"
    draft = st.session_state.pop(DRAFT, None)
    if draft is not None:
        st.session_state[QUESTION] = draft
    text = st.chat_input(view.words(hint), key=QUESTION)
    if text is not None:
        ask(view, text)
        st.rerun()


def ask(view: View, text: str) -> None:
    """Send what was typed. What cannot be sent comes back into the input, with the reason."""
    if not text.strip():
        _give_back(text, view.words.trouble("empty_question"))
        return
    documents, only = chosen_scope(view.thread_id)
    try:
        thread_id = view.thread_id or view.app.create_thread()
        began = next(view.app.ask(thread_id, text, documents=documents, only_documents=only), None)
    except (AgentError, StoreError) as error:
        _give_back(text, sentence(view.words, error))
        return
    if isinstance(began, Failed):
        _give_back(text, render.plain(view.words.trouble(began.code, began.message)))
    elif isinstance(began, ApprovalResolved) and (why := untaken(view, began)):
        _give_back(text, why)
    go_to(thread_id)


def _give_back(text: str, why: str) -> None:
    st.session_state[TROUBLE] = why
    st.session_state[DRAFT] = text
