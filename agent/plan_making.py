"""Making a plan with the model's help: freely, or by curated steps where the model is small.

A small model plans well in English and poorly in Korean. So for one a Korean request is only named
(kind, topic, parts), and its steps are curated text. Every road ends in a plan that can be used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.citations.terms import Words
from agent.models.values import Priority
from agent.plan_edits import apply_edits
from agent.plan_habits import added_by_hand, place_after
from agent.plan_request import kinds_named, things_named, topic_named
from agent.plan_wishes import (
    addition_asked,
    names_a_budget,
    only_asks,
    removal_asked,
    says_again,
    wants_less,
)
from agent.planning import (
    curated,
    in_language,
    normalise_sub_tasks,
    of_parts,
    plan_fault,
    with_asked_extras,
    without_copies,
    without_tool_choice,
)
from agent.prompts.plan import (
    Plan,
    PlanEdits,
    naming_schema,
    render_edits,
    render_naming,
    render_plan,
)
from agent.prompts.plan_kinds import KINDS, NAMED_ONLY
from agent.prompts.plan_words import APPLIED, UNCHANGED
from agent.step_material import subject_stems

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language
    from agent.memory.records import PastPlan
    from agent.models.door import Door, StopSignal
    from agent.state import JsonObject

_SAME_REQUEST = 0.9
_PROVEN = 0.7
_MOST_BY_HAND = 20
_TITLE, _GOAL = 60, 110


@dataclass(frozen=True, slots=True)
class Made:
    """A usable plan, the requests it took, and what of earlier plans went into it.

    ``unchanged`` says why a change was not made, where it was not.
    """

    tasks: list[JsonObject]
    calls: int = 0
    applied: tuple[str, ...] = ()
    unchanged: str = ""


class PlanMaker:
    """Plans one request."""

    def __init__(self, door: Door, stop: StopSignal, request: str, language: Language) -> None:
        """Take the request; ``stop`` is the run's."""
        self._door = door
        self._stop = stop
        self._request = request
        self._language: Language = language

    def make(self, past: Sequence[PastPlan] = (), done: Sequence[JsonObject] = ()) -> Made:
        """Return a plan; ``done`` are finished steps that stay at its beginning.

        Raises:
            StoppedByPerson: Stop was pressed.
        """
        proven = [p for p in past if p.confidence >= _PROVEN]
        same = next((p for p in proven if p.similarity >= _SAME_REQUEST), None)
        same = None if same and self._of_another(same) else same
        if same and not done and not self._fault(again := normalise_sub_tasks(same.final)):
            line = APPLIED[self._language]["same"].format(n=same.samples)
            return Made(again, 0, (line,))
        able = self._language == "en" or self._door.profile.large
        made = self._freely(done) if able else self._curated()
        tasks, applied = self._personalised(made.tasks, proven)
        return Made(self._after(done, tasks), made.calls, applied)

    def _of_another(self, past: PastPlan) -> bool:
        """Say whether a plan speaks of what only the earlier request was about."""
        told = Words(" ".join(f"{task['title']} {task['goal']}" for task in past.final))
        mine = set(subject_stems(self._request))
        return any(s not in mine and s in told.stems for s in subject_stems(past.request))

    def change(self, tasks: Sequence[JsonObject], wish: str, first_free: int = 0) -> Made:
        """Return the plan as the person wishes it; steps before ``first_free`` stay.

        The person may leave fewer or more steps than the model would plan, but at least one. A
        wish for more that cannot be read becomes a step of its own, so that it is not lost.

        Raises:
            StoppedByPerson: Stop was pressed.
        """
        if why := "again" if says_again(wish) else "question" if only_asks(wish) else "":
            return Made(list(tasks), unchanged=UNCHANGED[self._language][why])
        named, rest = removal_asked(wish, [str(task["title"]) for task in tasks])
        added, rest = addition_asked(rest, len(tasks))
        if named:
            shorter = self._without(tasks, [*named, *added], first_free)
            if not rest or shorter.unchanged:
                return shorter
            return self.change(shorter.tasks, rest, first_free)
        if added:
            longer = apply_edits(tasks, added, first_free)
            return self.change(longer, rest, first_free) if rest else Made(longer)
        if names_a_budget(wish):
            wider = with_asked_extras(tasks, wish, self._language, most=_MOST_BY_HAND)
            told = "" if len(wider) > len(tasks) else UNCHANGED[self._language]["budget"]
            if len(tasks) > first_free:
                return Made(wider, unchanged=told)
        return self._changed_by_model(tasks, wish, first_free)

    def _changed_by_model(self, tasks: Sequence[JsonObject], wish: str, first_free: int) -> Made:
        parsed = self._door.parse(
            "planner",
            render_edits(tasks, wish, self._language),
            PlanEdits,
            default=PlanEdits.model_construct(edits=[]),
            stop=self._stop,
            max_tokens=260,
            priority=Priority.TURN,
        )
        edits = [edit.model_dump() for edit in parsed.value.edits]
        changed = apply_edits(tasks, edits, first_free)
        if changed and changed != list(tasks) and not self._foreign(changed, tasks):
            return Made(changed, parsed.calls)
        if wants_less(wish):
            return Made(list(tasks), parsed.calls, unchanged=UNCHANGED[self._language]["unread"])
        longer = normalise_sub_tasks([*tasks, {"title": wish[:_TITLE], "goal": wish[:_GOAL]}])
        told = "" if len(longer) > len(tasks) else UNCHANGED[self._language]["again"]
        return Made(longer, parsed.calls, unchanged=told)

    def _without(
        self, tasks: Sequence[JsonObject], removals: list[JsonObject], first_free: int
    ) -> Made:
        changed = apply_edits(tasks, removals, first_free)
        if not changed:
            return Made(list(tasks), unchanged=UNCHANGED[self._language]["last"])
        if changed == list(tasks):
            return Made(changed, unchanged=UNCHANGED[self._language]["done"])
        return Made(changed)

    def _foreign(self, tasks: Sequence[JsonObject], before: Sequence[JsonObject]) -> bool:
        """Say whether a step that the model wrote is not in the language of the plan."""
        known = {str(task["title"]) for task in before}
        new = [task for task in tasks if str(task["title"]) not in known]
        return any(not in_language(f"{t['title']} {t['goal']}", self._language) for t in new)

    def _fault(self, tasks: Sequence[JsonObject]) -> str:
        return plan_fault(tasks, self._language)

    def _freely(self, done: Sequence[JsonObject]) -> Made:
        language = self._language
        fault, calls = "", 0
        for _attempt in range(2):
            parsed = self._door.parse(
                "planner",
                render_plan(self._request, language, done, fault),
                Plan,
                default=Plan.model_construct(steps=[]),
                stop=self._stop,
                max_tokens=520,
                priority=Priority.TURN,
            )
            calls += parsed.calls
            rows = [step.model_dump() for step in parsed.value.steps]
            tasks = without_tool_choice(normalise_sub_tasks(rows))
            tasks = without_copies(tasks, self._request, language)
            fault = self._fault(tasks)
            if not fault:
                return Made(with_asked_extras(tasks, self._request, language), calls)
        kind = next(iter(kinds_named(self._request)), "other")
        return Made(with_asked_extras(curated(kind, language), self._request, language), calls)

    def _curated(self) -> Made:
        named = kinds_named(self._request)
        parsed = self._door.choose(
            "planner",
            render_naming(self._request),
            naming_schema(named or [kind for kind in KINDS if kind not in NAMED_ONLY]),
            default={"kind": next(iter(named), "other"), "topic": ""},
            stop=self._stop,
            max_tokens=160,
            priority=Priority.TURN,
        )
        kind = str(parsed.value["kind"])
        topic = topic_named(self._request, kind, str(parsed.value["topic"]))
        parts = things_named(self._request)
        several = len(parts) > 1 and (kind == "other" or len(named) > 1)
        tasks = of_parts(parts, "ko") if several else curated(kind, "ko", topic)
        if self._fault(tasks):
            tasks = curated("other", "ko")
        return Made(with_asked_extras(tasks, self._request, "ko"), parsed.calls)

    def _personalised(
        self, tasks: list[JsonObject], past: Sequence[PastPlan]
    ) -> tuple[list[JsonObject], tuple[str, ...]]:
        """Return the plan with the steps that the person added to a similar one by hand."""
        for plan in past:
            wider, lines = list(tasks), []
            for before, task in added_by_hand(plan):
                place = place_after(before, wider)
                longer = normalise_sub_tasks([*wider[:place], {**task, "id": ""}, *wider[place:]])
                if len(longer) > len(wider) and not self._fault(longer):
                    wider = longer
                    line = APPLIED[self._language]["added"]
                    lines.append(line.format(title=task["title"]))
            if lines:
                return wider, tuple(lines)
        return tasks, ()

    def _after(self, done: Sequence[JsonObject], tasks: Sequence[JsonObject]) -> list[JsonObject]:
        """Return finished steps and the new ones after them, repeats of finished ones dropped."""
        rows = [*done, *({**task, "id": ""} for task in tasks)] if done else list(tasks)
        return normalise_sub_tasks(rows)[: max(7, len(done) + 1)]


def without_marks(request: str) -> str:
    """Return the request on one line, for a card."""
    return re.sub(r"\s+", " ", request).strip()
