"""Draws a run while it works: what it does, the passages it found, the words as they come."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from agent.language import language_of
from agent.ui import render
from agent.ui.boundary import attempted, guarded
from agent.ui.messages import draw_person, numbers
from agent.ui.mirror import catch_up, mirror_steps
from agent.ui.view import unsaid
from agent.ui.viewer import source_buttons

if TYPE_CHECKING:
    from agent.ui.live import Line, LiveRun, Step
    from agent.ui.view import View

POLL_S = 0.4
WATCH_S = 2.0
SHOWN_LINES = 8
SHORT_TOOLS = ("calculator", "get_time", "get_current_datetime")
"""Tools whose result fits into the line; what a search found is listed below it."""


def follow(view: View) -> None:
    """Draw the run and go on drawing until it rests; then the whole page is drawn anew."""

    @guarded(view.words)
    def poll() -> None:
        busy = view.app.busy(view.thread_id)
        run = catch_up(view.app, view.thread_id)
        mirror_steps(view.app, view.thread_id, run)
        with st.chat_message("assistant"):
            draw_run(view, run)
            if busy:
                _draw_stop(view, run.run_id)
        for place, text in enumerate(run.queued):
            draw_person(text, f"queued_{place}")
            st.caption(view.words("live.queued"))
        if not busy or unsaid():
            st.rerun()

    st.fragment(run_every=POLL_S)(poll)()


def watch(view: View, run: LiveRun) -> None:
    """Draw the page anew when the thread that rests here is worked on from elsewhere."""

    @guarded(view.words)
    def look() -> None:
        if view.app.busy(view.thread_id) or view.app.recorded(view.thread_id, run.seq):
            st.rerun()

    st.fragment(run_every=WATCH_S)(look)()


def _draw_stop(view: View, run_id: str) -> None:
    """Draw the button that stops this run; the one after it has a button of its own."""
    stopping = st.session_state.get("stopping") == run_id

    @attempted(view.words)
    def stop() -> None:
        view.app.stop(view.thread_id)
        st.session_state["stopping"] = run_id

    st.button(
        view.words("run.stopping" if stopping else "run.stop"),
        key="stop",
        icon=":material/stop_circle:",
        disabled=stopping,
        on_click=stop,
    )


def draw_run(view: View, run: LiveRun) -> None:
    """Draw what a run has shown so far."""
    st.html(_lines_html(view, run))
    _draw_notices(view, run)
    if run.steps:
        st.html(steps_html(view, run.steps, run.total_steps))
    if run.passages:
        with st.expander(
            view.words("live.passages", count=len(run.passages)), type="compact",
            expanded=not run.text, key="live_passages",
        ):  # fmt: skip
            source_buttons(view, list(run.passages), "live")
    if run.progress is not None and run.progress.total:
        _draw_progress(view, run)
    if run.text:
        with st.container(key="answer_live"):
            known = numbers(run.passages)
            st.markdown(render.prose(run.text, anchor="live", known=known))


def _draw_notices(view: View, run: LiveRun) -> None:
    for notice in run.notices:
        sentence = view.words.known(f"notice.{notice.code}", notice.text)
        st.caption(f":material/info: {render.plain(sentence)}")


def _draw_progress(view: View, run: LiveRun) -> None:
    progress = run.progress
    if progress is None:
        return
    label = view.words.known(f"progress.{progress.label}", progress.label)
    text = view.words("live.progress", label=label, done=progress.done, total=progress.total)
    st.progress(min(1.0, progress.done / progress.total), text=render.plain(text))


def _lines_html(view: View, run: LiveRun) -> str:
    rows = [
        f'<li class="{line.state}">{escape(_line_text(view, line))}</li>'
        for line in run.lines[-SHOWN_LINES:]
    ]
    if key := _silence(view, run):
        rows.append(f'<li class="working">{escape(view.words(key))}</li>')
    return f'<ul class="gp-lines" role="status" aria-live="polite">{"".join(rows)}</ul>'


def _silence(view: View, run: LiveRun) -> str:
    """Return the phrase for a run of which nothing is seen to move, or an empty string."""
    moves = run.text or run.steps or run.progress or any(li.state == "working" for li in run.lines)
    if run.over or run.approval_id or moves:
        return ""
    if any(thread.busy and thread.id != view.thread_id for thread in view.app.threads()):
        return "live.waits"
    return "live.thinking" if run.lines else "live.starting"


def _line_text(view: View, line: Line) -> str:
    words, values = view.words, line.values
    if line.key == "live.tool":
        return _tool_text(view, values)
    told = str(values.get("text", "")) if line.key == "live.planning" else ""
    if told and language_of(told) == words.language:
        return render.clipped(told, 80)
    if line.key == "live.found" and not values.get("count"):
        return words("live.found_none")
    if line.key == "live.not_enough" and values.get("missing"):
        return words("live.not_enough_text", missing=render.clipped(str(values["missing"]), 80))
    if line.key == "live.automatic":
        return words("live.automatic", point=words.known(f"point.{values['point']}", ""))
    return words(line.key, **values)


def _tool_text(view: View, values: dict[str, Any]) -> str:
    name = view.words.known(f"tool.{values['tool']}", str(values["tool"]))
    given = values.get("arguments", {}).values()
    arguments = ", ".join(str(value) for value in given if value not in ("", None))
    text = f"{name}: {arguments}" if arguments else name
    preview = str(values.get("preview") or "") if values["tool"] in SHORT_TOOLS else ""
    return render.clipped(f"{text} → {preview}" if preview else text, 90)


def steps_html(view: View, steps: tuple[Step, ...], total: int) -> str:
    """Return the list of steps with their state; steps not yet begun are counted."""
    rows = [
        f'<li class="{escape(step.status)}"><span>{escape(step.title)}</span>'
        f"<em>{escape(view.words.known(f'step.{step.status}', step.status))}</em></li>"
        for step in steps
    ]
    planned = st.session_state.get("sub_tasks") or []
    rows += [
        f'<li class="waiting"><span>{escape(str(row.get("title", "")))}</span>'
        f"<em>{escape(view.words('step.waiting'))}</em></li>"
        for row in planned[len(steps) : total]
    ]
    title = escape(view.words("steps.title"))
    return f'<ol class="gp-steps" aria-label="{title}">{"".join(rows)}</ol>'


def draw_past_run(view: View, run: LiveRun) -> None:
    """Draw how the newest answer came about, folded."""
    if not run.over or not run.lines:
        return
    with st.expander(view.words("live.done"), type="compact", key="past_run"):
        st.html(_lines_html(view, run))
        _draw_notices(view, run)
        if run.steps:
            st.html(steps_html(view, run.steps, run.total_steps))
        if run.ended is not None:
            st.caption(
                f"{view.words('live.took', seconds=f'{run.ended.execution_time:.1f}')} · "
                f"{view.words('live.calls', count=run.ended.model_calls)}"
            )
