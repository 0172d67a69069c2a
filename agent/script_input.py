"""What a script hands to the graph, held to the limits of the page before anything is changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from langgraph.types import Command
from pydantic import ValidationError

from agent.answers import read_decision
from agent.approvals import ALLOWED
from agent.asking import AnswerEnvelope
from agent.errors import DecisionError
from agent.graph_threads import Question, resume_with
from agent.well_formed import all_well_formed

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLAN = Question("", "plan", {}, ALLOWED["plan"])
_ROWS = (
    "Give a list of 1 to 20 steps, each {id, title, goal} or a title alone; a title stands once, "
    "has 1 to 200 characters, a goal at most 600."
)
_ENVELOPE = 'Resume with {"decision": {"action": ...}}, or with {question id: that}.'


def check_values(values: Mapping[str, Any]) -> None:
    """See that values for the state hold a plan and a wish that the page would take too.

    Raises:
        DecisionError: They do not; the message says what is taken.
    """
    if "sub_tasks" in values:
        _check_rows(values["sub_tasks"])
    wish = values.get("user_feedback", "")
    if not isinstance(wish, str):
        message = f"'user_feedback' is a text, not {type(wish).__name__}. Leave it out or give one."
        raise DecisionError(message)
    if wish.strip():
        _read("user_feedback", {"action": "replan", "text": wish})


def _check_rows(given: object) -> None:
    if not isinstance(given, list | tuple):
        message = f"'sub_tasks' cannot be {type(given).__name__}. {_ROWS}"
        raise DecisionError(message)
    _read("sub_tasks", {"action": "edit_plan", "rows": [_row(row) for row in given]}, _ROWS)


def _row(given: object) -> object:
    """Return a row in the form of an edited table; what it lacks is filled in by the graph."""
    if not isinstance(given, Mapping):
        return given
    return {name: value for name, value in given.items() if value is not None}


def _read(name: str, decision: Mapping[str, Any], remedy: str = "") -> None:
    try:
        read_decision(_PLAN, decision, "en")
    except DecisionError as error:
        message = f"{name!r} cannot be taken. {error} {remedy}".strip()
        raise DecisionError(message) from error


def resumed(command: Command[Any], questions: Sequence[Question]) -> Command[Any]:
    """Return a command whose answer goes to an open question that takes it.

    Args:
        command: As the script gave it.
        questions: Those that are open.

    Raises:
        DecisionError: The answer fits none of them.
    """
    if isinstance(command.update, Mapping):
        check_values(command.update)
    if command.resume is None:
        return command
    if not questions:
        message = "No question is open, so there is nothing to resume with. `pending` lists them."
        raise DecisionError(message)
    question, answer = questions[0], all_well_formed(command.resume)
    if isinstance(answer, Mapping) and len(answer) == 1:
        by_id = {one.id: one for one in questions}
        name = next(iter(answer))
        question, answer = by_id.get(name, question), answer[name] if name in by_id else answer
    try:
        envelope = AnswerEnvelope.model_validate(answer)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in fault["loc"])
        message = f"The answer cannot be used: {place} {fault['msg']}. {_ENVELOPE}"
        raise DecisionError(message) from error
    read_decision(question, envelope.decision, "en")
    resume = resume_with(question.id, envelope.model_dump(mode="json")).resume
    return Command(graph=command.graph, update=command.update, resume=resume, goto=command.goto)
