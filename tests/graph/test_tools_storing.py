"""What calls and results hold can be kept: half characters and great numbers are made fit."""

import pytest
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from agent.approval_switches import Switches
from agent.tools.catalogue import Catalogue, ToolResult
from agent.tools.running import new_call
from tests.graph.calling import run, tool
from tests.graph.decisions import REQUEST, THREAD, values
from tests.graph.task_script import TaskScript

HALF = "a\ud800"


def test_task_with_a_number_beyond_64_bits_gives_it_exactly(task_app):
    product = {"tool": "calculator", "args": {"expression": "123456789012*123456789012"}}
    app = task_app(TaskScript(calls=[product]), Switches(master=False))
    list(app.ask(THREAD, REQUEST))
    first = values(app)["step_results"][0]
    assert first["status"] == "succeeded"
    assert "15,241,578,753,153,483,936,144" in first["result"]


def test_task_whose_model_gives_half_a_character_reports_the_call(task_app):
    halved = {"tool": "get_time", "args": {"time_zone": HALF}}
    app = task_app(TaskScript(calls=[halved]), Switches(master=False))
    ended = list(app.ask(THREAD, REQUEST))[-1]
    assert ended.kind == "ended"
    assert "no known city" in values(app)["step_results"][0]["failure_reason"]


def test_new_call_arguments_can_be_encoded_and_checkpointed():
    call = new_call("look", {"a": [HALF, {"b": -(10**30)}], HALF: 2**63, "n": 7, "t": True})
    assert call.arguments == {
        "a": ["a\ufffd", {"b": str(-(10**30))}], "a\ufffd": str(2**63), "n": 7, "t": True,
    }  # fmt: skip
    assert JsonPlusSerializer().dumps_typed(call.arguments)


@pytest.mark.parametrize("ok", [True, False])
def test_run_calls_result_can_be_encoded_and_checkpointed(around, ok):
    given = ToolResult(ok=ok, text=HALF, data={"a": HALF, "n": 2**64}, error=HALF)
    (result,) = run(around, ("look", {}), tools=Catalogue([tool("look", lambda _a, _s: given)]))
    assert (result.text, result.error) == ("a\ufffd", "a\ufffd")
    assert result.data == {"a": "a\ufffd", "n": str(2**64)}


def test_run_calls_with_an_effect_keeps_its_odd_result_in_the_journal(around):
    given = ToolResult(ok=True, text=HALF)
    acting = tool("act", lambda _a, _s: given, read_only=False)
    (result,) = run(around, ("act", {}), tools=Catalogue([acting]))
    assert (result.ok, result.text) == (True, "a\ufffd")
