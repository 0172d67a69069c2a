"""Framing, bodies and complaints, byte for byte where clients read them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import httpx
import pytest

if TYPE_CHECKING:
    from tests.wire.conftest import Target

HELLO = [{"role": "user", "content": "Count from 1 to 5, comma separated."}]
SHORT = {"temperature": 0, "num_predict": 4}
LOGPROBS_SINCE = (0, 12, 11)


@pytest.fixture
def client(target: Target):
    with target.client() as client:
        yield client


def chat(client: httpx.Client, **body: object) -> httpx.Response:
    return client.post("/api/chat", json=body)


def need_logprobs(client: httpx.Client, target: Target) -> None:
    if target.address.kind != "ollama":
        return
    version = client.get("/api/version").json()["version"]
    if tuple(int(part) for part in version.split("-")[0].split(".")) < LOGPROBS_SINCE:
        pytest.skip(f"Ollama {version} tells no logprobs yet")


def test_version_is_asked_gives_a_version(client: httpx.Client) -> None:
    answer = client.get("/api/version")
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.json()["version"].count(".") == 2


def test_root_is_asked_says_ollama_is_running(client: httpx.Client) -> None:
    assert client.get("/").text == "Ollama is running"


def test_tags_are_asked_list_models_with_tag_digest_and_details(
    client: httpx.Client, target: Target
) -> None:
    rows = {row["name"]: row for row in client.get("/api/tags").json()["models"]}
    row = rows[f"{target.large}:latest"]
    assert row["model"] == row["name"]
    assert row["size"] > 10**9
    assert len(row["digest"]) == 64
    assert row["modified_at"].endswith("Z")
    assert row["details"]["family"] == "qwen2"
    assert row["details"]["parameter_size"] == "1.8B"
    assert row["details"]["quantization_level"] == "Q4_K_M"


def test_show_of_a_model_gives_abilities_and_context_length(
    client: httpx.Client, target: Target
) -> None:
    shown = client.post("/api/show", json={"model": target.large}).json()
    assert shown["capabilities"] == ["completion", "tools"]
    assert shown["model_info"]["qwen2.context_length"] == 32768
    assert shown["model_info"]["general.architecture"] == "qwen2"
    assert shown["template"]


@pytest.mark.parametrize("name", ["nope", "nope:latest"])
def test_show_of_a_missing_model_is_404_in_single_quotes(client: httpx.Client, name: str) -> None:
    answer = client.post("/api/show", json={"model": name})
    assert answer.status_code == 404
    assert answer.json() == {"error": f"model '{name}' not found"}


@pytest.mark.parametrize("stream", [True, False])
def test_chat_with_a_missing_model_is_404_in_double_quotes(
    client: httpx.Client, stream: bool
) -> None:
    answer = chat(client, model="nope", messages=HELLO, stream=stream)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert answer.json() == {"error": 'model "nope" not found, try pulling it first'}


@pytest.mark.parametrize(
    ("body", "status", "text"),
    [
        ("", 400, "missing request body"),
        ('{"model":', 400, "unexpected EOF"),
        ('{"messages":[]}', 400, "model is required"),
    ],
)
def test_chat_with_a_bad_body_is_refused_in_ollamas_words(
    client: httpx.Client, body: str, status: int, text: str
) -> None:
    answer = client.post("/api/chat", content=body)
    assert (answer.status_code, answer.json()["error"]) == (status, text)


@pytest.mark.parametrize(
    ("extra", "status", "text"),
    [
        ({"options": {"temperature": "hot"}}, 500, 'option "temperature" must be of type float32'),
        (
            {"format": "yaml"},
            500,
            r'invalid format: "\"yaml\""; expected "json" or a valid JSON Schema object',
        ),
        ({"keep_alive": "soon"}, 400, 'time: invalid duration "soon"'),
        ({"logprobs": True, "top_logprobs": 21}, 400, "top_logprobs must be between 0 and 20"),
    ],
)
def test_chat_with_a_bad_field_is_refused_in_ollamas_words(
    client: httpx.Client, target: Target, extra: dict, status: int, text: str
) -> None:
    if "logprobs" in extra:
        need_logprobs(client, target)
    answer = chat(client, model=target.small, messages=HELLO, stream=False, **extra)
    assert (answer.status_code, answer.json()["error"]) == (status, text)


def test_thinking_asked_of_a_model_without_it_is_refused(
    client: httpx.Client, target: Target
) -> None:
    answer = chat(client, model=target.small, messages=HELLO, think=True, stream=False)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(f"{target.small}:latest does not support thinking")


def test_thinking_off_on_a_model_without_it_is_accepted(
    client: httpx.Client, target: Target
) -> None:
    answer = chat(
        client, model=target.small, messages=HELLO, think=False, stream=False, options=SHORT
    )
    assert answer.status_code == 200


def test_tools_for_a_model_without_them_are_refused(client: httpx.Client, target: Target) -> None:
    tool = {"type": "function", "function": {"name": "t", "description": "", "parameters": {}}}
    answer = chat(client, model=target.small, messages=HELLO, tools=[tool], stream=False)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(f"{target.small}:latest does not support tools")


def test_unknown_paths_and_wrong_methods_are_plain_text(client: httpx.Client) -> None:
    missing, wrong = client.get("/api/nope"), client.get("/api/chat")
    assert (missing.status_code, missing.text) == (404, "404 page not found")
    assert (wrong.status_code, wrong.text) == (405, "405 method not allowed")
    assert wrong.headers["allow"] == "POST"


def test_chat_streamed_is_ndjson_with_counts_in_the_last_line(
    client: httpx.Client, target: Target
) -> None:
    answer = chat(client, model=target.small, messages=HELLO, options=SHORT)
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.text.endswith("\n")
    parts = [json.loads(line) for line in answer.text.splitlines()]
    assert [part["done"] for part in parts] == [False] * (len(parts) - 1) + [True]
    assert list(parts[0]) == ["model", "created_at", "message", "done"]
    assert list(parts[-1]) == [
        "model",
        "created_at",
        "message",
        "done_reason",
        "done",
        "total_duration",
        "load_duration",
        "prompt_eval_count",
        "prompt_eval_duration",
        "eval_count",
        "eval_duration",
    ]
    assert parts[-1]["done_reason"] == "length"
    assert parts[-1]["eval_count"] == 4
    assert parts[-1]["message"] == {"role": "assistant", "content": ""}
    assert parts[0]["model"] == target.small


@pytest.mark.parametrize("stream", [True, False])
def test_logprobs_are_told_for_every_token_where_they_are_asked_for(
    client: httpx.Client, target: Target, stream: bool
) -> None:
    need_logprobs(client, target)
    options = {**SHORT, "repeat_penalty": 1.0}
    body = {"model": target.small, "messages": HELLO, "options": options, "stream": stream}
    assert "logprobs" not in chat(client, **body).text
    answer = chat(client, **body, logprobs=True, top_logprobs=3)
    parts = [json.loads(line) for line in answer.text.splitlines()]
    told = [entry for part in parts for entry in part.get("logprobs", [])]
    assert len(told) == 4
    for entry in told:
        assert entry["logprob"] <= 0
        assert bytes(entry["bytes"]).decode("utf-8", "replace").startswith(entry["token"][:1])
        assert len(entry["top_logprobs"]) == 3
        best = max(entry["top_logprobs"], key=lambda other: other["logprob"])
        assert best["token"] == entry["token"]


def test_chat_whole_is_one_object_with_the_streamed_text(
    client: httpx.Client, target: Target
) -> None:
    body = {"model": target.small, "messages": HELLO, "options": {**SHORT, "seed": 1}}
    whole = chat(client, **body, stream=False)
    streamed = chat(client, **body).text.splitlines()
    assert whole.headers["content-type"] == "application/json; charset=utf-8"
    assert not whole.text.endswith("\n")
    text = "".join(json.loads(line)["message"]["content"] for line in streamed)
    assert whole.json()["message"]["content"] == text
    assert text


def test_chat_without_messages_loads_and_with_keep_alive_zero_unloads(
    client: httpx.Client, target: Target
) -> None:
    loaded = chat(client, model=target.small, messages=[])
    assert (loaded.json()["done_reason"], loaded.json()["done"]) == ("load", True)
    assert f"{target.small}:latest" in [m["name"] for m in client.get("/api/ps").json()["models"]]
    freed = chat(client, model=target.small, messages=[], keep_alive=0)
    assert freed.json()["done_reason"] == "unload"
    assert any(target.small not in client.get("/api/ps").text for _ in range(200)), "still loaded"


def test_stop_words_end_the_reply_before_them(client: httpx.Client, target: Target) -> None:
    answer = chat(
        client,
        model=target.large,
        messages=HELLO,
        stream=False,
        options={"temperature": 0, "num_predict": 24, "stop": ["3"]},
    ).json()
    assert "3" not in answer["message"]["content"]
    assert "2" in answer["message"]["content"]
    assert answer["done_reason"] == "stop"


def test_unknown_options_and_nulls_are_ignored(client: httpx.Client, target: Target) -> None:
    options = {**SHORT, "bogus": 1, "seed": None}
    answer = chat(client, model=target.small, messages=HELLO, options=options, stream=False)
    assert answer.status_code == 200


def test_engine_without_its_key_turns_away(engine_target: Target) -> None:
    answer = httpx.get(f"{engine_target.address.url}/api/tags", trust_env=False)
    assert (answer.status_code, answer.json()) == (401, {"error": "unauthorized"})
