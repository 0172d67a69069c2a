"""Approval cards: the question a run waits with, and the decisions it takes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import streamlit as st

from agent.approvals import (
    Accept,
    Approval,
    Cancel,
    EditArgs,
    Proceed,
    Reject,
    Retry,
    Skip,
)
from agent.step_results import missing_fields, readiness
from agent.ui import plan_card, render
from agent.ui.argument_form import argument_form, argument_label
from agent.ui.deciding import act, mode, send, set_mode

if TYPE_CHECKING:
    from agent.ui.view import View


def draw_card(view: View, approval: Approval) -> None:
    """Draw the card of an open question."""
    with st.container(border=True, key=f"card_{approval.point}"):
        if approval.point == "plan":
            plan_card.draw(view, approval)
        elif approval.point == "clarification":
            _draw_clarification(view, approval)
        elif approval.point == "memory":
            _draw_memory(view, approval)
        else:
            _draw_call(view, approval)


def _draw_clarification(view: View, approval: Approval) -> None:
    words, payload = view.words, approval.payload
    st.markdown(f"#### {words('card.clarification')}", anchors=False)
    if payload.get("reason"):
        st.warning(render.plain(str(payload["reason"])), icon=":material/info:")
    questions = [str(question) for question in payload.get("questions", [])]
    for place, question in enumerate(questions):
        st.text_input(render.plain(question), key=f"answer_{approval.id}_{place}")
    answers = {
        question: text
        for place, question in enumerate(questions)
        if (text := str(st.session_state.get(f"answer_{approval.id}_{place}", "")).strip())
    }
    with st.container(horizontal=True, key="acts"):
        act(
            view, approval, "answer", lambda: {"action": "answer", "answers": answers},
            primary=True, disabled=not answers,
        )  # fmt: skip
        act(view, approval, "proceed", Proceed)
        act(view, approval, "cancel", Cancel, quiet=True)
    past = payload.get("past") or []
    if past and "reuse" in approval.allowed:
        with st.expander(words("card.past"), type="compact", key=f"past_{approval.id}"):
            for row in past:
                _draw_past(view, approval, row)


def _draw_past(view: View, approval: Approval, row: dict[str, Any]) -> None:
    question = render.plain(str(row.get("question", "")))
    st.markdown(f"{question}  \n**{render.plain(str(row.get('answer', '')))}**")
    if st.button(view.words("card.reuse"), key=f"reuse_{approval.id}_{row.get('id')}"):
        send(view, approval, lambda: {"action": "reuse", "id": str(row.get("id", ""))})


def _draw_memory(view: View, approval: Approval) -> None:
    words, payload = view.words, approval.payload
    st.markdown(f"#### {words('card.memory')}", anchors=False)
    st.markdown(render.prose(str(payload.get("text", ""))))
    if payload.get("source"):
        st.caption(f"{words('card.source')}: {render.plain(str(payload['source']))}")
    with st.container(horizontal=True, key="acts"):
        act(view, approval, "accept", Accept, label="act.remember", primary=True)
        act(view, approval, "reject", Reject, label="act.forget")


def _draw_call(view: View, approval: Approval) -> None:
    """Draw a step or a tool call: what is to run, with which values."""
    words, payload = view.words, approval.payload
    if approval.point == "step":
        index, total = int(payload.get("index", 0)) + 1, payload.get("total", 1)
        title = words("card.step", index=index, total=total)
    else:
        title = words("card.tool_call")
    st.markdown(f"#### {title}", anchors=False)
    _draw_purpose(view, payload)
    tool = str(payload.get("tool") or "")
    if tool:
        name = words.known(f"tool.{tool}", tool)
        st.markdown(f"{words('card.tool')}: **{render.plain(name)}** `{tool}`")
    else:
        st.caption(words("card.no_tool"))
    arguments = dict(payload.get("arguments") or {})
    edited = argument_form(view, approval, arguments)
    _draw_missing(view, tool, edited, payload.get("schema") or {})
    _draw_worked(view, approval)
    _draw_always(view, approval, tool)
    _draw_call_acts(view, approval, edited if edited != arguments else None)


def _draw_missing(view: View, tool: str, arguments: dict[str, Any], schema: dict[str, Any]) -> None:
    """Say which required values are still missing, and how far the form is filled."""
    names = [argument_label(view, tool, name) for name in missing_fields(arguments, schema)]
    if names:
        told = view.words(
            "card.missing",
            names=render.plain(", ".join(names)),
            share=round(100 * readiness(arguments, schema)),
        )
        st.caption(f":orange[{told}]")


def _draw_worked(view: View, approval: Approval) -> None:
    """Offer the arguments that worked on a step like this one before."""
    before = dict(approval.payload.get("worked_before") or {})
    if not before:
        return
    tool = str(approval.payload.get("tool") or "")
    told = ", ".join(
        f"{argument_label(view, tool, name)}: {value}" for name, value in before.items()
    )
    with st.container(horizontal=True, key="worked", vertical_alignment="center"):
        st.caption(f"{view.words('card.worked')}: {render.plain(told, 200)}")
        if st.button(view.words("card.reuse_values"), key=f"worked_{approval.id}", type="tertiary"):
            send(view, approval, lambda: EditArgs(arguments=before))


def _draw_purpose(view: View, payload: dict[str, Any]) -> None:
    if payload.get("title"):
        st.markdown(f"**{render.plain(str(payload['title']))}**")
    if payload.get("goal"):
        st.caption(render.plain(str(payload["goal"])))
    if payload.get("why"):
        st.caption(f"{view.words('card.why')}: {render.plain(str(payload['why']))}")
    if payload.get("failure"):
        reason = render.plain(str(payload["failure"]))
        st.warning(view.words("card.failure", reason=reason), icon=":material/info:")


def _draw_always(view: View, approval: Approval, tool: str) -> None:
    if approval.point == "tool_call" and approval.payload.get("always_allowed"):
        st.checkbox(view.words("act.always"), key=f"always_{approval.id}_{tool}")


def _allow_always(view: View, approval: Approval) -> None:
    """Store that the tool needs no question any more, where that was ticked."""
    tool = str(approval.payload.get("tool") or "")
    if st.session_state.get(f"always_{approval.id}_{tool}"):
        switches = view.app.approvals.read()
        names = tuple(sorted({*switches.always_allowed, tool}))
        view.app.approvals.write(replace(switches, always_allowed=names))


def _draw_call_acts(view: View, approval: Approval, edited: dict[str, Any] | None) -> None:
    with st.container(horizontal=True, key="acts"):
        label = "act.accept" if edited is None else "act.accept_arguments"
        failed = bool(approval.payload.get("failure"))
        # to approve what has failed as it stands is to try it again
        again = failed and edited is None and "retry" in approval.allowed
        if not again:
            act(
                view, approval, "accept",
                lambda: Accept() if edited is None else EditArgs(arguments=edited),
                label=label, primary=True, taken=lambda: _allow_always(view, approval),
            )  # fmt: skip
        if failed:
            act(view, approval, "retry", Retry, primary=again)
        act(view, approval, "skip", Skip)
        _unfold(view, approval, "respond", "act.respond")
        if approval.point == "step":
            _unfold(view, approval, "replan", "act.replan_here")
        act(view, approval, "cancel", Cancel, quiet=True)
    if mode(approval) == "respond":
        _draw_words(view, approval, "act.respond", "act.respond_send", {"action": "respond"})
    if mode(approval) == "replan":
        from_here = {"action": "replan", "from_step": int(approval.payload.get("index", 0))}
        _draw_words(view, approval, "plan.change_label", "act.replan_send", from_here)


def _unfold(view: View, approval: Approval, part: str, label: str) -> None:
    """Draw the button that unfolds a part of the card, or folds it up again."""
    if part in approval.allowed and st.button(view.words(label), key=f"{part}_{approval.id}"):
        set_mode(approval, "" if mode(approval) == part else part)


def _draw_words(
    view: View, approval: Approval, label: str, send_label: str, decision: dict[str, object]
) -> None:
    """Draw a field for an answer in words and the button that sends it with the decision."""
    part = str(decision["action"])
    text = st.text_area(view.words(label), key=f"{part}_text_{approval.id}", max_chars=4000)
    if st.button(view.words(send_label), key=f"{part}_send_{approval.id}", type="primary"):
        send(view, approval, lambda: {**decision, "text": (text or "").strip()})
