"""What is known of a model."""

from pathlib import Path

from agent.models.probe import ProbeStore, first_profile
from agent.models.values import ModelProfile

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
    path.write_text('{"1:a": {"unknown_field": 1}}', encoding="utf-8")
    assert ProbeStore(path).get("a") is None
