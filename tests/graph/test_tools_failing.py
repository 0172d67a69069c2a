"""Calls that fail: their results say so, and the other calls go on."""

import threading

import pytest

from agent.errors import StoppedByPerson
from agent.tools.catalogue import Catalogue, ToolResult
from tests.graph.calling import run, tool


def test_run_calls_failing_and_slow_ones_leave_the_rest(around):
    release = threading.Event()

    def hang(_args, _around):
        release.wait(20)
        return ToolResult(ok=True, text="late")

    tools = Catalogue(
        [
            tool("slow", hang, timeout_s=0.2),
            tool("good", lambda _a, _s: ToolResult(ok=True, text="fine")),
            tool("bad", lambda _a, _s: ToolResult(ok=False, text="", error="no luck")),
        ]
    )
    events = []
    results = run(around, ("slow", {}), ("good", {}), ("bad", {}), tools=tools, events=events)
    release.set()
    assert [r.ok for r in results] == [False, True, False]
    assert "took longer" in results[0].error
    assert [e.kind for e in events] == ["tool_started"] * 3 + ["tool_finished"] * 3


@pytest.mark.parametrize("error", [RuntimeError("secret"), OverflowError(), RecursionError()])
def test_run_calls_tool_that_raises_has_failed_and_leaves_the_rest(around, caplog, error):
    def break_down(_args, _around):
        raise error

    tools = Catalogue(
        [tool("bad", break_down), tool("good", lambda _a, _s: ToolResult(ok=True, text="fine"))]
    )
    bad, good = run(around, ("bad", {}), ("good", {}), tools=tools)
    assert (bad.ok, good.ok) == (False, True)
    assert bad.error.startswith(f"'bad' failed unexpectedly ({type(error).__name__});")
    assert "secret" not in bad.error
    assert caplog.records[0].exc_info[1] is error


def test_run_calls_tool_that_gives_no_result_has_failed(around):
    (result,) = run(around, ("bad", {}), tools=Catalogue([tool("bad", lambda _a, _s: None)]))
    assert "failed unexpectedly" in result.error


def test_run_calls_tool_that_stops_for_the_person_stops_all(around):
    def stop(_args, _around):
        raise StoppedByPerson

    with pytest.raises(StoppedByPerson):
        run(around, ("stop", {}), tools=Catalogue([tool("stop", stop)]))


def test_run_calls_unknown_tool_and_wrong_arguments_are_results(around):
    unknown, wrong = run(around, ("no_such", {}), ("calculator", {"formula": "1+1"}))
    assert "no_such" in unknown.error
    assert wrong.error.startswith("input validation error")


def test_result_without_the_form_its_tool_gives_has_failed(around):
    form = {"required": ["rate"], "properties": {"rate": {"type": "number"}}}
    wrong = tool(
        "rates", lambda _a, _r: ToolResult(ok=True, text="1.2", data={"rate": "x"}), gives=form
    )
    right = tool(
        "good", lambda _a, _r: ToolResult(ok=True, text="1.2", data={"rate": 1.2}), gives=form
    )
    told = run(around, ("rates", {}), ("good", {}), tools=Catalogue([wrong, right]))
    assert [result.ok for result in told] == [False, True]
    assert "'rate' must be of type number" in told[0].error
