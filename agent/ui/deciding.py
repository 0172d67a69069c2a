"""Sends a decision and says what became of it; keeps which part of a card is unfolded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from agent.events import ApprovalResolved
from agent.ui import render
from agent.ui.boundary import attempted
from agent.ui.document_list import chosen_scope
from agent.ui.view import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeAlias

    from agent.approvals import Approval, Decision
    from agent.ui.view import View

    Make: TypeAlias = Callable[[], Decision | Mapping[str, object]]


def mode(approval: Approval) -> str:
    """Return the part of the card that is unfolded, or an empty string."""
    return str(st.session_state.get(f"mode_{approval.id}", ""))


def set_mode(approval: Approval, name: str) -> None:
    """Unfold a part of the card and draw again."""
    st.session_state[f"mode_{approval.id}"] = name
    st.rerun()


def act(  # noqa: PLR0913 - what a button is
    view: View,
    approval: Approval,
    action: str,
    make: Make,
    *,
    label: str = "",
    primary: bool = False,
    quiet: bool = False,
    disabled: bool = False,
    taken: Callable[[], None] | None = None,
) -> None:
    """Draw the button of a decision if the question allows it; see ``send``."""
    if action not in approval.allowed:
        return
    pressed = st.button(
        view.words(label or f"act.{action}"),
        key=f"{action}_{approval.id}",
        type="primary" if primary else "tertiary" if quiet else "secondary",
        disabled=disabled,
    )
    if pressed:
        send(view, approval, make, taken)


def send(
    view: View, approval: Approval, make: Make, taken: Callable[[], None] | None = None
) -> None:
    """Send a decision. One that cannot be used leaves the question open and says why.

    ``taken`` is called where it was used, and not where the question was answered elsewhere.
    """
    documents, only = chosen_scope(view.thread_id)
    with attempted(view.words):
        decided = view.app.decide(
            view.thread_id, approval.id, make(), documents=documents, only_documents=only
        )
        resolved = next((one for one in decided if isinstance(one, ApprovalResolved)), None)
        if resolved is not None and (why := untaken(view, resolved)):
            say(why)
        elif resolved is not None and taken is not None:
            taken()
    st.rerun()


def untaken(view: View, event: ApprovalResolved) -> str:
    """Return why a decision was not taken, for the page, or an empty string where it was."""
    if event.outcome == "ignored":
        return view.words("decide.ignored")
    if event.outcome == "invalid":
        return view.words("decide.invalid", why=render.plain(event.why))
    return ""
