"""Where a source stands: a page, or the record of a catalogue."""

from __future__ import annotations

import pytest

from agent.places import place_in, short_place
from agent.prompts.endings import place


@pytest.mark.parametrize(
    ("document", "heading", "language", "expected"),
    [
        ("handbook.pdf", "Leave", "en", "handbook.pdf, page 3"),
        ("규정.pdf", "휴가", "ko", "규정.pdf 3쪽"),
        ("tools.json", "ShortsPen", "en", "tools.json: ShortsPen"),
        ("도구.JSON", "쇼츠펜", "ko", "도구.JSON: 쇼츠펜"),
        ("tools.json", "", "en", "tools.json"),
    ],
)
def test_place_in(document, heading, language, expected):
    assert place_in(document, 3, heading, language) == expected


def test_short_place():
    assert short_place("handbook.pdf", 3, "Leave") == "handbook.pdf p.3"
    assert short_place("tools.json", 1, "ShortsPen") == "tools.json ShortsPen"


def test_place_of_a_refusal_names_a_record_once():
    assert place("tools.json", 1, "ShortsPen", "en") == "tools.json: ShortsPen"
    assert place("handbook.pdf", 3, "Leave", "en") == "handbook.pdf, page 3 (Leave)"
