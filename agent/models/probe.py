"""Finds out once what a model can do, by asking it, and keeps the answer on disk."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import ollama

from agent.models.values import ModelProfile

if TYPE_CHECKING:
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

log = logging.getLogger(__name__)

VERSION = 3
"""Of the questions below; a new one makes old answers void."""

_SCHEMA = {
    "type": "object",
    "properties": {"colour": {"enum": ["red", "blue"]}},
    "required": ["colour"],
}


def _function(name: str, description: str, argument: str) -> dict[str, Any]:
    parameters = {
        "type": "object",
        "properties": {argument: {"type": "string"}},
        "required": [argument],
    }
    told = {"name": name, "description": description, "parameters": parameters}
    return {"type": "function", "function": told}


_TOOLS = [
    _function("get_time", "Tell the time in a city.", "city"),
    _function("calculator", "Work out an arithmetic expression.", "expression"),
    _function("search_documents", "Search the person's documents.", "query"),
]
_CHOICES = (
    ("What does the rental contract say about the deposit?", "search_documents"),
    ("월세 62만원을 열 달 내면 모두 얼마야?", "calculator"),
)
"""Questions that name no tool, and the tool that each needs."""


def first_profile(shown: dict[str, Any]) -> ModelProfile:
    """Return what ``/api/show`` alone says: enough to begin with."""
    abilities = shown.get("capabilities") or []
    template = str(shown.get("template", ""))
    info = shown.get("model_info") or {}
    lengths = [value for key, value in info.items() if key.endswith(".context_length")]
    return ModelProfile(
        tools="tools" in abilities,
        thinking="thinking" in abilities or "<think>" in template,
        context_length=int(lengths[0]) if lengths else 0,
        parameters=int(info.get("general.parameter_count") or 0),
    )


async def probe(model: BaseChatModel, first: ModelProfile, options: dict[str, Any]) -> ModelProfile:
    """Ask the model itself, in at most four short calls."""
    base: dict[str, Any] = {"options": {**options, "temperature": 0, "num_predict": 48}}
    off = True
    if first.thinking:
        off = await _accepts_thinking_off(model, base)
        if off:
            base["reasoning"] = False
    question = "The sky on a clear day: red or blue? Answer in JSON."
    colour = await model.ainvoke(question, format=_SCHEMA, **base)
    return ModelProfile(
        json_schema=_keeps_schema(str(colour.text)),
        tools=first.tools,
        calls_tools=first.tools and first.large and await _calls_tools(model, base),
        thinking=first.thinking,
        thinking_off=off,
        context_length=first.context_length,
        parameters=first.parameters,
    )


async def _calls_tools(model: BaseChatModel, base: dict[str, Any]) -> bool:
    """Say whether it calls the right tool each time; a model that only can is not asked so."""
    for question, wanted in _CHOICES:
        asked = await model.ainvoke(question, tools=_TOOLS, **base)
        if [call["name"] for call in asked.tool_calls] != [wanted]:
            return False
    return True


async def _accepts_thinking_off(model: BaseChatModel, base: dict[str, Any]) -> bool:
    try:
        await model.ainvoke("Say yes.", reasoning=False, **base)
    except ollama.ResponseError as error:
        log.info("thinking cannot be turned off: %s", error.error)
        return False
    return True


async def warm_up(
    model: BaseChatModel, messages: list[BaseMessage], options: dict[str, Any]
) -> None:
    """Have the server read a prompt, so that the next one with this beginning starts at once."""
    await model.ainvoke(messages, options={**options, "temperature": 0, "num_predict": 1})


def _keeps_schema(text: str) -> bool:
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return isinstance(value, dict) and value.get("colour") in {"red", "blue"}


class ProbeStore:
    """Profiles on disk, by the model's digest."""

    def __init__(self, path: Path) -> None:
        """Use the JSON file at ``path``."""
        self._path = path

    def get(self, digest: str) -> ModelProfile | None:
        """Return the profile kept for a model."""
        try:
            return ModelProfile(**self._read()[f"{VERSION}:{digest}"])
        except (KeyError, TypeError):
            return None

    def put(self, digest: str, profile: ModelProfile) -> None:
        """Keep a profile."""
        kept = {**self._read(), f"{VERSION}:{digest}": asdict(profile)}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(".tmp")
        draft.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        draft.replace(self._path)

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}
