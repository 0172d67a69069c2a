"""How the evals read cases, keep results and judge, without a model."""

import json
import tempfile

import pytest

from tests.eval.eval_task import HERE, figures_of
from tests.eval.harness import Kept, read_cases
from tests.eval.task_cases import args_fit, fault_of, guide_faults, plan_sizes, service_fits

GOOD = '{"q": "Plan it", "lang": "en", "kind": "plan", "expect": null}'


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{q: 1}", "it is no JSON"),
        ("[" * 100_000, "it is no JSON"),
        ("[1]", "no JSON object"),
        ('{"lang": "en", "kind": "plan"}', "it has no 'q'"),
        ('{"q": " ", "lang": "en", "kind": "plan"}', "it has no 'q'"),
        ('{"q": "x", "kind": "plan"}', "it has no 'lang'"),
        ('{"q": "x", "lang": "en"}', "its kind is None, not one of plan, tool, recommend"),
        ('{"q": "x", "lang": "en", "kind": "poem"}', "its kind is 'poem'"),
        ('{"q": "x", "lang": "en", "kind": ["plan"]}', "its kind is ['plan']"),
        ('{"q": "x", "lang": "en", "kind": "plan", "expect": "no"}', "'expect' is 'no'"),
        ('{"q": "x", "lang": "en", "kind": "plan", "expect": {"min": "2"}}', "min and max"),
        ('{"q": "x", "lang": "en", "kind": "tool", "expect": null}', "tool and args"),
        ('{"q": "x", "lang": "en", "kind": "tool", "expect": {"args": {}}}', "tool and args"),
        ('{"q": "x", "lang": "en", "kind": "recommend", "expect": {}}', "is not service"),
        ('{"q": "x", "lang": "EN", "kind": "plan"}', "its lang is 'EN', not ko or en"),
    ],
)
def test_read_cases_malformed_line_is_named_in_a_sentence(tmp_path, line, said):
    file = tmp_path / "cases.jsonl"
    file.write_text(f"{GOOD}\n\n{line}\n", "utf-8")
    with pytest.raises(SystemExit) as ended:
        read_cases(file, fault_of)
    assert str(ended.value).startswith(f"{file}, line 3: ")
    assert said in str(ended.value)


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"])
def test_read_cases_unreadable_file_is_named_in_a_sentence(tmp_path, content):
    file = tmp_path / "cases.jsonl"
    if content:
        file.write_bytes(content)
    with pytest.raises(SystemExit, match="cannot be read as UTF-8 text"):
        read_cases(file)


def test_read_cases_of_this_project_have_no_fault():
    assert len(read_cases(HERE / "task.dev.jsonl", fault_of)) > 100


def test_guide_faults_are_what_the_run_had_and_the_guide_does_not_name():
    state = {
        "sub_tasks": [{"title": "Write it"}, {"title": "Film it"}],
        "tool_recommendations": {
            "s1": {"service": "ShortsPen"},
            "s2": {"service": "", "wish": "x"},
        },
    }
    sources = [{"n": 1, "document": "tools.json"}]
    whole = "1. Write it with ShortsPen\n2. Film it\n- [1] tools.json"
    assert guide_faults(state, sources, whole) == []
    assert guide_faults(state, sources, "1. Write it") == ["Film it", "ShortsPen", "sources"]
    assert guide_faults(state, [], whole) == ["sources"]


@pytest.mark.parametrize("expect", [{}, {"expect": None}, {"expect": {}}])
def test_plan_sizes_nothing_expected_are_those_of_any_plan(expect):
    assert plan_sizes({"q": "x", **expect}) == (2, 7)


def test_plan_sizes_are_the_expected_ones():
    assert plan_sizes({"expect": {"min": 3, "max": 4}}) == (3, 4)


@pytest.mark.parametrize(
    ("names", "service", "right"),
    [
        ({"ShortsPen", "쇼츠펜"}, ["쇼츠펜"], True),
        ({"ShortsPen", "쇼츠펜"}, "ShortsPen", True),
        ({"ShortsPen"}, "LogoNest", False),
        (set(), "LogoNest", False),
        (set(), "", True),
        (set(), None, True),
        (set(), ["LogoNest", ""], True),
        (set(), [], False),
        ({"ShortsPen"}, "", False),
        ({"ShortsPen"}, None, False),
    ],
)
def test_service_fits_expecting_one_or_none(names, service, right):
    assert service_fits(names, {"expect": {"service": service}}) is right


@pytest.mark.parametrize(
    ("args", "wanted", "right"),
    [
        ({"expression": "15+24+11"}, {"expression": "15 + 24 + 11"}, True),
        ({"expression": "11 + 24 + 15"}, {"expression": "15+24+11"}, True),
        ({"expression": "15+24"}, {"expression": "15 + 24 + 11"}, False),
        ({"expression": "0.001"}, {"expression": "0.004"}, False),
        ({}, {"expression": "15 + 24 + 11"}, False),
        ({"expression": "x + y"}, {"expression": "x+y"}, True),
        ({"expression": "x + z"}, {"expression": "x+y"}, False),
        ({"expression": "20+31"}, {"expression_value": 51}, True),
        ({"expression": "20+30"}, {"expression_value": 51}, False),
        ({"number": 7}, {"number": "7"}, True),
        ({"number": "17"}, {"number": "7"}, False),
        ({"name": " A.pdf"}, {"name": "a.pdf "}, True),
        ({}, {"time_zone": None}, True),
        ({"query": "sick pay"}, {"contains": [["ill", "sick"], "pay"]}, True),
        ({"query": "sick"}, {"contains": [["ill", "sick"], "pay"]}, False),
    ],
)
def test_args_fit_compares_what_an_argument_means(args, wanted, right):
    assert args_fit(args, wanted) is right


def test_kept_results_are_of_the_same_documents_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    docs, copy = tmp_path / "docs", tmp_path / "copy"
    for folder in (docs, copy):
        folder.mkdir()
        (folder / "tools.json").write_text("[1]", "utf-8")
    case = {"q": "x"}
    Kept("task", "model", (), docs).put(case, {"ok": True})
    assert Kept("task", "model", (), docs).get(case) == {"ok": True}
    assert Kept("task", "model", (), copy).get(case) == {"ok": True}
    (docs / "tools.json").write_text("[2]", "utf-8")
    (copy / "tools.json").rename(copy / "others.json")
    for other in (docs, copy, None):
        assert Kept("task", "model", (), other).get(case) is None


def test_figures_of_guides_say_of_how_many_tasks_they_are():
    rows = [{"ok": True, "seconds": 1.0, "calls": 2}, {"ok": False, "seconds": 3.0, "calls": 2}]
    figures = figures_of({"guide": rows}, 20)
    assert (figures["guides"], figures["guides_of"]) == (0.5, "2 of 20 tasks")
    assert "guides_of" not in figures_of({"plan": rows}, 20)


ROWS = {
    "plan": [{"ok": True, "seconds": 2.0, "calls": 1}, {"ok": False, "seconds": 4.0, "calls": 2}],
    "tool": [
        {"ok": True, "arguments": True, "seconds": 1.0, "calls": 1},
        {"ok": True, "arguments": False, "seconds": 1.5, "calls": 1},
        {"ok": False, "arguments": False, "seconds": 2.0, "calls": 1},
    ],
    "recommend": [{"ok": ok, "seconds": 0.5, "calls": 1} for ok in (True, True, True, False)],
    "guide": [{"ok": True, "seconds": 60.0, "calls": 20}],
}
SHARES = {
    "plan": {"valid_plans": 0.5},
    "tool": {"tool": 0.667, "arguments": 0.333},
    "recommend": {"recommendation": 0.75},
    "guide": {"guides": 1.0},
}
SECONDS = {"plan": 3.0, "tool": 1.5, "recommend": 0.5, "guide": 60.0}


@pytest.mark.parametrize("kinds", [tuple(ROWS), *((kind,) for kind in ROWS), ()])
def test_figures_of_kinds_tell_the_shares_and_seconds_of_those_alone(kinds):
    figures = figures_of({kind: ROWS[kind] for kind in kinds}, 1)
    shares = {name for shares in SHARES.values() for name in shares}
    told = {name: value for name, value in figures.items() if name in shares}
    assert told == {name: share for kind in kinds for name, share in SHARES[kind].items()}
    assert figures["seconds_per_phase"] == {kind: SECONDS[kind] for kind in kinds}
    assert json.loads(json.dumps(figures)) == figures
