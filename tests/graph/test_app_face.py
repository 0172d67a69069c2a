"""The rest of the app's face: health, page images, throw-away mode, many tokens, many messages."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from agent.errors import ThreadMissingError
from agent.events import Ended, Token
from agent.models.cache import REPLIES, CachedReply, ReplyCache
from agent.opening import Opening
from agent.settings import Settings
from store.errors import DocumentMissingError, FolderUnusableError, NewerDatabaseError
from tests.graph.test_app_turns import THREAD, of

SAMPLES = Path(__file__).resolve().parents[2] / "sample_docs"


def test_health_is_plain_json_and_tells_the_mode(app_with):
    app = app_with()
    assert app.health()["library"] == {"state": "opening"}
    _ = app.library, app.models
    health = json.loads(json.dumps(app.health(), default=str))
    assert health["persistence"]["survives_restart"] is True
    assert health["models"]["kind"] == "given"
    assert health["conversations"] == {"count": 0, "working": 0}


def test_memory_mode_works_and_writes_no_database(app_with, home):
    app = app_with("hello", settings=Settings(persistence_mode="memory"))
    assert of(list(app.ask(THREAD, "hi")), Ended).response == "hello"
    assert app.health()["persistence"]["survives_restart"] is False
    assert list(home.rglob("*.sqlite*")) == []


def test_page_image_of_a_document_marks_its_span(app_with):
    app = app_with()
    document = app.library.add(SAMPLES / "leave_and_travel_policy_ko.pdf").document
    passage = app.library.passages(document.id)[3]
    image = app.page_image(document.id, passage.page, [(passage.start, passage.end)])
    assert image.marked
    assert image.startswith(b"\x89PNG")


def test_page_image_of_a_catalogue_says_there_are_no_pages(app_with):
    app = app_with()
    document = app.library.add(SAMPLES / "ai_tools.json").document
    assert app.page_image(document.id, 1, [(0, 5)]).reason == "no_pages"


def test_ask_with_an_unknown_document_starts_nothing(app_with):
    app = app_with()
    with pytest.raises(DocumentMissingError, match=r"nowhere\.pdf"):
        app.ask(THREAD, "hi", documents=["nowhere.pdf"])
    assert app.threads() == []


def test_ask_with_a_document_binds_the_thread(app_with):
    app = app_with("a", "b")
    document = app.library.add(SAMPLES / "ai_tools.json").document
    list(app.ask(THREAD, "hi", documents=["ai_tools.json"], only_documents=True))
    list(app.ask(THREAD, "again"))
    snapshot = app.snapshot(THREAD)
    assert snapshot["bound_documents"] == [document.id]
    assert snapshot["only_documents"] is True


def test_history_after_removal_says_the_document_is_gone(app_with):
    app = app_with("a")
    list(app.ask(THREAD, "hi"))
    assert "removed" in app.history(THREAD)[1].sources[0]
    assert app.history(THREAD)[1].sources[0]["removed"] is True


@pytest.mark.parametrize("act", ["rename", "delete", "export", "fork"])
def test_act_on_an_unknown_thread_names_it(app_with, act):
    app = app_with()
    arguments = {"rename": ("no", "x"), "fork": ("no", "c")}.get(act, ("no",))
    with pytest.raises(ThreadMissingError, match="no"):
        getattr(app, act)(*arguments)


def test_long_fast_answer_is_logged_in_few_events(app_with):
    text = "word " * 2000
    app = app_with(text)
    began = time.monotonic()
    events = list(app.ask(THREAD, "hi"))
    tokens = [e for e in events if isinstance(e, Token)]
    assert "".join(t.text for t in tokens) == text
    # 2,000 pieces came; at one batch per 50 ms the log holds far fewer
    assert len(tokens) <= 5 + (time.monotonic() - began) / 0.05


def test_streamed_pieces_of_ended_turns_leave_the_log(app_with):
    app = app_with("one", "two")
    list(app.ask(THREAD, "hi"))
    list(app.ask(THREAD, "again"))
    runs = {e.run_id for e in app.recorded(THREAD) if isinstance(e, Token)}
    assert len(runs) == 1
    assert [m.text for m in app.history(THREAD)] == ["hi", "one", "again", "two"]


def test_open_newer_checkpoints_says_to_update(app_with, settings):
    import sqlite3  # noqa: PLC0415

    settings.home.mkdir(parents=True)
    connection = sqlite3.connect(settings.checkpoint_path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(NewerDatabaseError, match="newer version"):
        app_with()


def test_open_home_that_is_a_file_says_so(app_with, tmp_path):
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(FolderUnusableError, match="GUIDEPOST_HOME"):
        app_with(settings=Settings(home=tmp_path / "file"))


def test_opening_that_failed_is_tried_again():
    tries: list[int] = []

    def make() -> str:
        tries.append(1)
        if len(tries) == 1:
            message = "not yet"
            raise ThreadMissingError(message)
        return "open"

    opening = Opening(make, "thing")
    with pytest.raises(ThreadMissingError):
        opening.get()
    assert opening.trouble() == "not yet"
    assert opening.get() == "open"
    assert opening.get() == "open"
    assert len(tries) == 2


def test_remove_document_forgets_kept_replies_too(app_with):
    app = app_with()
    document = app.library.add(b"The code word is heron.", name="note.txt").document
    kept = ReplyCache(app.settings.home / "cache" / REPLIES)
    kept.put("key", CachedReply("The code word is heron.", "stop", 1, 1))
    assert app.remove_document(document.id).name == "note.txt"
    assert kept.get("key") is None
    assert app.library.documents() == []
    kept.close()
