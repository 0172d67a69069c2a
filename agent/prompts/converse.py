"""The prompt of plain conversation, with or without results of tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from agent.prompts.window import EARLIER, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.language import Language

_ROLE = {
    "en": "You are Guidepost, a friendly private desk assistant that runs on this computer. Answer in English, briefly and plainly. If you do not know, say so. Never claim to have read a document.",
    "ko": "당신은 이 컴퓨터에서만 동작하는 친절한 개인 비서 Guidepost입니다. 한국어 존댓말로 짧고 분명하게 답하세요. 모르면 모른다고 하세요. 문서를 읽었다고 말하지 마세요.",
}
_RESULTS = {
    "en": "Results of tools (use them, they are correct):",
    "ko": "도구 결과(정확하므로 그대로 사용하세요):",
}


def render_converse(
    turns: Sequence[BaseMessage],
    language: Language,
    *,
    summaries: Sequence[str] = (),
    results: Sequence[str] = (),
) -> list[BaseMessage]:
    """Return the prompt: role, summaries, recent turns, then results beside the newest message.

    Args:
        turns: Recent turns, the newest message of the person last.
        language: Language of the answer.
        summaries: Summaries of what came before, oldest first.
        results: What tools gave, in words.
    """
    system = _ROLE[language]
    if summaries:
        system += f"\n\n{EARLIER[language]}\n{numbered(summaries, language)}"
    newest = str(turns[-1].text) if turns else ""
    if results:
        newest = f"{_RESULTS[language]}\n" + "\n".join(results) + f"\n\n{newest}"
    return [SystemMessage(system), *turns[:-1], HumanMessage(newest)]
