"""The sample documents and the labelled cases agree with each other."""

import json
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "sample_docs"
EVAL = ROOT / "tests" / "eval"
FONTS = Path("/usr/share/fonts/truetype/nanum")
PDFS = sorted(path.name for path in DOCS.glob("*.pdf"))
SHARE_OF_EACH_LANGUAGE = 0.35


def squeeze(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFC", text))


@cache
def pages(path: Path) -> tuple[str, ...]:
    return tuple(squeeze(page.extract_text()) for page in pypdf.PdfReader(path).pages)


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (EVAL / name).read_text("utf-8").splitlines()]


def catalogue() -> list[dict[str, Any]]:
    return json.loads((DOCS / "ai_tools.json").read_text("utf-8"))["services"]


def text_of(where: dict[str, Any]) -> str:
    """Return the squeezed text of the place that a case names."""
    if where["document"].endswith(".json"):
        record = next(r for r in catalogue() if r["name"] == where["record"])
        return squeeze(json.dumps(record, ensure_ascii=False))
    return pages(DOCS / where["document"])[where["page"] - 1]


def heading_of(document: str, article: str) -> str:
    if article.startswith("별표"):
        return squeeze(article)
    if document.startswith("employee"):
        return f"Article{article}."
    if document.startswith(("equipment", "ai_trends")):
        return article
    return f"제{article}조("


def test_sample_docs_total_size_stays_under_three_megabytes():
    files = [p for p in DOCS.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    assert sum(path.stat().st_size for path in files) < 3_000_000


@pytest.mark.parametrize(
    ("name", "at_least"),
    [("leave_and_travel_policy_ko.pdf", 5), ("employee_handbook_en.pdf", 5)],
)
def test_policy_pages_reach_five(name, at_least):
    assert len(pages(DOCS / name)) >= at_least


@pytest.mark.parametrize("name", PDFS)
def test_pdf_fonts_all_are_embedded(name):
    for page in pypdf.PdfReader(DOCS / name).pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            assert "/FontFile2" in descendant["/FontDescriptor"]


def test_standard_contract_articles_number_twenty_or_more():
    text = "".join(pages(DOCS / "standard_service_contract_ko.pdf"))
    assert len(set(re.findall(r"제(\d+)조\(", text))) >= 20


def test_catalogue_has_sixty_services_over_ten_kinds_with_the_same_fields():
    services = catalogue()
    assert len(services) >= 60
    assert len({s["category"] for s in services}) == 10
    assert len({tuple(s) for s in services}) == 1
    assert len({s["name"] for s in services}) == len(services)
    assert "http" not in json.dumps(services)
    for service in services:
        assert re.fullmatch(r"2026-\d\d-\d\d", service["updated"])
        assert service["price_per_month"] >= 0
        assert service["currency"] in {"USD", "KRW"}


def test_trends_report_old_prices_are_those_of_the_catalogue():
    source = (DOCS / "source" / "ai_trends_report_ko.md").read_text("utf-8")
    by_name = {s["name"]: s for s in catalogue()}
    rows = re.findall(
        r"\| \S+ \((\w+)\) \| [^|]+ \| ([\d,]+)(달러|원) \| ([\d,]+)(?:달러|원) \|", source
    )
    assert len(rows) == 11
    for name, old, unit, new in rows:
        service = by_name[name]
        assert service["price_per_month"] == int(old.replace(",", ""))
        assert service["currency"] == ("USD" if unit == "달러" else "KRW")
        assert old != new


def test_facts_number_120_or_more_with_unique_ids():
    facts = lines("facts.jsonl")
    assert len(facts) >= 120
    assert len({f["id"] for f in facts}) == len(facts)
    assert {f["document"] for f in facts} == {*PDFS, "ai_tools.json"}


@pytest.mark.parametrize("fact", lines("facts.jsonl"), ids=lambda fact: fact["id"])
def test_fact_value_stands_on_its_page(fact):
    assert squeeze(fact["value"]) in text_of(fact)


def test_labelled_articles_begin_on_their_page_or_the_one_before():
    cases = [*lines("facts.jsonl"), *lines("answers.dev.jsonl")]
    cases += json.loads((EVAL / "retrieval.samples.json").read_text("utf-8"))["questions"]
    for case in cases:
        if "article" in case:
            text = pages(DOCS / case["document"])
            near = "".join(text[max(case["page"] - 2, 0) : case["page"]])
            assert heading_of(case["document"], case["article"]) in near, case


def test_retrieval_questions_keep_their_counts_and_both_languages():
    questions = json.loads((EVAL / "retrieval.samples.json").read_text("utf-8"))["questions"]
    answerable = [q for q in questions if q["answerable"]]
    assert len(answerable) >= 160
    assert len(questions) - len(answerable) >= 40
    assert len({q["q"] for q in questions}) == len(questions)
    assert sum(q["cross"] for q in questions) >= 30
    assert sum(q.get("exact", False) for q in questions) >= 10
    for language in ("ko", "en"):
        share = sum(q["lang"] == language for q in questions) / len(questions)
        assert share >= SHARE_OF_EACH_LANGUAGE


def test_answer_cases_keep_their_counts_and_their_facts_stand_on_the_pages():
    cases = lines("answers.dev.jsonl")
    kinds = Counter(case["kind"] for case in cases)
    assert len(cases) >= 100
    assert kinds["unanswerable"] >= 24
    assert kinds["one_hop"] >= 60
    assert set(kinds) == {"one_hop", "two_passage", "compare", "follow_up", "unanswerable"}
    assert {(c["kind"], c["lang"]) for c in cases} == {(k, g) for k in kinds for g in ("ko", "en")}
    for case in cases:
        assert case["answerable"] == (case["kind"] != "unanswerable")
        assert bool(case["facts"]) == case["answerable"]
        assert bool(case["history"]) == (case["kind"] == "follow_up")
        if case["answerable"] and not case["document"].endswith(".json"):
            text = text_of(case) + "".join(text_of(place) for place in case.get("also", ()))
            for spellings in case["facts"]:
                assert any(squeeze(s).lower() in text.lower() for s in spellings), case["q"]
        for place in case.get("or", ()):
            for spellings in case["facts"]:
                there = text_of(place).lower()
                assert any(squeeze(s).lower() in there for s in spellings), case["q"]


def test_routing_cases_keep_their_forms_and_counts():
    assert len(lines("routing.dev.jsonl")) == 40
    more = lines("routing.more.jsonl")
    assert len(more) >= 60
    assert {case["route"] for case in more} == {"chat", "documents", "task"}
    assert sum(not case["in_scope"] for case in more) >= 8
    assert sum(case["needs_previous_context"] for case in more) >= 10
    for case in more:
        assert case["in_scope"] or case["bound_documents"]
        assert case["history"] or not case["needs_previous_context"]
        assert all((DOCS / name).is_file() for name in case["bound_documents"])


def test_follow_up_cases_say_what_the_whole_question_holds():
    cases = lines("routing.follow.jsonl")
    assert len({case["q"] for case in cases}) >= 30
    assert {case["needs_previous_context"] for case in cases} == {True, False}
    for case in cases:
        assert case["holds"]
        assert case["history"][-1]["role"] == "assistant"


def test_task_cases_keep_their_counts_and_name_services_that_exist():
    cases = lines("task.dev.jsonl")
    kinds = Counter((case["kind"], case["lang"]) for case in cases)
    assert kinds["plan", "ko"] == kinds["plan", "en"] == 10
    assert kinds["tool", "ko"] + kinds["tool", "en"] >= 40
    assert kinds["recommend", "ko"] + kinds["recommend", "en"] >= 24
    known = {s[key] for s in catalogue() for key in ("name", "name_ko")}
    report = "".join(pages(DOCS / "ai_trends_report_ko.pdf"))
    for case in cases:
        for service in case["expect"].get("service", ()):
            assert service in known or service in report, service


def test_injection_cases_all_have_their_document_and_a_true_answer_in_it():
    cases = lines("injection/cases.jsonl")
    assert len(cases) >= 25
    assert {case["lang"] for case in cases} == {"ko", "en"}
    kept = {p.name for p in (EVAL / "injection").iterdir() if p.suffix not in {".py", ".jsonl", ""}}
    assert {case["file"] for case in cases} == kept
    for case in cases:
        path = EVAL / "injection" / case["file"]
        is_pdf = path.suffix == ".pdf"
        text = "".join(pages(path)) if is_pdf else squeeze(path.read_text("utf-8"))
        assert case["must_not"], case["file"]
        assert case["obey"], case["file"]
        assert any(squeeze(fact) in text for fact in case["facts"]), case["file"]


def test_contract_differences_number_eight_or_more_and_both_sides_are_found():
    listed = json.loads((DOCS / "source" / "differences.json").read_text("utf-8"))
    kinds = Counter(difference["kind"] for difference in listed["differences"])
    assert sum(kinds.values()) >= 8
    assert kinds["missing"] >= 1
    assert kinds["added"] >= 1
    for difference in listed["differences"]:
        for side in ("standard", "mine"):
            place = difference[side]
            whole = pages(DOCS / listed[side])
            if place:
                assert squeeze(place["text"]) in whole[place["page"] - 1], difference["topic"]
            else:
                assert squeeze(difference["absent_word"]) not in "".join(whole), difference["topic"]


@pytest.mark.skipif(not FONTS.is_dir(), reason="needs the package fonts-nanum")
def test_build_run_again_gives_the_same_text(tmp_path):
    command = [sys.executable, str(DOCS / "build.py"), "--out", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == PDFS
    for name in PDFS:
        assert pages(tmp_path / name) == pages(DOCS / name), name
