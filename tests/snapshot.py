"""Texts kept as files, so that a changed prompt or schema is a diff that can be read.

``UPDATE_SNAPSHOTS=1`` writes what is compared otherwise.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.messages import BaseMessage

FOLDER = Path(__file__).parent / "snapshots"


def in_words(messages: Sequence[BaseMessage]) -> str:
    """Return a prompt as text, a heading per message."""
    return "\n".join(f"[{message.type}]\n{message.text}\n" for message in messages)


def check(name: str, text: str) -> None:
    """Compare ``text`` with the snapshot of this name."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        path.write_text(text, "utf-8")
    assert path.exists(), f"{path.name} is missing; UPDATE_SNAPSHOTS=1 writes it"
    assert text == path.read_text("utf-8")
