"""``ask``, ``pending``, ``decide`` and ``stop``: conversations from the command line."""

from __future__ import annotations

import json
import sys
from json import JSONDecodeError
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from agent.approvals import Decision, decision_adapter
from agent.commands import output, telling
from agent.commands.documents import document_ids
from agent.errors import DecisionError, EmptyQuestionError, InputError, ThreadMissingError

if TYPE_CHECKING:
    import argparse

    from agent.app import App
    from agent.approvals import Approval
    from agent.commands.kinds import Commands


class NotTextError(InputError):
    """Standard input is no text."""

    code = "not_readable"


def add_to(commands: Commands) -> None:
    """Add this family's commands to the parser."""
    ask = commands.add_parser("ask", help="ask a question or hand over a task")
    ask.add_argument("text", nargs="+", help="the question; - reads standard input")
    ask.add_argument("--thread", help="go on in this conversation; without it a new one begins")
    ask.add_argument("--document", action="append", help="look only into this one; repeatable")
    ask.add_argument("--only-documents", action="store_true", help="answer from documents only")
    pending = commands.add_parser("pending", help="list the open questions")
    pending.add_argument("--thread", help="of this conversation only")
    decide = commands.add_parser("decide", help="answer an open question")
    decide.add_argument("id", help="the question's id, as `pending` shows it, or how it begins")
    decide.add_argument("action", help="accept, reject, replan, answer, proceed, skip, ...")
    decide.add_argument(
        "--thread", help="in this conversation; a branch asks with the id of its origin"
    )
    decide.add_argument("--text", help="the words of replan and respond")
    decide.add_argument(
        "--data", help="further fields as JSON, or @FILE: rows, answers, arguments, id"
    )
    stop = commands.add_parser("stop", help="stop what works in a conversation")
    stop.add_argument("thread", help="the conversation's id, or how it begins")
    for command, work in ((ask, _ask), (pending, _pending), (decide, _decide), (stop, _stop)):
        command.add_argument("--json", action="store_true", help="print JSON")
        command.set_defaults(run=_open_and_work, work=work, check=_readable)
    decide.set_defaults(check=_answerable)


def _open_and_work(args: argparse.Namespace) -> int:
    """Open the app for a command, once its words are known to make sense."""
    args.check(args)
    from agent.app import open_app  # noqa: PLC0415 - slow to import

    with open_app(args.settings) as app:
        return int(args.work(app, args))


def _readable(args: argparse.Namespace) -> None:
    """Refuse an empty question or conversation before anything is opened.

    The id of a conversation is empty where a script's variable is not set: it must not come to
    mean whichever conversation there is.

    Raises:
        EmptyQuestionError: the question is empty.
        NotTextError: the question is no text.
        ThreadMissingError: the id of the conversation is empty.
    """
    if args.command == "ask" and not _text(args).strip():
        message = "The question is empty. Type what you want to know."
        raise EmptyQuestionError(message)
    if args.thread is not None and not args.thread.strip():
        message = "The id of the conversation is empty. Give the id, or how it begins."
        raise ThreadMissingError(message)


def _answerable(args: argparse.Namespace) -> None:
    """Refuse an empty id, or a decision that cannot be used, before anything is opened.

    Raises:
        DecisionError: the id is empty, or the decision cannot be used.
        ThreadMissingError: the id of the conversation is empty.
    """
    _readable(args)
    if not args.id.strip():
        message = "The id of the question is empty. `pending` lists the open questions."
        raise DecisionError(message)
    _decision(args)


def _text(args: argparse.Namespace) -> str:
    """Return the question, read from standard input once where it is ``-``."""
    if args.text == ["-"]:
        try:
            args.text = [sys.stdin.read() if sys.stdin else ""]
        except UnicodeDecodeError as error:
            message = "Standard input is not UTF-8 text. Convert it to UTF-8 and ask again."
            raise NotTextError(message) from error
    return " ".join(args.text)


def _ask(app: App, args: argparse.Namespace) -> int:
    documents = document_ids(app.library, args.document) if args.document else None
    app.prepare()
    thread_id = args.thread or app.create_thread()
    events = app.ask(
        thread_id, _text(args), documents=documents, only_documents=args.only_documents or None
    )
    return telling.tell(app, thread_id, events, as_json=args.json)


def _pending(app: App, args: argparse.Namespace) -> int:
    found = _open_questions(app, args.thread)
    if args.json:
        output.as_json({"pending": [one.model_dump(mode="json") for one in found]})
        return output.DONE
    for approval in found:
        output.line(telling.question(approval))
    if not found:
        output.note("No question is open.")
    return output.DONE


def _decide(app: App, args: argparse.Namespace) -> int:
    decision = _decision(args)
    found = [one for one in _open_questions(app, args.thread) if one.id.startswith(args.id)]
    if len(found) != 1:
        raise DecisionError(_not_one(args.id, found))
    thread_id = found[0].thread_id
    events = app.decide(thread_id, found[0].id, decision)
    return telling.tell(app, thread_id, events, as_json=args.json)


def _not_one(name: str, found: list[Approval]) -> str:
    """Return why an id means none of the open questions, or more than one, and the remedy."""
    if not found:
        return f"No open question has the id {name!r}. `pending` lists them."
    if len({one.id for one in found}) > 1:
        return f"The ids of {len(found)} open questions begin with {name!r}. Give more of the id."
    threads = ", ".join(one.thread_id for one in found)
    return f"The question {name!r} is open in the conversations {threads}. Add --thread with one."


def _stop(app: App, args: argparse.Namespace) -> int:
    thread_id = _thread(app, args.thread)
    app.stop(thread_id)
    if args.json:
        output.as_json({"stopped": thread_id})
    return output.DONE


def _thread(app: App, name: str) -> str:
    """Return the conversation of this id, or the one whose id begins so.

    Raises:
        ThreadMissingError: there is none, or more than one.
    """
    ids = [thread.id for thread in app.threads()]
    found = [name] if name in ids else [one for one in ids if one.startswith(name)]
    if not found:
        message = f"There is no conversation {name!r}."
        raise ThreadMissingError(message)
    if len(found) > 1:
        message = f"The ids of {len(found)} conversations begin with {name!r}. Give more of the id."
        raise ThreadMissingError(message)
    return found[0]


def _open_questions(app: App, thread_id: str | None) -> list[Approval]:
    threads = [_thread(app, thread_id)] if thread_id else [one.id for one in app.threads()]
    return [approval for thread in threads for approval in app.pending(thread)]


def _decision(args: argparse.Namespace) -> Decision:
    fields: dict[str, Any] = {"action": args.action}
    if args.text is not None:
        fields["text"] = args.text
    try:
        if args.data:
            given = Path(args.data[1:]).read_text("utf-8") if args.data[0] == "@" else args.data
            further = dict(json.loads(given))
            _refuse_second_words(fields, further)
            fields |= further
        return decision_adapter.validate_python(fields)
    except (OSError, ValueError, TypeError, RecursionError) as error:
        where = ": --data is no JSON object" if isinstance(error, JSONDecodeError) else ""
        if isinstance(error, ValidationError):
            first = error.errors()[0]
            if first["type"] == "union_tag_invalid":
                message = f"There is no action {args.action!r}. `pending` lists those there are."
                raise DecisionError(message) from error
            where = f" ({'.'.join(str(part) for part in first['loc'])}: {first['msg']})"
        message = f"The decision {args.action!r} cannot be used{where}."
        raise DecisionError(message) from error


def _refuse_second_words(said: dict[str, Any], further: dict[str, Any]) -> None:
    """Refuse ``--data`` that says something else than the command's own words do.

    Raises:
        DecisionError: it gives another action or text.
    """
    for name, value in said.items():
        if further.get(name, value) != value:
            message = (
                f"--data gives another {name}, {further[name]!r}, than the command does: {value!r}."
            )
            raise DecisionError(message)
