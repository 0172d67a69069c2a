"""The drop zone of the sidebar, and what becomes of each dropped file."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import streamlit as st

from agent.ui import render
from agent.ui.boundary import guarded
from agent.ui.intake import OPEN_STATES

if TYPE_CHECKING:
    from agent.ui.intake import Job
    from agent.ui.view import View

POLL_S = 0.5


def draw_intake(view: View) -> None:
    """Draw the drop zone and the queue."""
    _draw_drop(view)
    if view.intake.busy():
        _follow_intake(view)
        return
    for job in view.intake.jobs():
        _draw_job(view, job)


def _draw_drop(view: View) -> None:
    """Draw the drop zone. Its key changes after each drop, so that it is empty again."""
    turn = int(st.session_state.get("drop_turn", 0))
    files = st.file_uploader(
        view.words("documents.drop"),
        accept_multiple_files=True,
        key=f"drop_{turn}",
        label_visibility="collapsed",
    )
    if files:
        view.intake.add([(file.name, file.getvalue()) for file in files])
        st.session_state["drop_turn"] = turn + 1
        st.rerun()


def _follow_intake(view: View) -> None:
    """Draw the queue until it rests or a document changes; then the whole page is drawn anew."""
    drawn = _documents(view)

    @guarded(view.words)
    def poll() -> None:
        for job in view.intake.jobs():
            _draw_job(view, job)
        if not view.intake.busy() or _documents(view) != drawn:
            st.rerun()

    st.fragment(run_every=POLL_S)(poll)()


def _documents(view: View) -> dict[str, str]:
    return {document.id: document.stage for document in view.app.library.documents()}


def _draw_job(view: View, job: Job) -> None:
    words = view.words
    if job.state == "done":
        return
    with st.container(key=f"job_{job.id}", gap=None, border=True):
        with st.container(horizontal=True, wrap=False, key=f"job_head_{job.id}"):
            st.markdown(f"**{render.plain(job.name, 30)}**", width="stretch")
            at_work = job.state in OPEN_STATES
            label = words("intake.cancel" if at_work else "intake.dismiss")
            if st.button("✕", key=f"dismiss_{job.id}", type="tertiary", help=label):
                view.intake.dismiss(job.id)
                st.rerun()
        if at_work:
            _draw_progress(view, job)
        elif job.state == "known":
            st.caption(words("intake.known"))
        else:
            st.caption(render.plain(words.trouble(job.code, job.message)))
        _draw_question(view, job)


def _draw_progress(view: View, job: Job) -> None:
    words, progress = view.words, job.progress
    stage = words(f"intake.stage.{_stage(job)}")
    share = 0.0
    if progress.total:
        share = min(1.0, progress.done / progress.total)
        stage = f"{stage} {progress.done}/{progress.total}"
        if progress.left_s is not None:
            stage += f" · {words('intake.left', seconds=max(1, round(progress.left_s)))}"
    st.progress(share, text=render.plain(stage))


def _stage(job: Job) -> str:
    stage = job.progress.stage
    return stage if stage in ("queued", "read", "split", "embed", "index") else "done"


def _draw_question(view: View, job: Job) -> None:
    """Ask what the file needs: a password, a choice about its name, or leave to read pictures."""
    words, intake = view.words, view.intake
    if job.state == "password":
        password = st.text_input(words("intake.password"), type="password", key=f"pw_{job.id}")
        if st.button(words("intake.unlock"), key=f"unlock_{job.id}") and password:
            intake.answer(job.id, password=password)
            st.rerun()
    if job.state == "name_taken":
        with st.container(horizontal=True, key=f"job_ways_{job.id}"):
            if st.button(words("intake.replace"), key=f"replace_{job.id}"):
                intake.answer(job.id, replace_old=True)
                st.rerun()
            if st.button(words("intake.keep_both"), key=f"keep_{job.id}"):
                intake.answer(job.id, keep_both=True)
                st.rerun()
    can_read = job.code == "image_only" and shutil.which("tesseract") is not None
    if can_read and st.button(words("intake.read_pictures"), key=f"pictures_{job.id}"):
        intake.answer(job.id, read_pictures=True)
        st.rerun()
