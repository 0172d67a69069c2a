"""The plan's card: read it, approve it, edit it as a table, change it in words, reject it."""

from __future__ import annotations

from difflib import SequenceMatcher
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import streamlit as st

from agent.approvals import Accept, Approval, Cancel, Reject
from agent.ui import render
from agent.ui.deciding import act, mode, send, set_mode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from agent.ui.view import View

Change = Literal["", "added", "changed", "removed"]
LAST = 10_000


def draw(view: View, approval: Approval) -> None:
    """Draw the card of a plan."""
    words, payload = view.words, approval.payload
    previous = list(payload.get("previous") or [])
    st.markdown(f"#### {words('card.plan_again' if previous else 'card.plan')}", anchors=False)
    if payload.get("request"):
        st.caption(f"{words('card.request')}: {render.plain(str(payload['request']), 240)}")
    applied = [str(line) for line in payload.get("applied") or []]
    if applied:
        st.caption(f"{words('card.applied')}: {render.plain(' · '.join(applied), 400)}")
    if payload.get("unchanged"):
        st.warning(render.plain(str(payload["unchanged"]), 400), icon=":material/info:")
    steps = list(payload.get("sub_tasks") or [])
    finished = int(payload.get("finished") or 0)
    if mode(approval) == "edit_plan":
        _draw_table(view, approval, steps[finished:])
        return
    st.html(_plan_html(view, steps, previous, finished))
    _draw_acts(view, approval)
    if mode(approval) == "replan":
        _draw_replan(view, approval, finished + 1, len(steps))


def _draw_acts(view: View, approval: Approval) -> None:
    words = view.words
    with st.container(horizontal=True, key="acts"):
        act(view, approval, "accept", Accept, primary=True)
        if "edit_plan" in approval.allowed and st.button(
            words("act.edit"), key=f"edit_{approval.id}"
        ):
            set_mode(approval, "edit_plan")
        if "replan" in approval.allowed and st.button(
            words("act.replan"), key=f"words_{approval.id}"
        ):
            set_mode(approval, "" if mode(approval) == "replan" else "replan")
        act(view, approval, "reject", Reject)
        act(view, approval, "cancel", Cancel, quiet=True)


def _draw_replan(view: View, approval: Approval, first: int, last: int) -> None:
    """Draw the wish and the step from which on the plan may change, both counted from 1."""
    words = view.words
    place = first
    if first < last:
        place = st.number_input(
            words("plan.from_step"), first, last, key=f"replan_from_{approval.id}", width=220
        )
    text = st.text_area(
        words("plan.change_label"),
        key=f"replan_text_{approval.id}",
        placeholder=words("plan.change_hint"),
        max_chars=4000,
    )
    if st.button(
        words("act.replan_send"), key=f"replan_{approval.id}", type="primary",
    ):  # fmt: skip
        wish = {"action": "replan", "text": (text or "").strip(), "from_step": place - 1}
        send(view, approval, lambda: wish)


def _draw_table(view: View, approval: Approval, steps: Sequence[dict[str, Any]]) -> None:
    """Draw the plan as a table and the button that takes it as it stands.

    An edit draws nothing anew: the drawing comes a moment later and would swallow the edit or the
    press of a person who is quick.
    """
    words = view.words
    rows: list[dict[str, Any]] = [
        {"was": n, "order": n, "title": str(row.get("title", "")), "goal": str(row.get("goal", ""))}
        for n, row in enumerate(steps, start=1)
    ]
    # a table without a row would have no columns to write into
    rows = rows or [{"was": None, "order": 1, "title": "", "goal": ""}]
    edited = st.data_editor(
        rows,
        key=f"table_{approval.id}",
        num_rows="dynamic",
        hide_index=True,
        on_change="ignore",
        column_order=("order", "title", "goal"),
        column_config={
            "order": st.column_config.NumberColumn(words("plan.order"), width="small", step=1),
            "title": st.column_config.TextColumn(words("plan.step"), width="medium", max_chars=200),
            "goal": st.column_config.TextColumn(words("plan.goal"), width="large", max_chars=600),
        },
    )
    st.caption(words("plan.table_help"))
    with st.container(horizontal=True, key="acts"):
        if st.button(
            words("act.accept_edited"), key=f"accept_edited_{approval.id}", type="primary"
        ):
            send(view, approval, lambda: {"action": "edit_plan", "rows": in_order(edited, steps)})
        if st.button(words("act.back"), key=f"back_{approval.id}"):
            set_mode(approval, "")


def in_order(
    edited: Iterable[Mapping[str, Any]], steps: Sequence[Mapping[str, Any]]
) -> list[dict[str, str]]:
    """Return the table's rows as sub-tasks, by their numbers; rows without a title are left out.

    A row keeps the id of the step that had its title; a new one gets a free id.
    """
    ids = {str(step.get("title")): str(step.get("id")) for step in steps}
    rows = [row for row in edited if str(row.get("title") or "").strip()]
    taken: set[str] = set()
    tasks: list[dict[str, str]] = []
    for row in _placed(rows, [str(step.get("title")) for step in steps]):
        title = str(row["title"]).strip()
        wanted = ids.get(title, "")
        if not wanted or wanted in taken:
            wanted = _free_id(taken | set(ids.values()))
        taken.add(wanted)
        goal = str(row.get("goal") or "").strip()
        tasks.append({"id": wanted, "title": title, "goal": goal})
    return tasks


def _placed(rows: Sequence[Mapping[str, Any]], titles: Sequence[str]) -> list[Mapping[str, Any]]:
    """Return the rows in order: one with a new number stands where that number says.

    The others keep their order around it; new rows without a number go last.
    """
    numbered = [(_number(row.get("order")), _was(row, titles), row) for row in rows]
    numbered.sort(key=lambda one: one[0])
    placed = [row for number, was, row in numbered if number == was != LAST]
    known = [was for _, was, _ in numbered if was != LAST]
    at = 0
    for number, was, row in numbered:
        if number == was != LAST:
            continue
        beyond = number > max(known, default=0)
        at = len(placed) if beyond else max(at, sum(old < number for old in known))
        placed.insert(at, row)
        at += 1
    return placed


def _was(row: Mapping[str, Any], titles: Sequence[str]) -> float:
    """Return the number that the row had before it was edited, ``LAST`` where it is new."""
    if "was" in row:
        return _number(row["was"])
    title = str(row.get("title"))
    return titles.index(title) + 1 if title in titles else LAST


def _number(value: Any) -> float:  # noqa: ANN401 - a cell of the table
    """Return the row's place; an empty cell goes last (NaN is not equal to itself)."""
    return float(value) if isinstance(value, int | float) and value == value else LAST  # noqa: PLR0124


def _free_id(taken: set[str]) -> str:
    return next(f"s{number}" for number in range(1, LAST) if f"s{number}" not in taken)


def compare(
    steps: Sequence[Mapping[str, Any]], previous: Sequence[Mapping[str, Any]]
) -> list[tuple[Mapping[str, Any], Change]]:
    """Return the steps with what became of them since the plan before, removed ones in place."""
    if not previous:
        return [(step, "") for step in steps]
    old, new = [_text(step) for step in previous], [_text(step) for step in steps]
    rows: list[tuple[Mapping[str, Any], Change]] = []
    for tag, a, b, c, d in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag == "equal":
            rows += [(step, "") for step in steps[c:d]]
            continue
        changed = min(b - a, d - c)
        rows += [(step, "changed") for step in steps[c : c + changed]]
        rows += [(step, "added") for step in steps[c + changed : d]]
        rows += [(step, "removed") for step in previous[a + changed : b]]
    return rows


def _text(step: Mapping[str, Any]) -> tuple[str, str]:
    return str(step.get("title", "")), str(step.get("goal", ""))


def _plan_html(
    view: View,
    steps: Sequence[dict[str, Any]],
    previous: Sequence[dict[str, Any]],
    finished: int,
) -> str:
    rows, done = [], [step.get("id") for step in steps[:finished]]
    for step, change in compare(steps, previous):
        title, goal = _text(step)
        told = view.words(f"plan.diff_{change}") if change else ""
        told = view.words("plan.finished") if step.get("id") in done else told
        tag = f"<em>{escape(told)}</em>" if told else ""
        detail = f"<small>{escape(goal)}</small>" if goal and goal != title else ""
        rows.append(f'<li class="{change}"><span>{escape(title)}{tag}</span>{detail}</li>')
    return f'<ol class="gp-plan">{"".join(rows)}</ol>'
