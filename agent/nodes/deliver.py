"""The ending: the result itself, then the guide that says how to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.errors import StoppedByPerson
from agent.events import Generating, Sources, Token
from agent.guides import (
    guide_step,
    head_markdown,
    markdown_of,
    step_markdown,
    tail_markdown,
)
from agent.learning import keep_task
from agent.models.values import Priority
from agent.nodes.clarify import task_request
from agent.plan_making import without_marks
from agent.planning import in_language, normalise_sub_tasks
from agent.prompts.guide import (
    LONGEST_LINE,
    GuideEntry,
    TimedEntry,
    is_example,
    is_heading,
    render_entry,
    render_result,
    result_headings,
)
from agent.prompts.guide_words import NOTHING_WORKED
from agent.prose import (
    is_broken_off,
    is_thin,
    readable,
    shortened,
    stutters,
    without_echo,
    without_repeats,
)
from agent.run_files import write_pair
from agent.state import AgentState
from agent.step_results import statistics
from agent.task_result import put_right
from agent.task_sources import collect_sources
from agent.tools.builtin import EXACT

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.state import JsonObject

GUIDE = "guide"
_RESULT_TOKENS = 500
_SHOWN = 900
_GOT = 220
_TITLE = 80
_CITED = 8


class Delivery:
    """Puts the ending together and counts its model calls."""

    def __init__(self, state: AgentState, runtime: Runtime[AgentContext]) -> None:
        """Take the state as the last step left it."""
        self.state = state
        self.context = runtime.context
        self.emit: Callable[[object], None] = runtime.stream_writer
        self.language = state["language"]
        self.tasks = normalise_sub_tasks(state.get("sub_tasks", []))
        self.results = {r["id"]: r for r in state.get("step_results", [])}
        self.calls = 0
        self.said = ""

    @property
    def succeeded(self) -> list[JsonObject]:
        """The results of steps that worked, in order."""
        return [r for r in self.state.get("step_results", []) if r["status"] == "succeeded"]

    def result(self, message_id: str) -> str:
        """Stream the result: merged by a large model, else put together from what the steps gave.

        A small model merges several texts into one that drops most of them. Documents are quoted
        to the letter, and where nothing worked there is nothing to merge.
        """
        self.emit(Generating(message_id=message_id, what="result"))
        quoted = any(r.get("whole") for r in self.succeeded)
        if self.succeeded and not quoted and self.context.door.profile.large:
            return self._merged(message_id)
        text = self._put_together() if self.succeeded else NOTHING_WORKED[self.language]
        self.emit(Token(message_id=message_id, text=text))
        return text

    def _merged(self, message_id: str) -> str:
        share = max(200, _SHOWN * 3 // len(self.succeeded))
        shown = [(str(r["title"]), str(r["result"])[:share]) for r in self.succeeded]
        prompt = render_result(task_request(self.state), shown, self.language)
        reply = self.context.door.write(
            "writer",
            prompt,
            stop=self.context.stop,
            on_token=lambda text: self.emit(Token(message_id=message_id, text=text)),
            max_tokens=_RESULT_TOKENS,
        )
        self.calls += reply.calls
        if reply.stopped:
            raise StoppedByPerson(reply.text)
        told, labels = str(prompt[0].text), result_headings(self.language)
        text = without_echo(readable(reply.text, self.language), [told], labels)
        whole = reply.finish != "length" and not stutters(text)
        thin = is_thin(text, [str(r["result"]) for r in self.succeeded], self.language)
        usable = text and whole and not thin and in_language(text, self.language)
        return text if usable else self._put_together()

    def known(self) -> list[str]:
        """Return texts whose figures need no source: the request, exact results, prices."""
        entries = self.state.get("tool_recommendations", {}).values()
        exact = [r for r in self.succeeded if r["tools_used"] and set(r["tools_used"]) <= EXACT]
        return [
            task_request(self.state),
            *(str(r["result"]) for r in exact),
            *(
                str(e.get(key, ""))
                for e in entries
                for key in ("price", "old_price", "free", "limits")
            ),
        ]

    def given(self) -> set[str]:
        """Return the ids of the passages that the steps were worked from."""
        return {str(name) for row in self.succeeded for name in row["sources"]}

    def _put_together(self) -> str:
        """Return the steps' own texts under their titles: the safe form of the result.

        What was drafted from documents goes first. Their terms alone are left out where they
        stand side by side as well, and so is what a step only says again.
        """
        rows = sorted(self.succeeded, key=lambda r: r.get("whole") != "amend")
        if any(r.get("whole") in {"amend", "compare"} for r in rows):
            rows = [r for r in rows if r.get("whole") != "list"]
        parts: list[str] = []
        for row in rows:
            text = str(row["result"])
            new = text if row.get("whole") else without_repeats(text, parts)
            parts += [f"**{row['title']}**\n\n{new}"] if new else []
        return "\n\n".join(parts)

    def guide(self, message_id: str, sources: list[JsonObject]) -> JsonObject:
        """Stream the guide, one entry after the other, and return it as plain values."""
        numbers = {str(s["passage_id"]): int(s["n"]) for s in sources}
        title = shortened(without_marks(self.state["standalone_question"]), _TITLE)
        entries: list[JsonObject] = []
        self.emit(Generating(message_id=message_id, what="guide"))
        self._say(message_id, head_markdown(title, self.language))
        for number, task in enumerate(self.tasks, 1):
            entry = self._entry(number, task, numbers)
            entries.append(entry)
            self._say(message_id, step_markdown(entry, self.language))
        guide: JsonObject = {
            "title": title,
            "language": self.language,
            "steps": entries,
            "sources": sources,
            "figures": statistics(self.results.values(), len(self.tasks)),
        }
        self._say(message_id, tail_markdown(guide, self.language))
        return guide

    def _say(self, message_id: str, text: str) -> None:
        self.said += text
        self.emit(Token(message_id=message_id, text=text))

    def _entry(self, number: int, task: JsonObject, numbers: dict[str, int]) -> JsonObject:
        result = self.results.get(task["id"])
        recommended = self.state.get("tool_recommendations", {}).get(task["id"], {})
        ids = [*(result["sources"] if result else []), *recommended.get("sources", [])]
        cited = list(dict.fromkeys(numbers[i] for i in ids if i in numbers))[:_CITED]
        written = None
        if result and result["status"] == "succeeded":
            written = self._ask_entry(task, str(recommended.get("service", "")), result)
        return guide_step(number, task, result, recommended, written, cited)

    def _ask_entry(self, task: JsonObject, service: str, result: JsonObject) -> JsonObject:
        got = " ".join(str(result["result"]).split())[:_GOT]
        timed = self.context.door.profile.large
        form: type[GuideEntry] = TimedEntry if timed else GuideEntry
        parsed = self.context.door.parse(
            "writer",
            render_entry(task, service, got, self.language, timed=timed),
            form,
            default=GuideEntry(actions=[str(task["goal"]) or str(task["title"])], risk=""),
            stop=self.context.stop,
            max_tokens=300,
            priority=Priority.STEP,
        )
        self.calls += parsed.calls
        entry = parsed.value.model_dump()
        told = " ".join(
            (task_request(self.state), str(task["title"]), str(task["goal"]), service, got)
        )
        lines = dict.fromkeys(readable(a, self.language) for a in entry["actions"])
        risk = readable(entry["risk"], self.language)
        return {
            **entry,
            "actions": [a for a in lines if self._usable(a, told)]
            or [str(task["goal"]) or str(task["title"])],
            "risk": risk if self._usable(risk, told) else "",
        }

    def _usable(self, line: str, told: str) -> bool:
        copied = is_example(line, told) or is_heading(line, self.language)
        broken = is_broken_off(line, LONGEST_LINE)
        return bool(line) and in_language(line, self.language) and not copied and not broken


def deliver(state: AgentState, runtime: Runtime[AgentContext]) -> AgentState:
    """Stream the result and the guide, save them, and remember how the task went."""
    context = runtime.context
    delivery = Delivery(state, runtime)
    result_id, guide_id = f"result-{uuid4().hex[:12]}", f"guide-{uuid4().hex[:12]}"
    result = put_right(
        delivery.result(result_id),
        collect_sources(state, context),
        delivery.known(),
        context.library,
        delivery.given(),
    )
    sources = result.sources
    runtime.stream_writer(Sources(sources=sources))
    try:
        guide = delivery.guide(guide_id, sources)
    except StoppedByPerson as stopped:
        partial = f"{result.text}\n\n{delivery.said}"
        raise StoppedByPerson(partial) from stopped
    markdown = markdown_of(guide)
    response = f"{result.text}\n\n{markdown}"
    record = {**guide, "result": result.text, "request": task_request(state)}
    path = write_pair(context.run_folder, GUIDE, record, response)
    figures = {**guide["figures"], "final_result_length": len(result.text)}
    keep_task(state, context, figures)
    whole = figures["succeeded"] == figures["total"] and state.get("ending") != "partly"
    return {
        "messages": [AIMessage(response, id=result_id)],
        "final_response": response,
        "response_marks": result.marks,
        "final_guide": markdown,
        "guide_path": path,
        "sources": sources,
        "execution_stats": figures,
        "ending": "done" if whole else "partly",
        "step": {},
        "model_calls": state.get("model_calls", 0) + delivery.calls,
    }
