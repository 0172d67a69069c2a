"""Finding what was said earlier: the stored summaries of conversations."""

from __future__ import annotations

from pydantic import BaseModel, Field

from agent.tools.catalogue import Tool, ToolResult, ToolSurroundings
from store.errors import StoreError


class RecallArgs(BaseModel):
    """Arguments of ``recall_conversation``."""

    query: str = Field(min_length=1, max_length=300, description="What was talked about")


def _run(args: BaseModel, around: ToolSurroundings) -> ToolResult:
    assert isinstance(args, RecallArgs)  # noqa: S101 - the catalogue pairs model and function
    try:
        found = around.summaries.search(around.thread_id, args.query, k=3)
    except StoreError as error:
        return ToolResult(ok=False, text="", error=str(error))
    if not found:
        return ToolResult(ok=True, text="nothing earlier was summarised", data={"summaries": []})
    lines = [summary.text for summary in found]
    return ToolResult(ok=True, text="\n".join(lines), data={"summaries": lines})


RECALL_CONVERSATION = Tool(
    name="recall_conversation",
    description="Recall an earlier part of this conversation that is no longer in view.",
    description_ko="앞서 나눈 대화의 요약을 찾습니다.",
    args=RecallArgs,
    run=_run,
)
