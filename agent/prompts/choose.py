"""The prompt by which a model chooses tool calls under a schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agent.state import JsonObject
    from agent.tools.catalogue import Tool

_INTRO = (
    "You choose tools for a desk assistant. Reply with JSON: the calls to make now. "
    'Choose "finish" when no tool is needed or the known results are enough. '
    "Copy numbers, names and quoted titles exactly from the request. "
    "Set more to true only if a further tool is needed after these results."
)

_NATIVE = (
    "You choose tools for a desk assistant. Call the tools that the request needs now. Copy "
    "numbers, names and quoted titles exactly from the request. If no tool is needed, or the known "
    "results are enough, answer OK and call none."
)

_EXAMPLES: tuple[tuple[str, tuple[tuple[str, JsonObject], ...], bool], ...] = (
    ("What is 48 * 17?", (("calculator", {"expression": "48 * 17"}),), False),
    ("월세 62만원을 열 달 내면 모두 얼마야?", (("calculator", {"expression": "620000 * 10"}),), False),
    ("What day is it today in Lisbon?", (("get_time", {"time_zone": "Europe/Lisbon"}),), False),
    ("지금 몇 시야?", (("get_time", {"time_zone": ""}),), False),
    ("주차 지원에 관한 사내 규정을 찾아줘", (("hybrid_search", {"query": "주차 지원 규정"}),), False),
    ("Find a service that turns speech into text", (("retrieve_docs", {"query": "speech to text service"}),), False),
    ("위탁 계약서 제21조를 보여줘", (("get_article_by_index", {"number": "21", "document": "위탁 계약서"}),), False),
    ("'Force majeure' clause, please", (("get_article_by_title", {"title": "Force majeure", "document": ""}),), False),
    ("표준계약서에는 보증 조항이 어떻게 되어 있어?", (("lookup_standard_contract", {"query": "보증"}),), False),
    ("What did we settle about the venue earlier?", (("recall_conversation", {"query": "venue"}),), False),
    ("notes.txt 파일 내용을 읽어줘", (("read_file", {"name": "notes.txt", "page": 1}),), False),
    ("Thanks, that was all.", (("finish", {}),), False),
)  # fmt: skip


def calls_json(calls: Sequence[tuple[str, JsonObject]], *, more: bool) -> str:
    """Return the reply that stands for these calls."""
    rows = [{"tool": name, "args": args} for name, args in calls]
    return json.dumps({"calls": rows, "more": more}, ensure_ascii=False)


def render_choose(
    request: str, tools: Sequence[Tool], known: Sequence[str] = ()
) -> list[BaseMessage]:
    """Return the prompt: the tools, an example for each that is offered, then the request.

    Args:
        request: What is to be done, in the person's words.
        tools: The tools that may be chosen.
        known: Results of earlier calls of this turn, newest last.
    """
    names = {tool.name for tool in tools} | {"finish"}
    lines = [f"- {t.name}({', '.join(t.args.model_fields)}): {t.description}" for t in tools]
    messages: list[BaseMessage] = [
        SystemMessage(f"{_INTRO}\n\nTools:\n" + "\n".join(lines) + "\n- finish(): Nothing to call.")
    ]
    for text, calls, more in _EXAMPLES:
        if all(name in names for name, _ in calls):
            messages.append(HumanMessage(text))
            messages.append(AIMessage(calls_json(calls, more=more)))
    results = "".join(f"\nKnown result: {text}" for text in known)
    messages.append(HumanMessage(request + results))
    return messages


def render_native(request: str, known: Sequence[str] = ()) -> list[BaseMessage]:
    """Return the prompt for a model that calls tools natively; the tools go beside it."""
    results = "".join(f"\nKnown result: {text}" for text in known)
    return [SystemMessage(_NATIVE), HumanMessage(request + results)]


def native_tools(tools: Sequence[Tool]) -> tuple[JsonObject, ...]:
    """Return the tools as functions, the way models that call tools natively are told of them."""
    return tuple(
        {
            "type": "function",
            "function": {
                "name": tool.name, "description": tool.description, "parameters": tool.schema(),
            },
        }
        for tool in tools
    )  # fmt: skip


def choose_schema(
    tools: Sequence[Tool], max_calls: int, *, may_lack: bool = False, native: bool = False
) -> JsonObject:
    """Return the JSON schema of a choice among ``tools``, bounded everywhere.

    With ``may_lack`` a text may be left empty: a form shows then what is missing. ``native``
    calls leave out what has a default.
    """
    options: list[JsonObject] = [
        _call_schema(tool.name, _bounded(tool.schema(), may_lack=may_lack, native=native))
        for tool in tools
    ]
    options.append(_call_schema("finish", {"type": "object", "properties": {}}))
    return {
        "type": "object",
        "properties": {
            "calls": {
                "type": "array",
                "minItems": 1,
                "maxItems": max_calls,
                "items": {"anyOf": options},
            },
            "more": {"type": "boolean"},
        },
        "required": ["calls", "more"],
        "additionalProperties": False,
    }


def _call_schema(name: str, args: JsonObject) -> JsonObject:
    return {
        "type": "object",
        "properties": {"tool": {"const": name}, "args": args},
        "required": ["tool", "args"],
        "additionalProperties": False,
    }


def _bounded(schema: JsonObject, *, may_lack: bool, native: bool) -> JsonObject:
    """Return an arguments schema with every string bounded and, unless native, all required."""
    properties = {}
    for name, field in schema.get("properties", {}).items():
        kept = {k: v for k, v in field.items() if k not in {"default", "description"}}
        if kept.get("type") == "string":
            kept["maxLength"] = min(int(kept.get("maxLength", 200)), 200)
            if may_lack:
                kept.pop("minLength", None)
        properties[name] = kept
    return {
        "type": "object",
        "properties": properties,
        "required": list(schema.get("required", [])) if native else list(properties),
        "additionalProperties": False,
    }
