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
    "model_info": {"general.architecture": "qwen2", "qwen2.context_length": 32768},
}


def test_first_profile_reads_abilities_and_context_length():
    assert first_profile(SHOWN) == ModelProfile(tools=True, context_length=32768)


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
    found = asyncio.run(probe(model, ModelProfile(tools=True), {}))
    assert (found.json_schema, found.tools, found.calls_tools) == (True, True, seen)
    assert model.left == 0


def test_probe_of_a_model_without_tools_asks_for_none():
    model = ScriptedChatModel(replies=['{"colour": "blue"}'])
    assert not asyncio.run(probe(model, ModelProfile(), {})).calls_tools


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
    path.write_text('{"2:a": {"unknown_field": 1}}', encoding="utf-8")
    assert ProbeStore(path).get("a") is None
