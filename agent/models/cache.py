"""Replies of calls that would come out the same again, kept on disk.

Only temperature-0 calls are kept, keyed by everything that shapes the reply: the model's digest,
the messages, the options and the format. The file is a cache: it may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from langchain_core.messages import BaseMessage

log = logging.getLogger(__name__)

KEEP_ROWS = 20_000
REPLIES = "replies.sqlite"
_FORM = 2
"""Of the table; one of another form is begun anew."""


@dataclass(frozen=True, slots=True)
class CachedReply:
    """What is kept of a reply."""

    text: str
    finish: str
    prompt_tokens: int
    generated_tokens: int
    odds: float | None = None


def cache_key(
    digest: str,
    messages: Sequence[BaseMessage],
    options: Mapping[str, Any],
    schema: Mapping[str, Any] | None,
) -> str:
    """Return the key of a call: a SHA-256 over all that shapes its reply."""
    parts = {
        "model": digest,
        "messages": [[m.type, m.content, getattr(m, "tool_calls", [])] for m in messages],
        "options": dict(options),
        "format": schema,
    }
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


class ReplyCache:
    """A SQLite file of replies, safe for several threads and processes.

    A file that cannot be read or written makes calls slower, never fail.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the file; a damaged one is begun anew."""
        self._lock = threading.Lock()
        try:
            self._db = _open(path)
        except sqlite3.Error as error:
            log.warning("the reply cache is begun anew: %s", error)
            try:
                path.unlink(missing_ok=True)
                self._db = _open(path)
            except (sqlite3.Error, OSError):
                self._db = _open(None)

    def get(self, key: str) -> CachedReply | None:
        """Return the reply kept under ``key``."""
        columns = "text, finish, prompt_tokens, generated_tokens, odds"
        rows = self._run(f"SELECT {columns} FROM replies WHERE key = ?", (key,))  # noqa: S608 - ours
        return CachedReply(*rows[0]) if rows else None

    def put(self, key: str, reply: CachedReply) -> None:
        """Keep a reply."""
        values = (
            key,
            reply.text,
            reply.finish,
            reply.prompt_tokens,
            reply.generated_tokens,
            time.time(),
            reply.odds,
        )
        self._run("INSERT OR REPLACE INTO replies VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def clear(self) -> None:
        """Forget every reply."""
        self._run("DELETE FROM replies", ())

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    def _run(self, statement: str, values: tuple[object, ...]) -> list[Any]:
        try:
            with self._lock:
                return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            log.warning("the reply cache cannot be used: %s", error)
            return []


def _open(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(path or ":memory:", check_same_thread=False, timeout=5)
    db.isolation_level = None
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        if db.execute("PRAGMA user_version").fetchone()[0] != _FORM:
            db.execute("DROP TABLE IF EXISTS replies")
            db.execute(f"PRAGMA user_version = {_FORM}")
        db.execute(
            "CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, text TEXT, finish TEXT,"
            " prompt_tokens INTEGER, generated_tokens INTEGER, at REAL, odds REAL)"
        )
        db.execute(
            "DELETE FROM replies WHERE key IN"
            " (SELECT key FROM replies ORDER BY at DESC LIMIT -1 OFFSET ?)",
            (KEEP_ROWS,),
        )
    except sqlite3.Error:
        db.close()
        raise
    return db


def forget_replies(cache_folder: Path) -> None:
    """Forget every kept reply: they may hold text of a document that was removed."""
    path = cache_folder / REPLIES
    if path.exists():
        cache = ReplyCache(path)
        cache.clear()
        cache.close()
