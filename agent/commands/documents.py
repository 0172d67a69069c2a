"""The library from the command line: adding, listing, removing, indexing, searching."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING

from agent.commands import output
from agent.models.cache import forget_replies
from agent.places import listed_place
from store.errors import DocumentMissingError, StoreError
from store.library import Library

if TYPE_CHECKING:
    from agent.commands.kinds import Commands
    from agent.settings import Settings
    from store.records import Added, Hit, IngestProgress


def add_to(commands: Commands) -> None:
    """Add this family's commands to the parser."""
    add = commands.add_parser("add", help="put files into the library")
    add.add_argument("files", nargs="+", type=Path, metavar="FILE")
    add.add_argument("--password", help="password of an encrypted PDF")
    same = add.add_mutually_exclusive_group()
    same.add_argument("--replace", action="store_true", help="replace a document of this name")
    same.add_argument("--keep-both", action="store_true", help="keep both documents of a name")
    listing = commands.add_parser("documents", help="list the library")
    remove = commands.add_parser("remove", help="take documents out of the library")
    remove.add_argument("names", nargs="+", metavar="NAME", help="name or id of a document")
    again = commands.add_parser("reindex", help="make the index of meanings anew")
    search = commands.add_parser("search", help="find passages")
    search.add_argument("query")
    search.add_argument("-k", type=_count, default=8, help="passages at most (8)")
    search.add_argument("--document", action="append", help="search only in this one; repeatable")
    search.add_argument("--mode", choices=("hybrid", "vector", "text"), default="hybrid")
    for command, run in (
        (add, _add), (listing, _list), (remove, _remove), (again, _reindex), (search, _search),
    ):  # fmt: skip
        command.add_argument("--json", action="store_true", help="print JSON")
        command.set_defaults(run=run)


def _count(text: str) -> int:
    """Read a number of passages: the type of an argument."""
    try:
        count = int(text)
    except ValueError:
        count = 0
    if count < 1:
        message = f"{text!r} is not a whole number from 1 on"
        raise argparse.ArgumentTypeError(message)
    return count


def document_ids(library: Library, names: list[str] | None) -> list[str] | None:
    """Return the ids of the named documents, each once, None where no name is given.

    Raises:
        DocumentMissingError: there is no document of a name.
    """
    ids = []
    for name in names or []:
        found = library.find(name)
        if found is None:
            message = f"There is no document {name!r}. `documents` lists what there is."
            raise DocumentMissingError(message)
        ids.append(found.id)
    return list(dict.fromkeys(ids)) or None


def _library(settings: Settings) -> Library:
    """Open the library alone: these commands need no model."""
    return Library.open(
        settings.library_path, embedder=settings.embedder, models_path=settings.models_path
    )


def _add(args: argparse.Namespace) -> int:
    results, failed = [], 0
    with _library(args.settings) as library:
        for file in args.files:
            try:
                added = library.add(
                    file,
                    password=args.password,
                    replace=args.replace,
                    keep_both=args.keep_both,
                    on_progress=_show,
                )
            except (StoreError, OSError) as error:
                failed += 1
                code = error.code if isinstance(error, StoreError) else "not_readable"
                results.append({"file": str(file), "error": str(error), "error_code": code})
                output.progress_over()
                output.note(f"{file}: {error}")
                continue
            output.progress_over()
            results.append({"file": str(file), **dataclasses.asdict(added)})
            if not args.json:
                output.line(_sentence(added))
    if args.json:
        output.as_json({"added": results})
    return output.FAILED if failed else output.DONE


def _list(args: argparse.Namespace) -> int:

    with _library(args.settings) as library:
        found = library.documents()
    if args.json:
        output.as_json({"documents": [dataclasses.asdict(document) for document in found]})
    for document in [] if args.json else found:
        output.line(
            f"{document.id[:10]}  {document.kind:<9}  {document.pages:>4} p.  {document.name}"
        )
        for warning in document.warnings:
            output.line(f"            {warning}")
    if not found and not args.json:
        output.note("The library is empty. `add FILE` puts a file into it.")
    return output.DONE


def _remove(args: argparse.Namespace) -> int:
    removed = []
    with _library(args.settings) as library:
        ids = document_ids(library, args.names) or []
        try:
            for document_id in ids:
                removed.append(library.remove(document_id))  # noqa: PERF401 - kept if one fails
        finally:  # some may be gone before one that cannot be removed
            forget_replies(args.settings.home / "cache")
            for one in [] if args.json else removed:
                output.line(f"Removed {one.name}: {one.passages} passages, {one.bytes:,} bytes.")
    if args.json:
        output.as_json({"removed": [dataclasses.asdict(one) for one in removed]})
    return output.DONE


def _reindex(args: argparse.Namespace) -> int:
    with _library(args.settings) as library:
        count, made = len(library.documents()), library.reindex(on_progress=_show)
    output.progress_over()
    if not made:
        message = "There is no embedder to index with. `doctor` says what is missing."
        return output.fail(args, message, "embedder_missing")
    if args.json:
        output.as_json({"reindexed": count})
    else:
        output.line(f"Indexed anew: {count} documents.")
    return output.DONE


def _search(args: argparse.Namespace) -> int:

    with _library(args.settings) as library:
        result = library.search(
            args.query, k=args.k, documents=document_ids(library, args.document), mode=args.mode
        )
    if args.json:
        output.as_json(dataclasses.asdict(result))
        return output.DONE
    if result.verdict == "none":
        output.line("Nothing in your documents answers this; the nearest passages are:")
    for n, hit in enumerate(result.hits, 1):
        output.line(_hit(n, hit))
    return output.DONE


def _hit(n: int, hit: Hit) -> str:
    passage = hit.passage
    text = " ".join(passage.text.split())
    place = listed_place(passage.document, passage.page, passage.heading)
    return f"[{n}] {place}  ({hit.score:.2f})\n    {text[:300]}"


def _sentence(added: Added) -> str:
    document = added.document
    if added.existing:
        return f"{document.name} was there already."
    warnings = "".join(f"\n  {warning}" for warning in document.warnings)
    return f"{document.name}: {document.pages} pages, {document.passages} passages.{warnings}"


def _show(progress: IngestProgress) -> None:
    output.progress(f"{progress.name}: {progress.stage} {progress.done}/{progress.total}")
