"""The points where a person may be asked, the decisions they may take, and their JSON form."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

Point = Literal["clarification", "plan", "step", "tool_call", "memory"]


class SubTask(BaseModel):
    """One step of a plan; a plain string is its title. Without an id it gets a free one."""

    model_config = ConfigDict(frozen=True)
    id: str = Field(default="", max_length=40)
    title: str = Field(min_length=1, max_length=200)
    goal: str = Field(default="", max_length=600)

    @model_validator(mode="before")
    @classmethod
    def _from_title(cls, value: object) -> object:
        return {"title": value} if isinstance(value, str) else value


class _Decision(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Accept(_Decision):
    """Go on with what is proposed."""

    action: Literal["accept"] = "accept"


class EditPlan(_Decision):
    """Replace the plan by these rows; counts as approval. ``rows`` has 1 to 20 sub-tasks."""

    action: Literal["edit_plan"] = "edit_plan"
    rows: list[SubTask] = Field(min_length=1, max_length=20)


class Replan(_Decision):
    """Ask for a change in words. ``from_step`` keeps the finished steps before it."""

    action: Literal["replan"] = "replan"
    text: str = Field(min_length=1, max_length=4000)
    from_step: int | None = Field(default=None, ge=0, le=20)


class Reject(_Decision):
    """Refuse the plan; the turn ends in a short closing answer."""

    action: Literal["reject"] = "reject"


class Answer(_Decision):
    """Answer clarification questions: {question: text}."""

    action: Literal["answer"] = "answer"
    answers: dict[str, str] = Field(min_length=1)


class Proceed(_Decision):
    """Go on without answering."""

    action: Literal["proceed"] = "proceed"


class Reuse(_Decision):
    """Reuse a past clarification by its id."""

    action: Literal["reuse"] = "reuse"
    id: str


class EditArgs(_Decision):
    """Change the arguments of a step's tool or a tool call; the tool's name is pinned."""

    action: Literal["edit_args"] = "edit_args"
    arguments: dict[str, Any]


class Skip(_Decision):
    """Leave this step or call out."""

    action: Literal["skip"] = "skip"


class Respond(_Decision):
    """Answer in words instead of running the call, or say what the step should do."""

    action: Literal["respond"] = "respond"
    text: str = Field(min_length=1, max_length=4000)


class Retry(_Decision):
    """Try a failed step again."""

    action: Literal["retry"] = "retry"


class Cancel(_Decision):
    """End the run here; what is done is kept."""

    action: Literal["cancel"] = "cancel"


Decision = (
    Accept | EditPlan | Replan | Reject | Answer | Proceed | Reuse | EditArgs | Skip | Respond
    | Retry | Cancel
)  # fmt: skip
AnyDecision = Annotated[Decision, Field(discriminator="action")]
decision_adapter: TypeAdapter[Decision] = TypeAdapter(AnyDecision)


def words_of(decision: Decision) -> str:
    """Return what a decision says in the person's own words, an answer per line, or nothing."""
    match decision:
        case Replan(text=text) | Respond(text=text):
            return text.strip()
        case Answer(answers=answers):
            return "\n".join(text.strip() for text in answers.values() if text.strip())
    return ""


ALLOWED: dict[Point, tuple[str, ...]] = {
    "clarification": ("answer", "proceed", "reuse", "cancel"),
    "plan": ("accept", "edit_plan", "replan", "reject", "cancel"),
    "step": ("accept", "edit_args", "skip", "respond", "retry", "replan", "cancel"),
    "tool_call": ("accept", "edit_args", "skip", "respond", "cancel"),
    "memory": ("accept", "reject"),
}
"""Every action that a point may take; ``allowed_at`` leaves out those that have no object."""


def allowed_at(point: Point, payload: dict[str, Any]) -> tuple[str, ...]:
    """Return the actions that an open question takes.

    Only a failed step can be tried again, a step without a tool has no arguments, and without
    past answers there are none to reuse.
    """
    lacking = set()
    if point == "step":
        lacking |= set() if payload.get("failure") else {"retry"}
        lacking |= set() if payload.get("tool") else {"edit_args"}
    if point == "clarification" and not payload.get("past"):
        lacking.add("reuse")
    return tuple(action for action in ALLOWED[point] if action not in lacking)


class Approval(BaseModel):
    """An open question. ``id`` is the interrupt's id; ``allowed`` the actions it takes.

    Payload by point:
        clarification: ``request``, ``questions`` (list of str), ``past`` (list of {id, question,
            answer}).
        plan: ``request``, ``sub_tasks`` (list of {id, title, goal}), ``previous`` (the plan before
            a change in words, may be empty), ``feedback``, ``applied`` (list of str), ``unchanged``
            (why a change was not made), ``finished`` (how many steps are done and stay).
        step: ``index``, ``total``, ``title``, ``goal``, ``tool``, ``arguments``, ``schema``,
            ``missing``, ``readiness``, ``tools`` (list of str), ``worked_before`` (arguments that
            worked on such a step, may be empty), ``failure`` (reason, when the step failed).
        tool_call: ``tool``, ``arguments``, ``schema``, ``why``, ``always_allowed`` (bool: may be
            offered).
        memory: ``text``, ``memory_kind``, ``source``.
    """

    model_config = ConfigDict(frozen=True)
    id: str
    thread_id: str
    point: Point
    payload: dict[str, Any]
    allowed: tuple[str, ...]
    asked_at: float
