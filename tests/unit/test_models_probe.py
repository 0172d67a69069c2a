"""What is known of a model."""

import asyncio
from pathlib import Path

import pytest

from agent.models.probe import ProbeStore, first_profile, probe
from agent.models.values import ModelProfile
from tests.scripted import Calls, ScriptedChatModel

SHOWN = {
    "capabilities": ["completion", "tools"],
    "template": "{{ .Prompt }}",
    "model_info": {
        "general.architecture": "qwen2",
        "general.parameter_count": 1543714304,
        "qwen2.context_length": 32768,
    },
}


def test_first_profile_reads_abilities_and_context_length():
    assert first_profile(SHOWN) == ModelProfile(
        tools=True, context_length=32768, parameters=1543714304
    )


def test_first_profile_sees_thinking_in_the_template_of_an_old_server():
    shown = {"template": "<think>{{ .Thinking }}</think>"}
    assert first_profile(shown).thinking


@pytest.mark.parametrize(
    ("replies", "seen"),
    [
        ([Calls([("search_documents", {"query": "deposit"})]), Calls([("calculator", {})])], True),
        ([Calls([("search_documents", {"query": "deposit"})]), "620000 * 10"], False),
        ([Calls([("get_time", {"city": "Paris"})])], False),
    ],
)
def test_probe_takes_native_calls_for_proven_only_where_each_is_right(replies, seen):
    model = ScriptedChatModel(replies=['{"colour": "blue"}', *replies])
    found = asyncio.run(probe(model, ModelProfile(tools=True, parameters=4 * 10**9), {}))
    assert (found.json_schema, found.tools, found.calls_tools) == (True, True, seen)
    assert model.left == 0


@pytest.mark.parametrize(
    "first", [ModelProfile(parameters=4 * 10**9), ModelProfile(tools=True, parameters=15 * 10**8)]
)
def test_probe_of_a_model_without_tools_or_a_small_one_asks_for_none(first):
    model = ScriptedChatModel(replies=['{"colour": "blue"}'])
    found = asyncio.run(probe(model, first, {}))
    assert not found.calls_tools
    assert found.parameters == first.parameters


def test_store_keeps_profiles_by_digest_over_a_restart(tmp_path: Path):
    path = tmp_path / "cache" / "probes.json"
    profile = ModelProfile(json_schema=False, thinking=True, context_length=8192)
    ProbeStore(path).put("a", profile)
    ProbeStore(path).put("b", ModelProfile())
    assert ProbeStore(path).get("a") == profile
    assert ProbeStore(path).get("c") is None


def test_store_with_a_damaged_file_knows_nothing(tmp_path: Path):
    path = tmp_path / "probes.json"
    path.write_text("{", encoding="utf-8")
    assert ProbeStore(path).get("a") is None
    path.write_text('{"3:a": {"unknown_field": 1}}', encoding="utf-8")
    assert ProbeStore(path).get("a") is None
