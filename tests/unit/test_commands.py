"""The command line on the real library; questions are in test_commands_asking."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from agent.commands import line

if TYPE_CHECKING:
    from pathlib import Path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Any]:
    """Run a command with --json; return its exit code and the last line, read."""
    code = line.run([*words, "--json"])
    return code, json.loads(capsys.readouterr().out.splitlines()[-1])


@pytest.fixture(autouse=True)
def _by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUIDEPOST_EMBEDDER", "none")


@pytest.fixture
def note(tmp_path: Path) -> Path:
    file = tmp_path / "rules.md"
    file.write_text("# Leave\n\nAnnual leave is 16 days for each full year of work.\n", "utf-8")
    return file


def test_add_search_list_and_remove_a_document(
    capsys: pytest.CaptureFixture[str], note: Path
) -> None:
    code, told = run(capsys, "add", str(note))
    assert code == 0
    assert told["added"][0]["document"]["name"] == "rules.md"
    assert told["added"][0]["existing"] is False

    code, told = run(capsys, "add", str(note))
    assert code == 0
    assert told["added"][0]["existing"] is True

    code, told = run(capsys, "search", "annual leave", "--document", "rules.md")
    assert code == 0
    assert "16 days" in told["hits"][0]["passage"]["text"]

    code, told = run(capsys, "documents")
    assert [document["name"] for document in told["documents"]] == ["rules.md"]

    code, told = run(capsys, "remove", "rules.md")
    assert code == 0
    assert told["removed"][0]["name"] == "rules.md"
    assert run(capsys, "documents") == (0, {"documents": []})


def test_reindex_makes_the_vectors_of_the_embedder_in_use(
    capsys: pytest.CaptureFixture[str], note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "add", str(note))
    code, told = run(capsys, "reindex")
    assert (code, told["error_code"]) == (1, "embedder_missing")
    monkeypatch.setenv("GUIDEPOST_EMBEDDER", "use")
    assert run(capsys, "reindex") == (0, {"reindexed": 1})
    _, told = run(capsys, "search", "vacation", "--mode", "vector")
    assert "16 days" in told["hits"][0]["passage"]["text"]


def test_add_with_one_bad_file_adds_the_others_and_fails(
    capsys: pytest.CaptureFixture[str], note: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "picture.pdf"
    bad.write_bytes(b"no pdf at all")
    code, told = run(capsys, "add", str(bad), str(tmp_path / "absent.pdf"), str(note))
    assert code == 1
    assert [one.get("error_code", "") for one in told["added"]] == [
        "not_readable",
        "not_readable",
        "",
    ]


@pytest.mark.parametrize(
    "words", [("remove", "absent.pdf"), ("search", "x", "--document", "absent.pdf")]
)
def test_an_absent_document_fails_with_its_code(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, told = run(capsys, *words)
    assert code == 1
    assert told["error_code"] == "document_missing"
    assert "absent.pdf" in told["error"]


@pytest.mark.parametrize(
    "words", [(), ("nonsense",), ("search",), ("search", "x", "--mode", "magic"), ("decide", "x")]
)
def test_wrong_use_exits_with_2(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as ended:
        line.run(words)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_bad_setting_fails_with_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GUIDEPOST_PORT", "abc")
    code, told = run(capsys, "documents")
    assert code == 1
    assert told["error_code"] == "bad_settings"
    assert "GUIDEPOST_PORT" in told["error"]


def test_plain_output_of_an_empty_library_says_how_to_fill_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert line.run(["documents"]) == 0
    assert "add FILE" in capsys.readouterr().err


def test_an_empty_question_fails_before_anything_is_opened(
    capsys: pytest.CaptureFixture[str], home: Path
) -> None:
    code, told = run(capsys, "ask", " ")
    assert code == 1
    assert told["error_code"] == "empty_question"
    assert not (home / "state.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("decide", "x", "accept"), "pending"),
        (("decide", "x", "fly"), "fly"),
        (("decide", "x", "edit_plan", "--data", "{broken"), "edit_plan"),
        (("decide", "x", "edit_plan", "--data", '{"rows": []}'), "rows"),
        (("decide", "x", "answer", "--data", "@/absent.json"), "answer"),
    ],
)
def test_a_decision_that_cannot_be_used_fails_with_a_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    part: str,
) -> None:
    monkeypatch.setenv("GUIDEPOST_ENGINE", "builtin")
    code, told = run(capsys, *words)
    assert code == 1
    assert told["error_code"] == "bad_decision"
    assert part in told["error"]
