"""Going back to a step of a finished task: a new conversation from there, the old one kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from agent.ui import render
from agent.ui.boundary import attempted
from agent.ui.view import go_to

if TYPE_CHECKING:
    from agent.threads import Message
    from agent.ui.view import View


def draw_go_back(view: View, message: Message) -> None:
    """Offer the steps of the newest task to begin from again, with a wish for what follows."""
    tasks = list(st.session_state.get("sub_tasks") or [])
    points = _points(view, message.run_id)
    steps = [index for index in range(len(tasks)) if index in points]
    if not steps:
        return
    words = view.words
    with st.popover(words("back.title"), icon=":material/undo:", type="tertiary"):
        st.caption(words("back.help"))
        index = st.selectbox(
            words("back.step"),
            steps,
            format_func=lambda place: f"{place + 1}. {render.clipped(tasks[place]['title'], 60)}",
            key=f"back_step_{message.id}",
        )
        wish = st.text_area(
            words("back.wish"), key=f"back_wish_{message.id}", max_chars=4000, height=90
        )
        if st.button(words("back.go"), key=f"back_go_{message.id}", type="primary"):
            _go_on(view, points[index], (wish or "").strip())


def _points(view: View, run_id: str) -> dict[int, str]:
    """Return the kept point before each step of a run, by the step's index."""
    found = [
        point
        for point in view.app.checkpoints(view.thread_id)
        if point.run_id == run_id and point.next_nodes == ("prepare_step",)
    ]
    return {point.step_index: point.id for point in reversed(found)}


def _go_on(view: View, checkpoint_id: str, wish: str) -> None:
    """Begin a conversation at the point, change what is still to do as wished, and work."""
    with attempted(view.words):
        branch = view.app.fork(view.thread_id, checkpoint_id)
        if wish:
            config = view.app.config(branch)
            view.app.graph.update_state(config, {"user_feedback": wish}, as_node="review_plan")
        view.app.retry(branch, wish)
        go_to(branch)
    st.rerun()
