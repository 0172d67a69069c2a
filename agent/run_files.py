"""Files of a run: whole or not there, with a plain text beside them where writing fails."""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

from agent.well_formed import well_formed

if TYPE_CHECKING:
    from pathlib import Path

    from agent.state import JsonObject

log = logging.getLogger(__name__)


def write_atomically(path: Path, content: str | bytes) -> bool:
    """Write a file so that a reader sees the old or the new one, never half; say if it worked.

    Once written it is there after a power cut too. A run goes on without its files: trouble is
    logged, not raised.
    """
    draft = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    data = well_formed(content).encode() if isinstance(content, str) else content
    new_folders = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
    except OSError as error:
        log.warning("%s could not be written: %s", path.name, error.strerror)
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        return False
    for folder in (path.parent, *(folder.parent for folder in new_folders)):
        _keep_names(folder)
    return True


def _keep_names(folder: Path) -> None:
    """Have the names in a folder written to the disk; systems that cannot do it alone."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def write_pair(folder: Path, name: str, record: JsonObject, markdown: str) -> str:
    """Write a record as JSON and as Markdown and return the Markdown's path.

    Where one of the two cannot be written, what it says goes into a plain text file instead;
    where that fails too, the path is empty.
    """
    page = folder / f"{name}.md"
    written = write_atomically(
        folder / f"{name}.json", json.dumps(record, ensure_ascii=False, indent=1, default=str)
    )
    if write_atomically(page, markdown) and written:
        return str(page)
    plain = folder / f"{name}.txt"
    return str(plain) if write_atomically(plain, markdown) else ""
