"""The result of a task: what its steps gave, as one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langgraph.runtime import Runtime

from agent.context import AgentContext
from agent.errors import StoppedByPerson
from agent.events import Generating, Token
from agent.nodes.clarify import shown_request, task_request
from agent.planning import in_language
from agent.prompts.guide import render_result, result_headings
from agent.prompts.guide_words import NOTHING_WORKED
from agent.prose import is_thin, readable, stutters, without_echo, without_repeats
from agent.step_results import succeeded
from agent.tools.builtin import EXACT

if TYPE_CHECKING:
    from collections.abc import Callable

    from agent.state import AgentState

_RESULT_TOKENS = 500
_SHOWN = 900


class ResultMaker:
    """Puts the result together and counts its model calls."""

    def __init__(self, state: AgentState, runtime: Runtime[AgentContext]) -> None:
        """Take the state as the last step left it."""
        self.state = state
        self.context = runtime.context
        self.emit: Callable[[object], None] = runtime.stream_writer
        self.language = state["language"]
        self.succeeded = succeeded(state.get("step_results", []))
        self.calls = 0

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
        prompt = render_result(shown_request(self.state), shown, self.language)
        reply = self.context.door.write(
            "writer",
            prompt,
            stop=self.context.stop,
            on_token=lambda text: self.emit(Token(message_id=message_id, text=text)),
            max_tokens=_RESULT_TOKENS,
        )
        self.calls += reply.calls
        told, labels = str(prompt[0].text), result_headings(self.language)
        said = readable(reply.text, self.language, task_request(self.state))
        text = without_echo(said, [told], labels)
        if reply.stopped:
            raise StoppedByPerson(text)
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
