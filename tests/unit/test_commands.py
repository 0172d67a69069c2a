"""The command line on the real library; questions are in test_commands_asking."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agent.commands import line
from agent.models.cache import REPLIES, CachedReply, ReplyCache
from store.errors import DiskFullError
from store.library import Library
from tests.unit.command_line import run

if TYPE_CHECKING:
    from pathlib import Path

    from agent.settings import Settings
    from store.records import Removed


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


def keep_a_reply(settings: Settings) -> None:
    """Keep a reply, as a question about a document does."""
    cache = ReplyCache(settings.home / "cache" / REPLIES)
    cache.put("key", CachedReply("16 days", "stop", 1, 1))
    cache.close()


def is_reply_kept(settings: Settings) -> bool:
    cache = ReplyCache(settings.home / "cache" / REPLIES)
    kept = cache.get("key")
    cache.close()
    return kept is not None


def test_remove_of_a_document_named_twice_removes_it_once(
    capsys: pytest.CaptureFixture[str], note: Path, settings: Settings
) -> None:
    _, told = run(capsys, "add", str(note))
    keep_a_reply(settings)
    code, told = run(capsys, "remove", "rules.md", "rules.md", told["added"][0]["document"]["id"])
    assert code == 0
    assert [one["name"] for one in told["removed"]] == ["rules.md"]
    assert not is_reply_kept(settings)


def test_remove_that_fails_at_a_later_document_forgets_the_replies_of_the_first(
    capsys: pytest.CaptureFixture[str],
    note: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = note.with_name("other.md")
    other.write_text("# Travel\n\nA night costs 90 at most.\n", "utf-8")
    assert line.run(["add", str(note), str(other)]) == 0
    keep_a_reply(settings)
    remove = Library.remove

    def remove_while_there_is_room(library: Library, document_id: str) -> Removed:
        if len(library.documents()) == 1:
            message = "No space is left."
            raise DiskFullError(message)
        return remove(library, document_id)

    monkeypatch.setattr(Library, "remove", remove_while_there_is_room)
    capsys.readouterr()
    assert line.run(["remove", "rules.md", "other.md"]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("Removed rules.md")
    assert "No space" in told.err
    assert not is_reply_kept(settings)


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
    "words",
    [
        (),
        ("nonsense",),
        ("search",),
        ("search", "x", "--mode", "magic"),
        ("search", "x", "-k", "0"),
        ("search", "x", "-k", "-1"),
        ("search", "x", "-k", "many"),
        ("decide", "x"),
    ],
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
