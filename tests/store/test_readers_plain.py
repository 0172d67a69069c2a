from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.errors import NotReadableError
from store.readers.json import read_json
from store.readers.text import decode, read_text

KOREAN = "연차휴가는 15일이다.\n출장비는 실비로 준다.\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp949", "euc-kr", "utf-16", "utf-16-le", "utf-16-be"]
)
def test_read_text_korean_in_any_usual_encoding_is_read(encoding: str):
    source = read_text(KOREAN.encode(encoding), "a.txt")
    assert source.pages[0].text == KOREAN


def test_read_text_nfd_is_stored_as_nfc():
    assert read_text(unicodedata.normalize("NFD", KOREAN).encode(), "a.txt").pages[0].text == KOREAN


def test_read_text_controls_and_zero_width_are_dropped():
    assert read_text("a\x00b\u200bc\r\nd\ufeff".encode(), "a.txt").pages[0].text == "abc\nd"


def test_read_text_binary_is_refused():
    with pytest.raises(NotReadableError, match=r"a\.txt"):
        decode(bytes(range(256)) * 20, "a.txt")


def test_read_json_syntax_error_names_line_and_column():
    with pytest.raises(NotReadableError, match="line 2, column 10"):
        read_json(b'[{"a": 1},\n {"b": 2,}]', "t.json")


def test_read_json_nested_beyond_reason_is_refused():
    with pytest.raises(NotReadableError):
        read_json(b"[" * 100_000, "t.json")


def test_read_json_object_holding_a_list_keeps_what_stands_outside():
    data = {"updated": "2026-06-10", "currency": "USD", "services": [{"name": "A", "price": 3}]}
    source = read_json(json.dumps(data).encode(), "t.json")
    assert "currency: USD" in source.pages[0].text
    record = source.records[1]
    assert (record.heading, record.dated) == ("A", "2026-06-10")
    assert ("price", "3") in record.fields
    assert ("list", "services") in record.fields


def test_read_json_nested_values_are_searchable_lines():
    data = [
        {
            "name": "A",
            "plans": [{"title": "Pro", "usd": 9}],
            "made_by": {"country": "KR"},
            "free": True,
        }
    ]
    text = read_json(json.dumps(data).encode(), "t.json").pages[0].text
    assert "plans.1.title: Pro" in text
    assert "made_by.country: KR" in text
    assert "free: true" in text


def test_read_json_map_of_records_names_each_by_its_key():
    source = read_json(json.dumps({"Alpha": {"x": 1}, "Beta": {"x": 2}}).encode(), "t.json")
    assert [r.heading for r in source.records] == ["Alpha", "Beta"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "value",
    [
        {"categories": [{"category": "editing", "services": [{"name": "Snip"}, {"name": "Trim"}]}]},
        {"data": {"items": [{"id": "s1", "service_name": "Snip"}, {"id": "s2", "tool": "Trim"}]}},
        {"video": {"services": [{"서비스": "Snip"}]}, "sound": {"services": [{"name": "Trim"}]}},
        [{"name": {"en": "Snip", "ko": "스닙"}}, {"id": 2, "name_en": "Trim"}],
        [{"name": "Snip", "plans": [{"name": "Pro", "price": 9}]}, {"name": "Trim", "tools": []}],
    ],
)
def test_read_json_records_in_groups_are_records_by_their_names(value: object):
    records = read_json(json.dumps(value).encode(), "t.json").records
    assert [record.heading for record in records if record.heading] == ["Snip", "Trim"]


@given(JSON)
def test_read_json_any_value_tiles_its_page(value: object):
    source = read_json(json.dumps(value).encode(), "t.json")
    text = source.pages[0].text
    spans = [(r.start, r.end) for r in source.records]
    assert "".join(text[a:b] for a, b in spans) == text
