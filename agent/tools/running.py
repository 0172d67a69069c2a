"""Running chosen calls: in parallel where they only read, each with its own time limit."""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING
from uuid import uuid4

from pydantic import ValidationError

from agent.errors import StoppedByPerson
from agent.events import ToolFinished, ToolStarted
from agent.models.schema import faults
from agent.tools.catalogue import Catalogue, Tool, ToolResult, ToolSurroundings
from agent.tools.journal import Journal
from agent.tools.storable import storable_object
from agent.well_formed import well_formed
from store.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from agent.events import Event
    from agent.state import JsonObject

log = logging.getLogger(__name__)

_PREVIEW = 200
_POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class Call:
    """One chosen call. ``id`` pairs it with its ``ToolMessage``."""

    id: str
    tool: str
    arguments: JsonObject

    def plain(self) -> JsonObject:
        """Return the call as a plain object for the state."""
        return asdict(self)

    @property
    def key(self) -> str:
        """Name and arguments: equal for calls that would do the same."""
        parts = sorted((k, str(v).strip().casefold()) for k, v in self.arguments.items())
        return f"{self.tool}:{parts}"


def new_call(tool: str, arguments: JsonObject) -> Call:
    """Return a call with a fresh id and arguments that can be stored."""
    return Call(id=f"call_{uuid4().hex[:12]}", tool=tool, arguments=storable_object(arguments))


def run_one(call: Call, tool: Tool | None, around: ToolSurroundings) -> ToolResult:
    """Run one call; whatever is wrong with it, its tool or its result gives a failed result.

    Raises:
        StoppedByPerson: Stop was pressed while the tool worked.
    """
    if tool is None:
        return ToolResult(ok=False, text="", error=f"there is no tool {call.tool!r}")
    try:
        args = tool.args.model_validate(call.arguments)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return ToolResult(
            ok=False, text="", error=f"input validation error: {where} {first['msg']}"
        )
    try:
        result = _stored(tool.run(args, around))
        fault = faults(result.data, tool.gives, "the result") if result.ok else ""
    except StoppedByPerson:
        raise
    except StoreError as error:
        return ToolResult(ok=False, text="", error=str(error))
    except Exception as error:  # the boundary of tools: a failed call is no failed run
        log.exception("%s failed unexpectedly", tool.name)
        return ToolResult(ok=False, text="", error=_unexpected(call, error))
    if fault:
        return replace(result, ok=False, error=f"the result has no usable form: {fault}")
    return result


def _stored(result: ToolResult) -> ToolResult:
    return ToolResult(
        ok=result.ok,
        text=well_formed(result.text),
        data=storable_object(result.data),
        error=well_formed(result.error),
    )


def _unexpected(call: Call, error: Exception) -> str:
    """Return the sentence for an error that no tool means to raise; its message may quote."""
    kind = type(error).__name__
    return f"{call.tool!r} failed unexpectedly ({kind}); change its arguments or go on without it"


def _journalled(
    call: Call, tool: Tool | None, around: ToolSurroundings, decisions: int
) -> ToolResult:
    """Run one call; one with an effect outside is noted before and after, and never run twice."""
    if tool is None or tool.read_only:
        return run_one(call, tool, around)
    journal = Journal(around.run_folder)
    if (done := journal.result(call.id)) is not None:
        return done
    if not journal.begin(call.id, decisions):
        error = "the run's folder cannot be written, so the call was not made"
        return ToolResult(ok=False, text="", error=error)
    result = run_one(call, tool, around)
    journal.finish(call.id, result)
    return result


def run_calls(
    calls: Sequence[Call],
    catalogue: Catalogue,
    around: ToolSurroundings,
    emit: Callable[[Event], None],
    decisions: Mapping[str, int] | None = None,
) -> list[ToolResult]:
    """Run calls side by side and return their results in the calls' order.

    A call that fails or outlasts its tool's ``timeout_s`` gives a failed result; the rest go on.
    Calls that change something outside are journalled; ``decisions`` counts, by call id, what the
    person decided on them.

    Raises:
        StoppedByPerson: Stop was pressed while calls ran.
    """
    pool = ThreadPoolExecutor(max_workers=max(1, len(calls)), thread_name_prefix="tool")
    try:
        _prepare(calls, catalogue, around, pool)
        begun = time.monotonic()
        futures: list[Future[ToolResult]] = []
        for call in calls:
            emit(ToolStarted(call_id=call.id, tool=call.tool))
            decided = (decisions or {}).get(call.id, 0)
            futures.append(
                pool.submit(_journalled, call, catalogue.get(call.tool), around, decided)
            )
        results = [
            _result_of(future, call, catalogue, around, begun)
            for future, call in zip(futures, calls, strict=True)
        ]
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    for call, result in zip(calls, results, strict=True):
        emit(
            ToolFinished(
                call_id=call.id,
                tool=call.tool,
                ok=result.ok,
                preview=(result.text or result.error)[:_PREVIEW],
                seconds=round(time.monotonic() - begun, 3),
            )
        )
    return results


def _prepare(
    calls: Sequence[Call],
    catalogue: Catalogue,
    around: ToolSurroundings,
    pool: ThreadPoolExecutor,
) -> None:
    """Load what these calls need; a tool whose preparation fails says so when it runs."""
    tools = [catalogue.get(call.tool) for call in calls]
    wanted = {tool.prepare for tool in tools if tool is not None and tool.prepare is not None}
    for work in [pool.submit(prepare, around) for prepare in wanted]:
        while not work.done():
            if around.stop.is_set():
                raise StoppedByPerson
            wait([work], timeout=_POLL_S)


def _result_of(
    future: Future[ToolResult],
    call: Call,
    catalogue: Catalogue,
    around: ToolSurroundings,
    begun: float,
) -> ToolResult:
    tool = catalogue.get(call.tool)
    limit = tool.timeout_s if tool else 1.0
    while not future.done():
        if around.stop.is_set():
            raise StoppedByPerson
        if time.monotonic() - begun > limit:
            error = f"{call.tool!r} took longer than {limit:g} s and was left"
            return ToolResult(ok=False, text="", error=error)
        wait([future], timeout=_POLL_S)
    return future.result()
