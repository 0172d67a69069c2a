"""Success is judged from what a step gave."""

from __future__ import annotations

import json

import pytest

from agent.step_results import (
    judge_call,
    judge_step,
    judge_text,
    missing_fields,
    readiness,
    statistics,
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "Error: input validation error: number is too short",
        "400 Bad Request",
        "HTTP 500 Internal Server Error: try later",
        "Tool execution failed: no such file",
        "MCP error -32602: Input validation error",
        "오류: 파일이 없습니다",
        '{"isError": true, "content": "no"}',
        '{"error": {"message": "quota exceeded"}}',
        '{"status": "failed"}',
        '{"data": {"error": "quota exceeded"}}',
        '{"errors": [{"message": "no such field"}]}',
        '{"errors": ["timeout"], "status": "done"}',
        '{"status_code": 503}',
        "{}",
        "[]",
        "\u200b",
        "\ufeff\u2060 \u3164\n",
        "Error 400: Bad Request",
        "Error 503",
        "Request failed: 400 Bad Request",
        "The server returned 500 Internal Server Error",
        "The server returned a 500 Internal Server Error. Try again.",
        "HTTP/1.1 502 Bad Gateway",
        "400 - Bad Request",
        "404 Client Error: Not Found for url: http://127.0.0.1/x",
        "Client error '400 Bad Request' for url 'http://127.0.0.1/x'",
        "Tool call failed: input validation error",
        "Input validation error for 'number'",
        "get_weather failed: 429 Too Many Requests",
        "Tool execution failed due to a timeout",
        "Tool execution failed.\nNo such file.",
        "요청 실패: 400 Bad Request",
        "서버 오류: 500 Internal Server Error를 반환했습니다",
        "도구 실행에 실패했습니다: 파일 없음",
        '[{"isError":true}]',
        '[{"isError": true, "content": "no"}, {"isError": "true"}]',
        '{"result":{"isError":true}}',
        '{"result": [{"isError": true}]}',
        '{"error": {"message": "", "code": 3}}',
        "Internal Server Error",
        "The server returned an Internal Server Error.",
        "요청이 실패했습니다: 500 Internal Server Error",
        "null",
        '""',
        "Error executing tool get: no such city",
        "Result: tool execution failed",
        '{"result":"Error: 500 internal server error"}',
        '[{"type":"text","text":"Error: 400 bad request"}]',
        '{"content":[{"type":"text","text":"400 Bad Request"}]}',
        "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><p>nginx</p></html>",
    ],
)
def test_judge_text_error_or_nothing_fails_with_a_reason(text):
    verdict = judge_text(text)
    assert not verdict.ok
    assert verdict.reason


@pytest.mark.parametrize(
    "text",
    [
        'The manual says: "Error: 400 bad request means that the form is incomplete."',
        "If the server answers 500 internal server error, wait and try again.",
        "The report lists 400 bad requests a day among 10,000.",
        "Error handling in three steps: catch, tell, go on. " * 10,
        '{"error": null, "items": [1]}',
        '{"isError": false, "content": "done"}',
        '{"errors": [], "rows": 3}',
        '{"errors": ["line 3: typo"], "corrected": "the text"}',
        '{"data": {"errors": ["E1", "E2"], "file": "log.txt"}}',
        '{"errors_found": 3}',
        "제4조는 '입력 오류: 400 bad request'라는 문구를 설명한다.",
        '"400 Bad Request" means that the request was malformed and must be put right.',
        "“500 Internal Server Error” is what the page shows.",
        '"Error: no paper" is what the printer shows.',
        "Tool execution failed in the log at 9:00; the team restarted it and went on.",
        "500 Internal Server Error - a guide for beginners who run a server.",
        "The server returned 500 Internal Server Error pages all morning.",
        "Error 404 is shown when a page is missing.",
        "When the request failed: 400 Bad Request was in the log.",
        "400 people made a request.",
        '{"isError": []}',
        '{"error": {}, "items": [1]}',
        '[{"id": 1, "status": "failed"}, {"id": 2, "status": "paid"}]',
        '[{"isError": true}, {"content": "found"}]',
        '{"result": {"items": [1]}}',
        "[" * 100_000,
        "ok",
        "Error: none",
        "오류: 없음",
        "Errors: none.",
        "Internal Server Error pages should say what to do next.",
        "“Internal Server Error” is what the page shows.",
        "요청이 실패했을 때 500 Internal Server Error가 보인다.",
        "The field is null.",
        "Result: 400 people made a request.",
        "Error executing tools is what chapter 3 is about.",
        '{"result":"none of the servers gave a 400 bad request"}',
        '{"content":[{"type":"text","text":"400 Bad Request means a malformed request."}]}',
        '[{"title":"A log","text":"400 Bad Request"}]',
        "<html><title>What a 404 means</title><p>404 Not Found</p></html>",
    ],
)
def test_judge_text_that_quotes_an_error_is_no_failure(text):
    assert judge_text(text).ok


@pytest.mark.timeout(20)
@pytest.mark.parametrize("part", ["_", "a_", "an_an_", "- ", "the ", "error_x "])
def test_judge_text_long_and_alike_is_judged_at_once(part):
    assert judge_text(part * 50_000).ok


def test_judge_call_failed_tool_gives_its_error():
    verdict = judge_call({"ok": False, "text": "", "error": "no document is named 'x'"})
    assert (verdict.ok, verdict.reason) == (False, "no document is named 'x'")


def test_judge_call_flag_in_data_fails_although_the_text_is_fine():
    assert not judge_call({"ok": True, "text": "fine", "data": {"isError": True}}).ok


def test_judge_call_passage_that_speaks_of_an_error_is_no_failure():
    data = {"passages": [{"passage_id": "p1"}]}
    assert judge_call({"ok": True, "text": "Error: E14 means no water.", "data": data}).ok


def test_judge_step_one_good_call_is_enough():
    calls = [{"ok": False, "text": "", "error": "x"}, {"ok": True, "text": "found"}]
    assert judge_step("A result.", calls).ok


def test_judge_step_only_bad_calls_fail_although_prose_was_written():
    verdict = judge_step("A result.", [{"ok": False, "text": "", "error": "no number"}])
    assert (verdict.ok, verdict.reason) == (False, "no number")


def test_judge_step_without_calls_is_judged_by_its_text():
    assert judge_step("A script.", []).ok
    assert not judge_step(" ", []).ok


def test_judge_step_prose_about_an_error_is_no_failure():
    calls = [{"ok": True, "text": "found"}]
    assert judge_step("500 Internal Server Error: what it means, in three lines.", calls).ok
    assert judge_step("Tool execution failed: how to write a notice.", []).ok


@pytest.mark.parametrize("text", ["", "\u200b\n", "{}"])
def test_judge_step_prose_that_shows_nothing_fails(text):
    assert judge_step(text, []).reason == "the result is empty"


SCHEMA = {"required": ["a", "b", "c", "d"], "properties": {}}


def test_readiness_is_the_share_of_required_fields():
    arguments = {"a": "x", "b": "", "c": 0}
    assert missing_fields(arguments, SCHEMA) == ["b", "d"]
    assert readiness(arguments, SCHEMA) == 0.5
    assert readiness({}, {}) == 1.0


def test_statistics_counts_and_rates():
    rows = [
        {"status": "succeeded", "result": "12345", "validation_passed": True, "completed_at": 7.0},
        {"status": "failed", "result": "", "validation_passed": False},
        {"status": "skipped", "result": ""},
    ]
    figures = statistics(rows, 4)
    assert json.loads(json.dumps(figures)) == {
        "total": 4,
        "done": 3,
        "succeeded": 1,
        "failed": 1,
        "skipped": 1,
        "success_rate": 0.5,
        "completion": 0.75,
        "overall_success": True,
        "validation_errors": 1,
        "validation_rate": 0.667,
        "completed_at": 7.0,
        "result_length": 5,
    }
