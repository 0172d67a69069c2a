"""The pure parts of the built-in server: options, grammar, tool calls, thoughts, model files."""

import json
import struct
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.models.engine.app import read_body
from agent.models.engine.calls import CallReader, find_calls
from agent.models.engine.gguf import BadModelFileError, read_header
from agent.models.engine.options import FOR_EVER, check_types, grammar, keep_alive, sampling
from agent.models.engine.shelf import Shelf
from agent.models.engine.thoughts import ThoughtSplitter
from agent.models.engine.wire import WireError

CALL = {"function": {"name": "add", "arguments": {"a": 1}}}
WRITTEN = '{"name": "add", "arguments": {"a": 1}}'


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, timedelta(minutes=5)),
        (0, timedelta(0)),
        ("0", timedelta(0)),
        (-1, FOR_EVER),
        ("-1m", FOR_EVER),
        (90, timedelta(seconds=90)),
        ("5m", timedelta(minutes=5)),
        ("1h30m", timedelta(minutes=90)),
        ("250ms", timedelta(milliseconds=250)),
    ],
)
def test_keep_alive_in_any_form_is_a_duration(value: object, expected: timedelta):
    assert keep_alive(value) == expected


@pytest.mark.parametrize("value", ["soon", "5 m", "m5", "", True])
def test_keep_alive_that_is_none_is_refused(value: object):
    with pytest.raises(WireError) as caught:
        keep_alive(value)
    assert caught.value.status == 400


def test_sampling_without_options_has_ollamas_defaults():
    fields = sampling({}, 4096)
    assert (fields["temperature"], fields["top_k"], fields["top_p"]) == (0.8, 40, 0.9)
    assert (fields["repeat_penalty"], fields["repeat_last_n"]) == (1.1, 64)
    assert (fields["n_predict"], fields["stop"]) == (-1, [])


def test_sampling_takes_options_over_and_reads_minus_one_as_the_window():
    options = {"temperature": 0, "repeat_last_n": -1, "stop": "x", "dry_multiplier": 0.8}
    fields = sampling(options, 2048)
    assert fields["temperature"] == 0.0
    assert fields["repeat_last_n"] == 2048
    assert fields["stop"] == ["x"]
    assert fields["dry_multiplier"] == 0.8


@pytest.mark.parametrize(
    "options", [{"temperature": "hot"}, {"num_ctx": [1]}, {"seed": True}, {"stop": 3}]
)
def test_option_of_a_wrong_type_is_refused(options: dict):
    with pytest.raises(WireError) as caught:
        check_types(options)
    assert caught.value.status == 500


def test_grammar_of_a_plain_schema_is_compact_and_closed():
    fields = grammar({"type": "object", "properties": {"a": {"type": "integer", "title": "A"}}})
    head, _, body = fields["grammar"].partition("start: %json ")
    schema = json.loads(body)
    assert head == "%llguidance {}\n"
    assert schema["additionalProperties"] is False
    assert schema["x-guidance"]["whitespace_flexible"] is False


def test_grammar_of_a_schema_with_unknown_words_takes_the_road_that_refuses():
    schema = {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(?=x)"}}}
    assert grammar(schema) == {"json_schema": schema}


def test_grammar_keeps_a_field_called_like_a_keyword():
    schema = {"type": "object", "properties": {"pattern": {"type": "string"}}}
    assert '"pattern"' in grammar(schema)["grammar"]


def test_no_format_holds_nothing():
    assert grammar(None) == grammar("") == {}


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN,
        f"<tool_call>\n{WRITTEN}\n</tool_call>",
        f"```json\n{WRITTEN}\n```",
        f"[{WRITTEN}]",
        '{"name": "add", "parameters": {"a": 1}}',
        '{"function": {"name": "add", "arguments": "{\\"a\\": 1}"}}',
    ],
)
@pytest.mark.parametrize("size", [1, 3, 1000])
def test_call_in_any_writing_is_read_and_not_shown(text: str, size: int):
    reader = CallReader({"add"})
    shown = "".join(reader.feed(text[i : i + size]) for i in range(0, len(text), size))
    assert (shown.strip(), *reader.end()) == ("", "", [CALL])


def test_two_calls_after_a_sentence_are_read_and_the_sentence_shown():
    reader = CallReader({"add"})
    text = f"Let me see.\n<tool_call>{WRITTEN}</tool_call>\n<tool_call>{WRITTEN}</tool_call>"
    shown = "".join(map(reader.feed, text))
    assert shown == "Let me see.\n"
    assert reader.end() == ("", [CALL, CALL])


@settings(deadline=None)  # a busy machine is no fault
@given(st.text(alphabet='<tool_cal>`json\n{}"a ', max_size=60), st.integers(1, 9))
def test_text_without_a_call_is_shown_whole(text: str, size: int):
    reader = CallReader({"add"})
    shown = "".join(reader.feed(text[i : i + size]) for i in range(0, len(text), size))
    rest, calls = reader.end()
    assert calls == []
    assert shown + rest == text


def test_call_of_an_unknown_tool_is_text():
    assert find_calls('{"name": "rm", "arguments": {}}', {"add"}) == []


@pytest.mark.parametrize("size", [1, 4, 1000])
def test_thoughts_asked_for_are_set_apart(size: int):
    text = "<think>hm\nso</think>\n\nYes."
    splitter = ThoughtSplitter(apart=True)
    parts = [splitter.feed(text[i : i + size]) for i in range(0, len(text), size)]
    parts.append(splitter.end())
    assert "".join(thought for thought, _ in parts) == "hm\nso"
    assert "".join(reply for _, reply in parts).strip() == "Yes."


def test_reply_without_thoughts_is_all_reply():
    splitter = ThoughtSplitter(apart=True)
    assert [splitter.feed("<b>"), splitter.feed("Yes"), splitter.end()] == [
        ("", "<b>"),
        ("", "Yes"),
        ("", ""),
    ]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"", "missing request body"),
        (b'{"model":', "unexpected EOF"),
        (b'{"a": "b', "unexpected EOF"),
    ],
)
def test_bad_body_is_refused_in_ollamas_words(body: bytes, text: str):
    with pytest.raises(WireError) as caught:
        read_body(body)
    assert (caught.value.status, caught.value.text) == (400, text)


def gguf(template: str = "{% if tools %}") -> bytes:
    """A model file's head: two tensors, a few keys, one of them a list of words."""

    def text(value: str) -> bytes:
        raw = value.encode()
        return struct.pack("<Q", len(raw)) + raw

    keys = [
        text("general.architecture") + struct.pack("<I", 8) + text("qwen2"),
        text("general.file_type") + struct.pack("<II", 4, 15),
        text("qwen2.context_length") + struct.pack("<II", 4, 2048),
        text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("bc"),
        text("tokenizer.ggml.scores") + struct.pack("<IIQff", 9, 6, 2, 0.5, 0.5),
        text("tokenizer.chat_template") + struct.pack("<I", 8) + text(template),
    ]
    tensors = [text(name) + struct.pack("<IQQIQ", 2, 10, 20, 0, 0) for name in ("x", "y")]
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(keys))
    return head + b"".join(keys) + b"".join(tensors)


def test_head_of_a_model_file_is_read(tmp_path: Path):
    path = tmp_path / "m.gguf"
    path.write_bytes(gguf())
    header = read_header(path)
    assert (header.architecture, header.quantization) == ("qwen2", "Q4_K_M")
    assert (header.context_length, header.parameters) == (2048, 400)
    assert header.keys["tokenizer.ggml.tokens"] is None


@settings(deadline=None)  # a busy machine is no fault
@given(st.integers(0, 300))
def test_cut_off_model_file_is_refused_and_never_half_read(length: int):
    data = gguf()
    if length >= len(data):
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "m.gguf"
        path.write_bytes(data[:length])
        with pytest.raises(BadModelFileError, match=r"m\.gguf"):
            read_header(path)


def test_shelf_lists_usable_files_and_says_what_a_damaged_one_needs(tmp_path: Path):
    (tmp_path / "good.gguf").write_bytes(gguf())
    (tmp_path / "bad.gguf").write_bytes(b"GGUF")
    shelf = Shelf(tmp_path)
    assert [model.tagged for model in shelf.models()] == ["good:latest"]
    assert shelf.find("good:latest", "").capabilities == ["completion", "tools"]
    with pytest.raises(WireError, match="fetch it again"):
        shelf.find("bad", "")
    for name in ("nope", "../good", ""):
        with pytest.raises(WireError) as caught:
            shelf.find(name, "missing")
        assert (caught.value.status, caught.value.text) == (404, "missing")
