"""The prompts whose beginning never changes, for the model to read while nobody waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.prompts.answer import fixed_part
from agent.prompts.check import fixed_check
from agent.prompts.choose import render_choose
from agent.prompts.route import render_follow_up, render_route

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

    from agent.tools.catalogue import Catalogue


def fixed_prompts(tools: Catalogue, *, online: bool) -> list[list[BaseMessage]]:
    """Return the prompts in the order in which a first question needs them."""
    return [
        render_route("?"),
        fixed_check("ko"),
        fixed_part("ko"),
        fixed_check("en"),
        fixed_part("en"),
        render_follow_up("?", "?"),
        render_choose("?", tools.offered(online=online)),
    ]
