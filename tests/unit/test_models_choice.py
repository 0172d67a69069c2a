"""Which server and which model."""

from pathlib import Path

import pytest

from agent.models.choice import BUILTIN_MODEL, choose, has, pick
from agent.models.server import Address, normal_address
from agent.settings import Settings

GB = 2**30


def row(name: str, gigabytes: float, family: str = "llama") -> dict:
    return {"name": name, "size": int(gigabytes * GB), "details": {"family": family}}


def builtin(folder: Path, **more: object) -> Settings:
    return Settings(home=folder, models_dir=folder, engine="builtin", **more)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),  # noqa: S104 - what a server may be told
        ("0.0.0.0:1234", "http://127.0.0.1:1234"),
        (":1234", "http://127.0.0.1:1234"),
        ("box.local", "http://box.local:11434"),
        ("box.local:80", "http://box.local:80"),
        ("http://box.local", "http://box.local:80"),
        ("https://box.local/ollama/", "https://box.local:443/ollama"),
        ("[::1]:5000", "http://[::1]:5000"),
    ],
)
def test_ollama_host_in_any_form_becomes_a_url(host: str, url: str):
    assert normal_address(host) == url


def test_key_of_an_address_is_not_in_its_repr():
    address = Address("http://127.0.0.1:1", "builtin", {"Authorization": "Bearer secret"})
    assert "secret" not in repr(address)
    assert address.local
    assert not Address("http://box.local:1", "ollama").local


def test_pick_prefers_the_largest_general_model_that_is_quick_enough():
    rows = [
        row("nomic-embed-text:latest", 0.3, "nomic-bert"),
        row("gemma3:4b", 3.3),
        row("gemma3:1b", 0.8),
        row("qwen2.5-coder:7b", 4.7),
        row("llama3.3:70b", 42),
    ]
    assert pick(rows) == "gemma3:4b"
    assert pick(rows[3:4]) == "qwen2.5-coder:7b"
    assert pick([rows[4], row("mixtral:8x7b", 26)]) == "mixtral:8x7b"


def test_pick_takes_a_tiny_model_only_where_there_is_no_other():
    rows = [row("smollm2-135m:latest", 0.1), row("qwen2.5-coder-1.5b:latest", 1.1)]
    assert pick(rows) == "qwen2.5-coder-1.5b:latest"
    assert pick(rows[:1]) == "smollm2-135m:latest"


def test_pick_of_embedders_alone_is_nothing():
    assert pick([row("bge-m3:latest", 1, "bert"), row("all-minilm:l6", 0.1, "bert")]) == ""


def test_has_takes_names_with_and_without_a_tag():
    assert has(("a:latest", "b:4b"), "a")
    assert has(("a:latest", "b:4b"), "b:4b")
    assert not has(("a:latest", "b:4b"), "b")
    assert not has(("a:latest",), "")


def test_builtin_without_a_file_says_what_to_do(tmp_path: Path):
    choice = choose(builtin(tmp_path))
    assert choice.missing == (BUILTIN_MODEL,)
    assert "python -m agent start" in choice.message


def test_builtin_uses_the_usual_file_and_a_named_one_per_role(tmp_path: Path):
    for name in (BUILTIN_MODEL, "tiny"):
        (tmp_path / f"{name}.gguf").write_bytes(b"GGUF")
    choice = choose(builtin(tmp_path, router_model="tiny"))
    assert choice.names == {"router": "tiny", "planner": BUILTIN_MODEL, "writer": BUILTIN_MODEL}
    assert not choice.missing


def test_builtin_without_the_usual_file_uses_the_largest_there_is(tmp_path: Path):
    (tmp_path / "lite.gguf").write_bytes(b"GGUF" * 9)
    (tmp_path / "tiny.gguf").write_bytes(b"GGUF")
    choice = choose(builtin(tmp_path, chat_model="not-here"))
    assert set(choice.names.values()) == {"lite"}
    assert not choice.missing
