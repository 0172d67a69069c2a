import json

import pytest

from agent.export import to_json, to_markdown
from agent.threads import Message
from store.thread_list import ThreadRow

TEXT = "The fee is 4 dollars. [2] Dogs are welcome."
SOURCE = {
    "n": 2, "document": "fees.pdf", "page": 3, "quote": "The fee is\n4 dollars.", "removed": True,
}  # fmt: skip


def conversation():
    thread = ThreadRow("t", "", 0.0, 0.0)
    mark = {"start": 26, "end": 43, "kind": "unsupported", "text": "Dogs are welcome."}
    return thread, [
        Message("1", "person", "How much is the fee?", 0.0),
        Message("2", "assistant", TEXT, 1.0, sources=[SOURCE], marks=[mark]),
    ]


def test_to_markdown_has_answer_sources_and_what_is_unproven():
    text = to_markdown(*conversation())
    assert TEXT in text
    assert "- [2] fees.pdf (document removed), page 3: The fee is 4 dollars." in text
    assert "> Not found in your documents: “Dogs are welcome.”" in text


def test_to_markdown_in_korean_puts_the_page_as_korean_does():
    thread = ThreadRow("t", "", 0.0, 0.0)
    source = {"n": 1, "document": "규정.pdf", "page": 3, "quote": "15일"}
    answer = Message("2", "assistant", "15일 [1]", 1.0, sources=[source])
    text = to_markdown(thread, [Message("1", "person", "연차는 며칠인가요?", 0.0), answer])
    assert "- [1] 규정.pdf 3쪽: 15일" in text


@pytest.mark.parametrize("said", ["How much is it?", "얼마인가요?"])
def test_to_markdown_cites_the_record_of_a_catalogue_and_no_page(said):
    thread = ThreadRow("t", "", 0.0, 0.0)
    source = {"n": 1, "document": "tools.json", "page": 1, "heading": "ShortsPen", "quote": "9"}
    answer = Message("2", "assistant", "9 [1]", 1.0, sources=[source])
    text = to_markdown(thread, [Message("1", "person", said, 0.0), answer])
    assert "- [1] tools.json: ShortsPen: 9" in text


def test_to_json_can_be_written_and_read_whole():
    thread, messages = conversation()
    data = json.loads(json.dumps(to_json(thread, messages)))
    assert data["messages"][1]["sources"] == [SOURCE]
    assert data["messages"][1]["marks"][0]["kind"] == "unsupported"
