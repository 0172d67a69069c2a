"""Copies the checkpoint into ``st.session_state``, and the run's log into a fold of it.

The checkpoint and the log are the truth. What is copied here may be thrown away at any time; the
next drawing brings it back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from agent.ui.live import LiveRun, fold

if TYPE_CHECKING:
    from agent.app import App

MIRRORED = (
    "summary",
    "language",
    "bound_documents",
    "only_documents",
    "route",
    "is_complex_task",
    "in_scope",
    "clarification",
    "sub_tasks",
    "original_sub_tasks",
    "current_step_index",
    "step",
    "step_results",
    "tool_recommendations",
    "approval_history",
    "execution_stats",
    "final_guide",
    "final_response",
    "tools_used",
    "context_used",
    "error",
)
"""Names of the checkpoint's fields that the page reads, in state and session state alike."""
MIRRORED_THREAD = "mirrored_thread"
LIVE = "live_run"
MIRRORED_STEPS = "mirrored_steps"


def mirror(app: App, thread_id: str) -> None:
    """Copy the thread's checkpoint into session state; fields it does not hold are removed."""
    snapshot: dict[str, Any] = app.snapshot(thread_id) if thread_id else {}
    for name in MIRRORED:
        if name in snapshot:
            st.session_state[name] = snapshot[name]
        else:
            st.session_state.pop(name, None)
    st.session_state[MIRRORED_THREAD] = thread_id


def mirror_steps(app: App, thread_id: str, run: LiveRun) -> None:
    """Copy the checkpoint again where the run has moved to another step, or to another plan.

    A step is told of after its plan is kept, so that the copy has the plan which the step is of.
    """
    moved = (thread_id, run.run_id, run.total_steps, tuple(step.title for step in run.steps))
    if st.session_state.get(MIRRORED_STEPS) != moved:
        mirror(app, thread_id)
        st.session_state[MIRRORED_STEPS] = moved


def catch_up(app: App, thread_id: str) -> LiveRun:
    """Return the newest run of the thread as the log has it now."""
    held: tuple[str, LiveRun] | None = st.session_state.get(LIVE)
    run = held[1] if held and held[0] == thread_id else LiveRun()
    run = fold(run, app.recorded(thread_id, run.seq))
    st.session_state[LIVE] = (thread_id, run)
    return run
