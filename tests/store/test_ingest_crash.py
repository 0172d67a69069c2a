"""A process that takes files in is killed; what it leaves must be whole or nothing."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from store.library import Library
from tests.store.conftest import SAMPLES

if TYPE_CHECKING:
    from pathlib import Path

ROOT = SAMPLES.parent
# stops at the named point and waits to be killed there
SCRIPT = """
import sys
from pathlib import Path
from store.library import Library
from store.shelf import Shelf

folder, point = Path(sys.argv[1]), sys.argv[2]

def halt(*_args, **_more):
    print("here", flush=True)
    sys.stdin.read()

if point in ("append", "put_document"):
    real, calls = getattr(Shelf, point), []
    def stopping(self, *args, **more):
        calls.append(1)
        if point == "put_document" or len(calls) == 3:
            halt()
        return real(self, *args, **more)
    setattr(Shelf, point, stopping)
if point == "row":
    real = Shelf.put_document
    def after(self, *args, **more):
        real(self, *args, **more)
        halt()
    Shelf.put_document = after
with Library.open(folder, embedder="none") as library:
    library.add(b"The text of a document that is being taken in.", name="new.txt",
                on_progress=(lambda p: halt()) if point == "read" else None)
"""


def killed_at(folder: Path, point: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(folder), point],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT,
    )  # fmt: skip
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"here\n"
        child.kill()


@pytest.mark.parametrize("point", ["read", "append", "put_document"])
def test_process_killed_before_the_document_is_whole_leaves_nothing(tmp_path: Path, point: str):
    folder = tmp_path / "library"
    killed_at(folder, point)
    with Library.open(folder, embedder="none") as library:
        assert library.documents() == []
        assert library.search("document being taken in").hits == ()
        assert library.recover() == 1
        assert list((folder / "files").iterdir()) == []
        assert library.shelf.rows(library.shelf.passages_table) == []
        assert (
            library.add(
                b"The text of a document that is being taken in.", name="new.txt"
            ).document.passages
            == 1
        )


def test_process_killed_after_the_document_is_whole_keeps_it(tmp_path: Path):
    folder = tmp_path / "library"
    killed_at(folder, "row")
    with Library.open(folder, embedder="none") as library:
        assert [(d.name, d.stage) for d in library.documents()] == [("new.txt", "text")]
        assert library.recover() == 0
        assert library.search("document taken in").hits[0].passage.document == "new.txt"


def test_recover_leaves_a_document_that_another_process_works_on(tmp_path: Path):
    with (
        Library.open(tmp_path / "l", embedder="none") as library,
        Library.open(tmp_path / "l", embedder="none") as other,
    ):
        reading, go_on = threading.Event(), threading.Event()

        def wait(_progress: object) -> None:
            reading.set()
            assert go_on.wait(60)

        thread = threading.Thread(
            target=lambda: library.add(b"Some text.", name="a.txt", on_progress=wait)
        )
        thread.start()
        assert reading.wait(60)
        assert other.recover() == 0
        go_on.set()
        thread.join()
        assert [d.name for d in other.documents()] == ["a.txt"]
