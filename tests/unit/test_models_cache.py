"""The reply cache."""

import sqlite3
from pathlib import Path

from langchain_core.messages import HumanMessage

from agent.models.cache import REPLIES, CachedReply, ReplyCache, cache_key, forget_replies

REPLY = CachedReply("안녕", "stop", 10, 2)


def test_kept_reply_is_found_after_reopening(tmp_path: Path):
    cache = ReplyCache(tmp_path / "cache" / "replies.sqlite")
    cache.put("key", REPLY)
    cache.close()
    again = ReplyCache(tmp_path / "cache" / "replies.sqlite")
    assert again.get("key") == REPLY
    assert again.get("other") is None
    again.clear()
    assert again.get("key") is None
    again.close()


def test_two_open_caches_see_each_others_replies(tmp_path: Path):
    one, two = ReplyCache(tmp_path / "c.sqlite"), ReplyCache(tmp_path / "c.sqlite")
    one.put("key", REPLY)
    assert two.get("key") == REPLY
    one.close()
    two.close()


def test_odds_are_kept_and_a_file_of_another_form_is_begun_anew(tmp_path: Path):
    path = tmp_path / "c.sqlite"
    old = sqlite3.connect(path)
    old.execute("CREATE TABLE replies (key TEXT PRIMARY KEY, text TEXT, at REAL)")
    old.commit()
    old.close()
    cache = ReplyCache(path)
    cache.put("key", CachedReply("{}", "stop", 10, 2, -1.5))
    kept = cache.get("key")
    assert kept is not None
    assert kept.odds == -1.5
    cache.close()


def test_damaged_file_is_begun_anew(tmp_path: Path):
    path = tmp_path / "c.sqlite"
    path.write_bytes(b"this is no database" * 100)
    cache = ReplyCache(path)
    cache.put("key", REPLY)
    assert cache.get("key") == REPLY
    cache.close()


def test_closed_cache_finds_nothing_and_fails_nothing(tmp_path: Path):
    cache = ReplyCache(tmp_path / "c.sqlite")
    cache.close()
    cache.put("key", REPLY)
    assert cache.get("key") is None


def test_key_changes_with_model_messages_options_and_format():
    base = ("digest", [HumanMessage("a")], {"num_ctx": 1}, None)
    keys = {
        cache_key(*base),
        cache_key("other", *base[1:]),
        cache_key(base[0], [HumanMessage("b")], *base[2:]),
        cache_key(base[0], base[1], {"num_ctx": 2}, None),
        cache_key(base[0], base[1], base[2], {"type": "object"}),
    }
    assert len(keys) == 5
    assert cache_key("digest", [HumanMessage("a", id="another id")], {"num_ctx": 1}, None) in keys


def test_forget_replies_empties_the_file_that_is_there(tmp_path: Path):
    forget_replies(tmp_path)
    assert not (tmp_path / REPLIES).exists()
    cache = ReplyCache(tmp_path / REPLIES)
    cache.put("key", REPLY)
    forget_replies(tmp_path)
    assert cache.get("key") is None
    cache.close()
