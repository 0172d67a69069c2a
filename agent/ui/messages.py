"""Draws the conversation: what was said, with citations, sources, endings and ways on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from agent.guide_files import holds_guide
from agent.ui import render
from agent.ui.boundary import attempted
from agent.ui.go_back import draw_go_back
from agent.ui.guide_downloads import draw_downloads
from agent.ui.view import View, open_source
from agent.ui.viewer import source_buttons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.threads import Message

ENDING_COLOURS = {"partly": "orange", "not_found": "gray", "declined": "gray"}


def draw_person(text: str, key: str) -> None:
    """Draw what the person said."""
    with st.chat_message("user"), st.container(key=f"said_{key}"):
        st.markdown(render.prose(text).replace("\n", "  \n"))


def draw_history(view: View, messages: Sequence[Message], *, resting: bool) -> None:
    """Draw all messages; where nothing works, the last question and answer offer a way on."""
    last = len(messages) - 1
    asked = _last_question(messages)
    for place, message in enumerate(messages):
        if message.role == "person":
            draw_person(message.text, message.id)
            if resting and place == asked:
                _draw_edit(view, message)
        else:
            with st.chat_message("assistant"):
                _draw_answer(view, message, newest=resting and place == last)


def _last_question(messages: Sequence[Message]) -> int:
    """Return the place of the last turn's question, before what was said on its cards, or -1."""
    said = [place for place, message in enumerate(messages) if message.role == "person"]
    turn = messages[said[-1]].run_id if said else ""
    return next((place for place in said if messages[place].run_id == turn), -1)


def _draw_edit(view: View, message: Message) -> None:
    """Offer another wording of the last question."""
    words, key = view.words, f"editing_{message.id}"

    def turn() -> None:
        st.session_state[key] = not st.session_state.get(key)

    with st.container(key="edit_question", horizontal=True, horizontal_alignment="right"):
        st.button(
            words("run.edit"), key="edit", type="tertiary", icon=":material/edit:", on_click=turn
        )
    if not st.session_state.get(key):
        return
    text = st.text_area(
        words("run.edit"), value=message.text, key=f"edited_{message.id}",
        label_visibility="collapsed",
    )  # fmt: skip
    if st.button(words("run.edit_send"), key="edit_send", type="primary"):
        with attempted(words):
            view.app.edit(view.thread_id, text or "")
            st.session_state.pop(key)
        st.rerun()


def _draw_answer(view: View, message: Message, *, newest: bool) -> None:
    _draw_ending(view, message)
    if message.text:
        with st.container(key=f"answer_{message.id}"):
            st.markdown(
                render.prose(
                    message.text,
                    anchor=render.slug(message.id),
                    known=numbers(message.sources),
                    marks=message.marks,
                )
            )
    if message.marks:
        st.caption(f":orange-background[  ] {view.words('marks.legend')}")
    if message.stopped:
        st.caption(view.words("run.stopped" if message.text.strip() else "run.stopped_early"))
    if message.error:
        _draw_error(view, message.error)
    if message.sources:
        with st.expander(
            view.words("sources.title", count=len(message.sources)), expanded=newest,
            key=f"sources_{message.id}", type="compact",
        ):  # fmt: skip
            source_buttons(view, message.sources, message.id)
    _draw_ways_on(view, message, newest=newest)


def numbers(sources: Sequence[dict[str, Any]]) -> set[int]:
    """Return the numbers that citations may point to."""
    return {int(source["n"]) for source in sources if str(source.get("n", "")).isdigit()}


def _draw_ending(view: View, message: Message) -> None:
    ending = message.ending
    colour = ENDING_COLOURS.get(ending)
    if not colour:
        return
    of_task = ending == "partly" and holds_guide(message.text)
    name = "ending.partly_done" if of_task else f"ending.{ending}"
    told, help_text = view.words(name), view.words(f"{name}_help")
    st.badge(told, color="orange" if colour == "orange" else "gray", help=help_text)


def _draw_error(view: View, error: dict[str, Any]) -> None:
    message, code = str(error.get("message", "")), str(error.get("code", "internal"))
    st.warning(render.plain(message or view.words.trouble(code)), icon=":material/info:")


def _draw_ways_on(view: View, message: Message, *, newest: bool) -> None:
    with st.container(horizontal=True, key=f"ways_{message.id}", vertical_alignment="center"):
        broke_off = newest and (message.stopped or _may_be_retried(message.error))
        if broke_off and st.button(
            view.words("run.go_on" if message.steps_done and message.stopped else "run.retry"),
            key=f"retry_{message.id}",
            icon=":material/refresh:",
        ):
            with attempted(view.words):
                view.app.retry(view.thread_id)
            st.rerun()
        if message.ending and holds_guide(message.text):
            draw_downloads(view, message)
            if newest:
                draw_go_back(view, message)
        if message.text:
            st.markdown(
                f"[{view.words('run.copy')}](#copy-{render.slug(message.id)})", width="content"
            )


def _may_be_retried(error: dict[str, Any] | None) -> bool:
    """Say whether the same question may fare better a second time."""
    return error is not None and error.get("code") not in ("empty_question", "question_too_long")


def open_citation(messages: Sequence[Message], live: Sequence[dict[str, Any]], target: str) -> None:
    """Open the source that a clicked citation names: ``<message id>-<n>``."""
    anchor, _, number = target.rpartition("-")
    found = next((message for message in messages if render.slug(message.id) == anchor), None)
    sources = list(live) if anchor == "live" else [*(found.sources if found else [])]
    for source in sources:
        if str(source.get("n")) == number:
            open_source(source)
            return
