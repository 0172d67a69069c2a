"""Writing what a step gives, in the model's words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from agent.errors import StoppedByPerson
from agent.models.values import Priority
from agent.nodes.clarify import shown_request
from agent.prompts.step import all_headings, headings, is_by_hand, render_work
from agent.prose import (
    copies,
    readable,
    repeats,
    says_again,
    stutters,
    without_echo,
    without_markdown,
    without_names,
)
from agent.prose_length import beginning, finished
from agent.step_results import succeeded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agent.context import AgentContext
    from agent.state import AgentState

_MAX_TOKENS = 300
_DONE_SHOWN = 160
_EARLIER = 3
_PLAIN = 300
"""Letters of a request that is no more than that; a longer one may hold the text to work on."""

Fault = Literal["", "empty", "copied", "lost"]


@dataclass(frozen=True, slots=True)
class Written:
    """What the model wrote, and what that took.

    Attributes:
        text: The step's result, empty where nothing of use was written.
        calls: Requests to the model.
        context_used: Tokens of the window that the last one filled.
        fault: Why the text is of little use, if it is.
    """

    text: str
    calls: int
    context_used: int
    fault: Fault = ""


def write_step(
    state: AgentState,
    context: AgentContext,
    material: Sequence[str],
    show: Callable[[str, bool], None],
) -> Written:
    """Write what the step gives; a small model is asked once more where that is of no use.

    A step that is done by hand, and that no document speaks of, gives what to do. A small model
    is shown the step before alone, and no service: it copies the one, and says to use the other
    in place of making what the step is to make.

    Args:
        state: With the step at work.
        context: Of the run.
        material: What tools and documents gave.
        show: Takes the text as it comes, and whether it belongs to the second request.

    Raises:
        StoppedByPerson: Stop was pressed.
    """
    step, language, request = state["step"], state["language"], shown_request(state)
    large = context.door.profile.large
    entry = state.get("tool_recommendations", {}).get(step["id"], {})

    def write(done: Sequence[str], *, to_do: bool, anew: bool = False) -> Written:
        prompt = render_work(
            step, request, language, done=done, material=material, to_do=to_do,
            service=str(entry.get("service", "")) if large else "",
        )  # fmt: skip
        reply = context.door.write(
            "writer",
            prompt,
            stop=context.stop,
            on_token=lambda text: show(text, anew),
            max_tokens=_MAX_TOKENS,
            priority=Priority.STEP,
        )
        if reply.stopped:
            raise StoppedByPerson
        asked = [str(step["title"]), str(step.get("goal", ""))]
        told = readable(reply.text, language, " ".join((request, *asked)))
        whole = finished(told) if reply.finish == "length" else told
        own = without_echo(whole, done, headings(language))
        text = without_names(own, asked, all_headings(language))
        if len(request) <= _PLAIN and repeats(text, [request, *asked, *headings(language)]):
            text = ""
        again_said = says_again(text, request) or copies(told, done)
        fault: Fault = (
            "empty" if not text else "copied" if again_said else
            "lost" if stutters(reply.text) else ""
        )  # fmt: skip
        return Written(text, reply.calls, reply.context_used, fault)

    done = _done(state, _EARLIER if large else 1)
    by_hand = is_by_hand(str(step["title"])) and not material
    first = write(done, to_do=by_hand or int(step["attempt"]) > 1)
    if large or not first.fault:
        return first
    second = write([], to_do=True, anew=True)
    best = second if second.text and (not second.fault or not first.text) else first
    return replace(best, calls=first.calls + second.calls)


def _done(state: AgentState, most: int) -> list[str]:
    """Return what the last steps gave, a line each; Markdown on one line would be imitated."""
    rows = succeeded(state.get("step_results", []))
    return [
        f"{r['title']}: {beginning(without_markdown(str(r['result'])), _DONE_SHOWN)}"
        for r in rows[-most:]
    ]
