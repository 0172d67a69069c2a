"""The guide: its Markdown, its files, its export."""

from __future__ import annotations

import io
import json
import os

import pytest
from docx import Document

from agent.guide_export import export_guide
from agent.guide_files import GuideMissingError, guide_file, guide_text, holds_guide, read_guide
from agent.guides import guide_step, markdown_of, step_markdown
from agent.prompts.guide_words import TOOL_WORDS
from agent.run_files import write_atomically, write_pair
from agent.tools.builtin import builtin_tools

RECOMMENDED = {
    "service": "ShortsPen", "why": "It writes shorts.", "price": "7달러", "old_price": "9달러",
    "dated": "2026-10-26", "limits": "up to 3 minutes",
    "free": "10 scripts a month",
    "costs": [{"currency": "USD", "sum": "7 + 16 = 23", "total": 23.0}],
    "budget": {"sum": "7 + 16 = 23", "total": 23.0, "limit": 20.0, "currency": "USD",
               "fits": False},
}  # fmt: skip


def guide(language: str = "en") -> dict:
    done = {"status": "succeeded", "failure_reason": "", "tools_used": ["retrieve_docs"]}
    failed = {"status": "failed", "failure_reason": "no such article", "tools_used": []}
    skipped = {"status": "skipped", "failure_reason": "", "tools_used": []}
    written = {"actions": ["Open ShortsPen."], "time": "30m", "risk": "Mind the length."}
    tasks = [{"id": f"s{n}", "title": f"Step {n}", "goal": f"Goal {n}"} for n in range(1, 5)]
    return {
        "title": "A short", "language": language, "result": "The **script**.",
        "steps": [
            guide_step(1, tasks[0], done, RECOMMENDED, written, [1]),
            guide_step(2, tasks[1], failed, {}, None, []),
            guide_step(3, tasks[2], skipped, {"service": "", "wish": "x"}, None, []),
            guide_step(4, tasks[3], None, {}, None, []),
        ],
        "sources": [{"n": 1, "document": "tools.json", "page": 1, "heading": "ShortsPen"}],
        "figures": {"total": 4, "succeeded": 1, "failed": 1, "skipped": 1},
    }  # fmt: skip


def test_markdown_names_steps_services_costs_times_risks_and_sources():
    text = markdown_of(guide())
    for piece in (
        "### 1. Step 1", "**ShortsPen** - It writes shorts. [1]",
        "7달러 (before: 9달러, as of 2026-10-26)", "about 30 minutes", "Mind the length.",
        "Free plan: 10 scripts a month", "together: 7 + 16 = 23 USD",
        "Budget: 7 + 16 = 23 USD (limit 20 USD, over the budget",
        "- [1] tools.json: ShortsPen\n",
        "did not work (no such article)",
        "This step was skipped", "kept as a wish", "was not worked",
    ):  # fmt: skip
        assert piece in text, piece


def test_markdown_names_the_prices_that_no_budget_counts():
    made = guide("ko")
    other = {"sum": "", "total": 0.0, "limit": 100_000.0, "fits": True, "uncounted": ["A 15달러"]}
    made["steps"][0]["budget"] = other
    text = markdown_of(made)
    assert "통화가 다르고 환율이 주어지지 않아 예산과 견주지 못한 값: A 15달러" in text
    assert "예산:" not in text


@pytest.mark.parametrize(
    ("language", "sentence", "why"),
    [
        ("en", "Budget: 9 USD (limit 20 USD, within the budget as far as", "no exchange rate"),
        (
            "ko",
            "예산: 9달러 (한도 20달러, 통화가 같은 것만 따지면 예산 안)",
            "환율이 주어지지 않아",
        ),
    ],
)
def test_markdown_says_of_which_part_the_budget_holds(language, sentence, why):
    made = guide(language)
    made["steps"][0]["budget"] = {
        "sum": "9 = 9", "total": 9.0, "limit": 20.0, "currency": "USD", "rate": "", "fits": True,
        "uncounted": ["B 9,000"],
    }  # fmt: skip
    text = markdown_of(made)
    assert sentence in text
    assert why in text


def test_markdown_of_a_guide_saved_before_totals_were_kept():
    made = guide()
    for entry in made["steps"]:
        for key in ("costs", "free"):
            del entry[key]
    made["steps"][0]["budget"] = {"sum": "7 + 16 = 23", "total": 23.0, "limit": 20.0, "fits": False}
    assert "Budget: 7 + 16 = 23 (limit 20, over the budget" in markdown_of(made)


def test_markdown_korean_has_no_english_words_of_its_own():
    text = markdown_of(guide("ko"))
    assert "이전 가격 9달러" in text
    assert "Cost" not in text


def test_step_markdown_of_a_service_without_a_price_says_that_none_is_told():
    row = {"status": "succeeded", "failure_reason": "", "tools_used": []}
    task = {"id": "s1", "title": "Write it", "goal": "A script"}
    recommended = {**RECOMMENDED, "price": "", "old_price": "", "per": "month"}
    text = step_markdown(guide_step(1, task, row, recommended, None, []), "en")
    assert "Cost: not told in your documents (as of 2026-10-26)" in text


def test_step_markdown_of_a_step_skipped_after_a_failure_says_why_it_failed():
    row = {"status": "skipped", "failure_reason": "divides by zero", "tools_used": []}
    task = {"id": "s1", "title": "Add up", "goal": "A sum"}
    text = step_markdown(guide_step(1, task, row, {}, None, []), "en")
    assert "This step was skipped" in text
    assert text.rstrip().endswith("(divides by zero)")


def test_export_guide_writes_a_docx_with_every_step(tmp_path):
    write_pair(tmp_path, "guide", guide(), markdown_of(guide()))
    document = Document(io.BytesIO(export_guide(tmp_path)))
    text = "\n".join(p.text for p in document.paragraphs)
    assert all(f"Step {n}" in text for n in range(1, 5))
    assert "The script." in text
    assert "**" not in text


def test_export_guide_leaves_out_what_no_docx_may_hold(tmp_path):
    odd = {
        **guide(),
        "title": "A\x00 short\ud800 " + "long " * 60,
        "result": "One\x0b\x1b\ufffe two.",
    }
    odd["steps"][0]["actions"] = ["Open\x08 it."]
    (tmp_path / "guide.json").write_text(json.dumps(odd), "utf-8")
    text = "\n".join(p.text for p in Document(io.BytesIO(export_guide(tmp_path))).paragraphs)
    assert text.startswith("A short long long")
    assert all(said in text for said in ("One", "two.", "Open it."))


def test_export_guide_without_a_guide_says_what_to_do(tmp_path):
    with pytest.raises(GuideMissingError, match="work a task"):
        export_guide(tmp_path)


@pytest.mark.parametrize(
    "damaged",
    [b"{oops", b"[]", b"{}", b'{"title": "x", "language": "en"}', b"\xff\xfe", b'{"steps": 3}'],
)
def test_read_guide_that_is_damaged_says_what_to_do(tmp_path, damaged):
    (tmp_path / "guide.json").write_bytes(damaged)
    with pytest.raises(GuideMissingError, match="work a task"):
        read_guide(tmp_path)


def test_guide_text_that_is_damaged_or_gone_is_taken_from_the_conversation(tmp_path):
    path = tmp_path / "guide.md"
    assert guide_text(path, "As told") == "As told"
    path.write_bytes(b"\xff\xfe\x00bad")
    assert guide_text(path, "As told") == "As told"
    path.write_text("As written", "utf-8")
    assert guide_text(path, "As told") == "As written"


def test_export_guide_that_cannot_be_kept_is_given_all_the_same(tmp_path):
    write_pair(tmp_path, "guide", guide(), markdown_of(guide()))
    (tmp_path / "guide.docx").mkdir()
    assert Document(io.BytesIO(export_guide(tmp_path))).paragraphs


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("/gone/runs/t/r/guide.md", "guide.md"),
        (r"C:\runs\guide.txt", "guide.txt"),
        ("", "guide.md"),
    ],
)
def test_guide_file_is_found_where_the_data_is_now(tmp_path, written, name):
    assert guide_file(written, tmp_path, "t1", "r1") == tmp_path / "t1" / "r1" / name
    (tmp_path / "there.md").touch()
    assert guide_file(str(tmp_path / "there.md"), tmp_path, "t", "r") == tmp_path / "there.md"


@pytest.mark.parametrize("language", ["ko", "en"])
def test_holds_guide_of_an_answer_with_a_guide_below_its_result(language):
    assert holds_guide(f"The result.\n\n{markdown_of(guide(language))}")
    assert not holds_guide("## Guidelines\n\nA Guide: none.")


def test_write_pair_writes_both_and_leaves_no_draft(tmp_path):
    path = write_pair(tmp_path / "deep", "step_01", {"a": "가"}, "# 가")
    assert path.endswith("step_01.md")
    assert json.loads((tmp_path / "deep" / "step_01.json").read_text("utf-8")) == {"a": "가"}
    assert sorted(p.name for p in (tmp_path / "deep").iterdir()) == ["step_01.json", "step_01.md"]


def test_write_pair_falls_back_to_plain_text(tmp_path):
    (tmp_path / "step_01.md").mkdir()
    path = write_pair(tmp_path, "step_01", {}, "what was found")
    assert path.endswith("step_01.txt")
    assert (tmp_path / "step_01.txt").read_text("utf-8") == "what was found"


@pytest.mark.skipif(os.name == "nt", reason="folders are no files there")
def test_write_atomically_has_the_names_of_new_folders_written_too(tmp_path, monkeypatch):
    kept: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda opened: kept.append(os.fstat(opened).st_ino))
    assert write_atomically(tmp_path / "run" / "steps" / "step_01.json", "{}")
    run = tmp_path / "run"
    written = (run / "steps" / "step_01.json", run / "steps", run, tmp_path)
    assert kept == [path.stat().st_ino for path in written]


def test_write_atomically_where_nothing_can_be_written_says_so(tmp_path):
    (tmp_path / "file").write_text("x", "utf-8")
    assert write_atomically(tmp_path / "file" / "below", "y") is False


def test_markdown_says_what_is_paid_by_the_month_and_what_once():
    made = guide()
    made["steps"][0] |= {
        "per": "month",
        "costs": [
            {"currency": "USD", "per": "month", "sum": "7 + 16 = 23", "total": 23.0},
            {"currency": "USD", "per": "", "sum": "40", "total": 40.0},
        ],
    }
    text = markdown_of(made)
    assert "7달러 a month (before: 9달러" in text
    assert "together: 7 + 16 = 23 USD a month, 40 USD\n" in text


def test_write_atomically_of_half_a_surrogate_pair_keeps_the_rest(tmp_path):
    assert write_atomically(tmp_path / "page.md", "caf\ud800e")
    assert (tmp_path / "page.md").read_text("utf-8") == "caf\ufffde"


@pytest.mark.parametrize("language", ["ko", "en"])
def test_guide_has_words_for_every_tool(language):
    assert {tool.name for tool in builtin_tools().all()} <= set(TOOL_WORDS[language])
